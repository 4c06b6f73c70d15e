"""Ties, splits, forced exits, the empty stub, and the money at the end: each house rule in each setting."""

from __future__ import annotations

import pytest

from tables.game.settlement import shares
from tests.dealing import DEALT, after, open_prompt, refusal, replayed

ALL = ["fold", "buy 1", "buy 2", "buy 3"]
# Seat 2 beats with 6-4-2 of hearts; seat 5, 6-4 of clubs, can draw to an exact tie with the deuce of clubs.
TO_TIE = ("deal 2 6h 2h", "deal 5 6c 4c", "deal 9 Ac Ad", "2 buy 1", "card 4h")
# The same without a third hand: a tie is all-tied.
ALL_TIED = ("deal 2 6h 2h", "deal 5 6c 4c", "2 buy 1", "card 4h", "5 buy 1", "card 2c")
OUT = {"tie_after_draw": "out"}
PLAY_ON = {"tied_finish": "play_on"}


def test_the_dealing_goes_on_at_a_tie_while_paid_cards_remain() -> None:
    felt = after(*TO_TIE, "5 buy 2", "card 2c")
    assert (felt.buyer, felt.owed) == (5, 1)
    felt = after(*TO_TIE, "5 buy 2", "card 2c", "card 3c")
    assert (felt.owed, felt.actor, felt.out) == (0, 2, {})


def test_a_tie_after_the_last_card_stays_live() -> None:
    felt = after(*TO_TIE, "5 buy 1", "card 2c")
    assert felt.out == {}
    assert open_prompt(*TO_TIE, "5 buy 1", "card 2c") == (5, 2, ALL[:3])


def test_a_tie_after_the_last_card_is_mucked_if_the_house_says_so() -> None:
    felt = after(*TO_TIE, "5 buy 1", "card 2c", rules=OUT)
    assert felt.out == {5: "failed"}
    assert replayed(*ALL_TIED, seats=(2, 5), rules=OUT)["outcome"]["payouts"] == {"2": 4 * 500}


def test_a_tie_before_the_last_card_is_no_tie_in_either_setting() -> None:
    for rules in ({}, OUT):
        felt = after(*TO_TIE, "5 buy 2", "card 2c", "card 3c", rules=rules)
        assert felt.out == {}


def test_an_all_tied_finish_splits_the_pot_at_once() -> None:
    result = replayed(*ALL_TIED, seats=(2, 5))
    assert result["complete"]
    assert result["outcome"]["winners"] == [2, 5]
    assert result["outcome"]["payouts"] == {"2": 1000, "5": 1000}
    assert result["outcome"]["out"] == {}


def test_an_all_tied_finish_plays_on_if_the_house_says_so() -> None:
    assert open_prompt(*ALL_TIED, seats=(2, 5), rules=PLAY_ON) == (5, 2, ALL[:3])
    result = replayed(*ALL_TIED, "5 buy 1", "card 9c", "2 fold", seats=(2, 5), rules=PLAY_ON)
    assert result["outcome"]["winners"] == [5]


FIVE_EACH = (
    *("deal 2 6h 2h", "deal 5 6c 4c", "2 buy 1", "card 4h", "5 buy 1", "card 2c"),
    *("5 buy 1", "card Ac", "2 buy 1", "card Ah", "5 buy 1", "card Kc", "2 buy 1", "card Kh"),
)


def test_when_all_tied_hold_five_cards_nobody_can_act_and_the_pot_is_split_in_both_settings() -> None:
    result = replayed(*FIVE_EACH, seats=(2, 5), rules=PLAY_ON)
    assert result["complete"]
    assert result["outcome"]["winners"] == [2, 5]
    assert [p["after"] for p in result["prompts"]] == [2, 4, 6, 8, 10, 12]
    assert refusal(*FIVE_EACH[:7], seats=(2, 5)) == ("hand_over", "The hand is over, won by seat 2, 5.")


