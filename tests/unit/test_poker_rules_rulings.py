"""The floor gives the turn, restores a hand, declares one dead."""

from __future__ import annotations

import pytest

from tests.dealing import DEALT, after, open_prompt, refusal, replayed

ALL = ["fold", "buy 1", "buy 2", "buy 3"]
FOUR = ("deal 1 Jd 5s", "deal 3 Tc 7h", "deal 6 4c 4d", "deal 8 Kc Qh")  # from the lowest: 3, 1, 8, 6
SEATS = (1, 3, 6, 8)


def test_the_turn_goes_to_the_named_seat_which_must_beat_the_hand_directly_above() -> None:
    assert open_prompt(*FOUR, "turn 8", seats=SEATS) == (8, 6, ALL)
    assert open_prompt(*FOUR, "turn 1", seats=SEATS) == (1, 8, ALL)
    assert refusal(*FOUR, "turn 1", "3 buy 1", seats=SEATS)[0] == "not_your_turn"


@pytest.mark.parametrize(
    ("act", "then"),
    [
        (("8 buy 1", "card 8h"), 3),  # it beat: afterwards the lowest acts again
        (("8 buy 1", "card 9h"), 3),
        (("8 fold",), 3),
        (("kill 8",), 3),
        (("6 fold",), 3),  # it is highest now
        (("kill 6",), 3),
        (("3 fold",), 8),
        (("1 fold", "3 fold"), 8),
    ],
)
def test_afterwards_or_when_it_is_out_or_highest_the_lowest_acts_again(
    act: tuple[str, ...], then: int
) -> None:
    felt = after(*FOUR, "turn 8", *act, seats=SEATS)
    assert felt.actor == then


def test_the_turn_of_a_seat_that_is_to_act_anyway_changes_nothing() -> None:
    assert after(*FOUR, "turn 3", seats=SEATS).turn is None
    assert replayed(*FOUR, "turn 3", seats=SEATS)["prompts"] == replayed(*FOUR, seats=SEATS)["prompts"]
    lower = (*FOUR, "3 fold", "turn 1", "restore 3")
    assert open_prompt(*lower, seats=SEATS) == (3, 1, ALL)


def test_a_turn_that_has_ended_does_not_come_back_with_a_restored_hand() -> None:
    assert after(*FOUR, "turn 8", "8 fold", "restore 8", seats=SEATS).actor == 3
    assert after(*FOUR, "turn 8", "6 fold", "restore 6", seats=SEATS).actor == 3


def test_the_turn_that_lasts_outlasts_a_restored_lower_hand() -> None:
    assert after(*FOUR, "3 fold", "turn 8", "restore 3", seats=SEATS).actor == 8


def test_a_second_turn_replaces_the_first_and_may_name_the_lowest() -> None:
    assert after(*FOUR, "turn 8", "turn 1", seats=SEATS).actor == 1
    assert after(*FOUR, "turn 8", "turn 3", seats=SEATS).actor == 3


@pytest.mark.parametrize(
    ("before", "seat", "code"),
    [
        ((), 6, "highest_hand"),
        ((), 5, "not_dealt_in"),
        (("8 fold",), 8, "seat_out"),
        (("3 buy 1",), 8, "cards_due"),
        (("3 buy 3", "card 2c", "card 3c", "card Jh"), 3, "hand_full"),
        (("1 fold", "3 fold", "8 fold"), 8, "hand_over"),
    ],
)
def test_the_turn_names_a_live_seat_that_is_neither_highest_nor_full(
    before: tuple[str, ...], seat: int, code: str
) -> None:
    assert refusal(*FOUR, *before, f"turn {seat}", seats=SEATS)[0] == code


def test_forced_exits_happen_also_while_a_named_seat_is_to_act() -> None:
    """Seat 3 holds five cards, the lowest when seat 1 folds; seat 8 is still to act."""
    full = (*FOUR, "3 buy 3", "card 2c", "card 3c", "card Jh", "turn 8")
    assert after(*full, seats=SEATS).order == [1, 3, 8, 6]
    felt = after(*full, "1 fold", seats=SEATS)
    assert felt.out == {1: "folded", 3: "exhausted"}
    assert felt.actor == 8


# Restoring and killing.


def test_a_folded_hand_comes_back_with_its_cards() -> None:
    felt = after(*DEALT, "2 fold", "restore 2")
    assert felt.out == {}
    assert open_prompt(*DEALT, "2 fold", "restore 2") == (2, 5, ALL)


def test_a_failed_or_killed_hand_comes_back_too() -> None:
    assert after(*DEALT, "2 buy 1", "card 3c", "restore 2").out == {}
    assert after(*DEALT, "kill 2", "restore 2").out == {}


def test_restoring_reopens_an_ended_hand() -> None:
    ended = (*DEALT, "2 fold", "5 fold")
    assert replayed(*ended)["complete"]
    result = replayed(*ended, "restore 5")
    assert not result["complete"]
    assert result["outcome"]["winners"] == []
    assert result["prompts"][-1] == {"after": 6, "seat": 5, "to_beat": 9, "options": ALL}


def test_a_restored_lowest_hand_of_five_cards_is_out_again_at_once() -> None:
    failed = (*DEALT, "2 buy 3", "card 3c", "card 4c", "card 5c")
    assert after(*failed).out == {2: "failed"}
    felt = after(*failed, "restore 2")
    assert felt.out == {2: "exhausted"}
    assert felt.actor == 5
    assert refusal(*failed, "restore 2", "restore 2")[0] == "exhausted"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("restore 5", "not_out"),
        ("restore 4", "not_dealt_in"),
        ("kill 2", "seat_out"),
        ("kill 4", "not_dealt_in"),
    ],
)
def test_only_who_is_out_is_restored_and_only_who_is_live_is_killed(action: str, code: str) -> None:
    assert refusal(*DEALT, "2 fold", action)[0] == code


@pytest.mark.parametrize("ruling", ["turn 9", "restore 2", "kill 9"])
def test_no_ruling_while_cards_are_due(ruling: str) -> None:
    assert refusal(*DEALT, "2 fold", "5 buy 3", ruling)[0] == "cards_due"
    assert refusal(*DEALT, "2 fold", "5 buy 3", "card 2h", ruling)[0] == "cards_due"


def test_killing_can_end_the_hand() -> None:
    result = replayed(*DEALT, "kill 2", "kill 9")
    assert result["outcome"]["winners"] == [5]
    assert result["outcome"]["out"] == {"2": "killed", "9": "killed"}


def test_killing_the_last_hand_leaves_a_ruling_of_the_floor() -> None:
    gone = (*DEALT, "kill 2", "kill 9", "kill 5")
    result = replayed(*gone)
    assert not result["complete"]
    assert "No hand is live" in result["awaiting"]["ruling"]
    assert result["prompts"] == replayed(*DEALT)["prompts"] + [
        {"after": 4, "seat": 5, "to_beat": 9, "options": ALL}
    ]
    for closed, code in {"card 2h": "waits_for_floor", "2 fold": "seat_out", "5 buy 1": "seat_out"}.items():
        assert refusal(*gone, closed)[0] == code
    assert replayed(*gone, "restore 9")["outcome"]["winners"] == [9]
    assert replayed(*gone, "award 2 1500")["outcome"]["winners"] == [2]


def test_killing_one_of_two_who_split_gives_the_pot_to_the_other() -> None:
    tied = ("deal 2 6h 2h", "deal 5 6c 4c", "2 buy 1", "card 4h", "5 buy 1", "card 2c")
    assert replayed(*tied, "kill 2", seats=(2, 5))["outcome"]["payouts"] == {"5": 2000}
