"""The examples of the game's source as whole games: nine cheques, eleven cheques, and the tie."""

from __future__ import annotations

from tests.dealing import EXAMPLE_1, EXAMPLE_2, after, open_prompt, replayed

ALL = ["fold", "buy 1", "buy 2", "buy 3"]


def test_an_ace_wins_nine_cheques() -> None:
    result = replayed(*EXAMPLE_1, seats=(1, 2, 3))
    assert result["complete"]
    assert result["awaiting"] is None
    assert result["outcome"] == {
        "pot": 9 * 500,
        "payouts": {"3": 4500},
        "net": {"1": -500, "2": -2000, "3": 2500},
        "winners": [3],
        "hands": {
            "1": ["Tc", "7h"],
            "2": ["Jd", "5s", "4c", "Qs", "Kd"],
            "3": ["Kc", "Qh", "8d", "3h", "Ac"],
        },
        "out": {"1": "folded", "2": "exhausted"},
    }
    assert result["prompts"] == [
        {"after": 3, "seat": 1, "to_beat": 2, "options": ALL},
        {"after": 4, "seat": 2, "to_beat": 3, "options": ALL},
        {"after": 8, "seat": 3, "to_beat": 2, "options": ALL},
    ]


def test_a_hand_of_five_stays_until_it_is_lowest() -> None:
    felt = after(*EXAMPLE_1[:-1], seats=(1, 2, 3))
    assert felt.out == {1: "folded"}
    assert after(*EXAMPLE_1, seats=(1, 2, 3)).out[2] == "exhausted"


def test_three_queens_win_eleven_cheques() -> None:
    result = replayed(*EXAMPLE_2)
    assert result["complete"]
    assert result["outcome"]["pot"] == 11 * 500
    assert result["outcome"]["payouts"] == {"9": 5500}
    assert result["outcome"]["net"] == {"2": -500, "5": -3000, "9": 3500}
    assert result["outcome"]["out"] == {"2": "folded", "5": "failed"}


def test_dealing_stops_the_moment_the_hand_beats_and_the_cheques_stay() -> None:
    felt = after(*EXAMPLE_2[:6])
    assert felt.owed == 0
    assert felt.bought == {5: 3}
    assert len(felt.hands[5]) == 3
    assert replayed(*EXAMPLE_2[:6])["outcome"]["pot"] == 6 * 500


def test_paid_cards_that_never_came_do_not_count_against_the_limit() -> None:
    assert open_prompt(*EXAMPLE_2[:9]) == (5, 9, ["fold", "buy 1", "buy 2"])
    assert after(*EXAMPLE_2).bought[5] == 3 + 2


def test_of_two_tens_with_eight_the_diamond_acts_and_has_to_beat_ten_eight() -> None:
    deal = ("deal 4 8s Th", "deal 6 8c Td")
    assert open_prompt(*deal, seats=(4, 6)) == (6, 4, ALL)
    result = replayed(*deal, "6 buy 1", "card 2c", "4 fold", seats=(4, 6))
    assert result["outcome"]["pot"] == 3 * 500
    assert result["outcome"]["payouts"] == {"6": 1500}
