"""The seats of a hand of Boomerang Poker: cards, what the hand is called, and what the seat has to do with the turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.game.hand import Hand
from tables.game.ranking import name
from tables.screens.cards import Card
from tables.screens.places import Place
from tables.variants.boomerang_poker.felt import Felt

TAPPED_SINGLY = 3
OUT = {
    "folded": gettext_lazy("folded"),
    "failed": gettext_lazy("failed"),
    "exhausted": gettext_lazy("exhausted"),
    "killed": gettext_lazy("killed"),
}


@dataclass(frozen=True)
class SeatShown:
    """A seat on the felt. `state` is a word for people and, through `key`, a look: never a colour alone.

    `received` counts the extra cards that came, of three at most.
    """

    place: Place
    cards: list[Card] = field(default_factory=list)
    hand: str = ""
    key: str = ""
    state: str = ""
    received: int = 0

    @property
    def crowded(self) -> bool:
        """Whether its cards are too many to be tapped one by one, and one of them can be corrected."""
        return len(self.cards) > TAPPED_SINGLY and any(card.n for card in self.cards)


def felt_of(hand: Hand) -> Felt:
    return cast(Felt, hand.state)


def holds(felt: Felt, seat: int) -> str:
    """What a dealer calls the hand of a seat, "" before it has two cards."""
    cards = felt.hands.get(seat, ())
    return name(cards, _) if len(cards) > 1 else ""


def due_card(hand: Hand) -> int | None:
    """The seat that the next card of the deck goes to, None when none is due."""
    if hand.unposted or hand.frozen or hand.state.over or hand.closed:
        return None
    draw = hand.variant.chance(hand.state)
    return draw.seat if draw is not None else None


def seat_shown(hand: Hand, place: Place, correctable: frozenset[int]) -> SeatShown:
    """A seat as the felt shows it; cards of the actions in `correctable` carry their number."""
    if not place.in_hand:
        if place.reserved:
            return SeatShown(place, key="reserved", state=_("reserved"))
        return (
            SeatShown(place, key="sitting", state=_("next hand") if place.dealt_in else _("out"))
            if place.taken
            else SeatShown(place, key="empty")
        )
    cards = [card for owner, card in _cards(hand) if owner == place.number]
    key, state = _state(hand, place.number)
    return SeatShown(
        place,
        cards=[card if card.n in correctable else Card(card.text) for card in cards],
        hand=holds(felt_of(hand), place.number),
        key=key,
        state=state,
        received=max(0, len(cards) - 2),
    )


@dataclass(frozen=True)
class Side:
    """One of the two hands that a decision is about."""

    place: Place
    cards: list[Card]
    hand: str


def duel(hand: Hand, places: list[Place]) -> tuple[Side, Side] | None:
    """Who acts and whom he has to beat, None before the deal is done."""
    felt = felt_of(hand)
    if not felt.dealt or hand.state.over:
        return None
    acts = felt.buyer if felt.owed else felt.actor
    if acts is None:
        return None
    beats = felt.to_beat if felt.owed else felt.order[felt.order.index(acts) + 1]
    sides = []
    for seat in (acts, beats):
        place = next(place for place in places if place.number == seat)
        cards = [Card(card.text) for owner, card in _cards(hand) if owner == seat]
        sides.append(Side(place, cards, holds(felt, place.number)))
    return sides[0], sides[1]


def _state(hand: Hand, seat: int) -> tuple[str, str]:
    felt = felt_of(hand)
    if seat in felt.out:
        return "out", str(OUT[felt.out[seat]])
    if hand.state.over:
        return ("won", _("wins")) if seat in hand.money.winners else ("live", "")
    if hand.unposted:
        return ("due", _("to post")) if seat in hand.unposted else ("posted", _("posted"))
    if not felt.dealt:
        return ("acts", _("next")) if due_card(hand) == seat else ("live", "")
    return _in_turn(felt, seat)


def _in_turn(felt: Felt, seat: int) -> tuple[str, str]:
    if felt.owed:
        if seat == felt.buyer:
            return "acts", _("owed {n}").format(n=felt.owed)
        if seat == felt.to_beat:
            return "beat", _("to beat")
    order = felt.order
    if seat == felt.actor:
        return "acts", _("to act")
    if felt.actor is not None and seat == order[order.index(felt.actor) + 1]:
        return "beat", _("to beat")
    return "live", _("low {place}").format(place=order.index(seat) + 1)


def _cards(hand: Hand) -> list[tuple[int, Card]]:
    """Every card that lies with a seat, in the order received, with the action that it was keyed by."""
    found = []
    for move in hand.play.moves:
        for event in move.events:
            data = event.data()
            seat, keyed = data.get("seat"), event is move.events[0]
            texts = data.get("cards") or ([data["card"]] if "card" in data else [])
            if isinstance(seat, int) and isinstance(texts, list):
                found += [(seat, Card(text, move.n if keyed else 0, at)) for at, text in enumerate(texts)]
    return found
