"""What lies on the felt of Boomerang Poker, who acts, and the house rules. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from tables.game.base import Rules, State
from tables.game.cards import CARDS, DECK, TEXTS
from tables.game.ranking import suit_order, value
from tables.game.refusal import Phrase

FULL = 5
EXTRA_CARDS = 3
WHOLE_DECK = tuple(TEXTS[card] for card in DECK)


@dataclass(frozen=True)
class PokerRules(Rules):
    """House rules: a final tie with the hand to beat, an all-tied finish, a card too many."""

    tie_after_draw: str = "live"
    tied_finish: str = "split"
    overdealt_card: str = "dead"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "tie_after_draw": ("live", "out"),
        "tied_finish": ("split", "play_on"),
        "overdealt_card": ("dead", "next"),
    }


@dataclass(frozen=True)
class Felt(State):
    """The table's felt: cards in the order received, who is out and why, what is bought and owed.

    `bought` counts the conditions that a seat paid for cards, dealt or not; `last_bought` lists seats by their last
    buy, latest last; `waiting` is a card too many that goes to the next buyer; `turn` is the seat the floor named;
    `left` is the stub in canonical order, a waiting card included.
    """

    hands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    values: Mapping[int, int] = field(default_factory=dict)
    out: Mapping[int, str] = field(default_factory=dict)
    bought: Mapping[int, int] = field(default_factory=dict)
    last_bought: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    left: tuple[str, ...] = WHOLE_DECK
    waiting: int | None = None
    owed: int = 0
    buyer: int | None = None
    to_beat: int | None = None
    turn: int | None = None
    just_beat: bool = False
    misdeal_open: bool = True
    dealt: bool = False
    known_order: list[int] | None = field(default=None, compare=False, repr=False)

    def rules(self) -> PokerRules:
        return cast(PokerRules, self.setup.rules)

    @property
    def order(self) -> list[int]:
        """Live seats from the lowest hand to the highest; equal hands by the suit of the high card."""
        if self.known_order is None:
            self.__dict__["known_order"] = self._order()
        return self.known_order or []

    def _order(self) -> list[int]:
        live = [seat for seat in self.setup.seats if seat not in self.out]
        values, hands = self.values, self.hands
        held = [values[seat] for seat in live]
        if len(set(held)) == len(held):
            return sorted(live, key=values.__getitem__)
        return sorted(
            live, key=lambda s: (values[s], suit_order(hands[s]) if held.count(values[s]) > 1 else ())
        )

    @property
    def actor(self) -> int | None:
        """Who decides now: the seat the floor gave the turn, else the lowest live hand; None if nobody does."""
        if not self.dealt or self.owed or self.over:
            return None
        order = self.order
        if len(order) < 2:
            return None
        return order[0] if self.turn is None else self.turn

    @property
    def stub(self) -> int:
        """How many cards may still come; a waiting extra card counts."""
        return len(self.left)

    def without(self, text: str) -> tuple[str, ...]:
        """The stub less this card."""
        at = self.left.index(text)
        return self.left[:at] + self.left[at + 1 :]

    def lies(self, card: int) -> str | None:
        """Where a card that has been seen lies, in words, or None."""
        for seat, hand in self.hands.items():
            if card in hand:
                return Phrase("with seat {seat}", seat=seat)
        if card in self.dead:
            return Phrase("among the cards set aside")
        return Phrase("face up, waiting for the next buyer") if card == self.waiting else None

    def receives(self, seat: int, text: str, **changes: Any) -> Felt:
        """The felt with one more card before a seat, and what else changes with it."""
        hand = (*self.hands.get(seat, ()), CARDS[text])
        if len(hand) > 1:
            changes |= {"values": {**self.values, seat: value(hand)}, "known_order": None}
        return self.but(hands={**self.hands, seat: hand}, left=self.without(text), **changes)

    def leaves(self, seat: int, why: str, **changes: Any) -> Felt:
        """The felt with one seat out, and what else changes with it; a beat's extra card can no longer be shown."""
        changes = {"just_beat": False, **changes}
        return self.but(out={**self.out, seat: why}, known_order=None, **changes).settled_turn()

    def with_out(self, out: Mapping[int, str]) -> Felt:
        return self.but(out=out, known_order=None)

    def settled_turn(self) -> Felt:
        """A turn ends when its seat is out, highest or full."""
        if self.turn is None:
            return self
        if self.turn in self.out or len(self.hands[self.turn]) == FULL or self.order[-1] == self.turn:
            return self.but(turn=None)
        return self
