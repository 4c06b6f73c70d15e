"""What a simulated hunter does: a fixed rule from what lies open and from his own token, so that whoever looks again is
told the same. Of the others' tokens he knows nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any
from zlib import crc32

from django.utils.translation import gettext as _

from tables.screens.seen import Seen
from tables.screens.simulated import Habit
from tables.variants.boomerang_hunt.deck import TERRITORIES, species_of, territories_of


def habit(seen: Seen) -> Habit | None:
    """What the hunter of seat `seen.viewer` does, None while no decision of his is open."""
    prompt = seen.mine
    if prompt is None:
        return None
    seat = prompt.seat
    if prompt.secret:
        return Habit(seat, f"{seat} choose {wanted(seen)}", _("I have chosen"))
    word = "throw" if "throw" in prompt.options and (keen(seen) or "stop" not in prompt.options) else "stop"
    return Habit(seat, f"{seat} {word}", _("I throw") if word == "throw" else _("I stop"))


def wanted(seen: Seen) -> str:
    """The territory whose cards are worth most to him: animals that he has begun to collect, and a taste of his own."""
    mine = Counter(map(species_of, seen.felt["captured"][str(seen.viewer)]))

    def worth(land: str) -> tuple[float, int]:
        cards = (text for text in seen.felt["shown"] if land in territories_of(text))
        taste = _taste(seen, land)
        return sum(1 + mine[species_of(card)] / 2 for card in cards) + taste % 100 / 80, taste

    return max(TERRITORIES, key=worth)


def keen(seen: Seen) -> bool:
    """Whether he throws once more: as often as there are cards for his token, and up to two times more."""
    felt: dict[str, Any] = seen.felt
    token = felt["tokens"][str(seen.viewer)]
    cards = sum(token in territories_of(text) for text in felt["shown"])
    enough = felt["circle"] >= 5 and _taste(seen, "circle") % 3 == 0
    return not enough and _throws(seen) < cards + _taste(seen, "throws") % 3


def _throws(seen: Seen) -> int:
    """How often he has thrown in this round."""
    count = 0
    for move in seen.moves:
        kinds = [kind for kind, _data in move.events]
        if "hand.round_begun" in kinds:
            count = 0
        count += move.seat == seen.viewer and "hand.boomerang_thrown" in kinds
    return count


def _taste(seen: Seen, about: str) -> int:
    """A number that is the same for the same hunter in the same round."""
    return crc32(f"{seen.viewer} {seen.felt['round']} {' '.join(seen.felt['shown'])} {about}".encode())
