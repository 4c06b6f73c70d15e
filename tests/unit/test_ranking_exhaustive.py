"""The ranking over every hand there is: 1,326, 22,100, 270,725 and 2,598,960 hands of two to five cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, starmap
from math import comb, prod
from warnings import catch_warnings, simplefilter

import pytest
from phevaluator import evaluate_cards

from tables.game.cards import DECK, RANK, SUIT, TEXTS
from tables.game.ranking import CATEGORIES, category, name, suit_order, value

with catch_warnings():
    simplefilter(
        "ignore", DeprecationWarning
    )  # eval7 reads its range strings with names pyparsing has renamed
    import eval7

SIZES = (2, 3, 4, 5)
DISTINCT = {2: 91, 3: 455, 4: 1820, 5: 7462}
CATEGORY_COUNTS = {
    2: (1_248, 78, 0, 0, 0, 0, 0, 0, 0),
    3: (18_304, 3_744, 0, 52, 0, 0, 0, 0, 0),
    4: (183_040, 82_368, 2_808, 2_496, 0, 0, 0, 13, 0),
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40),
}


@pytest.fixture(scope="module")
def every_value() -> dict[int, list[int]]:
    """By size, the value of each hand in the order of `combinations(DECK, size)`."""
    return {size: list(map(value, combinations(DECK, size))) for size in SIZES}


@pytest.fixture(scope="module")
def hand_of(every_value) -> dict[int, tuple[int, ...]]:
    """For each value one hand that has it."""
    hands: dict[int, tuple[int, ...]] = {}
    for size in SIZES:
        hands.update(zip(every_value[size], combinations(DECK, size), strict=True))
    return hands


def shapes(size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every combination of ranks that one deck holds, and how many hands show it, all suits counted."""
    for ranks in combinations_with_replacement(range(13), size):
        multiplicities = Counter(ranks).values()
        if max(multiplicities) <= 4:
            yield ranks, prod(comb(4, number) for number in multiplicities)


@pytest.mark.parametrize("size", SIZES)
def test_all_hands_have_as_many_values_as_the_rules_count(every_value, size):
    assert len(every_value[size]) == comb(52, size)
    assert len(set(every_value[size])) == DISTINCT[size]


def test_no_two_sizes_share_a_value_and_no_value_is_left_out(every_value):
    met = [set(every_value[size]) for size in SIZES]
    assert set().union(*met) == set(range(1, 9_829))
    assert sum(map(len, met)) == 9_828


@pytest.mark.parametrize("size", SIZES)
def test_the_categories_count_what_the_rules_say(every_value, hand_of, size):
    counts: Counter[str] = Counter()
    for number, hands in Counter(every_value[size]).items():
        counts[category(hand_of[number])] += hands
    assert tuple(counts[kind] for kind in CATEGORIES) == CATEGORY_COUNTS[size]


@pytest.mark.parametrize("size", SIZES)
def test_each_value_is_held_by_exactly_the_hands_of_one_shape(every_value, size):
    """Ranks alone decide, but for the four flushes of five different ranks."""
    held = Counter(every_value[size])
    by_ranks: dict[tuple[int, ...], set[int]] = defaultdict(set)
    for cards, number in zip(combinations(DECK, size), every_value[size], strict=True):
        by_ranks[tuple(map(RANK.__getitem__, cards))].add(number)
    for ranks, hands in shapes(size):
        counts = sorted(held[number] for number in by_ranks[ranks])
        assert counts == ([4, hands - 4] if len(set(ranks)) == 5 else [hands])


@pytest.mark.parametrize(
    "suits", [(1, 0, 2, 3), (1, 2, 3, 0)], ids=["two suits swapped", "all suits moved on by one"]
)
@pytest.mark.parametrize("size", SIZES)
def test_no_exchange_of_suits_changes_a_value(every_value, size, suits):
    """A swap and a rotation make up all 24 exchanges, so what neither changes none does."""
    exchanged = [DECK[4 * RANK[card] + suits[SUIT[card]]] for card in DECK]
    assert list(map(value, combinations(exchanged, size))) == every_value[size]


def test_five_cards_rank_as_phevaluator_ranks_them(every_value):
    theirs = starmap(evaluate_cards, combinations(range(52), 5))
    pairs = sorted(set(zip(every_value[5], theirs, strict=True)))
    assert [their for _, their in pairs] == list(range(7_462, 0, -1))
    assert len({our for our, _ in pairs}) == 7_462


@pytest.mark.parametrize("size", SIZES)
def test_each_size_for_itself_ranks_as_eval7_ranks_it(every_value, size):
    """One value of ours for one of theirs, in the same order: the same hands win and the same hands tie."""
    theirs = map(eval7.evaluate, combinations([eval7.Card(TEXTS[card]) for card in DECK], size))
    pairs = sorted(set(zip(every_value[size], theirs, strict=True)))
    assert len(pairs) == DISTINCT[size]
    assert len({our for our, _ in pairs}) == DISTINCT[size]
    assert [their for _, their in pairs] == sorted({their for _, their in pairs})
    assert len({their for _, their in pairs}) == DISTINCT[size]


def test_eval7_sees_neither_straights_nor_flushes_in_fewer_than_five_cards():
    """What makes it a fair second opinion on partial hands, each size for itself."""
    cards = [eval7.Card(TEXTS[card]) for card in DECK]
    seen = Counter(
        eval7.handtype(eval7.evaluate(hand)) for size in (2, 3, 4) for hand in combinations(cards, size)
    )
    assert set(seen) == {"High Card", "Pair", "Two Pair", "Trips", "Quads"}


def test_eval7_is_no_judge_between_sizes():
    """It takes a missing card for a deuce, so that the order of mixed sizes needs the tests of its own."""
    kqj, kqj2 = ([eval7.Card(text) for text in hand.split()] for hand in ("Kc Qd Jh", "Kc Qd Jh 2s"))
    assert eval7.evaluate(kqj) == eval7.evaluate(kqj2)


@pytest.mark.parametrize("size", [2, 3])
def test_any_further_card_strictly_improves_every_hand(every_value, size):
    for cards, number in zip(combinations(DECK, size), every_value[size], strict=True):
        further = [value((*cards, card)) for card in DECK if card not in cards]
        assert min(further) > number


def test_any_fifth_card_strictly_improves_every_hand_of_four(every_value):
    """From the far end: a hand of five is higher than each of the five hands of four within it."""
    value_of_four = dict(zip(combinations(DECK, 4), every_value[4], strict=True)).__getitem__
    for cards, number in zip(combinations(DECK, 5), every_value[5], strict=True):
        assert max(map(value_of_four, combinations(cards, 4))) < number


@pytest.mark.parametrize("size", [2, 3, 4])
def test_suits_order_all_hands_of_one_value_without_a_tie(every_value, size):
    suits: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for cards, number in zip(combinations(DECK, size), every_value[size], strict=True):
        suits[number].append(suit_order(cards))
    assert all(len(set(orders)) == len(orders) for orders in suits.values())


def test_hands_of_different_value_differ_in_name(hand_of):
    assert len({name(cards) for cards in hand_of.values()}) == len(hand_of) == 9_828


def test_categories_never_fall_as_values_rise(hand_of):
    places = [CATEGORIES.index(category(hand_of[number])) for number in sorted(hand_of)]
    assert places == sorted(places)
