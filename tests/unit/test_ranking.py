"""The order of partial hands by cases: categories, missing cards, ties, suits and names."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from tables.game.cards import CARDS, DECK
from tables.game.ranking import CATEGORIES, category, name, suit_order, value


def hand(text: str) -> tuple[int, ...]:
    return tuple(CARDS[card] for card in text.split())


LOW_TO_HIGH = [
    "3c 2d",
    "4c 2d",
    "4h 3d",
    "Kh Qd",
    "Ks Qc Jh",
    "Ks Qc Jh 2d",
    "Ks Qc Jh 2d 3s",
    "As 2d",
    "Ah Kd",
    "Ah Kd Qc Jc",
    "Ah Kd Qc Jc 9c",
    "2c 2d",
    "2c 2d 3h",
    "2c 2d Ah",
    "2c 2d Ah Kh Qh",
    "3c 3d",
    "Ac As",
    "Ac As Kd Qd Jd",
    "3c 3d 2h 2s",
    "3c 3d 2h 2s 4c",
    "Ac Ad Kh Ks Qc",
    "2c 2d 2h",
    "2c 2d 2h 3c",
    "2c 2d 2h 4c 3c",
    "Ac Ad Ah Kc Qc",
    "Ac 2d 3h 4s 5c",
    "2c 3d 4h 5s 6c",
    "Tc Jd Qh Ks Ac",
    "2h 3h 4h 5h 7h",
    "Ah Kh Qh Jh 9h",
    "2c 2d 2h 3c 3d",
    "Ac Ad Ah Kc Kd",
    "2c 2d 2h 2s",
    "2c 2d 2h 2s 3c",
    "Ac Ad Ah As Kc",
    "Ah 2h 3h 4h 5h",
    "2h 3h 4h 5h 6h",
    "Th Jh Qh Kh Ah",
]


def test_hands_of_all_sizes_stand_in_one_order():
    values = [value(hand(text)) for text in LOW_TO_HIGH]
    assert values == sorted(set(values))


def test_the_lowest_hand_is_one_and_the_highest_the_number_of_values():
    assert value(hand("3c 2d")) == 1
    assert value(hand("Ts Js Qs Ks As")) == 91 + 455 + 1820 + 7462


TIES = [
    ("Qh Jd", "Qs Jc"),
    ("8c Td", "8s Th"),
    ("Qh Qd", "Qs Qc"),
    ("Ah Kh Qh", "Ac Kd Qs"),
    ("Ah Ad 2h", "As Ac 2c"),
    ("9h 8h 7h 6h", "9c 8d 7s 6c"),
    ("Kh Kd 4c 4d", "Ks Kc 4h 4s"),
    ("As Kd Qc 9s 7h", "Ad Ks Qh 9c 7c"),
    ("Ah Ac Kd 8c 4s", "As Ad Ks 8h 4c"),
    ("Kh Kd 7c 7d Ah", "Ks Kc 7s 7h Ad"),
    ("5s 6d 7h 8c 9s", "5h 6c 7s 8d 9h"),
    ("Ac 2d 3h 4s 5c", "As 2h 3d 4c 5d"),
    ("2h 3h 4h 5h 7h", "2c 3c 4c 5c 7c"),
    ("Ts Js Qs Ks As", "Td Jd Qd Kd Ad"),
]


@pytest.mark.parametrize(("one", "other"), TIES)
def test_suits_leave_a_tie_a_tie(one, other):
    assert value(hand(one)) == value(hand(other))


KICKERS = [
    ("Qh Jd", "Qs Tc"),
    ("As Kd Qc 9s 7h", "Ad Ks Qh 9c 6c"),
    ("Ah Ac Kd 8c 4s", "As Ad Ks 8h 3c"),
    ("Ah Ac Kd 8c 4s", "As Ad Ks 7h 6c"),
    ("Kh Kd 7c 7d Ah", "Ks Kc 7s 7h Qd"),
    ("Kh Kd 7c 7d 2h", "Ks Kc 6c 6d Ah"),
    ("9c 9d 9h 4s 3s", "9c 9d 9h 4s 2s"),
    ("8c 8d 8h 2s 2c", "7c 7d 7h As Ac"),
    ("8c 8d 8h 3s 3c", "8c 8d 8h 2s 2c"),
    ("6c 6d 6h 6s 3c", "6c 6d 6h 6s 2c"),
    ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
    ("Ah Th 8h 5h 3h", "Ad Td 8d 5d 2d"),
]


@pytest.mark.parametrize(("higher", "lower"), KICKERS)
def test_the_last_rank_that_differs_decides(higher, lower):
    assert value(hand(higher)) > value(hand(lower))


FEWER_THAN_FIVE = [
    ("9h 8h 7h 6h", "Tc 2d", "four to a straight flush is nine high"),
    ("Ah Kh Qh Jh", "2c 2d", "four of one suit are no flush"),
    ("Ac Kd Qh Js", "2c 2d", "four in a row are no straight"),
    ("Ac 2d 3h 4s", "Ac 5d", "three after an ace are no wheel"),
    ("Th Jh Qh", "Ac 2d", "three to a royal flush are queen high"),
    ("Ac Ad Ah", "2c 3d 4h 5s 6c", "three aces are below a straight"),
    ("Ac Ad Ah Ks", "2c 2d 2h 3c 3d", "three aces with a king are no full house"),
]


@pytest.mark.parametrize(("lower", "higher", "why"), FEWER_THAN_FIVE)
def test_straights_flushes_and_full_houses_need_five_cards(lower, higher, why):
    assert value(hand(lower)) < value(hand(higher)), why


@pytest.mark.parametrize("cards", [(), DECK[:1], DECK[-1:], DECK[:6], DECK[-6:], DECK[:7], DECK])
def test_other_numbers_of_cards_have_no_value_and_no_name(cards):
    for ask in (value, category, name):
        with pytest.raises(ValueError, match=f"a hand of {len(cards)} cards has no"):
            ask(cards)


def test_no_six_cards_have_a_value():
    for cards in combinations(hand("Ac Ad Ah As Kc Kd Kh Ks Qc Jc 2c 2d"), 6):
        with pytest.raises(ValueError, match="a hand of 6 cards"):
            value(cards)


def test_the_order_in_which_cards_came_changes_nothing():
    cards = hand("Qh Qs Ad Tc 4c")
    for order in permutations(cards):
        assert value(order) == value(list(order)) == value(cards)
        assert suit_order(order) == suit_order(cards)
        assert name(order) == name(cards)


SUIT_ORDERS = [
    ("8s Th", (2, 3)),
    ("8c Td", (1, 0)),
    ("2s Kc", (0, 3)),
    ("Qh Qs", (3, 2)),
    ("Qc Qd Ah", (1, 0, 2)),
    ("Qc Ah Qs 2d", (3, 0, 2, 1)),
    ("3c 3s Kd Kh 7h", (2, 1, 3, 0, 2)),
    ("4c Ad 4h 4s", (3, 2, 0, 1)),
    ("9d 9c 2c 2s 2h", (3, 2, 0, 1, 0)),
    ("As 2c 3d 4h 5c", (0, 2, 1, 0, 3)),
    ("Ah 2h 3h 4h 5h", (2, 2, 2, 2, 2)),
    ("As 2c 3d 4h", (3, 2, 1, 0)),
    ("As Kc Qd Jh Tc", (3, 0, 1, 2, 0)),
]


@pytest.mark.parametrize(("text", "suits"), SUIT_ORDERS)
def test_suits_stand_by_the_significance_of_their_cards(text, suits):
    assert suit_order(hand(text)) == suits


ACTS_FIRST = [
    ("8c Td", "8s Th"),
    ("8s Tc", "8c Td"),
    ("8c Th", "8s Ts"),
    ("Qd Qh", "Qc Qs"),
    ("Ah 5c 4h 3h 2h", "As 5d 4c 3c 2c"),
    ("As 5c 4h 3h 2h", "Ac 5d 4c 3c 2c"),
    ("Kc Qs Js", "Kd Qc Jc"),
]


@pytest.mark.parametrize(("first", "second"), ACTS_FIRST)
def test_among_equal_hands_the_lower_suit_of_the_most_significant_card_acts_first(first, second):
    assert value(hand(first)) == value(hand(second))
    assert suit_order(hand(first)) < suit_order(hand(second))


NAMES = [
    ("3c 2d", "high card", "three-deuce high"),
    ("Ks Qc Jh", "high card", "king-queen-jack high"),
    ("Ah Kd Qc Jc 9c", "high card", "ace-king-queen-jack-nine high"),
    ("9h 8h 7h 6h", "high card", "nine-eight-seven-six high"),
    ("Qh Qd", "pair", "pair of queens"),
    ("Qh Qd Ac", "pair", "pair of queens, ace kicker"),
    ("6h 6d 5c 4s 3d", "pair", "pair of sixes, five-four-three kickers"),
    ("Qh Qd Ac As", "two pair", "two pair, aces and queens"),
    ("Qh Qd Ac As 2c", "two pair", "two pair, aces and queens, deuce kicker"),
    ("Qh Qd Qc", "three of a kind", "three queens"),
    ("Qh Qd Qc Ts 9d", "three of a kind", "three queens, ten-nine kickers"),
    ("As 2c 3d 4h 5c", "straight", "five-high straight"),
    ("As Kc Qd Jh Tc", "straight", "ace-high straight"),
    ("As Ks Qs Js 9s", "flush", "ace-king-queen-jack-nine flush"),
    ("9d 9c 2c 2s 2h", "full house", "full house, deuces over nines"),
    ("6c 6d 6h 6s", "four of a kind", "four sixes"),
    ("6c 6d 6h 6s Ac", "four of a kind", "four sixes, ace kicker"),
    ("As 2s 3s 4s 5s", "straight flush", "five-high straight flush"),
    ("As Ks Qs Js Ts", "straight flush", "ace-high straight flush"),
]


@pytest.mark.parametrize(("text", "kind", "called"), NAMES)
def test_a_hand_is_called_as_a_dealer_calls_it(text, kind, called):
    assert category(hand(text)) == kind
    assert name(hand(text)) == called


def test_every_category_is_called():
    assert [kind for _, kind, _ in sorted(NAMES, key=lambda row: value(hand(row[0])))] == sorted(
        (kind for _, kind, _ in NAMES), key=CATEGORIES.index
    )
    assert {kind for _, kind, _ in NAMES} == set(CATEGORIES)


def test_a_name_is_translated_piece_by_piece():
    german = {
        "pair of {ranks}": "ein Paar {ranks}",
        "queens": "Damen",
        "ace": "Ass",
        "{made}, {ranks} kicker": "{made} mit {ranks}",
    }
    assert name(hand("Qh Qd Ac"), lambda text: german.get(text, "?")) == "ein Paar Damen mit Ass"
