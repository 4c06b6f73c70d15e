"""What happens in a hand of Boomerang Poker: facts, kept for ever in the form they have here. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tables.game.base import Event, Voided
from tables.game.cards import CARDS
from tables.game.refusal import gettext_noop
from tables.variants.boomerang_poker.felt import WHOLE_DECK, Felt


@dataclass(frozen=True)
class Dealt(Event):
    """One card of the deal."""

    seat: int
    card: str
    type = "hand.card_dealt"
    said = gettext_noop("Seat {seat} is dealt {card}.")
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Felt) -> Felt:
        return _deal_done(state.receives(self.seat, self.card))


@dataclass(frozen=True)
class DealtTwo(Event):
    """Both face-up cards of a seat at once. The seat may be keyed wrong as the cards may."""

    seat: int
    cards: tuple[str, str]
    type = "hand.pair_dealt"
    said = gettext_noop("Seat {seat} is dealt {cards}.")
    kind = "chance"
    keyed = ("seat", "cards")

    def apply(self, state: Felt) -> Felt:
        first, second = self.cards
        return _deal_done(state.receives(self.seat, first).receives(self.seat, second))


@dataclass(frozen=True)
class Folded(Event):
    """The seat is out and forfeits what it posted."""

    seat: int
    type = "hand.folded"
    said = gettext_noop("Seat {seat} folds.")
    kind = "decision"

    def apply(self, state: Felt) -> Felt:
        return state.leaves(self.seat, "folded", misdeal_open=False)


@dataclass(frozen=True)
class Bought(Event):
    """The seat posts `count` conditions and is owed up to as many cards, to beat seat `to_beat`."""

    seat: int
    count: int
    to_beat: int
    type = "hand.bought"
    said = gettext_noop("Seat {seat} buys {count} to beat seat {to_beat}.")
    kind = "decision"
    withdrawable = True

    def apply(self, state: Felt) -> Felt:
        seat = self.seat
        return state.but(
            bought={**state.bought, seat: state.bought.get(seat, 0) + self.count},
            last_bought=(*(s for s in state.last_bought if s != seat), seat),
            owed=self.count,
            buyer=seat,
            to_beat=self.to_beat,
            turn=None,
            just_beat=False,
        )


@dataclass(frozen=True)
class CardBought(Event):
    """A bought card and its verdict: `beats`, `not_yet` (more is owed), or the last one that `tied` or `fails`."""

    seat: int
    card: str
    verdict: str
    type = "hand.bought_card"
    said = gettext_noop("Seat {seat} receives {card}: {verdict}.")
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Felt) -> Felt:
        more = self.verdict == "not_yet"
        state = state.receives(
            self.seat,
            self.card,
            owed=state.owed - 1 if more else 0,
            buyer=self.seat if more else None,
            to_beat=state.to_beat if more else None,
            just_beat=self.verdict == "beats",
            misdeal_open=False,
            waiting=None if state.waiting == CARDS[self.card] else state.waiting,
        )
        return state.with_out({**state.out, self.seat: "failed"}) if self.verdict == "fails" else state


@dataclass(frozen=True)
class Exhausted(Event):
    """The lowest hand holds five cards and cannot act: out."""

    seat: int
    type = "hand.exhausted"
    said = gettext_noop("Seat {seat} is lowest with five cards and cannot act: out.")

    def apply(self, state: Felt) -> Felt:
        # A beat's extra card may still be shown: this follows by itself.
        return state.leaves(self.seat, "exhausted", just_beat=state.just_beat)


@dataclass(frozen=True)
class SetAside(Event):
    """A boxed card: scrap, it cannot come again."""

    card: str
    type = "hand.card_scrapped"
    said = gettext_noop("{card} was boxed and is set aside.")
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Felt) -> Felt:
        return state.but(dead=(*state.dead, CARDS[self.card]), left=state.without(self.card))


@dataclass(frozen=True)
class Overdealt(Event):
    """One card too many after a beat: `dead`, or `next` to be dealt to the next buyer."""

    card: str
    fate: str
    type = "hand.card_overdealt"
    said = gettext_noop("One card too many: {card} ({fate}).")
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Felt) -> Felt:
        card = CARDS[self.card]
        if self.fate == "next":
            return state.but(waiting=card, just_beat=False)
        return state.but(dead=(*state.dead, card), left=state.without(self.card), just_beat=False)


@dataclass(frozen=True)
class TurnGiven(Event):
    """The floor names the seat that acts next, instead of the lowest hand."""

    seat: int
    type = "hand.turn_given"
    said = gettext_noop("The floor gives the turn to seat {seat}.")
    kind = "ruling"

    def apply(self, state: Felt) -> Felt:
        return state.but(turn=state.turn if self.seat == state.actor else self.seat, just_beat=False)


@dataclass(frozen=True)
class Restored(Event):
    """A hand mucked in error comes back; an ended hand is open again and an award is cancelled."""

    seat: int
    type = "hand.restored"
    said = gettext_noop("The floor restores seat {seat}.")
    kind = "ruling"

    def apply(self, state: Felt) -> Felt:
        out = {seat: why for seat, why in state.out.items() if seat != self.seat}
        return state.with_out(out).but(just_beat=False, **_reopened).settled_turn()


@dataclass(frozen=True)
class Killed(Event):
    """A live hand is declared dead; an award is cancelled."""

    seat: int
    type = "hand.killed"
    said = gettext_noop("The floor declares the hand of seat {seat} dead.")
    kind = "ruling"

    def apply(self, state: Felt) -> Felt:
        return state.but(**_reopened).leaves(self.seat, "killed")


@dataclass(frozen=True)
class Misdealt(Voided):
    """Everything posted goes back, or is carried over to the redeal."""

    type = "hand.misdealt"
    said = gettext_noop("Misdeal: everything posted goes back or is carried to the redeal.")
    kind = "procedure"


_reopened: dict[str, Any] = {"winners": None, "odd_seat": None, "awarded": None, "over": False}


def _deal_done(state: Felt) -> Felt:
    dealt = len(WHOLE_DECK) - len(state.left) - len(state.dead)
    done = dealt == 2 * len(state.setup.seats)  # nobody gets a third card before everybody has two
    return state.but(dealt=True) if done else state