@pytest.mark.parametrize("rules", [{}, PLAY_ON])
def test_equal_hands_of_two_cards_always_play_on_in_suit_order(rules: dict[str, str]) -> None:
    assert open_prompt("deal 2 8s Tc", "deal 5 8c Td", seats=(2, 5), rules=rules) == (2, 5, ALL)
    assert open_prompt("deal 2 8s Tc", "deal 5 8c Td", "deal 9 Ac Kc", "9 fold", rules=rules) == (2, 5, ALL)


def test_a_fold_can_leave_an_all_tied_finish() -> None:
    tied = ("deal 2 6h 2h", "deal 5 6c 4c", "deal 9 Ac Ad", "2 buy 1", "card 4h", "5 buy 1", "card 2c")
    assert replayed(*tied, "9 fold")["outcome"]["winners"] == [2, 5]
    assert open_prompt(*tied, "9 fold", rules=PLAY_ON) == (5, 2, ALL[:3])


# Seat 9, queen-three, is lowest; seats 2 and 5 hold five cards above it.
FULL_ABOVE = (
    *("deal 2 3h 2h", "deal 5 Kd 2d", "deal 9 Qc 3c", "2 buy 3", "card 5s", "card 7h", "card Kh"),
    *("turn 5", "5 buy 3", "card 3s"),
)


def test_hands_of_five_that_become_lowest_are_out_by_themselves_one_after_the_other() -> None:
    actions = (*FULL_ABOVE, "card 6d", "card 8d", "9 buy 1")
    assert after(*actions).out == {}
    felt = after(*actions, "card Ac")
    assert list(felt.out.items()) == [(2, "exhausted"), (5, "exhausted")]
    assert felt.winners == (9,)


def test_equal_hands_of_five_below_another_are_out_in_suit_order() -> None:
    """Not all tied: the lowest hand holds five cards and cannot act, whatever equals it."""
    actions = (*FULL_ABOVE, "card 5d", "card 7d", "9 buy 1")
    assert after(*actions).out == {}
    felt = after(*actions, "card Ac")
    assert list(felt.out) == [5, 2]
    assert felt.winners == (9,)


def test_the_only_live_hand_is_never_exhausted() -> None:
    result = replayed(
        "deal 2 6h 2h", "deal 5 7c 4c", "2 buy 3", "card 3h", "card 4h", "card 8h", "5 fold", seats=(2, 5)
    )
    assert result["outcome"]["winners"] == [2]
    assert result["outcome"]["out"] == {"5": "folded"}


def stub_of(left: int) -> tuple[str, ...]:
    """Two seats, and boxed cards until `left` are in the stub; seat 2 is lowest with a deuce and a three."""
    cards = [rank + suit for rank in "456789TJQKA" for suit in "cdhs"]
    spared = cards[:left]
    scraps = [*(rank + suit for rank in "23" for suit in "cdhs"), *cards[left:]]
    used = {"2c", "3c", "Ac", "Ad"}
    assert not used & set(spared)
    return (
        "card 2c",
        *(f"scrap {card}" for card in scraps if card not in used),
        "card Ac",
        "card 3c",
        "card Ad",
    )


