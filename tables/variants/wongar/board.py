"""The board of Wongar as data: the map of the territories, the Scorpion's track, the chart of the Scoring. Pure.

Only three names of territories, that ten lie in rows around two in the middle, and that the track has three parts are
known of the printed board. Which territories touch and how many spaces the track has were not found: a house set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Final

PHASES: Final = 3
"""The parts of the Scorpion's track, each with its own column of the chart (S:24, S:86)."""


@dataclass(frozen=True)
class TerritoryMap:
    """A map: territories in rows as one reads them, and which of them touch.

    `ancestor_at` and `elder_at` are the two in the middle, where the figures stand first and which get twice the
    pieces (S:31-40). `house_set`: no publisher's map but a stand-in of ours, and shown as one.
    Raises ValueError for a map that is none.
    """

    rows: tuple[tuple[str, ...], ...]
    borders: Mapping[str, tuple[str, ...]]
    ancestor_at: str
    elder_at: str
    house_set: bool

    def __post_init__(self) -> None:
        names = self.territories
        if len(set(names)) < len(names) or set(self.borders) != set(names) or len(names) < 2:
            raise ValueError("a map names each territory once, with its borders")
        if any(
            name in near or name not in self.borders.get(n, ())
            for name, near in self.borders.items()
            for n in near
        ):
            raise ValueError("borders are shared by two territories")
        if not {self.ancestor_at, self.elder_at} <= set(names) or self.ancestor_at == self.elder_at:
            raise ValueError("the figures stand first on two different territories")
        reached = {names[0]}
        while grown := {n for name in reached for n in self.borders[name]} - reached:
            reached |= grown
        if len(reached) < len(names):
            raise ValueError("every territory can be reached from every other")

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """In board order: row by row, from left to right (S:31)."""
        return tuple(chain.from_iterable(self.rows))

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The territories that touch each one, in board order."""
        return {name: self.in_order(self.borders[name]) for name in self.territories}

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """What lies one or two borders away from each territory, itself left out (S:54, W31), in board order."""
        return {
            name: self.in_order(
                {far for n in self.borders[name] for far in (n, *self.borders[n])} - {name},
            )
            for name in self.territories
        }

    def in_order(self, names: tuple[str, ...] | set[str]) -> tuple[str, ...]:
        return tuple(name for name in self.territories if name in names)

    def share(self, territory: str) -> int:
        """How many times the number of players lies there when the game begins: twice in the middle (S:32-34)."""
        return 2 if territory in (self.ancestor_at, self.elder_at) else 1


@dataclass(frozen=True)
class Track:
    """The Scorpion's track: `spaces` in each of its three parts. The game ends on the last (S:99).

    `house_set`: the number of spaces is a stand-in of ours, and shown as one. Raises ValueError.
    """

    spaces: tuple[int, ...]
    house_set: bool

    def __post_init__(self) -> None:
        if len(self.spaces) != PHASES or min(self.spaces) < 1:
            raise ValueError("the track has three parts of one space or more")

    @property
    def last(self) -> int:
        return sum(self.spaces) - 1

    def phase(self, space: int) -> int:
        """1, 2 or 3: the part in which a space lies, counted from 0 (W17 of the edges, W48)."""
        return next(part for part, end in enumerate(accumulate(self.spaces), start=1) if space < end)


@dataclass(frozen=True)
class Board:
    """Map, track and chart. `chart`: points for a majority, by what triggered the Ceremony, one for each phase."""

    map: TerritoryMap
    track: Track
    chart: Mapping[str, tuple[int, int, int]]

    def points(self, trigger: str, space: int) -> int:
        return self.chart[trigger][self.track.phase(space) - 1]


CHART: Final = {"ancestor": (2, 3, 5), "elder": (3, 4, 6), "both": (4, 5, 7)}
"""As printed (S:86-91). The example of the rules reads 4 for the Ancestor in phase 1; the chart is the rule (W49)."""

HOUSE_MAP: Final = TerritoryMap(
    rows=(
        ("kangaroo", "emu", "snake"),
        ("goanna", "hands", "foot", "turtle"),
        ("fish", "possum", "waterhole"),
    ),
    borders={
        "kangaroo": ("emu", "goanna", "hands"),
        "emu": ("kangaroo", "snake", "hands", "foot"),
        "snake": ("emu", "foot", "turtle"),
        "goanna": ("kangaroo", "hands", "fish"),
        "hands": ("kangaroo", "emu", "goanna", "foot", "fish", "possum"),
        "foot": ("emu", "snake", "hands", "turtle", "possum", "waterhole"),
        "turtle": ("snake", "foot", "waterhole"),
        "fish": ("goanna", "hands", "possum"),
        "possum": ("fish", "hands", "foot", "waterhole"),
        "waterhole": ("foot", "possum", "turtle"),
    },
    ancestor_at="hands",
    elder_at="foot",
    house_set=True,
)
HOUSE_TRACK: Final = Track(spaces=(5, 5, 5), house_set=True)
HOUSE_BOARD: Final = Board(HOUSE_MAP, HOUSE_TRACK, CHART)
