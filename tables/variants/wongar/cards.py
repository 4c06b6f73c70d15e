"""What Wongar is played with, as data: pieces, territory cards, ritual cards, and how its two forms differ. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

PIECES: Final = {"disc": 18, "cube": 15, "cylinder": 12}
"""The pieces of each seat (S:28)."""
KINDS: Final = tuple(PIECES)
AT_FIRST: Final = 4
"""So many pieces of each kind a seat has on the board when the game begins (S:31)."""
DEALT: Final = 2
"""Ritual cards dealt to each seat (S:35)."""
EXTRA: Final = 2
"""Pieces that a card of one kind allows besides the compulsory one; each may be a ritual card instead (S:46)."""
TRIPLE: Final = 3
"""Pieces that a card of three symbols has placed (S:49)."""
FOUR: Final = 4
"""Ritual cards that the card of that name brings (S:59)."""
BONUS: Final = 8
"""Points at the end for most cards of a kind (S:48, S:100)."""

FIGURES: Final = ("ancestor", "elder")
TERRITORY_CARDS: Final = (*KINDS, "triple", "rituals", *FIGURES, "both", "scorpion")
RITUAL_CARDS: Final = (*KINDS, "double", "scorpion")


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Ritual cards in canonical order, so that nothing can be read from how they lie."""
    return tuple(sorted(cards, key=RITUAL_CARDS.index))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def pack(counts: Mapping[str, int]) -> tuple[str, ...]:
    """So many cards of each, in the order in which they are listed."""
    return tuple(card for card, count in counts.items() for _ in range(count))


@dataclass(frozen=True)
class Form:
    """A form of the game: its cards, and what else the Game for the Initiated changes (S:103-130).

    `stack`: the territory cards of each territory; `rituals`: the stack of ritual cards. `doubles`: double cards that
    each seat holds from the beginning; `figure_cards`: cards that lie before each seat, to be used once each instead of
    taking one.
    `free_setup`: the seats place their first pieces where they like, not from a bag. `picks`: every ritual card in play
    is chosen from the stack, not drawn. `scorpions_harm`: who turns a Scorpion up keeps it and may lose points.
    `doubles_once`: a double card leaves the game when it has been played.
    """

    stack: tuple[str, ...]
    rituals: tuple[str, ...]
    doubles: int = 0
    figure_cards: tuple[str, ...] = ()
    free_setup: bool = False
    picks: bool = False
    scorpions_harm: bool = True
    doubles_once: bool = False


BASIC: Final = Form(
    stack=pack(
        {
            "disc": 3,
            "cube": 2,
            "cylinder": 1,
            "triple": 1,
            "rituals": 1,
            "ancestor": 2,
            "elder": 2,
            "both": 1,
            "scorpion": 2,
        }
    ),
    rituals=pack({"disc": 14, "cube": 12, "cylinder": 10, "double": 5, "scorpion": 2}),
)
INITIATED: Final = Form(
    stack=pack(
        {
            "disc": 3,
            "cube": 2,
            "cylinder": 1,
            "triple": 1,
            "rituals": 1,
            "ancestor": 1,
            "elder": 1,
            "both": 1,
            "scorpion": 2,
        }
    ),
    rituals=pack({"disc": 14, "cube": 12, "cylinder": 10}),
    doubles=1,
    figure_cards=FIGURES,
    free_setup=True,
    picks=True,
    scorpions_harm=False,
    doubles_once=True,
)
