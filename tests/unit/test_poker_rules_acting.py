"""Who acts, what there is to beat, folding, buying, and what a bought card does."""

from __future__ import annotations

from typing import Any

import pytest

from tables.game.cards import TEXTS
from tests.dealing import DEALT, EXAMPLE_1, EXAMPLE_2, after, open_prompt, refusal, replayed

ALL = ["fold", "buy 1", "buy 2", "buy 3"]
# Lowest to highest: seat 3 (ten high), 1 (jack), 8 (king), 6 (pair of fours).
FOUR = ("deal 1 Jd 5s", "deal 3 Tc 7h", "deal 6 4c 4d", "deal 8 Kc Qh")
SEATS = (1, 3, 6, 8)


def order(*deal: str, **about: Any) -> list[int]:
    """Seats from the lowest hand to the highest, read off by folding the lowest again and again."""
    found = []
    actions = list(deal)
    while (prompt := open_prompt(*actions, **about)) is not None:
        found.append(prompt[0])
        top = prompt[1]
        actions.append(f"{prompt[0]} fold")
    return [*found, top]


def test_the_lowest_live_hand_acts_and_must_beat_the_one_directly_above() -> None:
    assert order(*FOUR, seats=SEATS) == [3, 1, 8, 6]
    assert open_prompt(*FOUR, seats=SEATS) == (3, 1, ALL)
    assert open_prompt(*FOUR, "3 fold", seats=SEATS) == (1, 8, ALL)
    assert open_prompt(*FOUR, "8 fold", "1 fold", seats=SEATS) == (3, 6, ALL)


def test_whoever_beats_leaves_the_turn_to_the_lowest_of_the_moment() -> None:
    beaten = (*FOUR, "3 buy 1", "card Jc")
    assert open_prompt(*beaten, seats=SEATS) == (1, 3, ALL)
    assert open_prompt(*beaten, "1 fold", seats=SEATS) == (3, 8, ALL[:3])


@pytest.mark.parametrize("seat", [1, 8, 6])
def test_nobody_else_buys_and_never_the_highest(seat: int) -> None:
    code, reason = refusal(*FOUR, f"{seat} buy 1", seats=SEATS)
    assert code == "not_your_turn"
    assert "Seat 3 acts" in reason


@pytest.mark.parametrize("seat", SEATS)
def test_a_live_player_folds_also_out_of_turn(seat: int) -> None:
    felt = after(*FOUR, f"{seat} fold", seats=SEATS)
    assert felt.out == {seat: "folded"}
    assert felt.actor == (1 if seat == 3 else 3)


def test_a_fold_out_of_turn_that_changes_nothing_opens_no_prompt() -> None:
    prompts = replayed(*FOUR, "6 fold", seats=SEATS)["prompts"]
    assert prompts == [{"after": 4, "seat": 3, "to_beat": 1, "options": ALL}]
    prompts = replayed(*FOUR, "6 fold", "1 fold", seats=SEATS)["prompts"]
    assert prompts[1:] == [{"after": 6, "seat": 3, "to_beat": 8, "options": ALL}]


def test_a_prompt_opens_again_when_its_seat_has_just_acted() -> None:
    """Seat 5 draws to an exact tie, stays live and is the lower by its suit."""
    deal = ("deal 2 6h 2h", "deal 5 6c 4c", "deal 9 Ac Ad")
    result = replayed(*deal, "2 buy 1", "card 4h", "5 buy 1", "card 2c")
    assert result["prompts"] == [
        {"after": 3, "seat": 2, "to_beat": 5, "options": ALL},
        {"after": 5, "seat": 5, "to_beat": 2, "options": ALL},
        {"after": 7, "seat": 5, "to_beat": 2, "options": ALL[:3]},
    ]


def test_folding_the_last_hand_is_refused_since_it_has_won() -> None:
    code, reason = refusal(*DEALT, "2 fold", "5 fold", "9 fold")
    assert code == "hand_over"
    assert reason == "The hand is over, won by seat 9."


@pytest.mark.parametrize("act", ["2 fold", "2 buy 1"])
def test_who_is_out_does_not_act(act: str) -> None:
    code, reason = refusal(*DEALT, "2 fold", act)
    assert code == "seat_out"
    assert reason == "Seat 2 is out (folded)."


@pytest.mark.parametrize(
    ("cards", "buys"),
    [((), 3), (("buy 1", "As"), 2), (("buy 2", "3c", "As"), 1)],
)
def test_five_in_hand_is_the_limit_of_cards_received(cards: tuple[str, ...], buys: int) -> None:
    """Seat 2 beats the ace of seat 5 with an ace of its own, and seat 9's queens pass it on again."""
    deal = ("deal 2 Td 8c", "deal 5 Ac 2c", "deal 9 Qh Qs")
    actions = [*deal, "5 fold"]
    if cards:
        actions = [*deal, f"2 {cards[0]}", *(f"card {card}" for card in cards[1:]), "5 fold"]
    prompt = open_prompt(*actions)
    assert prompt == (2, 9, ALL[: buys + 1])
    for count in range(buys + 1, 4):
        code, reason = refusal(*actions, f"2 buy {count}")
        assert code == "too_many"
        assert f"can receive {buys} more" in reason


