"""Irregularities: one card too many, the floor's turn, restoring, killing, award and void."""

from __future__ import annotations

import pytest

from tables.game.cards import TEXTS
from tests.dealing import DEALT, EXAMPLE_2, after, open_prompt, refusal, replayed

ALL = ["fold", "buy 1", "buy 2", "buy 3"]
BEATEN = EXAMPLE_2[:6]  # seat 5 has just beaten seat 9
NEXT = {"overdealt_card": "next"}


# One card too many.


@pytest.mark.parametrize("rules", [{}, NEXT])
@pytest.mark.parametrize(
    "before",
    [
        DEALT[:2],
        DEALT,
        (*DEALT, "2 fold"),
        (*DEALT, "2 buy 2"),
        (*DEALT, "2 buy 2", "card 3c"),
        (*DEALT, "2 buy 1", "card 3c"),
        (*BEATEN, "extra 4d"),
        (*BEATEN, "9 fold"),
        (*BEATEN, "2 fold")[:5],
        (*BEATEN, "turn 9"),
        (*BEATEN, "restore 2"),
        (*BEATEN, "kill 9"),
        (*BEATEN, "award 5 3000"),
    ],
)
def test_a_card_too_many_comes_once_and_only_right_after_a_beat(
    before: tuple[str, ...], rules: dict[str, str]
) -> None:
    assert refusal(*before, "extra Jc", rules=rules)[0] == "no_extra_now"


def test_a_card_too_many_is_shown_and_dead() -> None:
    felt = after(*BEATEN, "extra 4d")
    assert [TEXTS[card] for card in felt.dead] == ["4d"]
    assert (felt.waiting, felt.stub) == (None, 52 - 8)
    assert refusal(*BEATEN, "extra 4d", "9 buy 1", "card 4d")[1].startswith(
        "4d lies among the cards set aside"
    )


def test_a_card_too_many_is_the_next_card_off_the_deck_if_the_house_says_so() -> None:
    felt = after(*BEATEN, "extra 4d", rules=NEXT)
    assert (felt.dead, TEXTS[felt.waiting or 0], felt.stub) == ((), "4d", 52 - 7)
    felt = after(*BEATEN, "extra 4d", "9 buy 3", rules=NEXT)
    assert [TEXTS[card] for card in felt.hands[9]] == ["Qh", "Qs", "4d"]
    assert (felt.waiting, felt.owed, felt.buyer) == (None, 2, 9)


def test_a_waiting_card_can_beat_and_then_there_may_be_another_card_too_many() -> None:
    actions = (*BEATEN, "extra Qc", "9 buy 2")
    felt = after(*actions, rules=NEXT)
    assert (felt.owed, felt.actor, felt.just_beat) == (0, 5, True)
    assert after(*actions, "extra 4d", rules=NEXT).waiting is not None
    waiting = replayed(*actions, rules=NEXT)["prompts"][-1]
    assert waiting == {"after": 8, "seat": 5, "to_beat": 9, "options": ALL[:3]}


def test_a_waiting_card_is_named_where_it_lies() -> None:
    code, reason = refusal(*BEATEN, "extra 4d", "card 4d", rules=NEXT)
    assert code == "card_out"
    assert reason.startswith("4d lies face up, waiting for the next buyer.")


def test_a_waiting_card_without_a_buyer_is_dead_and_waits_again_in_a_reopened_hand() -> None:
    over = (*BEATEN, "extra 4d", "9 fold")
    assert replayed(*over, rules=NEXT)["complete"]
    felt = after(*over, "restore 9", "9 buy 1", rules=NEXT)
    assert [TEXTS[card] for card in felt.hands[9]] == ["Qh", "Qs", "4d"]
    assert felt.out[9] == "failed"


def test_a_waiting_card_counts_as_stub_and_is_what_an_almost_empty_stub_holds() -> None:
    felt = after(*BEATEN, rules=NEXT)
    assert after(*BEATEN, "extra 4d", rules=NEXT).stub == felt.stub
    assert after(*BEATEN, "extra 4d").stub == felt.stub - 1


def test_what_follows_a_beat_by_itself_the_end_too_does_not_close_the_card_too_many() -> None:
    beaten = (
        *(
            "deal 1 Tc 7h",
            "deal 2 Jd 5s",
            "deal 3 Kc Qh",
            "1 fold",
            "2 buy 3",
            "card 4c",
            "card Qs",
            "card Kd",
        ),
        *("3 buy 3", "card Ac"),
    )
    assert replayed(*beaten, seats=(1, 2, 3))["complete"]
    result = replayed(*beaten, "extra 4d", seats=(1, 2, 3), rules=NEXT)
    assert result["complete"]
    assert result["outcome"]["payouts"] == {"3": 9 * 500}
    reopened = (*beaten, "extra 4d", "restore 1", "1 buy 2")
    felt = after(*reopened, seats=(1, 2, 3), rules=NEXT)
    assert [TEXTS[card] for card in felt.hands[1]] == ["Tc", "7h", "4d"]
    assert (felt.waiting, felt.owed) == (None, 1)


