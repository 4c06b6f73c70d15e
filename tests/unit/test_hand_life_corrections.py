"""Taking back and correcting: what fits stands without rekeying, what does not waits for the floor."""

from __future__ import annotations

import pytest

from tests.dealing import DEALT, EXAMPLE_2, Dealing

# Numbers: the hand is opened with 1 and posted with 2, so the first card is action 3.
FIRST = 3


def texts(dealing: Dealing) -> list[str]:
    return [move.text for move in dealing.hand.play.moves]


def number_of(dealing: Dealing, text: str) -> int:
    return next(move.n for move in dealing.hand.play.moves if move.text == text)


def correct(dealing: Dealing, wrong: str, right: str, reason: str = "misread") -> Dealing:
    return dealing.do(f"correct {number_of(dealing, wrong)} {right}", reason=reason)


def test_taking_back_is_the_state_before_and_numbers_are_not_used_again() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:5])
    states = [move.state for move in dealing.hand.play.moves]
    dealing.do("undo 6", reason="seat 2 had not folded")
    assert dealing.hand.state == states[2]
    assert dealing.hand.n == 8
    dealing.do("2 buy 1")
    assert dealing.hand.play.moves[-1].n == 9
    undone = dealing.hand.undone
    assert [(u.n, u.text, u.by, u.reason) for u in undone] == [
        (6, "2 fold", 8, "seat 2 had not folded"),
        (7, "5 buy 3", 8, "seat 2 had not folded"),
    ]
    assert dealing.said("hand.undone")[0]["taken"] == [6, 7]


def test_a_declared_buy_is_withdrawn_or_lowered_until_its_first_card_no_reason_asked() -> None:
    dealing = Dealing().post().do(*DEALT, "2 buy 3")
    dealing.do("undo 6")
    assert dealing.hand.phase == "deciding"
    dealing.do("2 buy 3", "correct 8 2 buy 1")
    assert dealing.hand.money.pot == 2000
    dealing.do("card 3c")
    n = number_of(dealing, "2 buy 1")
    assert dealing.refuses(f"undo {n}") == "reason_missing"
    assert dealing.refuses(f"correct {n} 2 buy 2") == "reason_missing"


def test_a_buy_that_a_waiting_card_answered_is_not_withdrawn_without_a_reason() -> None:
    dealing = Dealing(rules={"overdealt_card": "next"}).post().do(*EXAMPLE_2[:6], "extra 4d", "9 buy 1")
    assert dealing.refuses(f"undo {dealing.hand.n}") == "reason_missing"


@pytest.mark.parametrize(
    ("text", "reason", "code"),
    [
        ("undo 6", "", "reason_missing"),
        ("undo", "x", "malformed"),
        ("undo 6 7", "x", "malformed"),
        ("undo x", "x", "bad_number"),
        ("undo 0", "x", "bad_number"),
        ("undo 06", "x", "bad_number"),
        ("undo 2", "x", "no_such_action"),
        ("undo 99", "x", "no_such_action"),
        ("correct 6", "x", "malformed"),
        ("correct", "x", "malformed"),
        ("correct x card Qh", "x", "bad_number"),
        ("correct 99 card Qh", "x", "no_such_action"),
        ("correct 3 deal 2 Td 8d", "", "reason_missing"),
        ("correct 3 deal 2 Td 8c", "x", "same_text"),
        ("correct 3 deal 2 Td", "x", "malformed"),
        ("correct 3 deal 2 Td 10c", "x", "unknown_card"),
        ("correct 3 undo 2", "x", "unknown_action"),
        ("correct 3 2 fold", "x", "deal_unfinished"),
        ("correct 6 card 2h", "x", "no_card_due"),
        ("correct 6 turn 5", "x", "other_kind"),
        ("correct 6 void", "x", "other_kind"),
        ("correct 6 misdeal", "x", "other_kind"),
        ("correct 8 5 fold", "x", "cards_due"),
    ],
)
def test_what_is_no_taking_back_and_no_correction(text: str, reason: str, code: str) -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:6])
    assert dealing.refuses(text, reason=reason) == code


