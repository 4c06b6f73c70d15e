"""The two editions as data: each its deck, what its symbols are worth, and the bonuses of its map. Pure.

Replacing the deck's file replaces the deck. A deck with a symbol that has no value here is refused when it is loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tables.variants.boomerang_draft.deck import BadDeck, Deck, read

SEATS: Final = range(2, 5)
SMALL_SUM: Final = 7
"""The largest sum of a collection that is small; it counts otherwise than a larger one."""


@dataclass(frozen=True, eq=False)
class Edition:
    """What one of the games is made of. Points throughout.

    `collections`: value of each symbol; a round's small sum counts `small_factor` times, a larger one is divided by
    `large_divisor` and rounded up. `pairs`: value of two of a kind. `icons`: the activities or treasures in their
    order; one is scored by `own_icons[n]` for n on the player's own cards, or by `others_icons[players]` for each on
    the cards of the others. `compulsory`: who has an unused icon on his cards must take one of those; else any may be
    taken and none need be. `region_bonus` is for completing a region, `region_bonuses` for those that differ.
    `everywhere`: for those first, second ... with a site in every region.

    `icon` is the word of an action; `pairs_key` and `icons_key` are the names on the score sheet.
    """

    deck: Deck
    collections: Mapping[str, int]
    small_factor: int
    large_divisor: int
    pairs: Mapping[str, int]
    pairs_key: str
    icons: tuple[str, ...]
    icon: str
    icons_key: str
    compulsory: bool
    own_icons: tuple[int, ...] = ()
    others_icons: Mapping[int, int] = field(default_factory=dict)
    region_bonus: int = 3
    region_bonuses: Mapping[str, int] = field(default_factory=dict)
    everywhere: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raises BadDeck where the deck and the tables do not fit together."""
        for site in self.deck.sites.values():
            self._valued(site.letter, site.collection, self.collections, "collection")
            self._valued(site.letter, site.pair, self.pairs, self.pairs_key)
            self._valued(site.letter, site.icon, self.icons, self.icons_key)
        for region in self.region_bonuses:
            if region not in self.deck.regions:
                raise BadDeck(f"a bonus is set for {region!r}, which is no region of the deck")
        self._icons_are_scored()

    def _valued(self, letter: str, symbol: str, table: Mapping[str, int] | tuple[str, ...], of: str) -> None:
        if symbol and symbol not in table:
            raise BadDeck(
                f"card {letter} shows {symbol!r}, which has no value among {of}: {', '.join(table)}"
            )

    def _icons_are_scored(self) -> None:
        if bool(self.own_icons) == bool(self.others_icons):
            raise BadDeck(f"{self.icons_key} count on one's own cards or on those of the others")
        shown = Counter(site.icon for site in self.deck.sites.values())
        for icon in self.icons:
            if self.own_icons and shown[icon] >= len(self.own_icons):
                raise BadDeck(f"{shown[icon]} cards show {icon!r}, but {len(self.own_icons) - 1} are scored")
        if self.others_icons and sorted(self.others_icons) != list(SEATS):
            raise BadDeck(f"{self.icons_key} are scored for {SEATS[0]} to {SEATS[-1]} players")

    def bonus(self, region: str) -> int:
        """What completing a region is worth."""
        return self.region_bonuses.get(region, self.region_bonus)


def deck_of(file: str) -> Deck:
    """The deck of a file beside this module. Raises BadDeck."""
    return read(Path(__file__).with_name(file).read_text("utf-8"))


AUSTRALIA: Final = Edition(
    deck=deck_of("australia.csv"),
    collections={"leaves": 1, "wildflowers": 2, "shells": 3, "souvenirs": 5},
    small_factor=2,
    large_divisor=1,
    pairs={"kangaroos": 3, "emus": 4, "wombats": 5, "koalas": 7, "platypuses": 9},
    pairs_key="animals",
    icons=("indigenous_culture", "bushwalking", "swimming", "sightseeing"),
    icon="activity",
    icons_key="activities",
    compulsory=False,
    own_icons=(0, 0, 2, 4, 7, 10, 15),
)
EUROPE: Final = Edition(
    deck=deck_of("europe.csv"),
    collections={"beer": 1, "cheese": 2, "wine": 3, "spirits": 5},
    small_factor=1,
    large_divisor=2,
    pairs={"cars": 3, "trains": 4, "bicycles": 5, "boats": 7, "planes": 9},
    pairs_key="transport",
    icons=("nature", "music", "monuments", "art"),
    icon="treasure",
    icons_key="treasures",
    compulsory=True,
    others_icons={2: 4, 3: 3, 4: 2},
    everywhere=(7, 3, 1),
)
