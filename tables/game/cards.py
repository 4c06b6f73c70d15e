"""The fifty-two cards as plain integers, made so that the sum of a hand says all that ranking asks.

Pure. A card is a power of five for its rank (a deck holds four of each, so that ranks never carry) above a
field for each suit. Five cards of one suit, and no fewer, reach the top bit of that suit's field.
Cards compare in canonical order: by rank, then clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

_SUIT_WIDTH = 6
_SUIT_STEP = 7
_FLUSH_BIT = 5
_RANK_SHIFT = _SUIT_WIDTH * len(SUITS)

RANK_UNITS: Final = tuple(5**rank << _RANK_SHIFT for rank in range(len(RANKS)))
"""What one card adds to a sum for its rank, deuce first."""

FLUSH_BITS: Final = tuple(1 << (_SUIT_WIDTH * suit + _FLUSH_BIT) for suit in range(len(SUITS)))
"""The bit of a sum that five cards of a suit set, clubs first."""

_RANK_BITS = (1 << (4 * sum(RANK_UNITS)).bit_length()) - (1 << _RANK_SHIFT)
SHAPE_BITS: Final = _RANK_BITS | sum(FLUSH_BITS)
"""The bits of a sum that a hand's value hangs on: its ranks, and whether it is five cards of one suit."""

CARDS: Final[dict[str, Card]] = {
    RANKS[rank] + SUITS[suit]: RANK_UNITS[rank] | _SUIT_STEP << (_SUIT_WIDTH * suit)
    for rank in range(len(RANKS))
    for suit in range(len(SUITS))
}
"""A card by its text: rank `23456789TJQKA`, suit `cdhs`, e.g. `"Qh"`."""

TEXTS: Final[dict[Card, str]] = {card: text for text, card in CARDS.items()}
DECK: Final[tuple[Card, ...]] = tuple(CARDS.values())
"""All cards in canonical order: 2c 2d 2h 2s 3c ... As."""

RANK: Final[dict[Card, int]] = {card: RANKS.index(text[0]) for card, text in TEXTS.items()}
"""A card's rank: 0 for a deuce to 12 for an ace."""

SUIT: Final[dict[Card, int]] = {card: SUITS.index(text[1]) for card, text in TEXTS.items()}
"""A card's suit: clubs 0, diamonds 1, hearts 2, spades 3."""
