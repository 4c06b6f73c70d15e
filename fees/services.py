"""Approving fee schedules. The record in the stream `fees` and the rows are one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from django.conf import settings

from audit.core.record import stamp
from audit.services import Author, Entry, command
from cardroom.accounts.policies import require_author
from cardroom.accounts.roles import ADMIN, FLOOR
from fees import projections
from fees.core.schedule import MAX_RATES, MAX_TEXT, FeeRow, problems
from fees.models import Schedule

STREAM = "fees"
MAX_NOTICE = 2_000


class ScheduleRefused(Exception):
    """The schedule cannot be approved; nothing was written. `problems` are sentences, `reason` all of
    them.
    """

    code = "bad_schedule"

    def __init__(self, found: list[str]) -> None:
        self.problems = found
        self.reason = " ".join(found)
        super().__init__(self.code, self.reason)


def approve_schedule(
    *,
    label: str,
    rows: Iterable[FeeRow],
    reference: str,
    invented: bool,
    command_id: str,
    author: Author,
    notice: str = "",
) -> Schedule:
    """Approve `rows` as the next version; it is in force at once, for hands that are opened from now on.

    `reference` names the document of the approval, `notice` is what the public is told. The same command
    again answers with the same version. Raises ScheduleRefused, NotAllowed (only the floor or an admin
    approves), or CommandReused when the command id was used for something else.
    """
    listed = list(rows)
    max_rates = getattr(settings, "FEE_MAX_RATES", MAX_RATES)
    found = _text_problems(label=label, reference=reference, notice=notice) + problems(listed, max_rates)
    if found:
        raise ScheduleRefused(found)
    content = {
        "label": label,
        "invented": invented,
        "reference": reference,
        "notice": notice,
        "rows": [asdict(row) for row in listed],
    }
    with command(STREAM, command_id, author=author, request={"do": "approve_schedule", **content}) as log:
        require_author(author, FLOOR, ADMIN)
        if log.replayed:
            return Schedule.objects.get(id=f"{STREAM}/{log.first}")
        newest = Schedule.objects.order_by("-version").first()
        schedule = f"{STREAM}/{log.seq + 1}"
        data = {
            **content,
            "schedule": schedule,
            "version": newest.version + 1 if newest else 1,
            "effective_from": stamp(log.at),
            "max_rates": max_rates,
        }
        projections.apply_all(log.append([Entry(type="schedule.approved", data=data, subject=schedule)]))
        return Schedule.objects.get(id=schedule)


def _text_problems(*, label: str, reference: str, notice: str) -> list[str]:
    found = []
    if not label.strip() or len(label) > MAX_TEXT:
        found.append(f"The label is a text of 1 to {MAX_TEXT} characters.")
    if not reference.strip() or len(reference) > MAX_TEXT:
        found.append(f"The reference to the approving document is a text of 1 to {MAX_TEXT} characters.")
    if len(notice) > MAX_NOTICE:
        found.append(f"The notice has at most {MAX_NOTICE} characters.")
    return found
