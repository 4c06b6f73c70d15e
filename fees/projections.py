"""Records into rows: the same functions for what happens now, for what is taken back and for a rebuild.

`apply` is idempotent: a record at or below the last one a row has seen changes nothing. Records of a stream
come in order; the order of streams among each other does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from audit.core.record import Record
from fees.models import Collection, Row, Schedule

# The column that sums up the cents of an event.
SUMS = {
    "fee.collected": "collected",
    "fee.returned": "returned",
    "fee.waived": "waived",
    "fee.carried": "carried_in",
    "fee.dropped": "dropped",
}
# What a hand carries as `fee` when it is opened and when its seats change before the deal.
FROZEN = ("schedule", "version", "players", "fee")
WRITTEN = [field.name for field in Collection._meta.concrete_fields if not field.primary_key]


def clear() -> None:
    """Throw every projection of this app away."""
    Collection.objects.all().delete()
    Schedule.objects.all().delete()


def apply(record: Record) -> None:
    """Bring the rows up to `record`; records of other apps that say nothing about fees change nothing."""
    apply_all([record])


def apply_all(records: Iterable[Record]) -> None:
    """`apply` for the records of one command; each hand's row is read and written once."""
    hands = _Hands()
    for record in records:
        if record.type == "schedule.approved":
            _approve(record)
        else:
            hands.take(record)
    hands.store()


def _approve(record: Record) -> None:
    data = record.data
    if Schedule.objects.filter(id=data["schedule"]).exists():
        return
    Schedule.objects.filter(status=Schedule.Status.ACTIVE).update(status=Schedule.Status.RETIRED)
    schedule = Schedule.objects.create(
        id=data["schedule"],
        version=data["version"],
        label=data["label"],
        invented=data["invented"],
        status=Schedule.Status.ACTIVE,
        approved_by=record.actor,
        approved_at=record.time,
        reference=data["reference"],
        notice=data["notice"],
        effective_from=datetime.fromisoformat(data["effective_from"]),
        max_rates=data["max_rates"],
    )
    Row.objects.bulk_create(Row(schedule=schedule, **row) for row in data["rows"])


class _Hands:
    """The rows of the hands that one run of records touches, by the hand's name."""

    def __init__(self) -> None:
        self._rows: dict[str, Collection] = {}

    def take(self, record: Record) -> None:
        frozen = _frozen(record)
        if record.type not in SUMS and not frozen:
            return
        row = self._row(record)
        if record.seq <= row.seq:
            return
        row.seq = record.seq
        for name, value in frozen.items():
            setattr(row, name, value)
        if record.type in SUMS:
            _add(row, record)

    def store(self) -> None:
        Collection.objects.bulk_create(
            self._rows.values(), update_conflicts=True, unique_fields=["hand"], update_fields=WRITTEN
        )

    def _row(self, record: Record) -> Collection:
        hand = record.subject
        if hand not in self._rows:
            stored = Collection.objects.filter(hand=hand).first()
            self._rows[hand] = stored or Collection(hand=hand, stream=record.stream)
        return self._rows[hand]


def _frozen(record: Record) -> dict[str, Any]:
    """The columns of the schedule row that this record freezes in its hand; empty where it freezes none."""
    fee = record.data.get("fee")
    if not isinstance(fee, dict) or not fee.keys() >= set(FROZEN):
        return {}
    return {name: fee[name] for name in FROZEN}


def _add(row: Collection, record: Record) -> None:
    column = SUMS[record.type]
    setattr(row, column, getattr(row, column) + record.data["cents"])
    if record.type == "fee.dropped":
        row.box = record.data["box"]
        row.dropped_at = record.time
