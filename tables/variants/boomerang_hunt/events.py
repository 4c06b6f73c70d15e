"""What happens in a game of Boomerang: facts, kept for ever in the form they have here. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from tables.game.base import Event
from tables.game.refusal import gettext_noop
from tables.variants.boomerang_hunt.camp import Camp, Capture


@dataclass(frozen=True)
class Turned(Event):
    """A card is turned up beside the cord."""

    card: str
    type = "hand.animal_turned"
    said = gettext_noop("Turned up: {card}.")
    kind = "chance"
    keyed = ("card",)

    def apply(self, state: Camp) -> Camp:
        at = state.left.index(self.card)
        return state.but(left=state.left[:at] + state.left[at + 1 :], shown=(*state.shown, self.card))


@dataclass(frozen=True)
class Chosen(Event):
    """A hunter lays the token of a territory down, unseen by the others."""

    seat: int
    territory: str
    type = "hand.territory_chosen"
    said = gettext_noop("Seat {seat} chooses {territory}.")
    kind = "decision"

    def apply(self, state: Camp) -> Camp:
        return state.but(chosen={**state.chosen, self.seat: self.territory})

    @property
    def secret_to(self) -> int:
        return self.seat


@dataclass(frozen=True)
class Thrown(Event):
    """One boomerang into the circle."""

    seat: int
    type = "hand.boomerang_thrown"
    said = gettext_noop("Seat {seat} throws a boomerang.")
    kind = "decision"

    def apply(self, state: Camp) -> Camp:
        seat = self.seat
        return state.but(
            boomerangs={**state.boomerangs, seat: state.boomerangs[seat] - 1},
            circle=state.circle + 1,
            thrown=state.thrown | {seat},
            turn=state.after(seat, state.hunters),
        )


@dataclass(frozen=True)
class StoppedHunting(Event):
    """A hunter is out of the round and takes what lies in the circle."""

    seat: int
    taken: int
    type = "hand.hunter_stopped"
    said = gettext_noop("Seat {seat} stops and takes {taken} from the circle.")
    kind = "decision"

    def apply(self, state: Camp) -> Camp:
        seat = self.seat
        others = tuple(other for other in state.hunters if other != seat)
        return state.but(
            boomerangs={**state.boomerangs, seat: state.boomerangs[seat] + self.taken},
            circle=state.circle - self.taken,
            stopped=(*state.stopped, seat),
            turn=state.after(seat, others),
        )


@dataclass(frozen=True)
class Captured(Event):
    """A token is revealed and takes every card of its territory that is left."""

    seat: int
    territory: str
    cards: tuple[str, ...]
    type = "hand.animals_captured"
    said = gettext_noop("Seat {seat} reveals {territory}: {cards}.")
    reveals = True

    def apply(self, state: Camp) -> Camp:
        mine = (*state.captured.get(self.seat, ()), *self.cards)
        shown = list(state.shown)
        for card in self.cards:
            shown.remove(card)
        return state.but(
            shown=tuple(shown),
            captured={**state.captured, self.seat: mine},
            captures=(*state.captures, Capture(self.seat, self.territory, self.cards)),
        )


@dataclass(frozen=True)
class RoundBegun(Event):
    """Tokens are taken back, and the last hunter standing is first."""

    first: int
    type = "hand.round_begun"
    said = gettext_noop("A new round: seat {first} is first.")

    def apply(self, state: Camp) -> Camp:
        return state.but(
            round=state.round + 1,
            first=self.first,
            turn=self.first,
            chosen={},
            thrown=frozenset(),
            stopped=(),
            captures=(),
            before=state.captures,
        )