# The floor gives the turn.

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


# Award and void.


@pytest.mark.parametrize("count", range(len(EXAMPLE_2) + 1))
def test_the_floor_awards_and_voids_at_any_time(count: int) -> None:
    before = EXAMPLE_2[:count]
    pot = replayed(*before)["outcome"]["pot"]
    result = replayed(*before, f"award 9 {pot - 700} 2 700")
    assert result["complete"]
    assert result["awaiting"] is None
    assert result["outcome"]["winners"] == [2, 9]
    assert result["outcome"]["payouts"] == {"2": 700, "9": pot - 700}
    assert sum(result["outcome"]["net"].values()) == 0
    void = replayed(*before, "void")
    assert void["complete"]
    nobody: dict[str, int] = {}
    assert void["outcome"] == {
        "void": "void",
        "pot": 0,
        "payouts": nobody,
        "net": {"2": 0, "5": 0, "9": 0},
        "winners": [],
    }


@pytest.mark.parametrize(
    ("award", "code"),
    [
        ("award", "bad_award"),
        ("award 5", "bad_award"),
        ("award 5 1500 9", "bad_award"),
        ("award 5 700 5 800", "bad_award"),
        ("award 5 1499", "award_not_pot"),
        ("award 5 1501", "award_not_pot"),
        ("award 5 1500 9 0", "bad_number"),
        ("award 5 01500", "bad_number"),
        ("award 5 99999999999999999999", "bad_number"),
        ("award 4 1500", "not_dealt_in"),
        ("award 11 1500", "bad_number"),
        ("award 5 15.00", "malformed"),
        ("award 5 -1500", "malformed"),
        ("void now", "malformed"),
    ],
)
def test_an_award_names_seats_dealt_in_each_once_and_adds_up_to_the_pot(award: str, code: str) -> None:
    assert refusal(*DEALT, award)[0] == code


def test_an_award_may_be_changed_and_voided_and_cancelled_by_restore_and_kill() -> None:
    awarded = (*DEALT, "2 fold", "award 2 1500")
    assert replayed(*awarded, "award 5 1500")["outcome"]["winners"] == [5]
    assert replayed(*awarded, "void")["outcome"]["void"] == "void"
    for ruling in ("restore 2", "kill 5", "kill 9"):
        outcome = replayed(*awarded, ruling)["outcome"]
        assert outcome["winners"] == ([] if ruling == "restore 2" else [9] if ruling == "kill 5" else [5])


def test_an_ended_hand_that_is_reopened_opens_its_prompt_again() -> None:
    prompts = replayed(*DEALT, "2 fold", "award 5 1500", "restore 2")["prompts"]
    assert [(p["after"], p["seat"]) for p in prompts] == [(3, 2), (4, 5), (6, 2)]
    four = (*FOUR, "award 6 2000", "kill 6")
    assert [p["after"] for p in replayed(*four, seats=SEATS)["prompts"]] == [4, 6]


def test_while_cards_are_due_under_an_award_only_another_award_and_void_are_taken() -> None:
    under = (*DEALT, "2 buy 3", "award 2 3000")
    assert refusal(*under, "restore 5")[0] == "cards_due"
    assert refusal(*under, "kill 5")[0] == "cards_due"
    assert refusal(*under, "misdeal")[0] == "hand_over"
    assert refusal(*under, "card 2h") == ("hand_over", "The hand is over: the floor has awarded the pot.")
    assert replayed(*under, "award 5 3000")["outcome"]["winners"] == [5]
    assert replayed(*under, "void")["complete"]


@pytest.mark.parametrize(
    "action", ["card 2h", "2 fold", "2 buy 1", "turn 2", "scrap 2h", "misdeal", "deal 5 2h 3h"]
)
def test_after_the_end_nothing_else_is_taken(action: str) -> None:
    assert refusal(*EXAMPLE_2, action)[0] == "hand_over"


@pytest.mark.parametrize(
    "action", ["card 2h", "2 fold", "award 5 1500", "void", "restore 2", "kill 5", "extra 2h", "misdeal"]
)
def test_after_a_void_nothing_at_all_is_taken(action: str) -> None:
    assert refusal(*DEALT, "2 fold", "void", action)[0] == "hand_void"
