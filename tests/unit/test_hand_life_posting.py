"""Before the deal: posting, withdrawal with the fee row that follows, joining, waivers, the drop."""

from __future__ import annotations

import pytest

from tests.dealing import DEALT, Dealing


def money(dealing: Dealing) -> tuple[int, dict[int, int]]:
    """What lies posted in all, and the fees held by seat."""
    return sum(dealing.hand.posted().values()), {s: c for s, c in dealing.hand.fees.items() if c}


def test_each_seat_posts_condition_and_fee_at_the_same_time() -> None:
    dealing = Dealing()
    assert dealing.hand.phase == "posting"
    assert dealing.hand.unposted == (2, 5, 9)
    dealing.do("post 5")
    assert [fact.type for fact in dealing.facts[1:]] == ["hand.posted", "fee.collected"]
    assert dealing.facts[1].data == {"n": 2, "text": "post 5", "seat": 5, "cents": 500}
    assert dealing.facts[2].data == {"n": 2, "text": None, "seat": 5, "cents": 100}
    assert (dealing.hand.unposted, dealing.hand.money.pot) == ((2, 9), 500)
    assert dealing.hand.money.net == {2: 0, 5: -500, 9: 0}
    dealing.do("post 2 9")
    assert (dealing.hand.phase, dealing.hand.unposted, dealing.hand.n) == ("drawing", (), 3)
    assert money(dealing) == (1500, {2: 100, 5: 100, 9: 100})


def test_the_fee_is_never_in_the_pot() -> None:
    dealing = Dealing().post().do(*DEALT)
    assert dealing.hand.money.pot == 1500
    assert dealing.hand.fees_held == 300


def test_a_fee_of_nothing_is_not_collected() -> None:
    dealing = Dealing(fee=0).post()
    assert dealing.said("fee.collected") == []
    assert dealing.hand.phase == "drawing"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("post", "malformed"),
        ("post 2 2", "malformed"),
        ("post x", "bad_number"),
        ("post 02", "bad_number"),
        ("post 11", "bad_number"),
        ("post 3", "not_dealt_in"),
        ("post 2 3", "not_dealt_in"),
        ("post 5", "already_posted"),
        ("post 2 5", "already_posted"),
        ("in 5", "already_in"),
        ("in", "malformed"),
        ("in 5 6", "malformed"),
        ("out 3", "not_dealt_in"),
        ("out", "malformed"),
        ("card Qh", "unposted"),
        ("deal 5 As Td", "unposted"),
        ("scrap 7c", "unposted"),
        ("drop", "unposted"),
        ("pay", "not_over"),
        ("draw", "no_electronic_shoe"),
        ("draw all", "no_electronic_shoe"),
        ("waive 5", "malformed"),
        ("waive 5 !", "bad_rule"),
        ("waive 3 H-12", "not_dealt_in"),
        ("redeal", "unknown_action"),
        ("open", "unknown_action"),
        ("draw 3", "unknown_action"),
        ("rule", "unknown_action"),
    ],
)
def test_what_is_refused_while_posting(text: str, code: str) -> None:
    assert Dealing().do("post 5").refuses(text, reason="r", rule="H-1") == code


def test_a_seat_where_nobody_sits_is_not_dealt_in() -> None:
    dealing = Dealing()
    room = dealing.room()
    assert 3 in (room.seated or {})
    dealing.room = lambda reason="", rule="": type(room)(seated={}, fee_row=room.fee_row)  # type: ignore[method-assign]
    assert dealing.refuses("in 3") == "seat_empty"


FEES = {2: 0, 3: 200, 4: 100, 5: 300}


def test_posts_go_from_four_players_to_three_and_row_and_amounts_follow() -> None:
    dealing = Dealing(seats=(2, 5, 7, 9), fees=FEES).post()
    assert money(dealing) == (2000, {2: 100, 5: 100, 7: 100, 9: 100})
    dealing.do("out 7")
    assert [fact.type for fact in dealing.facts[-3:]] == [
        "hand.seats_changed",
        "hand.post_returned",
        "fee.returned",
    ]
    assert dealing.hand.seats == (2, 5, 9)
    assert dealing.hand.players == {"2": "y2", "5": "y5", "9": "y9"}
    assert (dealing.hand.fee["players"], dealing.hand.fee["fee"]) == (3, 200)
    assert money(dealing) == (1500, {2: 100, 5: 100, 9: 100})
    assert dealing.hand.unposted == (2, 5, 9)
    assert dealing.refuses("card Qh") == "unposted"
    dealing.do("post 2 5 9")
    assert money(dealing) == (1500, {2: 200, 5: 200, 9: 200})
    assert [data["cents"] for data in dealing.said("hand.posted")] == [500] * 4


def test_when_the_row_goes_down_what_is_over_goes_back() -> None:
    dealing = Dealing(fees=FEES).post().do("out 9")
    assert money(dealing) == (1000, {})
    assert [(d["seat"], d["cents"]) for d in dealing.said("fee.returned")] == [(2, 200), (5, 200), (9, 200)]
    assert dealing.hand.phase == "drawing"
    dealing.do("in 9")
    assert dealing.hand.unposted == (2, 5, 9)
    dealing.post()
    assert money(dealing) == (1500, {2: 200, 5: 200, 9: 200})


