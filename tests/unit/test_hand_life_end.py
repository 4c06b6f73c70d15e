"""The end of a hand: award, drop, void, misdeal and redeal, closing. Money is whole in every path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tables.game.actions import carried, carry_in, closing
from tables.game.base import Refused
from tables.game.hand import Fact, Hand, applied, opened
from tests.dealing import DEALT, EXAMPLE_2, Dealing, opening


def finished(**about: Any) -> Dealing:
    return Dealing(**about).post().do(*EXAMPLE_2)


def fee_flow(dealing: Dealing) -> tuple[int, int, int]:
    """Cents of fees collected, returned and dropped."""
    kinds = ("fee.collected", "fee.returned", "fee.dropped")
    collected, returned, dropped = (sum(data["cents"] for data in dealing.said(kind)) for kind in kinds)
    return collected, returned, dropped


def test_a_hand_is_paid_as_the_rules_say_and_the_fee_drops_after_the_award() -> None:
    dealing = finished()
    assert dealing.hand.phase == "award"
    dealing.do("pay")
    assert dealing.facts[-2].data == {"n": 15, "text": "pay", "pot": 5500, "payouts": {"9": 5500}}
    assert dealing.facts[-1].data == {"n": 15, "text": None, "cents": 300, "box": "B12"}
    assert (dealing.hand.phase, dealing.hand.settled) == ("finished", True)
    assert dealing.refuses("pay") == "already_paid"
    assert dealing.refuses("drop") == "nothing_to_drop"
    assert fee_flow(dealing) == (300, 0, 300)


def test_the_dealer_may_drop_earlier_and_then_the_award_drops_nothing() -> None:
    dealing = finished().do("drop", "pay")
    assert fee_flow(dealing) == (300, 0, 300)
    assert len(dealing.said("fee.dropped")) == 1


def test_pay_waits_for_the_end() -> None:
    dealing = Dealing().post().do(*DEALT)
    assert dealing.refuses("pay") == "not_over"
    assert dealing.refuses("card Kd") == "no_card_due"
    assert dealing.hand.phase == "deciding"


def test_phases_of_a_hand() -> None:
    dealing = Dealing()
    seen = [dealing.hand.phase]
    dealing.post()
    for text in EXAMPLE_2:
        seen.append(dealing.hand.phase)
        dealing.do(text)
    seen.append(dealing.hand.phase)
    dealing.do("pay")
    seen.append(dealing.hand.phase)
    dealing.take(facts := closing(dealing.hand, None), _after(dealing, facts))
    seen.append(dealing.hand.phase)
    drawing, deciding = "drawing", "deciding"
    assert seen == [
        *("posting", drawing, drawing, drawing, deciding, deciding, drawing, deciding, drawing, drawing),
        *(deciding, drawing, drawing, "award", "finished", "closed"),
    ]


def _after(dealing: Dealing, facts: list[Fact]) -> Hand:
    hand = dealing.hand
    for fact in facts:
        hand = applied(hand, fact)
    return hand


def test_an_award_of_the_floor_is_paid_and_can_change_after_pay() -> None:
    dealing = finished().do("pay")
    dealing.ruled("award 5 3000 9 2500")
    assert (dealing.hand.phase, dealing.hand.settled) == ("award", False)
    dealing.do("pay")
    assert dealing.hand.paid == {5: 3000, 9: 2500}
    assert [data["payouts"] for data in dealing.said("hand.paid")] == [{"9": 5500}, {"5": 3000, "9": 2500}]
    assert fee_flow(dealing) == (300, 0, 300)


@pytest.mark.parametrize("ruling", ["award 5 5500", "void", "restore 2", "kill 9"])
def test_a_ruling_needs_a_reason_and_the_rule_it_cites(ruling: str) -> None:
    dealing = finished()
    assert dealing.refuses(ruling) == "ruling_incomplete"
    assert dealing.refuses(ruling, reason="seen") == "ruling_incomplete"
    assert dealing.refuses(ruling, rule="H-4") == "ruling_incomplete"
    dealing.ruled(ruling)
    said = dealing.facts[[fact.data["text"] for fact in dealing.facts].index(ruling)].data
    assert (said["reason"], said["rule"]) == ("seen on the tape", "H-4")


def test_a_void_hand_returns_to_each_seat_what_it_posted_and_the_fee() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:9]).ruled("void")
    assert (dealing.hand.phase, dealing.hand.money.pot) == ("void", 0)
    dealing.do("pay")
    assert dealing.said("hand.refunded")[0]["returned"] == {"2": 500, "5": 2000, "9": 2000}
    assert (dealing.hand.phase, dealing.hand.settled) == ("finished", True)
    assert fee_flow(dealing) == (300, 300, 0)
    assert dealing.refuses("pay") == "already_paid"
    assert dealing.refuses("drop") == "hand_void"


def test_a_fee_in_the_box_stays_there() -> None:
    dealing = Dealing(drop_when="before_deal").post().do(*DEALT).ruled("void").do("pay")
    assert dealing.said("hand.refunded")[0]["returned"] == {"2": 500, "5": 500, "9": 500}
    assert fee_flow(dealing) == (300, 0, 300)


def test_a_hand_voided_while_posting_returns_what_was_posted_so_far() -> None:
    dealing = Dealing().do("post 5").ruled("void")
    assert dealing.refuses("post 2") == "hand_void"
    assert dealing.refuses("in 7") == "hand_void"
    assert dealing.refuses("out 5") == "hand_void"
    dealing.do("pay")
    assert dealing.said("hand.refunded")[0]["returned"] == {"5": 500}
    assert fee_flow(dealing) == (100, 100, 0)
    assert dealing.hand.settled


def test_a_void_taken_back_after_the_refund_is_a_hand_again_with_fees_and_posts() -> None:
    dealing = Dealing().post().do(*EXAMPLE_2[:9]).ruled("void").do("pay").do("undo 12", reason="wrong table")
    assert dealing.hand.fees == {2: 100, 5: 100, 9: 100}
    assert (dealing.hand.phase, dealing.hand.money.pot) == ("deciding", 4500)
    dealing.do(*EXAMPLE_2[9:], "pay")
    assert dealing.hand.settled
    assert fee_flow(dealing) == (600, 300, 300)
    again = Dealing().post().do(*DEALT).ruled("void").do("pay").do("undo 6", reason="x")
    again.ruled("void")
    assert not again.hand.settled
    again.do("pay")
    assert fee_flow(again) == (600, 600, 0)
    assert again.hand.settled


def test_a_void_after_the_award_returns_what_was_posted() -> None:
    dealing = finished().do("pay").ruled("void")
    assert not dealing.hand.settled
    dealing.do("pay")
    assert dealing.hand.paid is None
    assert sum(dealing.said("hand.refunded")[0]["returned"].values()) == 5500
    assert fee_flow(dealing) == (300, 0, 300)


def test_a_misdeal_needs_its_reason() -> None:
    dealing = Dealing().post().do("card Qh")
    assert dealing.refuses("misdeal") == "reason_missing"
    dealing.do("misdeal", reason="two boxed cards")
    assert dealing.hand.phase == "void"


def redealt(old: Dealing, **about: Any) -> Dealing:
    """The next hand with what the old one carries over, as the table's service puts them together."""
    before = old.hand
    facts, after = carried(before, "redeal", "T12/4800")
    old.take(facts, after)
    seats, fee = before.seats, int(before.fee["fee"])
    new = Dealing(seats=seats, fee=fee, hand="T12/4800", carried_from=before.id, **about)
    facts, after = carry_in(new.hand, before)
    new.take(facts, after)
    return new


