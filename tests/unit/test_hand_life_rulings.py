"""Disputes and other waits for the floor, and the rulings that end them."""

from __future__ import annotations

import pytest

from tests.dealing import DEALT, EXAMPLE_2, Dealing


def disputed(*actions: str) -> Dealing:
    return Dealing().post().do(*actions).do("dispute", reason="seat 2 says it did not fold")


def unfit() -> Dealing:
    """A hand that waits: with the right card seat 5 had not beaten seat 9."""
    dealing = Dealing().post().do(*EXAMPLE_2[:7])
    n = next(move.n for move in dealing.hand.play.moves if move.text == "card Ah")
    dealing.do(f"correct {n} card 2h", reason="misread")
    return dealing


def test_a_dispute_freezes_the_hand_and_says_what_it_is_about() -> None:
    dealing = disputed(*EXAMPLE_2[:4])
    assert dealing.hand.phase == "disputed"
    assert dealing.hand.frozen == "The hand is disputed: seat 2 says it did not fold. The floor rules."
    for text in ("5 buy 1", "5 fold", "card Kd", "pay", "drop", "misdeal"):
        assert dealing.refuses(text, reason="x") in {
            "waits_for_floor",
            "no_card_due",
            "too_late",
        }
    assert dealing.refuses("5 buy 1") == "waits_for_floor"
    assert dealing.refuses("dispute", reason="again") == "disputed_already"


@pytest.mark.parametrize("text", ["post 9", "in 7", "out 9", "drop", "pay"])
def test_a_dispute_before_the_deal_freezes_posting_too(text: str) -> None:
    dealing = Dealing().do("post 2 5").do("dispute", reason="who sits in seat 9")
    assert dealing.refuses(text) == "waits_for_floor"
    dealing.do("waive 5 H-12")
    dealing.ruled("rule stands").post().do("card Qh")


def test_a_dispute_says_what_it_is_about_and_a_ruling_needs_something_to_rule() -> None:
    dealing = Dealing().post()
    assert dealing.refuses("dispute") == "reason_missing"
    assert dealing.refuses("dispute now", reason="x") == "malformed"
    assert dealing.refuses("rule stands", reason="x", rule="H-1") == "nothing_to_rule"
    dealing.do("dispute", reason="x")
    assert dealing.refuses("rule stands") == "ruling_incomplete"
    assert dealing.refuses("rule stands", reason="x") == "ruling_incomplete"
    assert dealing.refuses("rule stands firm", reason="x", rule="H-1") == "malformed"
    assert dealing.refuses("rule falls", reason="x", rule="H-1") == "unknown_action"


def test_what_happened_stands() -> None:
    dealing = disputed(*EXAMPLE_2[:4]).ruled("rule stands")
    assert dealing.hand.frozen is None
    said = dealing.said("hand.ruled")[0]
    assert (said["verdict"], said["reason"], said["rule"]) == ("stands", "seen on the tape", "H-4")
    dealing.do(*EXAMPLE_2[4:], "pay")
    assert dealing.hand.settled


@pytest.mark.parametrize(
    "ruling", ["restore 2", "turn 5", "kill 5", "award 5 1000 9 500", "void", "rule stands"]
)
def test_a_ruling_ends_a_dispute(ruling: str) -> None:
    dealing = disputed(*EXAMPLE_2[:4])
    assert dealing.refuses(ruling) == "ruling_incomplete"
    dealing.ruled(ruling)
    assert dealing.hand.frozen is None
    assert dealing.hand.phase != "disputed"


@pytest.mark.parametrize("ruling", ["award 5 3000", "void", "misdeal", "rule stands"])
def test_a_ruling_ends_the_wait_after_a_correction_that_did_not_fit(ruling: str) -> None:
    dealing = Dealing().post().do(*DEALT, "2 buy 3", "scrap 7c")
    dealing.do("correct 3 deal 2 7c 8c", reason="misread")
    assert dealing.hand.frozen == (
        "The hand waits for a ruling: 'scrap 7c' no longer stands: 7c lies with seat 2. "
        "If the deck holds it twice, the floor voids the hand. Kept out with their cheques: scrap 7c."
    )
    assert dealing.hand.phase == "ruling"
    dealing.ruled(ruling)
    assert dealing.hand.frozen is None


