"""Fees beside a hand: the row that follows the players, collected when posting, dropped, waived, carried over."""

from typing import Any

from audit.services import Author
from cardroom.accounts.roles import FLOOR
from fees.core.schedule import FeeRow
from fees.models import Collection
from fees.selectors import collection
from fees.services import approve_schedule
from tables.furnishing import add_condition
from tests.desk import Desk, fee_rows
from tests.people import ROOM

# The schedule of these tests: $0 for two players, $1 each for three, $1.50 each for four and more.


def fee(desk: Desk) -> dict[str, Any]:
    found = desk.hand()["fee"]
    assert isinstance(found, dict)
    return found


def row(desk: Desk) -> Collection:
    found = collection(desk.hand()["hand"])
    assert found is not None
    return found


def cash(desk: Desk) -> tuple[int, int, int, int]:
    """Collected, returned, in the box, held."""
    found = row(desk)
    return found.collected, found.returned, found.dropped, found.held


def test_posts_go_from_four_players_to_three_and_back_to_four(desks: type[Desk]) -> None:
    desk = desks(seats=(2, 5, 7, 9)).open()
    assert (fee(desk)["players"], fee(desk)["fee"]) == (4, 150)
    assert cash(desk) == (600, 0, 0, 600)
    out = desk.do("out 7")
    assert [(r.type, r.data.get("seat"), r.data.get("cents")) for r in desk.records(out)] == [
        ("hand.seats_changed", None, None),
        ("fee.returned", 2, 50),
        ("fee.returned", 5, 50),
        ("hand.post_returned", 7, 500),
        ("fee.returned", 7, 150),
        ("fee.returned", 9, 50),
    ]
    assert (fee(desk)["players"], fee(desk)["fee"]) == (3, 100)
    assert desk.hand()["unposted"] == []
    assert desk.hand()["pot"] == 1_500
    assert (row(desk).players, row(desk).fee, cash(desk)) == (3, 100, (600, 300, 0, 300))
    desk.do("in 7")
    assert (fee(desk)["players"], fee(desk)["fee"]) == (4, 150)
    assert fee(desk)["due"] == {"2": 50, "5": 50, "7": 150, "9": 50}
    assert desk.hand()["unposted"] == [2, 5, 7, 9]
    assert desk.refuses("card Qh").code == "unposted"
    desk.post()
    assert (desk.hand()["pot"], cash(desk)) == (2_000, (900, 300, 0, 600))
    desk.do("card Qh")
    desk.do("out 7")
    assert (desk.hand()["seats"], fee(desk)["players"]) == ([2, 5, 7, 9], 4), "the first card freezes both"


def test_two_players_pay_nothing_and_that_is_a_row(desks: type[Desk]) -> None:
    desk = desks(seats=(2, 5))
    opened = desk.do("open")
    assert desk.records(opened)[0].data["fee"] == {
        "schedule": "fees/1",
        "version": 1,
        "condition": 500,
        "players": 2,
        "fee": 0,
    }
    posted = desk.do("post 2 5")
    assert [r.type for r in desk.records(posted)] == ["hand.posted"] * 2
    assert cash(desk) == (0, 0, 0, 0)
    assert desk.refuses("drop", by=desk.floor).code == "nothing_to_drop"
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "2 fold")
    assert [r.type for r in desk.records(desk.do("pay"))] == ["hand.paid"]
    assert desk.hand()["paid"] == {"5": 1_000}


def test_the_fee_is_never_in_the_pot(desk: Desk) -> None:
    desk.won().do("pay")
    assert desk.hand()["paid"] == {"9": 1_500}
    assert cash(desk) == (300, 0, 300, 0)


def test_dropped_after_the_award_or_by_hand_before(desk: Desk) -> None:
    desk.won()
    assert cash(desk) == (300, 0, 0, 300)
    (dropped,) = desk.records(desk.do("pay"), "fee.dropped")
    assert (dropped.data["cents"], dropped.data["text"]) == (300, None)
    assert desk.refuses("drop", by=desk.floor).code == "nothing_to_drop"
    desk.won()
    desk.do("drop")
    assert cash(desk) == (300, 0, 300, 0)
    assert [r.type for r in desk.records(desk.do("pay"))] == ["hand.paid"]


def test_dropped_before_the_deal(desks: type[Desk]) -> None:
    desk = desks(drop_when="before_deal", box="B7").open()
    first = desk.do("deal 2 Td 8c")
    assert [r.type for r in desk.records(first)] == ["fee.dropped", "hand.pair_dealt"]
    (dropped,) = desk.records(first, "fee.dropped")
    assert (dropped.data["cents"], dropped.data["box"]) == (300, "B7")
    assert (row(desk).box, cash(desk)) == ("B7", (300, 0, 300, 0))
    desk.do(f"undo {desk.last_n()}", reason="wrong seat")
    again = desk.do("deal 2 Td 8s")
    assert [r.type for r in desk.records(again)] == ["hand.pair_dealt"], "once"
    desk.do("deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold")
    assert [r.type for r in desk.records(desk.do("pay"))] == ["hand.paid"]