@pytest.mark.parametrize(("left", "buys"), [(4, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_nobody_buys_more_than_the_stub_holds_and_with_an_empty_stub_only_folding_is_open(
    left: int, buys: int
) -> None:
    deal = stub_of(left)
    assert open_prompt(*deal, seats=(2, 5)) == (2, 5, ALL[: buys + 1])
    for count in range(buys + 1, 4):
        code, reason = refusal(*deal, f"2 buy {count}", seats=(2, 5))
        assert code == "too_many"
        assert ("empty" in reason) == (left == 0)


def test_an_owed_card_that_cannot_come_leaves_only_award_void_and_an_open_misdeal() -> None:
    stuck = (*stub_of(1), "2 buy 1", "scrap 4c")
    awaiting = replayed(*stuck, seats=(2, 5))["awaiting"]
    assert "stub is empty" in awaiting["ruling"]
    for closed, code in {
        "card 4d": "waits_for_floor",
        "scrap 4d": "waits_for_floor",
        "2 fold": "cards_due",
        "5 fold": "cards_due",
        "2 buy 1": "cards_due",
        "turn 5": "cards_due",
        "restore 5": "cards_due",
        "kill 5": "cards_due",
        "extra 4d": "no_extra_now",
    }.items():
        assert refusal(*stuck, closed, seats=(2, 5))[0] == code
    assert replayed(*stuck, "void", seats=(2, 5))["outcome"]["void"] == "void"
    assert replayed(*stuck, "award 5 1500", seats=(2, 5))["outcome"]["payouts"] == {"5": 1500}
    assert replayed(*stuck, "misdeal", seats=(2, 5))["outcome"]["void"] == "misdeal"
    later = (*stub_of(2), "2 buy 2", "card 4c", "scrap 4d")
    assert refusal(*later, "misdeal", seats=(2, 5))[0] == "too_late"


@pytest.mark.parametrize(
    ("condition", "cheques", "unit", "paid"),
    [
        (500, 7, 100, {1: 1700, 3: 1800}),
        (500, 7, 500, {1: 1500, 3: 2000}),
        (2500, 7, 100, {1: 8700, 3: 8800}),
        (2500, 7, 2500, {1: 7500, 3: 10000}),
        (500, 7, 1, {1: 1750, 3: 1750}),
    ],
)
def test_the_whole_remainder_goes_to_the_winner_who_acted_last(
    condition: int, cheques: int, unit: int, paid: dict[int, int]
) -> None:
    assert shares(condition * cheques, (1, 3), 3, unit) == paid
    actions = (
        "deal 1 Qh 8h",
        "deal 3 8s Qs",
        "deal 8 2c 4d",
        "8 fold",
        "1 buy 3",
        "card 7c",
        "3 buy 1",
        "card 7h",
    )
    result = replayed(*actions, seats=(1, 3, 8), condition=condition, rules={"odd_chip_unit": unit})
    assert result["outcome"]["pot"] == condition * cheques
    assert result["outcome"]["payouts"] == {str(seat): cents for seat, cents in paid.items()}


def test_acted_last_is_whose_last_buy_came_last_and_folds_and_rulings_do_not_count() -> None:
    deal = ("deal 1 Qs 8s", "deal 3 8h Qh", "deal 8 Ac Ad")
    tied = (*deal, "3 buy 3", "card 7c", "1 buy 1", "card 7h", "8 fold")
    for later in ((), ("restore 8", "kill 8"), ("restore 8", "8 fold")):
        result = replayed(*tied, *later, seats=(1, 3, 8), rules={"odd_chip_unit": 500})
        assert result["outcome"]["payouts"] == {"1": 2000, "3": 1500}


def test_seven_conditions_are_the_most_that_one_player_posts() -> None:
    """Three paid and one received, two paid and one received, one paid: then the hand holds five."""
    actions = (
        *("deal 2 3c 2d", "deal 5 3h 2h", "2 buy 3", "card 9c", "5 buy 1", "card Th", "2 buy 2", "card Jc"),
        *("5 buy 1", "card Qh", "2 buy 1", "card Kc", "5 buy 1", "card Ah"),
    )
    result = replayed(*actions, seats=(2, 5))
    assert result["outcome"]["net"] == {"2": -7 * 500, "5": 7 * 500}
    assert result["outcome"]["out"] == {"2": "exhausted"}


def test_before_the_end_nobody_is_paid_and_net_is_minus_what_is_posted() -> None:
    outcome = replayed(*DEALT, "2 buy 3", "card 3c")["outcome"]
    assert outcome["pot"] == 6 * 500
    assert outcome["payouts"] == {}
    assert outcome["winners"] == []
    assert outcome["net"] == {"2": -2000, "5": -500, "9": -500}