def test_who_had_not_posted_withdraws_and_nothing_goes_back() -> None:
    dealing = Dealing(fees=FEES).do("post 2 5", "out 9")
    assert dealing.said("hand.post_returned") == []
    assert money(dealing) == (1000, {})


@pytest.mark.parametrize(
    ("seats", "joins", "order"),
    [
        ((2, 5, 9), 7, (2, 5, 7, 9)),
        ((2, 5, 9), 1, (1, 2, 5, 9)),
        ((2, 5, 9), 10, (2, 5, 9, 10)),
        ((7, 9, 2), 1, (7, 9, 1, 2)),
        ((7, 9, 2), 8, (7, 8, 9, 2)),
        ((7, 9, 2), 4, (7, 9, 2, 4)),
    ],
)
def test_who_joins_before_the_first_card_takes_his_place_on_the_circle(
    seats: tuple[int, ...], joins: int, order: tuple[int, ...]
) -> None:
    dealing = Dealing(seats=seats).do(f"in {joins}")
    assert dealing.hand.seats == order
    assert dealing.hand.play.setup.seats == order
    assert set(dealing.hand.players) == {str(seat) for seat in order}


def test_no_hand_of_one_or_of_more_than_the_table_takes() -> None:
    dealing = Dealing(seats=(2, 5))
    assert dealing.refuses("out 5") == "seat_count"
    ten = Dealing(seats=range(1, 11)).post()
    assert ten.refuses("in 1") == "already_in"
    dealing.hand.opening["max_seats"] = 2  # type: ignore[index]  # a table that is set lower
    assert dealing.refuses("in 7") == "seat_count"


def test_the_first_card_freezes_seats_and_row() -> None:
    dealing = Dealing().post().do("card Qh")
    for text in ("in 7", "out 5", "post 5"):
        assert dealing.refuses(text) == "seats_frozen"
    dealing.do("undo 3", reason="card of the other table")
    dealing.do("out 5")
    assert dealing.hand.seats == (2, 9)


def test_the_fee_drops_by_itself_before_the_deal_if_the_room_says_so() -> None:
    dealing = Dealing(drop_when="before_deal").post()
    assert dealing.hand.dropped == 0
    dealing.do("scrap 7c")
    assert [fact.type for fact in dealing.facts[-2:]] == ["fee.dropped", "hand.card_scrapped"]
    assert dealing.facts[-2].data == {"n": 3, "text": None, "cents": 300, "box": "B12"}
    dealing.do("card 2c")
    assert dealing.hand.dropped == 300
    assert len(dealing.said("fee.dropped")) == 1


def test_after_the_drop_the_seats_are_fixed_even_if_the_first_card_is_taken_back() -> None:
    dealing = Dealing(drop_when="before_deal").post().do("card Qh").do("undo 3", reason="not dealt yet")
    for text in ("in 7", "out 5"):
        assert dealing.refuses(text) == "fee_dropped"
    dealing.do("card Kh")
    assert len(dealing.said("fee.dropped")) == 1
    by_hand = Dealing().post().do("drop")
    assert by_hand.refuses("out 5") == "fee_dropped"
    assert by_hand.refuses("drop") == "nothing_to_drop"


def test_a_hand_without_fees_drops_none() -> None:
    dealing = Dealing(fee=0, drop_when="before_deal").post().do("card Qh")
    assert dealing.said("fee.dropped") == []
    assert dealing.refuses("drop") == "nothing_to_drop"


def test_a_waiver_before_posting_leaves_the_condition_to_post() -> None:
    dealing = Dealing().do("waive 5 H-12")
    assert dealing.facts[-1].data == {"n": 2, "text": "waive 5 H-12", "seat": 5, "cents": 100, "rule": "H-12"}
    dealing.do("post 5")
    assert money(dealing) == (500, {})
    assert dealing.refuses("waive 5 H-12") == "no_fee"
    assert dealing.hand.unposted == (2, 9)


def test_a_waiver_after_posting_gives_the_fee_back_also_when_the_hand_has_begun() -> None:
    dealing = Dealing().post().do(*DEALT).do("waive 5 P.3(a)")
    assert money(dealing) == (1500, {2: 100, 9: 100})
    assert [fact.type for fact in dealing.facts[-2:]] == ["fee.returned", "fee.waived"]
    assert dealing.hand.waived == {5: 100}
    assert dealing.hand.unposted == ()


def test_nothing_is_waived_out_of_the_box_or_in_a_void_hand() -> None:
    assert Dealing(drop_when="before_deal").post().do("card Qh").refuses("waive 5 H-12") == "fee_dropped"
    assert Dealing().post().ruled("void").refuses("waive 5 H-12") == "hand_void"


def test_a_waiver_covers_what_was_due_and_a_higher_row_asks_for_the_rest() -> None:
    dealing = Dealing(seats=(2, 5, 7, 9), fees=FEES).do("waive 5 H-12").post().do("out 7")
    assert [dealing.hand.fee_due(seat) for seat in (2, 5, 9)] == [100, 100, 100]
    dealing.do("waive 5 H-12", "post 2 9")
    assert dealing.hand.waived == {5: 200}
    assert dealing.hand.phase == "drawing"
