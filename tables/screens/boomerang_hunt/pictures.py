"""The cards of Boomerang for people: animals and territories by name, picture and letters, never by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.variants.boomerang_hunt.deck import species_of, territories_of

ANIMALS: dict[str, Promise] = {
    "fish": gettext_lazy("fish"),
    "turtle": gettext_lazy("turtle"),
    "emu": gettext_lazy("emu"),
    "wallaby": gettext_lazy("wallaby"),
    "lizard": gettext_lazy("lizard"),
    "armadillo": gettext_lazy("armadillo"),
}
LANDS: dict[str, Promise] = {
    "water": gettext_lazy("water"),
    "forest": gettext_lazy("forest"),
    "meadow": gettext_lazy("meadow"),
    "desert": gettext_lazy("desert"),
    "mountain": gettext_lazy("mountain"),
}
LETTERS: dict[str, Promise] = {
    "water": pgettext_lazy("water, in one or two letters", "W"),
    "forest": pgettext_lazy("forest, in one or two letters", "F"),
    "meadow": pgettext_lazy("meadow, in one or two letters", "Me"),
    "desert": pgettext_lazy("desert, in one or two letters", "D"),
    "mountain": pgettext_lazy("mountain, in one or two letters", "Mo"),
}


@dataclass(frozen=True)
class Land:
    """A territory; `shown`: some card beside the cord shows it."""

    key: str
    shown: bool = False

    @property
    def name(self) -> str:
        return str(LANDS[self.key])

    @property
    def letters(self) -> str:
        return str(LETTERS[self.key])


@dataclass(frozen=True)
class Animal:
    """A card. `n` is the action that turned it up, 0 where that is of no interest."""

    text: str
    n: int = 0

    @property
    def species(self) -> str:
        return species_of(self.text)

    @property
    def lands(self) -> tuple[Land, ...]:
        return tuple(Land(name) for name in territories_of(self.text))

    @property
    def animal(self) -> str:
        return str(ANIMALS[self.species])

    @property
    def name(self) -> str:
        """`fish, water and forest`."""
        one, other = self.lands
        return _("{animal}, {one} and {other}").format(animal=self.animal, one=one.name, other=other.name)


def named(cards: list[str]) -> str:
    """The animals of several cards, counted: `2 fish, emu`; "" for none."""
    return ", ".join(counted(cards))


def counted(cards: list[str]) -> list[str]:
    """`2 fish` and `emu`, one for each animal among the cards."""
    counts: dict[str, int] = {}
    for text in cards:
        counts[species_of(text)] = counts.get(species_of(text), 0) + 1
    return [str(ANIMALS[key]) if n == 1 else f"{n} {ANIMALS[key]}" for key, n in counts.items()]
