"""The deck of a drafting game, read from its file and checked: 28 sites by their letters, in seven regions. Pure.

A letter may be `#` or `@`: no line of the file is a comment.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ@#"
"""Every site of the map, in canonical order."""
NUMBERS: Final = range(1, 8)
REGIONS: Final = 7
SITES_OF_A_REGION: Final = 4

_COLUMNS = (
    *("letter", "site", "number", "region"),
    *("collection", "animal_or_transport", "activity_or_treasure"),
)
_ORIGIN = "origin"
_ORIGINS = ("printed", "stand-in")


class BadDeck(ValueError):
    """A deck that cannot be played, or not with these scoring tables; the text says why."""


class Site(NamedTuple):
    """A card. `collection`, `pair` (an animal or a means of transport) and `icon` (an activity or a treasure) are
    words as records write them, "" where the card has none.
    """

    letter: str
    name: str
    number: int
    region: str
    collection: str
    pair: str
    icon: str


@dataclass(frozen=True, eq=False)
class Deck:
    """`sites` by letter in canonical order; `regions` by name, each with its four letters.

    `stand_in`: no publisher's list but one of our own, which is said wherever the deck is shown.
    """

    sites: Mapping[str, Site]
    regions: Mapping[str, tuple[str, ...]]
    stand_in: bool


def read(text: str) -> Deck:
    """The deck of a CSV file's text. Raises BadDeck.

    The columns are those of the printed cards; a further one, `origin`, is `stand-in` on every card of a deck that is
    not the publisher's.
    """
    rows = csv.DictReader(io.StringIO(text), strict=True)
    header = tuple(rows.fieldnames or ())
    if header not in (_COLUMNS, (*_COLUMNS, _ORIGIN)):
        raise BadDeck(f"the columns of a deck are {', '.join(_COLUMNS)}; these are {', '.join(header)}")
    sites: dict[str, Site] = {}
    origins = set()
    for row in rows:
        if None in row or None in row.values():
            raise BadDeck(f"the line of {row['letter']!r} has more or fewer fields than the header")
        site = _site(row)
        if site.letter in sites:
            raise BadDeck(f"the letter {site.letter!r} stands on two cards")
        sites[site.letter] = site
        origins.add(row.get(_ORIGIN, _ORIGINS[0]))
    if lacking := [letter for letter in LETTERS if letter not in sites]:
        raise BadDeck(f"the deck lacks the cards {' '.join(lacking)}")
    if len(origins) != 1 or not origins <= set(_ORIGINS):
        raise BadDeck(f"the origin of every card is the same, one of {', '.join(_ORIGINS)}")
    ordered = {letter: sites[letter] for letter in LETTERS}
    return Deck(ordered, _regions(ordered.values()), stand_in=origins == {"stand-in"})


def _site(row: Mapping[str, str]) -> Site:
    letter, name, number, region, collection, pair, icon = (row[column] for column in _COLUMNS)
    if len(letter) != 1 or letter not in LETTERS:
        raise BadDeck(f"a card's letter is one of {LETTERS}, not {letter!r}")
    if not name or not region:
        raise BadDeck(f"card {letter} has no site or no region")
    if number not in map(str, NUMBERS):
        raise BadDeck(f"the number of card {letter} is {NUMBERS[0]} to {NUMBERS[-1]}, not {number!r}")
    return Site(letter, name, int(number), region, word(collection), word(pair), word(icon))


def _regions(sites: Iterable[Site]) -> dict[str, tuple[str, ...]]:
    sites = list(sites)
    count = Counter(site.region for site in sites)
    if len(count) != REGIONS or set(count.values()) != {SITES_OF_A_REGION}:
        listed = ", ".join(f"{name} {number}" for name, number in count.items())
        raise BadDeck(f"a deck has {REGIONS} regions of {SITES_OF_A_REGION} sites; this one has {listed}")
    return {name: tuple(site.letter for site in sites if site.region == name) for name in count}


def word(label: str) -> str:
    """A label of the file as records write it: `Indigenous Culture` is `indigenous_culture`."""
    return "_".join(label.lower().split())


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in canonical order."""
    return tuple(sorted(cards, key=LETTERS.index))
