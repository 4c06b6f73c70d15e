"""Which of two hands of two to five cards is higher: one total order over all of them.

Pure; built on `cards`. A hand's value is one look-up of the sum of its cards in a table of 13,689 sums.
Source of the order: the ranking of partial hands in the rules of Boomerang Poker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from tables.game.cards import FLUSH_BITS, RANK, RANK_UNITS, RANKS, SHAPE_BITS, SUIT
from tables.game.refusal import gettext_noop

CATEGORIES: Final = (
    gettext_noop("high card"),
    gettext_noop("pair"),
    gettext_noop("two pair"),
    gettext_noop("three of a kind"),
    gettext_noop("straight"),
    gettext_noop("flush"),
    gettext_noop("full house"),
    gettext_noop("four of a kind"),
    gettext_noop("straight flush"),
)
"""Lowest first."""

(
    _HIGH_CARD,
    _PAIR,
    _TWO_PAIR,
    _THREE,
    _STRAIGHT,
    _FLUSH,
    _FULL_HOUSE,
    _FOUR,
    _STRAIGHT_FLUSH,
) = range(len(CATEGORIES))

_FULL_HAND = 5
_ACE = len(RANKS) - 1
_WHEEL = (_ACE, 3, 2, 1, 0)


def _strength(ranks: Sequence[int], suited: bool) -> tuple[int, tuple[int, ...]]:
    """Category and ranks by significance. Compared as tuples, a rank that is there beats one that is not.

    `suited` counts for five cards only.
    """
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    significant = tuple(rank for _, rank in counted)
    if len(significant) == _FULL_HAND:
        straight = significant[0] - significant[-1] == _FULL_HAND - 1
        if significant == _WHEEL:
            straight, significant = True, significant[1:] + significant[:1]
        if straight:
            return _STRAIGHT_FLUSH if suited else _STRAIGHT, significant
        return _FLUSH if suited else _HIGH_CARD, significant
    most, next_most = counted[0][0], counted[1][0] if len(counted) > 1 else 0
    if most == 4:
        return _FOUR, significant
    if most == 3:
        return _FULL_HOUSE if next_most == 2 else _THREE, significant
    if most == 2:
        return _TWO_PAIR if next_most == 2 else _PAIR, significant
    return _HIGH_CARD, significant


def _shapes() -> Iterator[tuple[tuple[int, tuple[int, ...]], int]]:
    """Every strength with a sum, less its suits, that has it."""
    for size in range(2, _FULL_HAND + 1):
        for ranks in combinations_with_replacement(range(len(RANKS)), size):
            total = sum([RANK_UNITS[rank] for rank in ranks])
            distinct = len(set(ranks))
            if size < _FULL_HAND or distinct > 1:
                yield _strength(ranks, suited=False), total
            if distinct == _FULL_HAND:
                suited = _strength(ranks, suited=True)
                for bit in FLUSH_BITS:
                    yield suited, total | bit


def _table() -> dict[int, int]:
    values: dict[int, int] = {}
    value, last = 0, None
    for strength, total in sorted(_shapes()):
        value += strength != last
        values[total] = value
        last = strength
    return values


_VALUES = _table()


def value(cards: Sequence[int]) -> int:
    """The place of two to five cards in the order of all hands, from 1 (3-2) to 9,828.

    A higher hand has the higher value, whatever the sizes; equal hands have equal values; suits do nothing.
    Raises ValueError for any other number of cards. That no card is there twice is the caller's to see to.
    """
    try:
        return _VALUES[sum(cards) & SHAPE_BITS]
    except KeyError:
        raise ValueError(f"a hand of {len(cards)} cards has no value") from None


def suit_order(cards: Sequence[int]) -> tuple[int, ...]:
    """The suits of a hand by significance of its cards: who acts first among *equal* hands, and nothing else.

    Clubs 0 < diamonds 1 < hearts 2 < spades 3; the lower tuple is the lower hand. Of a pair the better suit
    comes first; in A-2-3-4-5 the ace comes last.
    """
    significant = sorted(cards, reverse=True)
    ranks = [RANK[card] for card in significant]
    if len(set(ranks)) < len(ranks):
        significant.sort(key=lambda card: (ranks.count(RANK[card]), card), reverse=True)
    elif tuple(ranks) == _WHEEL:
        significant = significant[1:] + significant[:1]
    return tuple([SUIT[card] for card in significant])


def category(cards: Sequence[int]) -> str:
    """One of `CATEGORIES`, a text of the catalogue. Raises ValueError unless there are two to five cards."""
    return CATEGORIES[_strength_of(cards)[0]]


def _strength_of(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    if not 2 <= len(cards) <= _FULL_HAND:
        raise ValueError(f"a hand of {len(cards)} cards has no name")
    suited = len({SUIT[card] for card in cards}) == 1
    return _strength([RANK[card] for card in cards], suited)


_ONE: Final = (
    gettext_noop("deuce"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
    gettext_noop("eight"),
    gettext_noop("nine"),
    gettext_noop("ten"),
    gettext_noop("jack"),
    gettext_noop("queen"),
    gettext_noop("king"),
    gettext_noop("ace"),
)
_MANY: Final = (
    gettext_noop("deuces"),
    gettext_noop("threes"),
    gettext_noop("fours"),
    gettext_noop("fives"),
    gettext_noop("sixes"),
    gettext_noop("sevens"),
    gettext_noop("eights"),
    gettext_noop("nines"),
    gettext_noop("tens"),
    gettext_noop("jacks"),
    gettext_noop("queens"),
    gettext_noop("kings"),
    gettext_noop("aces"),
)


def name(cards: Sequence[int], gettext: Callable[[str], str] = str) -> str:
    """What a dealer calls the hand, e.g. `"pair of queens, ace kicker"`; different values have other names.

    `gettext` translates the pieces; without it the name is English. Raises ValueError unless there are two to
    five cards.
    """
    kind, ranks = _strength_of(cards)
    one = [gettext(_ONE[rank]) for rank in ranks]
    many = [gettext(_MANY[rank]) for rank in ranks]
    if kind == _HIGH_CARD:
        return gettext("{ranks} high").format(ranks="-".join(one))
    if kind == _STRAIGHT:
        return gettext("{rank}-high straight").format(rank=one[0])
    if kind == _FLUSH:
        return gettext("{ranks} flush").format(ranks="-".join(one))
    if kind == _STRAIGHT_FLUSH:
        return gettext("{rank}-high straight flush").format(rank=one[0])
    if kind == _FULL_HOUSE:
        return gettext("full house, {three} over {pair}").format(three=many[0], pair=many[1])
    if kind == _TWO_PAIR:
        made = gettext("two pair, {higher} and {lower}").format(higher=many[0], lower=many[1])
        kickers = one[2:]
    else:
        text = {
            _PAIR: gettext("pair of {ranks}"),
            _THREE: gettext("three {ranks}"),
            _FOUR: gettext("four {ranks}"),
        }[kind]
        made, kickers = text.format(ranks=many[0]), one[1:]
    if not kickers:
        return made
    kicked = gettext("{made}, {ranks} kicker") if len(kickers) == 1 else gettext("{made}, {ranks} kickers")
    return kicked.format(made=made, ranks="-".join(kickers))
