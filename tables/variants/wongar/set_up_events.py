"""What happens while Wongar is set up: facts, kept for ever in the form they have here. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from tables.game.base import Event
from tables.variants.wongar.cards import in_order, without
from tables.variants.wongar.land import Land


@dataclass(frozen=True)
class ScorpionPutUnder(Event):
    """A Scorpion turned up at set-up goes to the bottom of its stack, without effect."""

    territory: str
    type = "hand.scorpion_put_under"
    said = "A Scorpion in {territory} goes under the stack."
    kind = "chance"

    def apply(self, state: Land) -> Land:
        stack = state.stacks[self.territory]
        stack = stack._replace(left=without(stack.left, "scorpion"), under=stack.under + 1)
        return state.but(stacks={**state.stacks, self.territory: stack})


@dataclass(frozen=True)
class PieceDrawn(Event):
    """A piece drawn from the bag comes to lie on a territory."""

    seat: int
    piece: str
    territory: str
    type = "hand.piece_drawn"
    said = "From the bag to {territory}: a {piece} of seat {seat}."
    kind = "chance"
    keyed = ("seat", "piece")

    def apply(self, state: Land) -> Land:
        piece = (self.seat, self.piece)
        return state.but(
            start={**state.start, piece: state.start[piece] - 1},
            pieces=state.moved(piece, into=self.territory),
        )


@dataclass(frozen=True)
class ScorpionReturned(Event):
    """A Scorpion dealt at set-up is given back, without effect; another card replaces it."""

    seat: int
    type = "hand.scorpion_returned"
    said = "Seat {seat} gives a Scorpion back."
    kind = "chance"

    def apply(self, state: Land) -> Land:
        rituals = without(state.rituals, "scorpion")
        return state.but(rituals=rituals, aside=state.aside + 1, drawn=state.drawn + 1)


@dataclass(frozen=True)
class FiguresAllotted(Event):
    """The lot gives one seat the Ancestor and the Boomerang, another the Elder."""

    ancestor: int
    elder: int
    type = "hand.figures_allotted"
    said = "The Ancestor and the Boomerang go to seat {ancestor}, the Elder to seat {elder}."
    kind = "chance"
    keyed = ("ancestor", "elder")

    def apply(self, state: Land) -> Land:
        ground = state.board.map
        return state.but(
            owners={"ancestor": self.ancestor, "elder": self.elder},
            figures={"ancestor": ground.ancestor_at, "elder": ground.elder_at},
            boomerang=self.ancestor,
        )


@dataclass(frozen=True)
class PieceSettled(Event):
    """A seat places one of its first pieces where it likes (the Game for the Initiated)."""

    seat: int
    piece: str
    territory: str
    type = "hand.piece_settled"
    said = "Seat {seat} places a {piece} in {territory}."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        piece = (self.seat, self.piece)
        return state.but(
            start={**state.start, piece: state.start[piece] - 1},
            pieces=state.moved(piece, into=self.territory),
        )


@dataclass(frozen=True)
class RitualsShuffled(Event):
    """Stack, discards and the Scorpions beside the board become the stack, shuffled."""

    cards: int
    type = "hand.rituals_shuffled"
    said = "The ritual cards are shuffled: {cards} in the stack."

    def apply(self, state: Land) -> Land:
        rituals = in_order((*state.rituals, *state.discards, *("scorpion",) * state.aside))
        return state.but(rituals=rituals, discards=(), aside=0, shuffles=state.shuffles + 1, drawn=0)


EVENTS = (
    ScorpionPutUnder,
    PieceDrawn,
    ScorpionReturned,
    FiguresAllotted,
    PieceSettled,
    RitualsShuffled,
)