@pytest.mark.parametrize("count", ["0", "4", "03", "x", "33", "1000000000000"])
def test_a_wrong_number_is_no_buy(count: str) -> None:
    assert refusal(*DEALT, f"2 buy {count}")[0] == "bad_number"


def test_cards_come_one_at_a_time_to_the_buyer_until_it_beats() -> None:
    felt = after(*DEALT, "2 buy 3", "card 3c")
    assert (felt.buyer, felt.owed, felt.to_beat) == (2, 2, 5)
    assert replayed(*DEALT, "2 buy 3", "card 3c")["awaiting"] == {"draw": "deck", "remaining": 45, "seat": 2}
    felt = after(*DEALT, "2 buy 3", "card 3c", "card 3d")
    assert (felt.buyer, felt.owed) == (None, 0)
    assert refusal(*DEALT, "2 buy 3", "card 3c", "card 3d", "card 3h")[0] == "no_card_due"


@pytest.mark.parametrize("act", ["5 fold", "2 fold", "9 fold", "5 buy 1", "2 buy 1"])
def test_while_cards_are_owed_nobody_folds_or_buys(act: str) -> None:
    code, reason = refusal(*DEALT, "2 buy 2", act)
    assert code == "cards_due"
    assert "Seat 2 is still owed" in reason


def test_all_dealt_and_still_lower_is_out_of_the_pot() -> None:
    felt = after(*DEALT, "2 buy 2", "card 3c", "card 4c")
    assert felt.out == {2: "failed"}
    assert felt.actor == 5
    assert replayed(*DEALT, "2 buy 2", "card 3c", "card 4c")["outcome"]["pot"] == 5 * 500


@pytest.mark.parametrize(
    ("deal", "lowest"),
    [
        (("deal 2 8c Td", "deal 5 8s Th"), 2),  # the tens decide, not the eights
        (("deal 2 8s Td", "deal 5 8c Th"), 2),
        (("deal 2 8c Tc", "deal 5 8d Td"), 2),
        (("deal 2 8h Ts", "deal 5 8s Th"), 5),
        (("deal 2 Tc Td", "deal 5 Th Ts"), 2),  # of a pair its better suit
        (("deal 2 Tc Ts", "deal 5 Th Td"), 5),
    ],
)
def test_of_equal_hands_the_lower_suit_of_the_high_card_acts_first(
    deal: tuple[str, str], lowest: int
) -> None:
    prompt = open_prompt(*deal, seats=(2, 5))
    assert prompt == (lowest, 7 - lowest, ALL)


def test_an_equal_hand_is_not_beaten_and_one_more_card_beats_it() -> None:
    deal = ("deal 2 8c Td", "deal 5 8s Th")
    felt = after(*deal, "2 buy 1", "card 2c", seats=(2, 5))
    assert felt.actor == 5
    assert felt.just_beat


def test_three_equal_hands_act_in_suit_order_each_against_the_next() -> None:
    deal = ("deal 2 8h Th", "deal 5 8s Tc", "deal 9 8d Td")
    assert order(*deal) == [5, 9, 2]
    assert open_prompt(*deal) == (5, 9, ALL)


def test_a_card_that_is_out_is_refused_naming_where_it_lies() -> None:
    actions = [*EXAMPLE_2[:10], "card Ah"]
    assert refusal(*actions) == (
        "card_out",
        "Ah lies with seat 5. If the deck holds it twice, the floor voids the hand.",
    )
    assert refusal("deal 2 As As")[0] == "card_out"
    assert refusal(*DEALT[:2], "deal 9 Qh As")[0] == "card_out"
    assert refusal(*DEALT, "2 buy 1", "scrap Qh")[1].startswith("Qh lies with seat 9.")
    assert refusal(*DEALT, "2 fold", "5 buy 1", "card Td")[1].startswith("Td lies with seat 2.")


@pytest.mark.parametrize("text", ["qh", "QH", "10h", "Qx", "1h", "Q", "Qhh", "hQ"])
def test_an_unknown_card_is_refused(text: str) -> None:
    for action in (f"card {text}", f"scrap {text}", f"deal 5 {text} As"):
        code, reason = refusal(action)
        assert code == "unknown_card"
        assert "rank 23456789TJQKA" in reason


def test_who_cannot_be_ordered_by_hand_is_ordered_by_cards_that_are_there() -> None:
    """King-queen-jack beats king-queen: the source's step 3."""
    felt = after(*EXAMPLE_1[:8], seats=(1, 2, 3))
    assert [TEXTS[card] for card in felt.hands[2]] == ["Jd", "5s", "4c", "Qs", "Kd"]
    assert felt.order == [3, 2]
