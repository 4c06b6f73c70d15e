"""Cards are plain integers, in canonical order, and their sums lose nothing that ranking asks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from tables.game.cards import CARDS, DECK, FLUSH_BITS, RANK, RANKS, SHAPE_BITS, SUIT, SUITS, TEXTS

CANONICAL = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def test_the_deck_stands_in_canonical_order():
    assert [TEXTS[card] for card in DECK] == CANONICAL
    assert list(CARDS) == CANONICAL
    assert list(DECK) == sorted(set(DECK))


def test_cards_are_plain_integers_so_that_sum_takes_its_fast_path():
    assert {type(card) for card in DECK} == {int}
    assert sum(DECK[-5:]) < 1 << 63


@pytest.mark.parametrize("text", CANONICAL)
def test_text_rank_and_suit_of_a_card_agree(text):
    card = CARDS[text]
    assert TEXTS[card] == text
    assert RANKS[RANK[card]] + SUITS[SUIT[card]] == text


@pytest.mark.parametrize("text", ["", "Q", "qh", "QH", "10h", "1h", "Qx", "hQ", "Qh ", "Q♥"])
def test_what_is_no_card_is_not_in_the_deck(text):
    assert text not in CARDS


@pytest.mark.parametrize("size", range(8))
def test_the_sum_tells_the_ranks_of_a_hand(size):
    hands = [
        ranks
        for ranks in combinations_with_replacement(range(13), size)
        if size == 0 or Counter(ranks).most_common(1)[0][1] <= 4
    ]
    first_suits = [DECK[4 * rank] for rank in range(13)]
    ranks_only = SHAPE_BITS & ~sum(FLUSH_BITS)
    sums = {sum(first_suits[rank] for rank in ranks) & ranks_only for ranks in hands}
    assert len(sums) == len(hands)


def test_five_cards_of_a_suit_and_nothing_else_set_its_flush_bit():
    for counts in product(range(6), repeat=4):
        if sum(counts) <= 5:
            total = sum(number * DECK[suit] for suit, number in enumerate(counts))
            raised = [suit for suit, bit in enumerate(FLUSH_BITS) if total & bit]
            assert raised == [suit for suit, number in enumerate(counts) if number == 5]
