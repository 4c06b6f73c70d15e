"""What may be done with an open hand: every text gives facts or is refused. Pure.

Texts of the game (`5 buy 3`, `card Qh`, `award 5 1500`) go to its rules; the texts of the table have a module each:
`posting`, `paying`, `corrections`.
"""

from __future__ import annotations

from tables.game import corrections, paying, posting
from tables.game.base import Drawn, Refused, Voided, decide
from tables.game.hand import Fact, Hand, applied
from tables.game.paying import carried, carry_in, closing
from tables.game.posting import seat_limits
from tables.game.room import (
    Handler,
    Room,
    electronic,
    from_a_shoe,
    move_facts,
    not_frozen,
    ruled_with_reason,
)

__all__ = ["WORDS", "Room", "act", "carried", "carry_in", "closing", "move_facts", "seat_limits"]


def act(hand: Hand, text: str, room: Room) -> tuple[list[Fact], Hand]:
    """The facts that `text` makes of this hand, and the hand after them.

    Raises Refused; then nothing has changed.
    """
    if hand.closed or hand.carried_to is not None:
        raise Refused(
            "hand_closed", "The next hand has begun: this one's result stands. An amendment needs the floor."
        )
    words = text.split(" ")
    handler = _draw if words in (["draw"], ["draw", "all"]) else _HANDLERS.get(words[0])
    if words[:2] == ["rule", "stands"]:
        handler = corrections.rule_stands
    facts = handler(hand, text, words[1:], room) if handler else _played(hand, text, room)
    for fact in facts:
        hand = applied(hand, fact)
    return facts, hand


def _played(hand: Hand, text: str, room: Room, draw: Drawn | None = None) -> list[Fact]:
    """A text of the game. While the hand waits for the floor only a ruling is taken, a misdeal among them."""
    if (
        hand.unposted and text.split(" ", maxsplit=1)[0] == "award"
    ):  # there is no whole pot yet, whatever is named
        raise _unposted(hand)
    if draw is None:
        from_a_shoe(hand, text, room)
    events, _ = decide(hand.variant, hand.state, text)
    event = events[0]
    if event.kind == "ruling" or (event.kind == "procedure" and hand.frozen is not None):
        ruled_with_reason(room)
    else:
        not_frozen(hand)
    if event.kind == "procedure" and not room.reason:
        raise Refused("reason_missing", "That needs its reason.")
    if event.kind == "chance" and hand.electronic and draw is None:
        raise electronic()
    if (
        event.kind == "chance"
        and hand.opening["source"] == "reader"
        and not (room.read_by_shoe or room.reason)
    ):
        raise Refused("reader_shoe", "The reader shoe deals this hand; a card keyed by hand needs a reason.")
    if hand.unposted and not isinstance(event, Voided):
        raise _unposted(hand)
    facts = []
    if event.kind == "chance" and not hand.begun and hand.opening["drop_when"] == "before_deal":
        facts = paying.dropped(hand, None, room)
    return facts + move_facts(hand.n + 1, text, events, room, draw=draw)


def _unposted(hand: Hand) -> Refused:
    seats = ", ".join(map(str, hand.unposted))
    return Refused(
        "unposted", "Not everybody has posted: seat {seats}. Post, or leave the seat out.", seats=seats
    )


def _draw(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`draw` deals one card from the electronic shoe, `draw all` until none is due."""
    if not hand.electronic or room.shoe is None:
        raise Refused(
            "no_electronic_shoe", "This hand is dealt from a physical deck: key the card that came."
        )
    facts: list[Fact] = []
    while (draw := hand.variant.chance(hand.state)) is not None:
        card, about = room.shoe(draw)
        one = _played(hand, card, room, about)
        for fact in one:
            hand = applied(hand, fact)
        facts += one
        if not words:
            break
    if not facts:
        raise Refused("no_card_due", "No card is due just now.")
    return facts


_HANDLERS: dict[str, Handler] = {
    "in": posting.dealt_in,
    "out": posting.dealt_out,
    "post": posting.post,
    "waive": posting.waive,
    "drop": paying.drop,
    "pay": paying.pay,
    "undo": corrections.undo,
    "correct": corrections.put_right,
    "dispute": corrections.dispute,
}
WORDS = frozenset(_HANDLERS) | {"draw", "rule", "redeal", "open"}
