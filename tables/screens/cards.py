"""Playing cards for people: the rank as dealers write it, the suit as a letter and a shape, and a spoken name."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.game.cards import RANKS

SUITS_SHOWN = "shdc"
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RANK_NAMES = {
    "2": gettext_noop("deuce"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "T": gettext_noop("ten"),
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
    "A": gettext_noop("ace"),
}
_SUIT_NAMES = {
    "s": gettext_noop("spades"),
    "h": gettext_noop("hearts"),
    "d": gettext_noop("diamonds"),
    "c": gettext_noop("clubs"),
}


@dataclass(frozen=True)
class Card:
    """A card on a screen. `n` is the action that it came with, if its card may be corrected now, and `place` says
    which card of that action it is.
    """

    text: str
    n: int = 0
    place: int = 0

    @property
    def rank(self) -> str:
        return "10" if self.text[0] == "T" else self.text[0]

    @property
    def suit(self) -> str:
        return self.text[1]

    @property
    def sign(self) -> str:
        return SIGNS[self.suit]

    @property
    def name(self) -> str:
        rank, suit = _(_RANK_NAMES[self.text[0]]), _(_SUIT_NAMES[self.suit])
        return _("{rank} of {suit}").format(rank=rank, suit=suit)

    @property
    def short(self) -> str:
        return f"{self.rank}{self.sign}"


def suit_name(suit: str) -> str:
    return _(_SUIT_NAMES[suit])


def in_signs(text: str) -> str:
    """A text of records with its cards as people read them: `card Qd` becomes `card Q♦`."""
    return " ".join(Card(word).short if _is_card(word) else word for word in text.split(" "))


def _is_card(word: str) -> bool:
    return len(word) == 2 and word[0] in RANKS and word[1] in SIGNS
