"""The cards of Boomerang (Ehrhard/Lalet): six animals on five territories. A house set: the true list was not found.

Every animal has nine cards, each pair of territories but one, so that all 54 differ. Pure.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from tables.game.base import Refused

HOUSE_SET: Final = True
"""Shown wherever the deck is: no publisher's list, but a stand-in of ours."""

TERRITORIES: Final = ("water", "forest", "meadow", "desert", "mountain")
OMITTED: Final = {
    "fish": ("desert", "mountain"),
    "turtle": ("forest", "mountain"),
    "emu": ("water", "mountain"),
    "wallaby": ("water", "desert"),
    "lizard": ("water", "meadow"),
    "armadillo": ("forest", "meadow"),
}
"""The one pair of territories on which an animal is not found."""
SPECIES: Final = tuple(OMITTED)
MOST_CARDS: Final = 200


def card(species: str, one: str, other: str) -> str:
    """A card as records write it, its territories in their fixed order. Raises Refused where there is no such card."""
    if species not in SPECIES or one not in TERRITORIES or other not in TERRITORIES:
        raise Refused(
            "unknown_card",
            "A card is an animal and two territories, e.g. 'fish water forest'; {text!r} is none.",
            text=f"{species} {one} {other}"[:60],
        )
    if one == other:
        raise Refused("unknown_card", "A card shows two different territories.")
    first, second = sorted((one, other), key=TERRITORIES.index)
    return f"{species} {first} {second}"


def species_of(text: str) -> str:
    return text.split(" ", maxsplit=1)[0]


def territories_of(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")[1:])


def in_order(cards: list[str]) -> tuple[str, ...]:
    """Cards in canonical order: by animal, then by territories, as they are listed above."""
    return tuple(sorted(cards, key=_place))


def _place(text: str) -> tuple[int, ...]:
    return (SPECIES.index(species_of(text)), *(TERRITORIES.index(name) for name in territories_of(text)))


def checked(listed: object) -> tuple[str, ...]:
    """A deck that a set-up lists, in canonical order. Raises Refused (`bad_deck`)."""
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_CARDS:
        raise Refused("bad_deck", "A deck is a list of 1 to {most} cards.", most=MOST_CARDS)
    cards = []
    for text in listed:
        words = text.split(" ") if isinstance(text, str) else []
        if len(words) != 3:
            raise Refused("bad_deck", "A card of a deck is written 'fish water forest'.")
        cards.append(card(*words))
    return in_order(cards)


WHOLE_DECK: Final = in_order(
    [
        card(species, *pair)
        for species, omitted in OMITTED.items()
        for pair in combinations(TERRITORIES, 2)
        if pair != omitted
    ]
)