def test_what_is_in_the_box_is_never_paid_out(desk: Desk) -> None:
    assert desk.open().refuses("drop").code == "floor_only", "this table drops after the award"
    desk.do("drop", by=desk.floor)
    for text in ("out 9", "in 7"):
        assert desk.refuses(text).code in ("fee_dropped", "seat_empty")
    assert desk.refuses("waive 9 H-12", by=desk.floor).code == "fee_dropped"
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    desk.ruled("void")
    assert [r.type for r in desk.records(desk.do("pay"))] == ["hand.refunded"]
    assert cash(desk) == (300, 0, 300, 0)


def test_a_seat_that_is_out_by_withdrawal_stays_out_and_who_sat_down_meanwhile_is_in(desk: Desk) -> None:
    desk.open().do("sit 7", alias="Rolf")
    desk.do("out 9")
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "2 fold", "pay", "open")
    assert desk.hand()["seats"] == [2, 5, 7]


def test_in_and_out_in_mid_hand_hold_for_the_next(desk: Desk) -> None:
    desk.deal().do("out 9")
    assert desk.hand()["seats"] == [2, 5, 9]
    desk.do("sit 1", alias="Ada")
    desk.do("2 fold", "5 fold", "pay", "open")
    assert desk.hand()["seats"] == [1, 2, 5]


def test_a_waiver_names_its_rule_before_and_after_posting(desk: Desk) -> None:
    desk.do("open")
    waived = desk.do("waive 9 H-12", by=desk.floor)
    assert [(r.type, r.data["cents"], r.data["rule"]) for r in desk.records(waived)] == [
        ("fee.waived", 100, "H-12")
    ]
    desk.do("post 2 5 9")
    assert cash(desk) == (200, 0, 0, 200)
    desk.do("deal 2 Td 8c")
    waived = desk.do("waive 5 H-13", by=desk.floor)
    assert [r.type for r in desk.records(waived)] == ["fee.returned", "fee.waived"]
    assert (cash(desk), row(desk).waived) == ((200, 100, 0, 100), 200)
    assert desk.refuses("waive 5 H-13", by=desk.floor).code == "no_fee"


# --- the schedule --------------------------------------------------------------------------------


def approve(desk: Desk, fees: dict[int, int]) -> None:
    approve_schedule(
        label="Invented, dearer",
        rows=fee_rows(fees),
        reference="none",
        invented=True,
        command_id="schedule-2",
        author=Author(desk.floor.public_id, FLOOR),
    )


def test_a_new_schedule_holds_for_the_hands_opened_from_then_on(desk: Desk) -> None:
    desk.open()
    approve(desk, {2: 100, 3: 200})
    assert (fee(desk)["version"], fee(desk)["fee"]) == (1, 100)
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold", "pay")
    first = row(desk)
    desk.open()
    assert (fee(desk)["version"], fee(desk)["fee"]) == (2, 200)
    assert (row(desk).version, row(desk).fee) == (2, 200)
    again = Collection.objects.get(hand=first.hand)
    assert (again.version, again.fee, again.collected) == (1, 100, 300)


# --- void, misdeal, redeal -----------------------------------------------------------------------


def test_a_misdeal_gives_posts_and_fees_back(desk: Desk) -> None:
    desk.deal().do("misdeal", reason="two cards boxed")
    assert (desk.hand()["phase"], desk.hand()["void"], desk.hand()["pot"]) == ("void", "misdeal", 0)
    assert desk.refuses("open").code == "hand_open"
    back = desk.records(desk.do("pay"))
    assert [r.type for r in back] == ["hand.refunded", *["fee.returned"] * 3]
    assert back[0].data["returned"] == {"2": 500, "5": 500, "9": 500}
    assert cash(desk) == (300, 300, 0, 0)
    assert (desk.hand()["phase"], desk.hand()["payouts"]) == ("finished", {})
    assert desk.refuses("redeal").code == "no_redeal"
    desk.do("open")


def test_a_misdeal_is_dealt_again_with_posts_and_the_one_fee(desk: Desk) -> None:
    desk.deal().do("misdeal", reason="two cards boxed")
    void = desk.hand()["hand"]
    again = desk.records(desk.do("redeal"))
    kinds = [r.type for r in again]
    assert kinds[:2] == ["hand.carried", "hand.refunded"]
    assert kinds.count("hand.opened") == 1
    new = desk.hand()
    assert {r.subject for r in again} == {void, new["hand"]}
    assert again[0].data["to"] == new["hand"] != void
    assert (new["carried_from"], new["phase"], new["pot"], new["unposted"]) == (void, "drawing", 1_500, [])
    old = collection(void)
    assert old is not None
    assert (old.collected, old.returned, old.held) == (300, 300, 0)
    assert cash(desk) == (300, 0, 0, 300)
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold", "pay")
    assert desk.hand()["paid"] == {"9": 1_500}
    assert cash(desk) == (300, 0, 300, 0)


