"""Where a game of Boomerang stands: the cord with its cards, the circle, the hunters. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from tables.game.base import Rules, State
from tables.variants.boomerang_hunt.deck import TERRITORIES, WHOLE_DECK, territories_of

BOOMERANGS = 12
"""What every hunter starts with, whatever their number."""
SET = 6
"""So many boomerangs are a point at the end."""


@dataclass(frozen=True)
class HuntRules(Rules):
    """`opening_throw_required`: the first hunter of a round throws before he may stop (the strict reading)."""

    opening_throw_required: bool = False


class Capture(NamedTuple):
    """What a hunter's token brought him when it was revealed."""

    seat: int
    territory: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Camp(State):
    """The camp of the hunters.

    `left` is the draw pile in canonical order, `shown` the cards beside the cord in the order in which they came,
    `circle` the boomerangs that lie in it. `chosen` are the secret tokens of this round; `stopped` the hunters that
    are out of it, in the order of stopping; `thrown` those who have thrown in it. `captures` are this round's reveals
    so far, the last hunter's first; `before` those of the round before.
    """

    deck: tuple[str, ...] = WHOLE_DECK
    left: tuple[str, ...] = WHOLE_DECK
    shown: tuple[str, ...] = ()
    boomerangs: Mapping[int, int] = field(default_factory=dict)
    circle: int = 0
    round: int = 1
    first: int = 0
    turn: int = 0
    chosen: Mapping[int, str] = field(default_factory=dict)
    thrown: frozenset[int] = frozenset()
    stopped: tuple[int, ...] = ()
    captured: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    captures: tuple[Capture, ...] = ()
    before: tuple[Capture, ...] = ()

    def rules(self) -> HuntRules:
        return cast(HuntRules, self.setup.rules)

    @property
    def revealing(self) -> bool:
        """A card is due: not all five territories are seen, and the pile holds some."""
        if self.over or self.chosen or self.stopped or self.captures:
            return False
        return bool(self.left) and len(self.territories_shown()) < len(TERRITORIES)

    def territories_shown(self) -> frozenset[str]:
        return frozenset(name for text in self.shown for name in territories_of(text))

    @property
    def choosing(self) -> bool:
        """Somebody has still to lay his token down."""
        return not (self.over or self.revealing) and len(self.chosen) < len(self.setup.seats)

    @property
    def hunters(self) -> tuple[int, ...]:
        """Who has not stopped in this round, clockwise."""
        return tuple(seat for seat in self.setup.seats if seat not in self.stopped)

    @property
    def actor(self) -> int | None:
        """Who throws or stops now; None while cards come, tokens are chosen or animals are captured."""
        if self.over or self.revealing or self.choosing or self.captures or len(self.hunters) < 2:
            return None
        return self.turn

    def after(self, seat: int, hunters: tuple[int, ...]) -> int:
        """The next of `hunters` clockwise from `seat`."""
        seats = self.setup.seats
        at = seats.index(seat)
        return next(other for other in (*seats[at + 1 :], *seats[: at + 1]) if other in hunters)

    def clockwise(self, first: int) -> tuple[int, ...]:
        at = self.setup.seats.index(first)
        return self.setup.seats[at:] + self.setup.seats[:at]
