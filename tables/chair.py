"""The people at a table: who is in the chair and on which device, calls for the floor, a pause, the count of the stub.

The chair is a person at a terminal. Hands are dealt from there alone; taking it relieves whoever was in it.
"""

from __future__ import annotations

from collections.abc import Callable

from audit.services import Author, Entry
from cardroom.accounts.policies import NotAllowed
from tables.game.base import Refused, number
from tables.game.hand import Hand
from tables.game.refusal import Phrase
from tables.models import NEXT_REASON, Table

# What is dealt waits for the end of a pause; rulings, seats, money and disputes do not.
_NOT_PAUSED = frozenset({"open", "redeal", "post", "draw"})
LONGEST_LABEL = 60
LONGEST_CALL = 480


def in_the_chair(row: Table, author: Author, words: list[str], *, free: bool) -> None:
    """Only the chair deals; `free` texts are open to others too. A table where nobody sits down yet is free.

    Raises NotAllowed (`not_in_chair`).
    """
    if free or words[0] in CHAIR_WORDS or not row.chair:
        return
    if (row.chair, row.chair_terminal) != (author.actor, author.terminal):
        where = Phrase("on another device") if row.chair == author.actor else Phrase("by somebody else")
        raise NotAllowed(
            "not_in_chair",
            "This table is run {where}: take the chair first. Nothing was done.",
            where=where,
        )


def other_chair(person: str, here: Table) -> int | None:
    """The number of another table in whose chair he is, or None."""
    others = Table.objects.filter(chair=person).exclude(number=here.number)
    return others.values_list("number", flat=True).first()


def not_paused(row: Table, words: list[str], *, of_game: bool) -> None:
    """Raises Refused (`table_paused`) for what would go on dealing."""
    if row.paused and (of_game or words[0] in _NOT_PAUSED):
        raise Refused("table_paused", "The table is paused ({reason}): resume it first.", reason=row.paused)


def attend(
    row: Table, hand: Hand | None, words: list[str], reason: str, author: Author
) -> list[Entry] | None:
    """The events of a text about the people at the table, or None if it is another one. Raises Refused."""
    handler = _TEXTS.get(words[0])
    return None if handler is None else handler(row, hand, words, reason, author)


def going(hand: Hand | None) -> bool:
    """Whether the money of a hand has not gone where it belongs."""
    return hand is not None and not (hand.closed or hand.settled)


def _chair(row: Table, hand: Hand | None, words: list[str], reason: str, author: Author) -> list[Entry]:
    mine = (row.chair, row.chair_terminal) == (author.actor, author.terminal)
    if words == ["chair"]:
        if mine:
            raise Refused("in_chair", "You are in the chair of this table already.")
        before = row.chair if row.chair != author.actor else ""
        data = {"person": author.actor, "terminal": author.terminal, "relieves": before}
        return [Entry("chair.taken", data)]
    if words != ["chair", "leave"]:
        raise Refused("malformed", "It is written 'chair' or 'chair leave'.")
    if row.chair != author.actor:
        raise Refused("not_in_chair", "You are not in the chair of this table.")
    if going(hand):
        raise Refused("hand_open", "A hand is open: a relief takes the chair first.")
    return [Entry("chair.left", {"person": author.actor})]


def _call(row: Table, hand: Hand | None, words: list[str], reason: str, author: Author) -> list[Entry]:
    """`call`: a floor manager is wanted, for one more reason if he has been called. `call off`: no longer."""
    if words == ["call", "off"]:
        if not row.called:
            raise Refused("not_called", "The floor is not called at this table.")
        return [Entry("floor.call_withdrawn", {})]
    if len(words) != 1:
        raise Refused("malformed", "It is written 'call' or 'call off'.")
    if not reason:
        raise Refused("reason_missing", "That needs its reason.")
    if reason in row.called.split(NEXT_REASON):
        raise Refused("called_already", "The floor has been called already: {reason}.", reason=row.called)
    if row.called and len(row.called) + len(reason) > LONGEST_CALL:
        raise Refused("called_already", "The floor has been called already: {reason}.", reason=row.called)
    return [Entry("floor.called", {"reason": reason})]


def _answered(row: Table, hand: Hand | None, words: list[str], reason: str, author: Author) -> list[Entry]:
    _alone(words)
    if not row.called:
        raise Refused("not_called", "The floor is not called at this table.")
    return [Entry("floor.answered", {})]


def _pause(row: Table, hand: Hand | None, words: list[str], reason: str, author: Author) -> list[Entry]:
    _alone(words)
    if row.paused:
        raise Refused("table_paused", "The table is paused ({reason}): resume it first.", reason=row.paused)
    if not reason:
        raise Refused("reason_missing", "That needs its reason.")
    return [Entry("table.paused", {"reason": reason})]


def _resume(row: Table, hand: Hand | None, words: list[str], reason: str, author: Author) -> list[Entry]:
    _alone(words)
    if not row.paused:
        raise Refused("not_paused", "The table is not paused.")
    return [Entry("table.resumed", {})]


def _count(row: Table, hand: Hand | None, words: list[str], reason: str, author: Author) -> list[Entry]:
    """`count 31`: how many cards the stub of the hand that is over was found to hold."""
    if len(words) != 2:
        raise Refused("malformed", "It is written 'count 31', with the cards of the stub.")
    counted = number(words[1], least=0, most=999)
    if hand is None or going(hand) or (expected := expected_stub(hand)) is None:
        raise Refused("no_stub", "There is no stub to count: that is done after a hand with a physical deck.")
    if row.counted == hand.id:
        raise Refused("counted_already", "The stub of this hand has been counted.")
    return [Entry("stub.counted", {"hand": hand.id, "expected": expected, "counted": counted})]


def expected_stub(hand: Hand) -> int | None:
    """Cards that must be left of the physical deck; None where there is none to count."""
    return None if hand.electronic else hand.variant.stub(hand.state)


def _alone(words: list[str]) -> None:
    if len(words) != 1:
        raise Refused("malformed", "It is written {form!r}.", form=words[0])


_TEXTS: dict[str, Callable[[Table, Hand | None, list[str], str, Author], list[Entry]]] = {
    "chair": _chair,
    "call": _call,
    "answered": _answered,
    "pause": _pause,
    "resume": _resume,
    "count": _count,
}
CHAIR_WORDS = frozenset({"chair", "call", "answered"})
WORDS = frozenset(_TEXTS)
