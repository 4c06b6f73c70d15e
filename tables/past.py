"""A table as it stands, or as it stood a while ago: what its public display shows. Of the past the log alone tells;
nothing that stands in a later record is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from audit.core.record import Record
from audit.selectors import StreamHead, head, read
from tables.chronicle import Told, told_by
from tables.models import Hand, Table
from tables.selectors import current

WINDOW = 60
FAR = 20_000
"""How many records back a seat's or a condition's last change is looked for: more than a table writes in a day."""


@dataclass(frozen=True)
class SeatThen:
    player: str
    reserved: bool


@dataclass(frozen=True)
class Then:
    """A table when its stream had come to `seq`. `row` is open and paused as it was then; `condition` and `cheque` are
    cents, 0 for none yet; `told` is the hand opened last.
    """

    row: Table
    seq: int
    condition: int
    cheque: int
    seats: dict[int, SeatThen] = field(default_factory=dict)
    told: Told | None = None


def end_before(stream: str, moment: datetime) -> StreamHead:
    """Where the stream ended at `moment`: its last record that is not later."""
    for record in _backwards(stream, head(stream).seq):
        if record.time <= moment:
            return StreamHead(stream, record.seq, record.digest)
    return StreamHead(stream, 0, bytes(32))


def as_it_stands(number: int, seq: int) -> Then:
    """The table now, a little later than `seq`, where its stream ended before. Raises Table.DoesNotExist."""
    row = Table.objects.select_related("condition").get(number=number)
    condition = row.condition
    amount, cheque = (condition.amount, condition.cheque_value) if condition else (0, 0)
    return Then(row, seq, amount, cheque, _seats(row), current(row))


def as_it_stood(number: int, seq: int) -> Then:
    """The table when its stream had come to `seq`. What has not changed since is as its rows say; they are read before
    the end of the stream, so that no change in them is missed among the later records. Raises Table.DoesNotExist.
    """
    row = Table.objects.select_related("condition").get(number=number)
    seats = _seats(row)
    later = list(read(row.stream, seq + 1))
    told = _told(row.stream, seq)
    condition, cheque = _condition(row, told, seq, later)
    row.is_open = _before(later, row.is_open, {"table.opened": False, "table.closed": True})
    paused = _before(later, bool(row.paused), {"table.paused": False, "table.resumed": True})
    row.paused = row.paused or "paused" if paused else ""
    for record in reversed([record for record in later if record.type in _SEAT_TYPES]):
        seat = record.data["seat"]
        then = None if record.type == "seat.reserved" else _seat_before(row.stream, seq, seat)
        seats.pop(seat, None)
        if then is not None:
            seats[seat] = then
    return Then(row, seq, condition, cheque, seats, told)


_SEAT_TYPES = frozenset({"seat.taken", "seat.reserved", "seat.left", "seat.substituted"})
_CONDITION_TYPES = frozenset({"table.opened", "table.condition_set"})


def _seats(row: Table) -> dict[int, SeatThen]:
    return {seat.number: SeatThen(seat.player, seat.reserved) for seat in row.seats.all()}


def _told(stream: str, seq: int) -> Told | None:
    """The hand opened last, folded up to `seq`. The memory of hands is for what they are now, and is not asked."""
    row = Hand.objects.filter(stream=stream, first_seq__lte=seq).order_by("-first_seq").first()
    if row is None:
        return None
    return told_by(record for record in read(stream, row.first_seq, seq) if record.subject == row.id)


def _before(later: Iterable[Record], now: bool, changes: dict[str, bool]) -> bool:
    """How something stood before the first of `changes`, which says what each of them found; else as it is `now`."""
    return next((changes[record.type] for record in later if record.type in changes), now)


def _seat_before(stream: str, seq: int, number: int) -> SeatThen | None:
    def of_seat(record: Record) -> bool:
        return record.type in _SEAT_TYPES and record.data["seat"] == number

    record = _newest(stream, seq, of_seat)
    if record is None or record.type == "seat.left":
        return None
    return SeatThen(record.data["player"], record.type == "seat.reserved")


def _condition(row: Table, told: Told | None, seq: int, later: list[Record]) -> tuple[int, int]:
    """Amount and cheque of the table's condition."""
    terms: dict[str, Any]
    if not any(record.type in _CONDITION_TYPES for record in later):
        terms = row.condition.terms() if row.condition else {}
    elif (record := _newest(row.stream, seq, lambda record: record.type in _CONDITION_TYPES)) is not None:
        terms = record.data
    else:
        terms = dict(told.hand.opening) if told else {}
        terms["amount"] = terms.get("condition", 0)
    return terms.get("amount", 0), terms.get("cheque_value", 0)


def _newest(stream: str, seq: int, wanted: Callable[[Record], bool]) -> Record | None:
    """The last record up to `seq` that is `wanted`, of the newest `FAR`."""
    return next((record for record in _backwards(stream, seq, max(1, seq - FAR)) if wanted(record)), None)


def _backwards(stream: str, last: int, until: int = 1) -> Iterator[Record]:
    """The records of a stream from `last` down to `until`."""
    while last >= until:
        first = max(until, last - WINDOW + 1)
        yield from reversed(list(read(stream, first, last)))
        last = first - 1
