"""Records into rows: the same functions for what happens now, for what is taken back and for a rebuild."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from audit.core.record import Record
from audit.core.streams import kind
from tables.chronicle import Told, tell
from tables.models import NEXT_REASON, Condition, Hand, PairedTerminal, Seat, Table

_HAND_FIELDS = [f.name for f in Hand._meta.concrete_fields if f.name != "id"]


def clear() -> None:
    """Throw every projection of this app away; players' aliases and shoe seeds stay."""
    for model in (Hand, Seat, PairedTerminal, Table, Condition):
        model.objects.all().delete()


def project_hand(told: Told) -> None:
    """The hand's one row, from the state of the hand."""
    hand = told.hand
    money = hand.money
    void = hand.state.void
    row = Hand(
        id=hand.id,
        stream=told.stream,
        first_seq=told.first_seq,
        last_seq=told.last_seq,
        variant=hand.variant.key,
        phase=hand.phase,
        source=hand.opening["source"],
        dealer=told.dealer,
        condition=hand.condition,
        seats=list(hand.seats),
        players=_in_order(hand.players),
        pot=0 if void else sum(hand.posted().values()),
        payouts={} if void else _in_order({str(seat): cents for seat, cents in (hand.paid or {}).items()}),
        winners=list(money.winners),
        void=void or "",
        fee=_in_order(hand.fee),
        undone=len(hand.undone),
        opened_at=told.opened_at,
        changed_at=told.changed_at,
        finished_at=told.finished_at,
    )
    Hand.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=_HAND_FIELDS)


def _in_order(values: Mapping[str, Any]) -> dict[str, Any]:
    """Keys as the log has them: a row says the same, to the letter, from a hand in memory and from one read anew."""
    return dict(sorted(values.items()))


def apply(record: Record) -> None:
    """Bring the rows of tables, seats and conditions up to `record`; hands are projected by `project_hand`."""
    if (handler := _ROWS.get(record.type)) is not None:
        handler(record, int(record.stream[1:]) if record.stream[:1] == "T" else 0)


def _condition_added(record: Record, number: int) -> None:
    terms = {name: value for name, value in record.data.items() if name != "condition"}
    Condition.objects.create(id=record.data["condition"], **terms)


def _condition_retired(record: Record, number: int) -> None:
    Condition.objects.filter(id=record.data["condition"]).update(active=False)


def _table_added(record: Record, number: int) -> None:
    data = record.data
    Table.objects.create(number=data["table"], name=data["name"], variant=data["variant"])


def _table(record: Record, number: int) -> None:
    data = record.data
    if record.type == "floor.called":
        _floor_called(record, number)
        return
    changes: dict[str, Any] = {
        "table.opened": lambda: {"is_open": True, "condition_id": data["condition"]},
        "table.closed": lambda: {"is_open": False},
        "table.condition_set": lambda: {"condition_id": data["condition"]},
        "table.configured": lambda: {**data, "rules": _in_order(data["rules"])},
        "table.watched": lambda: dict(data),
        "table.paused": lambda: {"paused": data["reason"]},
        "table.resumed": lambda: {"paused": ""},
        "floor.answered": lambda: {"called": "", "called_at": None},
        "floor.call_withdrawn": lambda: {"called": "", "called_at": None},
        "chair.taken": lambda: {
            "chair": data["person"],
            "chair_terminal": data["terminal"],
            "chair_at": record.time,
        },
        "chair.left": lambda: {"chair": "", "chair_terminal": "", "chair_at": None},
        "stub.counted": lambda: {"counted": data["hand"]},
        "hand.opened": lambda: {"hand": record.subject, "first": None},
        "table.first_named": lambda: {"first": data["seat"]},
    }[record.type]()
    Table.objects.filter(number=number).update(**changes)


