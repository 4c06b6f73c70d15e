"""What a seat does in its turn of Wongar: a card taken, pieces placed, ritual cards instead. Pure.

Facts, kept for ever in the form they have here.
"""

from __future__ import annotations

from dataclasses import dataclass

from tables.game.base import Event
from tables.variants.wongar.cards import EXTRA, FOUR, KINDS, TRIPLE, without
from tables.variants.wongar.land import Choosing, Gathering, Land, Moving, Placing, Task


@dataclass(frozen=True)
class CardTaken(Event):
    """A seat takes the open card of a territory and carries it out."""

    seat: int
    territory: str
    card: str
    type = "hand.territory_taken"
    said = "Seat {seat} takes the card in {territory}: {card}."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        seat, card = self.seat, self.card
        state = state.but(
            face_up={name: up for name, up in state.face_up.items() if name != self.territory},
            collected={**state.collected, seat: (*state.collected[seat], card)},
            waiting=state.waiting[1:],
        )
        if card == "rituals":
            return state.but(owed_seat=seat, owed=FOUR)
        if card in ("ancestor", "elder"):
            return owned(state, seat, card).but(task=Moving(seat, card))
        if card == "both":
            state = owned(owned(state, seat, "ancestor"), seat, "elder")
        return state.but(task=self._task(state))

    def _task(self, state: Land) -> Task:
        if self.card in KINDS:
            first = self.territory if state.supply[self.seat, self.card] else ""
            return Placing(self.seat, self.card, EXTRA, may_end=True, first=first)
        return Gathering(self.seat, self.territory) if self.card == "both" else Choosing(self.seat)


def owned(state: Land, seat: int, figure: str) -> Land:
    """The figure comes to the seat from its owner, unless that is the seat itself (S:51, W29)."""
    changes = figure == "ancestor" and state.owners[figure] != seat
    return state.but(owners={**state.owners, figure: seat}, passed_on=state.passed_on or changes)


@dataclass(frozen=True)
class FigureCardUsed(Event):
    """Instead of taking a card a seat uses one of its own, for Ancestor or Elder (the Game for the Initiated)."""

    seat: int
    figure: str
    type = "hand.figure_card_used"
    said = "Seat {seat} uses its card and receives the {figure}."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        held = without(state.figure_cards[self.seat], self.figure)
        state = state.but(
            figure_cards={**state.figure_cards, self.seat: held},
            waiting=state.waiting[1:],
            task=Moving(self.seat, self.figure),
        )
        return owned(state, self.seat, self.figure)


@dataclass(frozen=True)
class TurnSkipped(Event):
    """No card lies open anywhere: the seat takes none."""

    seat: int
    type = "hand.turn_skipped"
    said = "There is no card for seat {seat} to take."

    def apply(self, state: Land) -> Land:
        return state.but(waiting=state.waiting[1:])


@dataclass(frozen=True)
class FirstPlaced(Event):
    """The compulsory piece goes to the territory of the card."""

    seat: int
    piece: str
    territory: str
    type = "hand.first_piece_placed"
    said = "Seat {seat} places a {piece} in {territory}."

    def apply(self, state: Land) -> Land:
        state = placed(state, (self.seat, self.piece), self.territory)
        assert isinstance(state.task, Placing)
        return state.but(task=state.task._replace(first=""))


@dataclass(frozen=True)
class PiecePlaced(Event):
    """A seat places a piece from its supply where it likes."""

    seat: int
    piece: str
    territory: str
    type = "hand.piece_placed"
    said = "Seat {seat} places a {piece} in {territory}."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        state = placed(state, (self.seat, self.piece), self.territory)
        assert isinstance(state.task, Placing)
        left = state.task.left - 1
        return state.but(task=state.task._replace(left=left) if left else None)


def placed(state: Land, piece: tuple[int, str], territory: str) -> Land:
    return state.but(pieces=state.moved(piece, into=territory), supply=state.supplied(piece, -1))


@dataclass(frozen=True)
class KindNamed(Event):
    """A seat names the kind of its card of three symbols and has to place so many."""

    seat: int
    piece: str
    type = "hand.kind_named"
    said = "Seat {seat} names the kind {piece}."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        left = min(TRIPLE, state.supply[self.seat, self.piece])
        return state.but(task=Placing(self.seat, self.piece, left, may_end=False) if left else None)


@dataclass(frozen=True)
class RitualsClaimed(Event):
    """A seat takes ritual cards instead of placing more pieces."""

    seat: int
    count: int
    type = "hand.rituals_claimed"
    said = "Seat {seat} takes {count} ritual cards instead of pieces."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        return state.but(task=None, owed_seat=self.seat, owed=self.count)


@dataclass(frozen=True)
class PlacingEnded(Event):
    """A seat places no more and takes no ritual card."""

    seat: int
    type = "hand.placing_ended"
    said = "Seat {seat} places no more."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        return state.but(task=None)


EVENTS = (
    CardTaken,
    FigureCardUsed,
    TurnSkipped,
    FirstPlaced,
    PiecePlaced,
    KindNamed,
    RitualsClaimed,
    PlacingEnded,
)
