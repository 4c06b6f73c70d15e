"""One card too many after a beat: dead, or the next card off the deck."""

from __future__ import annotations

import pytest

from tables.game.cards import TEXTS
from tests.dealing import DEALT, EXAMPLE_2, after, refusal, replayed

ALL = ["fold", "buy 1", "buy 2", "buy 3"]
BEATEN = EXAMPLE_2[:6]  # seat 5 has just beaten seat 9
NEXT = {"overdealt_card": "next"}


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