def test_a_fee_in_the_box_counts_for_the_redeal_and_is_dropped_once(desks: type[Desk]) -> None:
    desk = desks(drop_when="before_deal").deal()
    void = desk.hand()["hand"]
    desk.do("misdeal", reason="two cards boxed")
    desk.do("redeal")
    assert (row(desk).carried_in, cash(desk)) == (300, (0, 0, 0, 0))
    desk.do("deal 2 Td 8c", "misdeal", reason="card to the wrong seat")
    desk.do("redeal")
    assert (row(desk).carried_in, cash(desk)) == (300, (0, 0, 0, 0)), "however often"
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold", "pay")
    first = collection(void)
    assert first is not None
    assert (first.collected, first.dropped) == (300, 300)
    assert sum(found.dropped for found in Collection.objects.all()) == 300
    assert not [r for r in desk.records() if r.type == "fee.dropped" and r.subject != void]


def test_a_waived_seat_is_not_asked_at_the_redeal(desk: Desk) -> None:
    desk.do("open")
    desk.do("waive 9 H-12", by=desk.floor)
    desk.do("post 2 5 9", "deal 2 Td 8c", "misdeal", reason="two cards boxed")
    desk.do("redeal")
    assert cash(desk) == (200, 0, 0, 200)
    assert (desk.hand()["unposted"], row(desk).waived) == ([], 100)


def test_what_was_paid_for_cards_goes_back_at_a_redeal(desk: Desk) -> None:
    desk.deal().do("2 buy 3", "card Kd")
    desk.ruled("void")
    again = desk.records(desk.do("redeal"), "hand.refunded", "hand.carried")
    assert again[0].data["posts"] == {"2": 500, "5": 500, "9": 500}
    assert again[1].data["returned"] == {"2": 1_500}


def test_a_hand_that_is_void_before_everybody_posted_returns_what_was_posted(desk: Desk) -> None:
    desk.do("open", "post 5")
    desk.ruled("void")
    assert desk.refuses("post 2").code == "hand_void"
    assert desk.refuses("redeal").code == "unposted"
    back = desk.records(desk.do("pay"))
    assert [r.type for r in back] == ["hand.refunded", "fee.returned"]
    assert back[0].data["returned"] == {"5": 500}


def test_void_after_the_award_takes_the_award_back(desk: Desk) -> None:
    desk.won().do("pay")
    desk.ruled("void")
    assert (desk.hand()["phase"], desk.hand()["payouts"]) == ("void", {})
    assert desk.refuses("open").code == "hand_open"
    back = desk.records(desk.do("pay"))
    assert [r.type for r in back] == ["hand.refunded"]
    assert back[0].data["returned"] == {"2": 500, "5": 500, "9": 500}
    assert cash(desk) == (300, 0, 300, 0), "the fee is in the box and stays there"


def test_the_floors_award_is_paid_as_it_says(desk: Desk) -> None:
    desk.deal().do("2 buy 3")
    desk.ruled("award 2 1000 9 2000")
    desk.do("pay")
    assert (desk.hand()["paid"], desk.hand()["winners"]) == ({"2": 1_000, "9": 2_000}, [2, 9])


def test_odd_chips_go_to_the_winner_who_acted_last(desks: type[Desk]) -> None:
    """Seven cheques of $25 between two: $87 and $88 in dollars, $75 and $100 in cheques."""
    desk = desks(amount=2_500)
    coarse = add_condition(
        amount=2_500, cheque_value=2_500, odd_chip_unit=2_500, command_id="coarse", author=ROOM
    )
    for paid in ({"5": 8_800, "9": 8_700}, {"5": 10_000, "9": 7_500}):
        desk.deal({2: "Td 8c", 5: "Ks Qc", 9: "Kh Qd"}).do(
            "2 fold", "9 buy 3", "card 7h", "5 buy 1", "card 7c"
        )
        assert (desk.hand()["pot"], desk.hand()["winners"]) == (7 * 2_500, [5, 9])
        desk.do("pay")
        assert desk.hand()["paid"] == paid
        desk.do(f"condition {coarse.id}", by=desk.floor)


def test_seats_changed_before_the_deal_keep_the_schedule_the_hand_was_opened_under(desk: Desk) -> None:
    before = fee(desk.open())
    approve_schedule(
        label="Dearer",
        rows=[FeeRow(500, 2, 10, 300)],
        reference="Letter of 3 March",
        invented=True,
        command_id="dearer",
        author=Author(actor=desk.floor.public_id, role=FLOOR),
    )
    desk.do("sit 7", alias="Rolf")
    desk.do("in 7")
    assert (fee(desk)["schedule"], fee(desk)["fee"]) == (before["schedule"], 150)
    desk.ruled("void")
    desk.do("pay", "open")
    assert fee(desk)["fee"] == 300


def test_a_waiver_goes_with_the_player_who_withdraws(desk: Desk) -> None:
    desk.do("open")
    desk.do("waive 9 H-12", by=desk.floor)
    assert fee(desk)["due"]["9"] == 0
    desk.do("out 9", "leave 9")
    desk.do("sit 9", alias="Rolf")
    desk.do("in 9")
    assert fee(desk)["due"]["9"] == 100