def _floor_called(record: Record, number: int) -> None:
    """A call that is not answered yet goes on, for one more reason."""
    row = Table.objects.get(number=number)
    row.called = NEXT_REASON.join(filter(None, (row.called, record.data["reason"])))
    row.called_at = row.called_at or record.time
    row.save(update_fields=["called", "called_at"])


def _terminal_paired(record: Record, number: int) -> None:
    data = record.data
    PairedTerminal.objects.create(terminal=data["terminal"], table_id=number, label=data["label"])


def _terminal_unpaired(record: Record, number: int) -> None:
    PairedTerminal.objects.filter(terminal=record.data["terminal"]).delete()


def _seat_taken(record: Record, number: int) -> None:
    """By whoever it was reserved for, too."""
    Seat.objects.filter(table_id=number, number=record.data["seat"], reserved=True).delete()
    Seat.objects.create(table_id=number, number=record.data["seat"], player=record.data["player"])


def _seat_reserved(record: Record, number: int) -> None:
    data = record.data
    Seat.objects.create(
        table_id=number, number=data["seat"], player=data["player"], dealt_in=False, reserved=True
    )


def _seat_substituted(record: Record, number: int) -> None:
    data = record.data
    Seat.objects.filter(table_id=number, number=data["seat"]).update(player=data["player"])


def _seat_left(record: Record, number: int) -> None:
    _not_first(record, number)
    Seat.objects.filter(table_id=number, number=record.data["seat"]).delete()


def _not_first(record: Record, number: int) -> None:
    """Who does not play does not begin."""
    Table.objects.filter(number=number, first=record.data["seat"]).update(first=None)


def _seat_dealt(record: Record, number: int) -> None:
    dealt_in = record.type == "seat.dealt_in"
    if not dealt_in:
        _not_first(record, number)
    Seat.objects.filter(table_id=number, number=record.data["seat"]).update(dealt_in=dealt_in)


def _seats_changed(record: Record, number: int) -> None:
    """Who withdrew before the first card is out for the next hand too, until he says otherwise.

    The text names the one seat that is meant: somebody may have sat down since the hand was opened.
    """
    word, seat = record.data["text"].split(" ")
    Seat.objects.filter(table_id=number, number=int(seat)).update(dealt_in=word == "in")


_ROWS: dict[str, Callable[[Record, int], None]] = {
    "condition.added": _condition_added,
    "condition.retired": _condition_retired,
    "table.added": _table_added,
    "table.opened": _table,
    "table.closed": _table,
    "table.condition_set": _table,
    "table.configured": _table,
    "table.watched": _table,
    "table.paused": _table,
    "table.resumed": _table,
    "floor.called": _table,
    "floor.answered": _table,
    "floor.call_withdrawn": _table,
    "chair.taken": _table,
    "chair.left": _table,
    "stub.counted": _table,
    "hand.opened": _table,
    "table.first_named": _table,
    "terminal.paired": _terminal_paired,
    "terminal.unpaired": _terminal_unpaired,
    "hand.seats_changed": _seats_changed,
    "seat.taken": _seat_taken,
    "seat.reserved": _seat_reserved,
    "seat.left": _seat_left,
    "seat.substituted": _seat_substituted,
    "seat.dealt_in": _seat_dealt,
    "seat.dealt_out": _seat_dealt,
}


class Rebuild:
    """Projects the records of whole streams, each read in order. A hand is written when the next one of its table
    begins, or by `finish`: the electronic shoe's seed comes after `hand.closed`.
    """

    def __init__(self) -> None:
        self._told: dict[str, Told] = {}

    def apply(self, record: Record) -> None:
        apply(record)
        if kind(record.stream) != "table" or not record.subject:
            return
        told = self._told.get(record.stream)
        if told is not None and told.hand.id != record.subject:
            project_hand(told)
            told = None
        self._told[record.stream] = tell(told, record)

    def finish(self) -> None:
        for told in self._told.values():
            project_hand(told)
        self._told.clear()
