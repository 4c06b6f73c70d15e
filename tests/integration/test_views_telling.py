"""The log panel: one line for one command, in the words of a dealer."""

from __future__ import annotations

from audit.selectors import head
from tables.screens.telling import SHOWN, latest
from tests.desk import Desk


def lines(desk: Desk, count: int = 1) -> list[list[str]]:
    told = latest(desk.stream, head(desk.stream).seq, "boomerang_poker", count)
    assert [one.seq for one in told] == sorted(one.seq for one in told)
    return [one.said for one in told]


def test_posts_of_all_are_one_line(desk: Desk) -> None:
    desk.open()
    assert lines(desk) == [["Posted $5: seats 2, 5, 9.", "Fee of $1 paid: seats 2, 5, 9."]]


def test_a_card_is_written_with_its_sign(desk: Desk) -> None:
    desk.open().do("card Td", "deal 5 As Tc")
    assert lines(desk, 2) == [["Seat 2 is dealt 10♦."], ["Seat 5 is dealt A♠ 10♣."]]


def test_a_correction_says_what_stands_and_not_all_of_it_again(desk: Desk) -> None:
    desk.deal()
    n = desk.hand()["moves"][0]["n"]
    desk.do(f"correct {n} deal 2 9d 8c", reason="Keyed wrong")
    assert lines(desk) == [
        [f"Action {n} corrected to deal 2 9♦ 8♣ (Keyed wrong).", "2 later entries stand as they were."]
    ]


def test_a_correction_that_no_longer_fits_says_that_the_hand_waits(desk: Desk) -> None:
    desk.deal().do("2 fold", "5 buy 1", "card Ah")
    n = desk.last_n()
    desk.do("9 buy 1")
    desk.do(f"correct {n} card 3d", reason="Keyed wrong")
    assert lines(desk)[0][0] == f"Action {n} corrected to card 3♦ (Keyed wrong)."
    assert "waits for a ruling" in lines(desk)[0][-1]


def test_who_did_it_and_no_more_than_fit(desk: Desk) -> None:
    desk.deal().do("2 fold")
    told = latest(desk.stream, head(desk.stream).seq, "boomerang_poker")
    assert len(told) == SHOWN
    assert (told[-1].who, told[-1].role) == ("Dana Reyes", "dealer")
    assert told[-1].at.tzinfo is not None
