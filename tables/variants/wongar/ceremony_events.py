"""What happens with the figures, in Ceremonies and in their Scorings: facts, kept for ever in this form. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from tables.game.base import Event
from tables.variants.wongar import ceremony
from tables.variants.wongar.cards import FIGURES, KINDS
from tables.variants.wongar.land import Land


@dataclass(frozen=True)
class FigureMoved(Event):
    """The owner moves a figure; the Ceremony is where it goes, not where the card lay."""

    seat: int
    figure: str
    territory: str
    type = "hand.figure_moved"
    said = "Seat {seat} moves the {figure} to {territory}: a Ceremony."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        state = state.but(figures={**state.figures, self.figure: self.territory})
        return ceremony.begun(state, self.territory, self.figure)


@dataclass(frozen=True)
class FiguresGathered(Event):
    """Both figures go to the territory of the card, wherever they stood; the Ceremony is there."""

    seat: int
    territory: str
    type = "hand.figures_gathered"
    said = "Ancestor and Elder go to {territory}: a Ceremony."

    def apply(self, state: Land) -> Land:
        state = state.but(figures=dict.fromkeys(FIGURES, self.territory))
        return ceremony.begun(state, self.territory, "both")


@dataclass(frozen=True)
class RitualPlayed(Event):
    """A ritual card is played in a Ceremony: pieces are removed, moved out or moved in. `targets`: one for each."""

    seat: int
    card: str
    piece: str
    way: str
    targets: tuple[str, ...]
    type = "hand.ritual_played"
    said = "Seat {seat} plays {card}: {piece} {way}."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        play = (self.card, self.piece, self.way, self.targets)
        return ceremony.gone_on(ceremony.played(state, self.seat, *play))


@dataclass(frozen=True)
class RitualPassed(Event):
    """A seat plays no more in this Ceremony; its pieces still count."""

    seat: int
    type = "hand.ritual_passed"
    said = "Seat {seat} passes in this Ceremony."
    kind = "decision"

    def apply(self, state: Land) -> Land:
        return ceremony.gone_on(state, out=self.seat)


@dataclass(frozen=True)
class NothingToPlay(Event):
    """A seat whose turn it is in a Ceremony holds no card that it can play, and is out of it."""

    seat: int
    type = "hand.nothing_to_play"
    said = "Seat {seat} has no card to play and is out of this Ceremony."

    def apply(self, state: Land) -> Land:
        return ceremony.gone_on(state, out=self.seat)


@dataclass(frozen=True)
class CeremonyScored(Event):
    """The Scoring of a Ceremony: `points` for each majority; a seat for each kind, 0 where nobody has one."""

    territory: str
    trigger: str
    points: int
    disc: int
    cube: int
    cylinder: int
    type = "hand.ceremony_scored"
    said = "Scoring in {territory}: {points} points for each majority."

    def apply(self, state: Land) -> Land:
        score = dict(state.score)
        for seat in (self.disc, self.cube, self.cylinder):
            if seat:
                score[seat] += self.points
        return state.but(score=score, task=None)


def scored(state: Land, site: str, trigger: str) -> CeremonyScored:
    """The Scoring as the pieces and the Scorpion stand now (S:86-97, W48)."""
    winners = dict(zip(KINDS, ceremony.majorities(state, site), strict=True))
    return CeremonyScored(site, trigger, state.board.points(trigger, state.scorpion), **winners)


EVENTS = (
    FigureMoved,
    FiguresGathered,
    RitualPlayed,
    RitualPassed,
    NothingToPlay,
    CeremonyScored,
)
