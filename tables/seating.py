"""What happens at a table outside its hands: seats, who is in for the next hand, condition, opening and closing."""

from __future__ import annotations

from collections.abc import Callable

from audit.services import Entry
from tables.aliases import cleaned
from tables.game import registry
from tables.game.base import MAX_SEAT, Refused, number
from tables.game.hand import Hand
from tables.game.refusal import gettext_noop
from tables.models import Condition, Player, Seat, Table
from tables.opening import Opener, needs_shoe


def between_hands(
    row: Table, hand: Hand | None, words: list[str], alias: str, opener: Opener
) -> list[Entry] | None:
    """The events of a text that is not about the open hand, or None if it is. Raises Refused."""
    if words[0] in ("in", "out"):
        return None if hand is not None and hand.seats_open else _dealt(row, words)
    if words[0] in ("sit", "reserve"):
        return _sit(row, words, alias)
    handler = _TEXTS.get(words[0])
    return None if handler is None else handler(row, hand, words, opener)


def _seat(words: list[str], form: str) -> int:
    if len(words) != 2:
        raise Refused("malformed", "It is written {form!r}.", form=form)
    return number(words[1], least=1, most=MAX_SEAT)


def _taken(row: Table, seat: int) -> Seat:
    found = Seat.objects.filter(table=row, number=seat).first()
    if found is None:
        raise Refused("seat_empty", "Nobody sits in seat {seat}.", seat=seat)
    return found


def _dealt(row: Table, words: list[str]) -> list[Entry]:
    """In or out from the next hand on."""
    seat = _seat(words, f"{words[0]} 5")
    wants = words[0] == "in"
    taken = _taken(row, seat)
    if taken.reserved:
        raise Refused("seat_reserved", "Seat {seat} is reserved; nobody sits there.", seat=seat)
    if taken.dealt_in is wants:
        raise Refused(
            "already_in" if wants else "already_out",
            "Seat {seat} is {word} already.",
            seat=seat,
            word=words[0],
        )
    return [Entry("seat.dealt_in" if wants else "seat.dealt_out", {"seat": seat})]


def _sit(row: Table, words: list[str], alias: str) -> list[Entry]:
    """`sit 5` under an alias; who has the seat reserved needs none. `reserve 5` keeps an empty seat."""
    seat = _seat(words, f"{words[0]} 5")
    kept = Seat.objects.filter(table=row, number=seat).first()
    if kept is not None and not (kept.reserved and words[0] == "sit"):
        raise Refused("seat_taken", "Seat {seat} is taken.", seat=seat)
    kept_for = kept.player if kept is not None and not alias else ""
    player = kept_for or Player.objects.create(alias=cleaned(alias)[0]).public_id
    kind = "seat.taken" if words[0] == "sit" else "seat.reserved"
    return [Entry(kind, {"seat": seat, "player": player})]


def _leave(row: Table, hand: Hand | None, words: list[str], opener: Opener) -> list[Entry]:
    seat = _seat(words, "leave 5")
    taken = _taken(row, seat)
    if (
        hand is not None
        and seat in hand.seats
        and not (hand.closed or hand.settled)
        and hand.variant.in_play(hand.state, seat)
    ):
        if hand.state.void is not None:
            raise Refused("in_hand", "The hand is void: first give its posts back, or deal it again.")
        raise Refused(
            "in_hand", "Seat {seat} is in the hand: fold it, or take it out before the first card.", seat=seat
        )
    return [Entry("seat.left", {"seat": seat, "player": taken.player})]


def only_between_hands(hand: Hand | None, what: str) -> None:
    """Raises Refused (`hand_open`) while the money of a hand has not gone where it belongs."""
    if hand is not None and not (hand.closed or hand.settled):
        raise Refused("hand_open", "A hand is open: {what} only between hands.", what=what)


def _condition(row: Table, hand: Hand | None, words: list[str], opener: Opener) -> list[Entry]:
    if len(words) != 2:
        raise Refused("malformed", "It is written 'condition 3', with the number of an approved condition.")
    only_between_hands(hand, gettext_noop("the condition changes"))
    terms = _active(number(words[1], least=1)).terms()
    return [Entry("table.condition_set", terms)]


def _active(condition: int) -> Condition:
    found = Condition.objects.filter(id=condition, active=True).first()
    if found is None:
        raise Refused("unknown_condition", "There is no active condition {condition}.", condition=condition)
    return found


def _table(row: Table, hand: Hand | None, words: list[str], opener: Opener) -> list[Entry]:
    if words == ["table", "close"]:
        if not row.is_open:
            raise Refused("table_closed", "The table is closed already.")
        return [*opener.close_last(), Entry("table.closed", {})]
    if words[:2] != ["table", "open"] or len(words) > 3:
        raise Refused(
            "malformed", "It is written 'table open 3' (with a condition), 'table open' or 'table close'."
        )
    if row.is_open:
        raise Refused("table_open", "The table is open already.")
    if len(words) == 3:
        return [Entry("table.opened", _active(number(words[2], least=1)).terms())]
    if row.condition is None:
        raise Refused("no_condition", "The table has no condition yet: open it with one.")
    return [Entry("table.opened", _active(row.condition.id).terms())]


def _source(row: Table, hand: Hand | None, words: list[str], opener: Opener) -> list[Entry]:
    if len(words) != 2 or words[1] not in Table.Source.values:
        raise Refused("malformed", "It is written 'source pad', 'source reader' or 'source electronic'.")
    if words[1] == Table.Source.PAD and registry.get(row.variant).needs_shoe:
        raise needs_shoe()
    only_between_hands(hand, gettext_noop("the source of cards changes"))
    return [Entry("table.configured", {**row.settings(), "source": words[1]})]


_TEXTS: dict[str, Callable[[Table, Hand | None, list[str], Opener], list[Entry]]] = {
    "leave": _leave,
    "condition": _condition,
    "table": _table,
    "source": _source,
}
