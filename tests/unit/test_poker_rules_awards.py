"""The floor awards the pot or voids the hand, at any time; what is taken after the end."""

from __future__ import annotations

import pytest

from tests.dealing import DEALT, EXAMPLE_2, refusal, replayed

SEATS = (1, 3, 6, 8)
FOUR = ("deal 1 Jd 5s", "deal 3 Tc 7h", "deal 6 4c 4d", "deal 8 Kc Qh")  # from the lowest: 3, 1, 8, 6


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