def test_a_wrong_first_card_is_corrected_four_actions_later_with_nothing_rekeyed() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:5])
    correct(dealing, "deal 2 Td 8c", "deal 2 Td 8d")
    assert texts(dealing) == ["deal 2 Td 8d", *EXAMPLE_2[1:5]]
    assert dealing.hand.frozen is None
    facts = dealing.facts[-6:]
    assert [fact.data.get("replaces") for fact in facts] == [None, 3, 4, 5, 6, 7]
    assert [fact.data["n"] for fact in facts] == [8, 9, 10, 11, 12, 13]
    assert [fact.data.get("reason") for fact in facts] == ["misread", "misread", None, None, None, None]
    assert [u.text for u in dealing.hand.undone] == ["deal 2 Td 8c"]
    dealing.do(*EXAMPLE_2[5:], "pay")
    assert dealing.hand.paid == {9: 5500}


def test_a_bought_card_is_corrected_however_many_entries_later() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2)
    correct(dealing, "card 4d", "card 5d")
    correct(dealing, "card Ah", "card Ad")
    correct(dealing, "card 5d", "card 6d")
    assert dealing.hand.frozen is None
    assert texts(dealing) == [
        *EXAMPLE_2[:5],
        "card Ad",
        "9 buy 3",
        "card 6d",
        *EXAMPLE_2[8:],
    ]
    assert [(u.text, u.reason) for u in dealing.hand.undone] == [
        ("card 4d", "misread"),
        ("card Ah", "misread"),
        ("card 5d", "misread"),
    ]
    assert dealing.hand.money.payouts == {9: 5500}


def test_the_cards_of_the_deal_are_corrected_freely_until_somebody_has_decided() -> None:
    dealing = Dealing().post().do(*DEALT)
    correct(dealing, "deal 9 Qh Qs", "deal 9 3h 2s")
    assert dealing.hand.frozen is None
    assert dealing.hand.variant.prompts(dealing.hand.state)[0].seat == 9
    seats = Dealing().post().do("deal 2 Td 8c", "deal 5 As Tc")
    correct(seats, "deal 5 As Tc", "deal 9 As Tc")
    correct(seats, "deal 2 Td 8c", "deal 5 Td 8c")
    assert texts(seats) == ["deal 5 Td 8c", "deal 9 As Tc"]
    assert seats.hand.frozen is None


def test_a_card_dealt_one_by_one_is_corrected_in_its_place() -> None:
    dealing = (
        Dealing().post().do("card Td", "scrap 7c", "card As", "card Qh", "card 8c", "card Tc", "card Qs")
    )
    correct(dealing, "card As", "card Ad")
    correct(dealing, "scrap 7c", "scrap 7d")
    assert texts(dealing)[:3] == ["card Td", "scrap 7d", "card Ad"]
    assert dealing.hand.frozen is None


def held(dealing: Dealing) -> tuple[str, list[str]]:
    """Why the floor must rule, and the texts that no longer fit."""
    said = dealing.said("hand.held")[-1]
    assert dealing.hand.unfit == said["reason"]
    assert dealing.hand.phase == "ruling"
    return said["reason"], [entry["text"] for entry in said["kept_out"]]


def test_a_later_text_that_is_refused_waits_for_a_ruling() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2)
    correct(dealing, "card 4d", "card 9c")
    reason, kept_out = held(dealing)
    assert "'card 9c' no longer stands: 9c lies with seat 9" in reason
    assert kept_out == ["card 9c", "card 2s"]
    assert texts(dealing) == [*EXAMPLE_2[:7], "card 9c", "card Qc", "5 buy 2"]
    assert {"card 4d", "card 9c", "card 2s"} == {u.text for u in dealing.hand.undone}


def test_a_card_that_turns_out_otherwise_waits_for_a_ruling_with_what_followed_kept_out() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:8])
    correct(dealing, "card Ah", "card 2h")
    reason, kept_out = held(dealing)
    assert "goes on otherwise" in reason
    assert kept_out == ["9 buy 3", "card 4d"]
    assert texts(dealing)[-1] == "card 2h"
    assert dealing.refuses("card 3h") == "waits_for_floor"


