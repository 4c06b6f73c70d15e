"""Reading schedules and collections. Amounts are integer cents."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fees.models import Collection, Row, Schedule


class FrozenRow(TypedDict):
    """What a hand keeps of the schedule for ever: `fee` cents per player for `players` dealt in at
    `condition`.
    """

    schedule: str
    version: int
    condition: int
    players: int
    fee: int


def active_schedule() -> Schedule | None:
    """The newest approved schedule, or None in a room that has none yet."""
    return Schedule.objects.filter(status=Schedule.Status.ACTIVE).prefetch_related("rows").first()


def in_force(moment: datetime) -> str | None:
    """The schedule that was in force at `moment`, by its id."""
    found = Schedule.objects.filter(effective_from__lte=moment).order_by("-version")
    return found.values_list("id", flat=True).first()


def frozen_row(condition: int, players: int, schedule: str = "") -> FrozenRow | None:
    """The row of the active schedule for a hand at `condition` (cents) with `players` dealt in, to be frozen
    in it.

    A hand that is open names the `schedule` it was opened under, which stays its own. None where there is no such
    schedule or it has no row for them: then there is no approved fee and no hand.
    """
    which = {"schedule_id": schedule} if schedule else {"schedule__status": Schedule.Status.ACTIVE.value}
    row = (
        Row.objects.filter(
            **which,
            condition=condition,
            players_min__lte=players,
            players_max__gte=players,
        )
        .select_related("schedule")
        .first()
    )
    if row is None:
        return None
    return FrozenRow(
        schedule=row.schedule.id,
        version=row.schedule.version,
        condition=condition,
        players=players,
        fee=row.fee,
    )


def collection(hand: str) -> Collection | None:
    """The fees of a hand by its name in the log, or None where no record speaks of any."""
    return Collection.objects.filter(hand=hand).first()
