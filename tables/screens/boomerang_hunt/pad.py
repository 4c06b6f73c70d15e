"""The pad of fifty-four keys for a physical deck: an animal a row, a pair of territories a column."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _

from tables.screens.boomerang_hunt.pictures import ANIMALS, Animal, Land
from tables.screens.seen import Seen
from tables.variants.boomerang_hunt.deck import SPECIES, TERRITORIES, WHOLE_DECK

PAIRS = tuple(combinations(TERRITORIES, 2))


@dataclass(frozen=True)
class Key:
    """A key of the pad; struck out it says why (`lies`), and in short on the key itself."""

    card: Animal
    action: str
    lies: str = ""
    short: str = ""


@dataclass(frozen=True)
class Pad:
    """The keys by animal. While `serves` stays the same, no tap on them is ever held back."""

    rows: list[tuple[str, str, list[Key]]]
    pairs: list[tuple[Land, Land]]
    serves: str


def pad(seen: Seen, form: str, current: str = "") -> Pad:
    """Keys that write `form`, e.g. `draw {}`; `current` is the card that a correction replaces."""
    felt = seen.felt
    gone = {card: (_("beside the cord"), "○") for card in felt["shown"]}
    for seat, cards in felt["captured"].items():
        gone |= {card: (_("captured by seat {seat}").format(seat=seat), seat) for card in cards}
    if current:
        gone[current] = _("as it was keyed"), "="
    rows = []
    for species in SPECIES:
        keys = []
        for pair in PAIRS:
            text = " ".join((species, *pair))
            lies, short = gone.get(text, ("", ""))
            if text not in WHOLE_DECK:
                lies, short = _("not in this deck"), "-"
            keys.append(Key(Animal(text), form.format(text), lies, short))
        rows.append((species, str(ANIMALS[species]), keys))
    pairs = [(Land(one), Land(other)) for one, other in PAIRS]
    return Pad(rows, pairs, f"{form} {felt['round']}")
