"""What happens in a drafting game: facts, kept for ever in the form they have here. Pure."""

from __future__ import annotations

from dataclasses import dataclass, fields

from tables.game.base import Event
from tables.game.refusal import gettext_noop
from tables.variants.boomerang_draft.deck import in_order
from tables.variants.boomerang_draft.journey import Journey, Line, first_pile


@dataclass(frozen=True)
class HandDealt(Event):
    """Seven cards for a seat. The seat may be keyed wrong as the cards may."""

    seat: int
    cards: tuple[str, ...]
    type = "hand.hand_dealt"
    said = "Seat {seat} is dealt {cards}."
    bare = gettext_noop("Seat {seat} is dealt its cards.")
    kind = "chance"
    keyed = ("seat", "cards")
    several = True

    def apply(self, state: Journey) -> Journey:
        seat = self.seat
        return state.but(
            dealt={**state.dealt, seat: self.cards},
            hands={**state.hands, seat: in_order(self.cards)},
            rows={**state.rows, seat: ()},
        )

    @property
    def secret_to(self) -> int:
        return self.seat


@dataclass(frozen=True)
class Picked(Event):
    """A card is laid down unseen: the Throw, or one that is turned up when all have picked."""

    seat: int
    card: str
    type = "hand.site_picked"
    said = "Seat {seat} picks {card}."
    kind = "decision"

    def apply(self, state: Journey) -> Journey:
        kept = tuple(card for card in state.hands[self.seat] if card != self.card)
        return state.but(hands={**state.hands, self.seat: kept}, picks={**state.picks, self.seat: self.card})

    @property
    def secret_to(self) -> int:
        return self.seat


@dataclass(frozen=True)
class Laid(Event):
    """All have picked: a card is turned up and joins the row of its seat."""

    seat: int
    card: str
    type = "hand.site_laid"
    said = "Seat {seat} lays {card}."
    reveals = True

    def apply(self, state: Journey) -> Journey:
        return state.but(rows={**state.rows, self.seat: (*state.rows[self.seat], self.card)})


@dataclass(frozen=True)
class HandsPassed(Event):
    """Every hand goes left, to the next seat. After the first pick the Throws stay where they lie, unseen."""

    type = "hand.hands_passed"
    said = "The hands pass to the left."

    def apply(self, state: Journey) -> Journey:
        return state.but(
            step=state.step + 1,
            hands={state.to_the_left(seat): state.hands[seat] for seat in state.setup.seats},
            throws=state.picks if state.step == 1 else state.throws,
            picks={},
        )


@dataclass(frozen=True)
class RowCompleted(Event):
    """The last card received is the Catch, and the Throw is turned up: seven cards that count."""

    seat: int
    throw: str
    catch: str
    type = "hand.row_completed"
    said = "Seat {seat} threw {throw} and catches {catch}."
    reveals = True

    def apply(self, state: Journey) -> Journey:
        row = (self.throw, *state.rows[self.seat], self.catch)
        return state.but(rows={**state.rows, self.seat: row}, hands={**state.hands, self.seat: ()})


@dataclass(frozen=True)
class Chosen(Event):
    """The activity or treasure that a seat scores in this round, or `skip`; sealed until all have chosen."""

    seat: int
    choice: str
    type = "hand.scoring_chosen"
    said = "Seat {seat} chooses: {choice}."
    kind = "decision"

    def apply(self, state: Journey) -> Journey:
        return state.but(choices={**state.choices, self.seat: self.choice})

    @property
    def secret_to(self) -> int:
        return self.seat


@dataclass(frozen=True)
class RoundScored(Event):
    """A seat's choice is seen and its round written down, in points. `completed` are the regions whose bonus it won."""

    seat: int
    choice: str
    throw_catch: int
    sites: int
    regions: int
    all_regions: int
    collections: int
    pairs: int
    icons: int
    completed: tuple[str, ...]
    total: int
    type = "hand.round_scored"
    said = "Seat {seat} has chosen {choice} and scores {total} in this round."
    reveals = True

    @classmethod
    def of(cls, seat: int, line: Line) -> RoundScored:
        given = {name: value for name, value in line._asdict().items() if name != "row"}
        return cls(seat=seat, total=line.total, **given)

    def apply(self, state: Journey) -> Journey:
        about = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("seat", "total")}
        line = Line(row=state.rows[self.seat], **about)
        return state.but(sheets={**state.sheets, self.seat: (*state.sheets.get(self.seat, ()), line)})


@dataclass(frozen=True)
class RoundBegun(Event):
    """The cards are shuffled and the next of the four rounds begins."""

    round: int
    type = "hand.draft_begun"
    said = "Round {round} begins."

    def apply(self, state: Journey) -> Journey:
        return state.but(
            round=self.round,
            step=1,
            piles=first_pile(state.edition, state.rules(), self.round),
            dealt={},
            hands={},
            picks={},
            throws={},
            rows={},
            choices={},
        )


@dataclass(frozen=True)
class PileFormed(Event):
    """A pile that the next cards come from, with what is in it: the undealt cards, or the others below them."""

    pile: str
    contents: tuple[str, ...]
    type = "hand.pile_formed"
    said = "A pile is formed: {pile}."

    def apply(self, state: Journey) -> Journey:
        return state.but(piles={**state.piles, self.pile: self.contents})
