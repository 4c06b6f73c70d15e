"""Where a drafting game stands: the hands that travel, the rows that grow, and the score sheets. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from tables.game.base import Rules, State
from tables.variants.boomerang_draft.editions import AUSTRALIA, Edition

ROUNDS: Final = 4
HAND: Final = 7
"""Cards of a hand, and of a row when it is complete: the Throw, five laid face up, the Catch."""
SKIP: Final = "skip"


@dataclass(frozen=True)
class DraftRules(Rules):
    """`undealt_first`: what nobody was dealt is dealt first in the next round (the publisher's other text)."""

    undealt_first: bool = False


@dataclass(frozen=True)
class EuropeRules(DraftRules):
    """`treasure_optional`: nobody must choose a treasure."""

    treasure_optional: bool = False


class Line(NamedTuple):
    """A round on the score sheet of a seat, in points: its row, Throw first and Catch last, and what it chose.

    `completed` names the regions whose bonus was won. `pairs` are animals or transport, `icons` activities or
    treasures.
    """

    row: tuple[str, ...]
    choice: str
    throw_catch: int
    sites: int
    regions: int
    all_regions: int
    collections: int
    pairs: int
    icons: int
    completed: tuple[str, ...]

    @property
    def total(self) -> int:
        return (
            self.throw_catch
            + self.sites
            + self.regions
            + self.all_regions
            + self.collections
            + self.pairs
            + self.icons
        )


@dataclass(frozen=True)
class Journey(State):
    """A game in one of its four rounds.

    `step` is the pick that is due: 1 the Throw, 2 to 6 a card laid face up; 7 when the hands have passed for the last
    time. `piles` are what this round is dealt from, in that order, each with what it held at first; `dealt` the hands
    as they were dealt, `hands` as they are. `picks` are the cards of this step that lie there unseen, `throws` the
    Throws, `rows` what lies face up: complete with Throw and Catch once a row has seven cards. `choices` are this
    round's, sealed until all have chosen; `sheets` hold the finished lines.
    """

    edition: Edition = AUSTRALIA
    round: int = 1
    step: int = 1
    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dealt: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    picks: Mapping[int, str] = field(default_factory=dict)
    throws: Mapping[int, str] = field(default_factory=dict)
    rows: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    choices: Mapping[int, str] = field(default_factory=dict)
    sheets: Mapping[int, tuple[Line, ...]] = field(default_factory=dict)

    def rules(self) -> DraftRules:
        return cast(DraftRules, self.setup.rules)

    @property
    def treasure_optional(self) -> bool:
        return isinstance(self.setup.rules, EuropeRules) and self.setup.rules.treasure_optional

    @property
    def dealing(self) -> bool:
        """Somebody has still to receive his hand; before the next round begins, nobody has one."""
        return not self.over and len(self.dealt) < len(self.setup.seats)

    @property
    def picking(self) -> bool:
        """Somebody has still to pick, all have hands."""
        return not self.over and not self.dealing and self.step < HAND

    @property
    def revealed(self) -> bool:
        """Throws and Catches are seen: every row is complete."""
        rows = self.rows.values()
        return len(rows) == len(self.setup.seats) and all(len(row) == HAND for row in rows)

    @property
    def choosing(self) -> bool:
        """Somebody has still to choose what he scores, all rows are complete."""
        return not self.over and self.revealed and len(self.choices) < len(self.setup.seats)

    def left(self, pile: str) -> tuple[str, ...]:
        """What has not been dealt of a pile, in canonical order."""
        gone = {card for hand in self.dealt.values() for card in hand}
        return tuple(card for card in self.piles[pile] if card not in gone)

    def undealt(self) -> tuple[str, ...]:
        """The cards that were dealt to nobody in the round before, in canonical order; all before the first.

        They are known to everybody: the rows of that round were seen.
        """
        seen = {card for seat in self.setup.seats for line in self.before(seat)[-1:] for card in line.row}
        return tuple(card for card in self.edition.deck.sites if card not in seen)

    def before(self, seat: int) -> tuple[Line, ...]:
        """The lines of the rounds before this one."""
        return self.sheets.get(seat, ())[: self.round - 1]

    def used(self, seat: int) -> dict[str, int]:
        """The activities or treasures that a seat has scored in earlier rounds, each with its round."""
        return {line.choice: n for n, line in enumerate(self.before(seat), 1) if line.choice != SKIP}

    def to_the_left(self, seat: int) -> int:
        """Who receives the cards that this seat passes on: the next seat clockwise."""
        seats = self.setup.seats
        return seats[(seats.index(seat) + 1) % len(seats)]


def deck_pile(round_: int) -> str:
    """The name of the pile of a round. Shuffled anew, it is another pile."""
    return f"deck {round_}"


def undealt_pile(round_: int) -> str:
    """The name of the pile of those that were not dealt in the round before and come first."""
    return f"undealt {round_}"


def first_pile(edition: Edition, rules: DraftRules, round_: int) -> dict[str, tuple[str, ...]]:
    """The pile of a round, all cards in canonical order; none yet where it depends on what was undealt."""
    if rules.undealt_first and round_ > 1:
        return {}
    return {deck_pile(round_): tuple(edition.deck.sites)}
