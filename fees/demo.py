"""A schedule for the demo room. Its amounts are invented; no regulator has approved them, and it says so
everywhere.
"""

from __future__ import annotations

from audit.services import Author
from fees.core.schedule import PLAYERS_MAX, FeeRow
from fees.models import Schedule
from fees.services import approve_schedule

LABEL = "INVENTED demo schedule, not approved by any regulator"
REFERENCE = "None. Made up for the demo room."
NOTICE = "Demo only: these fees are invented and have been approved by no regulator."
WAIVER = "Demo rule: two players pay no fee."
COMMAND_ID = "demo-schedule-1"
PER_PLAYER = {500: 100, 1_000: 100, 2_500: 200, 10_000: 400}


def demo_rows() -> list[FeeRow]:
    """Per condition: no fee for two players, else a fixed fee per player and hand. Cents."""
    rows = []
    for condition, fee in PER_PLAYER.items():
        rows.append(FeeRow(condition, 2, 2, 0, waiver=WAIVER))
        rows.append(FeeRow(condition, 3, PLAYERS_MAX, fee))
    return rows


def approve_demo_schedule(author: Author) -> Schedule:
    """Approve the demo schedule; asked again, it answers with the version there is."""
    return approve_schedule(
        label=LABEL,
        rows=demo_rows(),
        reference=REFERENCE,
        invented=True,
        notice=NOTICE,
        command_id=COMMAND_ID,
        author=author,
    )


def began_as_demo() -> bool:
    """Whether the demo schedule was approved here, whatever became of the room since."""
    return Schedule.objects.filter(label=LABEL, invented=True).exists()


def is_demo() -> bool:
    """Whether this is a demo room still: the demo schedule was approved, and never one that is not invented."""
    return began_as_demo() and not Schedule.objects.filter(invented=False).exists()
