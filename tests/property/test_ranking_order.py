"""Hands of mixed sizes form one total order: the one in which a dealer compares them, card by card."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, pairwise, permutations, zip_longest

from hypothesis import given
from hypothesis import strategies as st

from tables.game.cards import CARDS, DECK, TEXTS
from tables.game.ranking import name, suit_order, value

LADDER = ("1", "2", "2+2", "3", "straight", "flush", "3+2", "4", "straight flush")
ROWS = ["5432A", *("".join(reversed("23456789TJQKA"[low : low + 5])) for low in range(9))]


def as_a_dealer_reads(texts: list[str]) -> tuple[str, str]:
    """A rung of the ladder and the ranks by significance, from texts such as `Qh`, by string work alone."""
    ranks = sorted((text[0] for text in texts), key="23456789TJQKA".index, reverse=True)
    several = Counter(ranks).most_common()
    made = "+".join(str(number) for _, number in several if number > 1) or "1"
    in_order = "".join(rank for rank, _ in several)
    if len(in_order) == 5:
        row = next((row for row in ROWS if set(row) == set(in_order)), None)
        suited = len({text[1] for text in texts}) == 1
        made = " ".join(word for word, true in (("straight", row), ("flush", suited)) if true) or "1"
        in_order = row or in_order
    return made, in_order


def compare(one: list[str], other: list[str]) -> int:
    """-1, 0 or 1. A card that is there beats one that is not."""
    (made_1, ranks_1), (made_2, ranks_2) = as_a_dealer_reads(one), as_a_dealer_reads(other)
    if made_1 != made_2:
        return 1 if LADDER.index(made_1) > LADDER.index(made_2) else -1
    for rank_1, rank_2 in zip_longest(ranks_1, ranks_2, fillvalue=" "):
        if rank_1 != rank_2:
            return 1 if " 23456789TJQKA".index(rank_1) > " 23456789TJQKA".index(rank_2) else -1
    return 0


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


hands = st.lists(st.sampled_from(DECK), min_size=2, max_size=5, unique=True)
boards = st.tuples(st.permutations(DECK), st.lists(st.integers(2, 5), min_size=2, max_size=10)).map(
    lambda dealt: [dealt[0][5 * seat : 5 * seat + size] for seat, size in enumerate(dealt[1])]
)


def texts(cards: list[int]) -> list[str]:
    return [TEXTS[card] for card in cards]


@given(hands, hands)
def test_two_hands_compare_as_a_dealer_compares_them(one, other):
    assert sign(value(one) - value(other)) == compare(texts(one), texts(other))


@given(boards)
def test_of_the_hands_on_a_board_one_alone_is_the_lowest_and_acts(board):
    places = [(value(cards), suit_order(cards)) for cards in board]
    assert len(set(places)) == len(board)
    for one, place_1 in zip(board, places, strict=True):
        for other, place_2 in zip(board, places, strict=True):
            if compare(texts(one), texts(other)):
                assert (place_1 < place_2) == (compare(texts(one), texts(other)) < 0)


@given(hands, st.permutations("cdhs"))
def test_an_exchange_of_suits_changes_neither_value_nor_name(cards, suits):
    exchanged = [CARDS[text[0] + suits["cdhs".index(text[1])]] for text in texts(cards)]
    assert value(exchanged) == value(cards)
    assert name(exchanged) == name(cards)


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=5, unique=True))
def test_a_hand_is_higher_than_any_part_of_it(cards):
    for size in range(2, len(cards)):
        for part in permutations(cards, size):
            assert value(part) < value(cards)


@given(hands, hands)
def test_equal_hands_hold_as_many_cards_and_have_one_name(one, other):
    equal = value(one) == value(other)
    assert equal == (name(one) == name(other))
    assert not equal or len(one) == len(other)


def test_the_values_of_all_shapes_stand_in_the_dealers_order():
    """Every shape there is, sorted by value: each is below the next, so the two orders are one."""
    shapes = []
    for size in (2, 3, 4, 5):
        for ranks in combinations_with_replacement("23456789TJQKA", size):
            if max(Counter(ranks).values()) <= 4:
                shapes.append([rank + suit for rank, suit in zip(ranks, "cdhsc", strict=False)])
                if len(set(ranks)) == 5:
                    shapes.append([rank + "h" for rank in ranks])
    assert all(len(set(shape)) == len(shape) for shape in shapes)
    shapes.sort(key=lambda shape: value([CARDS[text] for text in shape]))
    assert len(shapes) == 9_828
    assert all(compare(lower, higher) == -1 for lower, higher in pairwise(shapes))
    assert all(compare(higher, lower) == 1 for lower, higher in pairwise(shapes))