def test_a_redeal_carries_the_posts_and_the_fee_that_is_still_held() -> None:
    old = Dealing().post().do(*DEALT, "2 buy 2").do("misdeal", reason="card exposed")
    new = redealt(old)
    assert old.hand.settled
    assert old.said("hand.carried")[0] == {
        "n": old.hand.n,
        "text": "redeal",
        "to": "T12/4800",
        "posts": {"2": 500, "5": 500, "9": 500},
    }
    assert old.said("hand.refunded")[0]["returned"] == {"2": 1000}
    assert fee_flow(old) == (300, 300, 0)
    assert old.refuses("undo 6", reason="x") == "hand_closed"
    assert new.hand.phase == "drawing"
    assert fee_flow(new) == (300, 0, 0)
    new.do(*EXAMPLE_2, "pay")
    assert fee_flow(new) == (300, 0, 300)


def test_a_redeal_of_a_hand_whose_fee_is_in_the_box_asks_for_no_second_one() -> None:
    old = Dealing(drop_when="before_deal").post().do(*DEALT).do("misdeal", reason="card exposed")
    new = redealt(old, drop_when="before_deal")
    assert fee_flow(old) == (300, 0, 300)
    assert fee_flow(new) == (0, 0, 0)
    assert [(d["seat"], d["cents"], d["from_hand"]) for d in new.said("fee.carried")] == [
        (2, 100, "T12/4711"),
        (5, 100, "T12/4711"),
        (9, 100, "T12/4711"),
    ]
    new.do(*EXAMPLE_2, "pay")
    assert fee_flow(new) == (0, 0, 0)


