"""What a round of Wongar brings: the Boomerang, cards turned up, the Scorpion, ritual cards received. Pure.

Facts, kept for ever in the form they have here.
"""

from __future__ import annotations

from dataclasses import dataclass

from tables.game.base import Event
from tables.game.refusal import gettext_noop
from tables.variants.wongar.cards import in_order, without
from tables.variants.wongar.land import Land, Stack


def turned_up(state: Land, territory: str, card: str) -> dict[str, Stack]:
    """The stacks without the card that came: what lies under a stack comes when all else has."""
    stack = state.stacks[territory]
    if stack.left:
        stack = stack._replace(left=without(stack.left, card))
    else:
        stack = stack._replace(under=stack.under - 1, raised=stack.raised + 1)
    return {**state.stacks, territory: stack}


@dataclass(frozen=True)
class CardRevealed(Event):
    """The top card of a stack is turned up and stays open on it."""

    territory: str
    card: str
    type = "hand.territory_revealed"
    said = "In {territory} is turned up: {card}."
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Land) -> Land:
        return state.but(
            stacks=turned_up(state, self.territory, self.card),
            face_up={**state.face_up, self.territory: self.card},
        )


@dataclass(frozen=True)
class ScorpionRevealed(Event):
    """A Scorpion turned up in a round: it steps to `space`, and the seat, if not 0, keeps it and loses points."""

    territory: str
    seat: int
    space: int
    lost: int
    type = "hand.scorpion_revealed"
    said = "A Scorpion in {territory}: it steps to space {space}; {lost} points lost."
    kind = "chance"

    def apply(self, state: Land) -> Land:
        state = state.but(stacks=turned_up(state, self.territory, "scorpion"), scorpion=self.space)
        if not self.seat:
            return state.but(set_aside=state.set_aside + 1)
        return state.but(
            collected={**state.collected, self.seat: (*state.collected[self.seat], "scorpion")},
            score={**state.score, self.seat: state.score[self.seat] - self.lost},
        )


@dataclass(frozen=True)
class BoomerangPassed(Event):
    """A round begins: the Boomerang goes to the Ancestor's owner, who reveals and takes first."""

    seat: int
    round: int
    type = "hand.boomerang_passed"
    said = "Round {round}: seat {seat} holds the Boomerang."

    def apply(self, state: Land) -> Land:
        return state.but(
            round=self.round,
            boomerang=self.seat,
            waiting=state.clockwise(self.seat),
            privileged=False,
            passed_on=False,
        )


@dataclass(frozen=True)
class AncestorPassed(Event):
    """The Ancestor did not change hands all round: by a house rule it goes to the left neighbour."""

    seat: int
    type = "hand.ancestor_passed"
    said = "The Ancestor goes to seat {seat}."

    def apply(self, state: Land) -> Land:
        return state.but(owners={**state.owners, "ancestor": self.seat}, passed_on=True)


@dataclass(frozen=True)
class PrivilegeFulfilled(Event):
    """The privilege of the Elder: its owner is due a ritual card."""

    seat: int
    type = "hand.elder_privileged"
    said = "Seat {seat} owns the Elder and receives a ritual card."

    def apply(self, state: Land) -> Land:
        return state.but(privileged=True, owed_seat=self.seat, owed=1)


@dataclass(frozen=True)
class RitualReceived(Event):
    """A ritual card, unseen by the others, comes to a seat."""

    seat: int
    card: str
    type = "hand.ritual_received"
    said = "Seat {seat} receives a ritual card: {card}."
    bare = gettext_noop("Seat {seat} receives a ritual card.")
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Land) -> Land:
        state = received(state, self.seat, self.card)
        return state.but(drawn=state.drawn + 1)

    @property
    def secret_to(self) -> int:
        return self.seat


@dataclass(frozen=True)
class RitualPicked(Event):
    """A seat picks a ritual card out of the stack, unseen by the others (the Game for the Initiated)."""

    seat: int
    card: str
    type = "hand.ritual_picked"
    said = "Seat {seat} picks a ritual card: {card}."
    bare = gettext_noop("Seat {seat} picks a ritual card.")
    kind = "decision"

    def apply(self, state: Land) -> Land:
        return received(state, self.seat, self.card)

    @property
    def secret_to(self) -> int:
        return self.seat


def received(state: Land, seat: int, card: str) -> Land:
    return state.but(
        rituals=without(state.rituals, card),
        hands={**state.hands, seat: in_order((*state.hands[seat], card))},
        owed=max(0, state.owed - 1),
    )


@dataclass(frozen=True)
class ScorpionDrawn(Event):
    """A Scorpion among the ritual cards: it steps to `space`, the card is set aside, the seat loses points."""

    seat: int
    space: int
    lost: int
    type = "hand.scorpion_drawn"
    said = "Seat {seat} draws a Scorpion: it steps to space {space}; {lost} points lost."
    kind = "chance"

    def apply(self, state: Land) -> Land:
        return state.but(
            rituals=without(state.rituals, "scorpion"),
            drawn=state.drawn + 1,
            aside=state.aside + 1,
            scorpion=self.space,
            score={**state.score, self.seat: state.score[self.seat] - self.lost},
        )


@dataclass(frozen=True)
class DrawingEnded(Event):
    """No ritual card is left that could come: what is still due does not come."""

    seat: int
    missing: int
    type = "hand.drawing_ended"
    said = "No ritual card is left for seat {seat}."

    def apply(self, state: Land) -> Land:
        return state.but(owed=0)


EVENTS = (
    CardRevealed,
    ScorpionRevealed,
    BoomerangPassed,
    AncestorPassed,
    PrivilegeFulfilled,
    RitualReceived,
    RitualPicked,
    ScorpionDrawn,
    DrawingEnded,
)