def test_while_cards_are_due_the_wait_is_not_ended_by_restore_kill_or_turn() -> None:
    dealing = unfit()
    for ruling in ("restore 2", "turn 9", "kill 9"):
        assert dealing.refuses(ruling, reason="x", rule="H-1") == "cards_due"
    dealing.ruled("rule stands").do("card 3h")
    assert dealing.hand.frozen is None


def test_the_floor_goes_on_from_where_the_texts_no_longer_fit() -> None:
    """Seat 9 had folded out of what now is the other order; the floor restores it."""
    dealing = Dealing().post().do(*DEALT, "2 fold", "5 fold")
    n = next(move.n for move in dealing.hand.play.moves if move.text == "deal 9 Qh Qs")
    dealing.do(f"correct {n} deal 9 2h 3s", reason="misread")
    assert dealing.hand.unfit is not None
    assert [u.text for u in dealing.hand.undone] == ["deal 9 Qh Qs", "2 fold", "5 fold"]
    dealing.ruled("turn 2").do("2 fold", "9 fold", "pay")
    assert dealing.hand.paid == {5: 1500}


def test_a_misdeal_of_a_disputed_deal_is_a_ruling() -> None:
    dealing = disputed(*DEALT)
    assert dealing.refuses("misdeal", reason="exposed") == "ruling_incomplete"
    dealing.ruled("misdeal")
    assert dealing.hand.frozen is None
    dealing.do("pay")
    assert dealing.hand.settled


def test_a_ruling_that_is_taken_back_leaves_the_hand_disputed_again() -> None:
    dealing = disputed(*EXAMPLE_2[:4]).ruled("kill 5")
    n = dealing.hand.n
    dealing.do(f"undo {n}", reason="wrong seat")
    assert dealing.hand.dispute == "seat 2 says it did not fold"
    dealing.ruled("kill 9")
    assert dealing.hand.frozen is None
    stands = disputed(*EXAMPLE_2[:4]).ruled("rule stands").do("undo 6", reason="x")
    assert stands.hand.frozen is None


def test_a_correction_that_plays_an_old_ruling_again_does_not_end_a_later_dispute() -> None:
    dealing = Dealing().post().do(*DEALT).ruled("turn 5").do("dispute", reason="the rulings")
    dealing.do("correct 3 deal 2 Td 8d", reason="misread")
    assert dealing.hand.play.moves[-1].text == "turn 5"
    assert dealing.hand.dispute == "the rulings"


def test_a_correction_keeps_what_a_ruling_has_ended() -> None:
    dealing = disputed(*DEALT).ruled("turn 5")
    assert dealing.hand.frozen is None
    dealing.do("correct 3 deal 2 Td 8d", reason="misread")
    assert dealing.hand.frozen is None
    dealing.do(f"undo {dealing.hand.n}", reason="wrong seat")
    assert dealing.hand.dispute is not None


def test_a_ruling_kept_out_by_a_correction_ends_nothing() -> None:
    dealing = disputed(*EXAMPLE_2[:4]).ruled("turn 5").do("5 buy 1")
    dealing.do("correct 5 deal 9 2h 3s", reason="misread")
    assert dealing.hand.dispute is not None
    assert dealing.hand.unfit is not None
    dealing.ruled("rule stands")
    assert dealing.hand.frozen is None


def test_a_dispute_after_the_award_and_another_after_a_ruling() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2, "pay").do("dispute", reason="count of the pot")
    dealing.ruled("rule stands").do("dispute", reason="again")
    assert dealing.hand.dispute == "again"
    assert dealing.hand.phase == "disputed"


def test_a_hand_whose_card_cannot_come_waits_for_the_floor() -> None:
    dealing = Dealing().post().do(*DEALT).ruled("kill 2", "kill 5", "kill 9")
    assert dealing.hand.phase == "ruling"
    assert dealing.hand.frozen is None
    dealing.ruled("restore 5").do("pay")
    assert dealing.hand.paid == {5: 1500}
