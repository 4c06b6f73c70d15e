"""What an action may ask of the house, and what all actions on a hand have in common. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tables.game.base import MAX_SEAT, Draw, Drawn, Event, Refused, number, read
from tables.game.hand import Fact, Hand


@dataclass(frozen=True)
class Room:
    """What a hand may ask of the house while an action is taken.

    `reason` and `rule` go with the action, "" for none. `fee_row(players)` answers the approved row; `seated` maps
    seats to players; `shoe` draws from the electronic shoe; `box` is the drop box at the table; `read_by_shoe`: a
    reader shoe reports the card.
    """

    reason: str = ""
    rule: str = ""
    seated: Mapping[int, str] | None = None
    fee_row: Callable[[int], Mapping[str, Any]] | None = None
    shoe: Callable[[Draw], tuple[str, Drawn]] | None = None
    box: str = ""
    read_by_shoe: bool = False


Handler = Callable[[Hand, str, list[str], Room], list[Fact]]


def life(kind: str, hand: Hand, text: str | None, **data: Any) -> Fact:
    """A fact of the hand's life with the next number; `text` goes with the first fact of an action."""
    return Fact(kind, {"n": hand.n + 1, "text": text, **data})


def move_facts(
    n: int,
    text: str,
    events: tuple[Event, ...],
    room: Room,
    *,
    replaces: int | None = None,
    draw: Drawn | None = None,
) -> list[Fact]:
    """The primary event with its text and what was said about it, then its consequences."""
    head = {"n": n, "text": text, "replaces": replaces, "draw": draw}
    head |= {"reason": room.reason or None, "rule": room.rule or None}
    follows = dict.fromkeys(head) | {"n": n}
    return [Fact(event.type, {**(follows if i else head), **event.data()}) for i, event in enumerate(events)]


def not_frozen(hand: Hand) -> None:
    """Raises Refused (`waits_for_floor`) while the hand waits for a ruling."""
    if hand.frozen is not None:
        raise Refused("waits_for_floor", "{reason}", reason=hand.frozen)


def from_a_shoe(hand: Hand, text: str, room: Room) -> None:
    """What names secret things is not looked at unless a shoe says it: why it is refused would tell where they are.

    Raises Refused (`electronic_shoe`, `secret_cards`), also for what is no action.
    """
    verb, seat, _word, _words = read(hand.variant, text)
    if verb is None or seat is not None or not verb.secret:
        return
    if hand.electronic:
        raise electronic()
    if not (hand.opening["source"] == "reader" and room.read_by_shoe):
        raise Refused("secret_cards", "These cards are secret: only a shoe deals them, nobody keys them.")


def electronic() -> Refused:
    return Refused("electronic_shoe", "The electronic shoe deals this hand; no card is keyed by hand.")


def ruled_with_reason(room: Room) -> None:
    """Raises Refused (`ruling_incomplete`) unless the ruling has a reason and cites a rule."""
    if not room.reason or not room.rule:
        raise Refused("ruling_incomplete", "A ruling needs a reason and the rule that it cites.")


def exactly(words: list[str], count: int, form: str) -> None:
    """Raises Refused (`malformed`) unless that many words follow."""
    if len(words) != count:
        raise Refused("malformed", "It is written {form!r}.", form=form)


def seat_of(hand: Hand, word: str) -> int:
    """The seat that `word` names, which must be in. Raises Refused."""
    seat = number(word, least=1, most=MAX_SEAT)
    if seat not in hand.seats:
        raise Refused("not_dealt_in", "Seat {seat} is not dealt into this hand.", seat=seat)
    return seat