def test_a_later_card_that_turns_out_otherwise_waits_for_a_ruling() -> None:
    """Seat 5's kicker decides whether a later king of seat 9 beats it."""
    dealing = Dealing().post()
    dealing.do("deal 2 Td 8c", "deal 5 Ks Jc", "deal 9 Qh Js", "2 fold", "9 buy 1", "card Kh")
    correct(dealing, "deal 5 Ks Jc", "deal 5 Ks Ac")
    reason, kept_out = held(dealing)
    assert "'card Kh' turns out otherwise" in reason
    assert kept_out == ["card Kh"]
    assert texts(dealing)[-1] == "9 buy 1"


def test_another_order_of_play_waits_for_a_ruling() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:5])
    correct(dealing, "deal 9 Qh Qs", "deal 9 7h 2s")
    reason, kept_out = held(dealing)
    assert "before '2 fold' another decision was open" in reason
    assert kept_out == ["2 fold", "5 buy 3"]


def test_the_last_card_is_corrected_and_the_hand_goes_on_from_there() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2)
    assert dealing.hand.money.winners == (9,)
    correct(dealing, "card 2s", "card Ac")
    assert dealing.hand.frozen is None
    assert dealing.hand.money.winners == ()
    assert dealing.hand.phase == "deciding"


def test_after_the_award_a_correction_that_changes_it_waits_for_a_ruling() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2, "pay")
    correct(dealing, "card 4d", "card 5d")
    assert dealing.hand.settled
    assert dealing.hand.frozen is None
    correct(dealing, "card 2s", "card Ac")
    assert held(dealing) == ("the pot was paid otherwise than it now stands", [])
    dealing.ruled("award 9 5500")
    assert dealing.hand.settled
    assert dealing.hand.frozen is None


def test_a_correction_in_a_void_hand_keeps_it_void_and_paid() -> None:
    dealing = Dealing().post().do(*DEALT).ruled("void").do("pay")
    correct(dealing, "deal 2 Td 8c", "deal 2 Td 8d")
    assert dealing.hand.settled
    assert dealing.hand.fees_held == 0


def test_a_correction_that_a_void_does_not_survive_collects_the_fee_again() -> None:
    dealing = Dealing().post().do(*DEALT).do("misdeal", reason="exposed").do("pay")
    correct(dealing, "deal 2 Td 8c", "deal 2 Qh 8c")
    assert held(dealing)[1] == ["deal 9 Qh Qs", "misdeal"]
    assert [fact.type for fact in dealing.facts[-3:]] == ["fee.collected"] * 3
    assert dealing.hand.fees_held == 300
    dealing.ruled("void").do("pay")
    assert dealing.hand.settled
    assert dealing.hand.fees_held == 0


def test_a_ruling_is_corrected_with_reason_and_rule_and_keeps_them_when_played_again() -> None:
    dealing = Dealing().post().do(*DEALT).ruled("turn 5")
    assert dealing.refuses("correct 6 kill 5", reason="meant") == "ruling_incomplete"
    dealing.ruled("correct 6 kill 5")
    assert dealing.hand.state.out == {5: "killed"}  # type: ignore[attr-defined]  # the felt of poker
    correct(dealing, "deal 2 Td 8c", "deal 2 Td 8d")
    last = dealing.facts[-1].data
    assert (last["text"], last["replaces"], last["reason"], last["rule"]) == ("kill 5", 8, None, None)
    assert dealing.hand.frozen is None


def test_a_decision_keyed_for_the_wrong_seat_is_corrected_while_nothing_came_later() -> None:
    dealing = Dealing().post().do(*DEALT, "2 fold")
    correct(dealing, "2 fold", "9 fold")
    assert dealing.hand.state.out == {9: "folded"}  # type: ignore[attr-defined]  # the felt of poker
    dealing.do("2 fold")
    assert dealing.hand.money.winners == (5,)