def test_a_second_redeal_still_asks_for_no_other_fee() -> None:
    old = Dealing(drop_when="before_deal").post().do("card Qh").do("misdeal", reason="wrong seat")
    second = redealt(old, drop_when="before_deal").do("card Qh").do("misdeal", reason="wrong seat again")
    third = redealt(second, drop_when="before_deal")
    assert third.hand.phase == "drawing"
    assert fee_flow(third) == (0, 0, 0)
    assert third.hand.carried == {2: 100, 5: 100, 9: 100}


def test_a_waiver_holds_in_the_redeal() -> None:
    old = Dealing().do("waive 5 H-12").post().do("card Qh").do("misdeal", reason="wrong seat")
    new = redealt(old)
    assert fee_flow(old) == (200, 200, 0)
    assert fee_flow(new) == (200, 0, 0)
    assert new.hand.waived == {5: 100}
    assert new.hand.unposted == ()


@pytest.mark.parametrize(
    ("dealing", "code"),
    [
        (lambda: Dealing().post().do(*DEALT), "no_redeal"),
        (lambda: finished().do("pay"), "no_redeal"),
        (lambda: Dealing().post().ruled("void").do("pay"), "no_redeal"),
        (lambda: Dealing().do("post 5").ruled("void"), "unposted"),
        (lambda: Dealing().post().ruled("void").do("dispute", reason="x"), "waits_for_floor"),
    ],
)
def test_only_a_void_hand_with_its_posts_on_the_table_is_dealt_again(
    dealing: Callable[[], Dealing], code: str
) -> None:
    with pytest.raises(Refused) as caught:
        carried(dealing().hand, "redeal", "T12/4800")
    assert caught.value.code == code


def test_closing_ends_it_and_opens_the_seed() -> None:
    dealing = finished().do("pay")
    facts = closing(dealing.hand, "00ff")
    assert [(fact.type, fact.data) for fact in facts] == [
        ("hand.closed", {"n": 16, "text": None}),
        ("shoe.revealed", {"n": 16, "text": None, "seed": "00ff"}),
    ]
    dealing.take(facts, _after(dealing, facts))
    assert dealing.hand.phase == "closed"
    for text in ("undo 3", "award 5 5500", "void", "dispute", "pay", "2 fold"):
        assert dealing.refuses(text, reason="late", rule="H-1") == "hand_closed"


@pytest.mark.parametrize(
    ("dealing", "code"),
    [
        (Dealing, "hand_open"),
        (lambda: Dealing().post().do(*DEALT), "hand_open"),
        (finished, "hand_open"),
        (lambda: finished().do("pay").ruled("award 5 5500"), "hand_open"),
        (lambda: Dealing().post().ruled("void"), "hand_open"),
        (lambda: finished().do("pay").do("dispute", reason="x"), "waits_for_floor"),
    ],
)
def test_a_hand_is_not_closed_before_its_money_and_its_rulings_are_done(
    dealing: Callable[[], Dealing], code: str
) -> None:
    with pytest.raises(Refused) as caught:
        closing(dealing().hand, None)
    assert caught.value.code == code


def test_the_first_action_of_a_hand_has_the_number_after_its_opening() -> None:
    assert opened(opening()).n == 1
