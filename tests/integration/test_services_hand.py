"""Whole hands through the service, and what every text of the table writes."""

import pytest

from audit.selectors import streams
from tables import selectors
from tables.game.base import Refused
from tables.models import Hand
from tables.services import Answer, Answers, Command, act
from tests.desk import TERMINAL, Desk


def types(desk: Desk, answer: Answer) -> list[str]:
    return [record.type for record in desk.records(answer)]


def test_a_whole_hand_from_the_first_post_to_the_next_deal(desk: Desk) -> None:
    """The source's second example: 11 cheques to seat 9, fees apart from them."""
    assert types(desk, desk.do("open")) == ["hand.opened"]
    assert types(desk, desk.do("post 2 5 9")) == ["hand.posted", "fee.collected"] * 3
    desk.do(
        "deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 buy 3", "card Ah", "9 buy 3", "card 4d"
    )
    assert types(desk, desk.do("card Qc")) == ["hand.bought_card"]
    assert types(desk, desk.do("5 buy 2", "card 9c", "card 2s")) == ["hand.bought_card", "hand.won"]
    assert desk.hand()["phase"] == "award"
    paid = desk.do("pay")
    assert [(r.type, r.data.get("payouts", r.data.get("cents"))) for r in desk.records(paid)] == [
        ("hand.paid", {"9": 5_500}),
        ("fee.dropped", 300),
    ]
    shown = desk.hand()
    assert (shown["phase"], shown["pot"], shown["paid"], shown["winners"]) == (
        "finished",
        5_500,
        {"9": 5_500},
        [9],
    )
    assert sum(shown["posted"].values()) == 5_500
    assert types(desk, desk.do("open")) == ["hand.closed", "hand.opened"]
    row = Hand.objects.get(id=shown["hand"])
    assert (row.phase, row.pot, row.payouts, row.winners) == ("closed", 5_500, {"9": 5_500}, [9])


def test_every_record_says_who_in_which_role_at_which_terminal(desk: Desk) -> None:
    answer = desk.deal().do("dispute", reason="seat 5 says he folded")
    ruled = desk.ruled("rule stands")
    (disputed,), (stands,) = desk.records(answer), desk.records(ruled)
    assert (disputed.actor, disputed.role, disputed.terminal) == (desk.dealer.public_id, "dealer", TERMINAL)
    assert (stands.actor, stands.role, stands.terminal) == (desk.floor.public_id, "floor", TERMINAL)
    assert (stands.data["reason"], stands.data["rule"]) == ("seen on the tape", "H-4")
    for record in desk.records():
        assert record.actor in (desk.dealer.public_id, desk.floor.public_id, "system")
        assert "Reyes" not in record.body
        assert "Maria" not in record.body


def test_a_command_sent_again_is_done_once(desk: Desk) -> None:
    desk.deal()
    order = desk.order("2 fold")
    first = desk.send(order)
    for _ in range(3):
        again = desk.send(order)
        assert (again.first, again.last, again.replayed) == (first.first, first.last, True)
    assert not first.replayed
    desk.do("5 fold", "pay", "open")
    assert desk.send(order).first == first.first, "also when the hand is over"


def test_the_pad_deals_card_by_card_in_seat_order(desk: Desk) -> None:
    desk.open().do("card Td", "card As", "card Qh", "card 8c", "card Tc", "card Qs")
    assert desk.hand()["felt"]["hands"] == {"2": ["Td", "8c"], "5": ["As", "Tc"], "9": ["Qh", "Qs"]}
    assert desk.hand()["prompts"][0]["seat"] == 2


def test_ten_seats_three_scraps_everybody_buys_until_the_stub_is_out(desks: type[Desk]) -> None:
    desk = desks(seats=range(1, 11)).open()
    deck = iter([f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"])
    for _ in range(20):
        desk.do(f"card {next(deck)}")
    scraps = 0
    while (hand := desk.hand())["phase"] == "deciding":
        (prompt,) = hand["prompts"]
        best = prompt["options"][-1]
        desk.do(f"{prompt['seat']} {best}")
        while desk.hand()["phase"] == "drawing":
            word = "card"
            if scraps < 3:
                word, scraps = "scrap", scraps + 1
            desk.do(f"{word} {next(deck)}")
    shown = desk.hand()
    assert shown["felt"]["stub"] == 0
    assert shown["complete"]
    assert sum(shown["payouts"].values()) == shown["pot"]


@pytest.mark.parametrize(
    ("text", "wrote"),
    [
        ("in 7", ["hand.seats_changed"]),
        ("out 9", ["hand.seats_changed", *["fee.returned"] * 2, "hand.post_returned", "fee.returned"]),
        ("drop", ["fee.dropped"]),
        ("card Qh", ["hand.card_dealt"]),
        ("deal 5 Qh Qs", ["hand.pair_dealt"]),
        ("scrap 7c", ["hand.card_scrapped"]),
    ],
)
def test_texts_while_everybody_has_posted(desk: Desk, text: str, wrote: list[str]) -> None:
    desk.open().do("sit 7", alias="Rolf")
    assert types(desk, desk.do(text, by=desk.floor if text == "drop" else None)) == wrote


@pytest.mark.parametrize(
    ("text", "wrote"),
    [
        ("2 fold", ["hand.folded"]),
        ("5 fold", ["hand.folded"]),
        ("2 buy 3", ["hand.bought"]),
        ("in 5", None),
        ("out 5", ["seat.dealt_out"]),
        ("drop", ["fee.dropped"]),
        ("undo 5", ["hand.undone"]),
        ("correct 3 deal 2 Td 8s", ["hand.undone"] + ["hand.pair_dealt"] * 3),
        ("dispute", ["hand.disputed"]),
        ("misdeal", ["hand.misdealt"]),
    ],
)
def test_texts_after_the_deal(desk: Desk, text: str, wrote: list[str] | None) -> None:
    desk.deal()
    if wrote is None:
        assert desk.refuses(text).code == "already_in"
    else:
        by = desk.floor if text == "drop" else None
        assert types(desk, desk.do(text, by=by, reason="wrong card keyed")) == wrote


@pytest.mark.parametrize(
    ("text", "wrote"),
    [
        ("turn 5", ["hand.turn_given"]),
        ("kill 5", ["hand.killed"]),
        ("restore 2", ["hand.restored"]),
        ("award 5 2000", ["hand.awarded"]),
        ("award 5 1500 9 500", ["hand.awarded"]),
        ("void", ["hand.voided"]),
        ("waive 5 H-12", ["fee.returned", "fee.waived"]),
    ],
)
def test_texts_of_the_floor(desk: Desk, text: str, wrote: list[str]) -> None:
    desk.do("sit 7", alias="Rolf")
    desk.deal({2: "Td 8c", 5: "As Tc", 7: "Kc 3h", 9: "Qh Qs"}).do("2 fold")
    assert desk.refuses(text, reason="said so", rule="H-1").code == "floor_only"
    if not text.startswith("waive"):
        assert desk.refuses(text, by=desk.floor, reason="said so").code == "ruling_incomplete"
        assert desk.refuses(text, by=desk.floor, rule="H-1").code == "ruling_incomplete"
    answer = desk.ruled(text)
    (first, *_) = desk.records(answer)
    assert types(desk, answer) == wrote
    assert first.data["text"] == text
    assert first.role == "floor"


def test_texts_between_hands(desk: Desk) -> None:
    ten = desk.conditions[1_000]
    assert types(desk, desk.do(f"condition {ten}", by=desk.floor)) == ["table.condition_set"]
    assert types(desk, desk.do("source electronic", by=desk.floor)) == ["table.configured"]
    assert types(desk, desk.do("sit 7", alias="Rolf")) == ["seat.taken"]
    assert types(desk, desk.do("out 7")) == ["seat.dealt_out"]
    assert types(desk, desk.do("in 7")) == ["seat.dealt_in"]
    assert types(desk, desk.do("leave 7")) == ["seat.left"]
    assert types(desk, desk.do("table close", by=desk.floor)) == ["table.closed"]
    assert desk.refuses("open").code == "table_closed"
    assert types(desk, desk.do("table open", by=desk.floor)) == ["table.opened"]
    opened = desk.do("open")
    assert desk.records(opened)[0].data["condition"] == 1_000
    assert desk.records(opened)[0].data["source"] == "electronic"


def test_closing_the_table_closes_its_last_hand(desk: Desk) -> None:
    desk.won().do("pay")
    assert types(desk, desk.do("table close", by=desk.floor)) == ["hand.closed", "table.closed"]
    desk.do("table open", by=desk.floor)
    assert types(desk, desk.do("open")) == ["hand.opened"]


def test_what_a_hand_freezes(desks: type[Desk]) -> None:
    desk = desks(
        rules={"tie_after_draw": "out"},
        deck="red 7",
        shuffle="machine",
        box="B7",
        shift="day",
        drop_when="before_deal",
    )
    (record,) = desk.records(desk.do("open"))
    frozen = record.data
    assert frozen["hand"] == record.subject == f"{desk.stream}/{record.seq}"
    assert frozen["rules"] == {
        "odd_chip_unit": 100,
        "tie_after_draw": "out",
        "tied_finish": "split",
        "overdealt_card": "dead",
    }
    assert (frozen["deck"], frozen["shuffle"], frozen["box"], frozen["shift"]) == (
        "red 7",
        "machine",
        "B7",
        "day",
    )
    assert (frozen["condition"], frozen["cheque_value"], frozen["seats"]) == (500, 500, [2, 5, 9])
    assert (frozen["drop_when"], frozen["source"], frozen["commitment"]) == ("before_deal", "pad", None)
    assert frozen["fee"] == {"schedule": "fees/1", "version": 1, "condition": 500, "players": 3, "fee": 100}
    assert frozen["rules_version"] == 1


def test_finished_hands_and_their_history(desk: Desk) -> None:
    names = []
    for _ in range(3):
        desk.won().do("pay")
        names.append(desk.hand()["hand"])
    table = selectors.get_table(desk.number)
    assert table is not None
    newest = selectors.finished_hands(table, count=2)
    assert [row.id for row in newest] == names[:0:-1]
    assert [row.id for row in selectors.finished_hands(table, before=newest[-1].first_seq)] == names[:1]
    told = selectors.finished_hand(names[0])
    steps = selectors.history(told)
    assert {(step["name"], step["role"], step["terminal"]) for step in steps} == {
        ("Dana Reyes", "dealer", TERMINAL)
    }
    assert [step["text"] for step in steps if step["text"]][:3] == ["open", "post 2 5 9", "deal 2 Td 8c"]
    assert all(step["said"] and "{" not in step["said"] and step["said"] != step["type"] for step in steps)
    assert selectors.result(told.hand)["payouts"] == {"9": 1_500}
    early = selectors.at_step(told, steps[7]["seq"])
    assert early.hand.begun is (steps[7]["type"] == "hand.pair_dealt")


def test_an_unfinished_hand_is_served_to_nobody(desk: Desk) -> None:
    desk.won()
    name = desk.hand()["hand"]
    with pytest.raises(selectors.NoSuchHand):
        selectors.finished_hand(name)
    desk.do("pay")
    assert selectors.finished_hand(name).hand.id == name
    desk.do(f"undo {desk.last_n()}", by=desk.floor, reason="he had not folded")
    with pytest.raises(selectors.NoSuchHand):
        selectors.finished_hand(name)
    desk.do("5 fold")
    assert selectors.finished_hand(name).hand.settled, "played as before, and paid already"


def test_there_must_be_such_a_table(desk: Desk) -> None:
    order = Command("once", "open", Answers("", 0))
    with pytest.raises(Refused, match="There is no table 13"):
        act(table=13, person=desk.dealer, terminal="", order=order)
    assert desk.do("open").first > 0
    assert [end.stream for end in streams() if end.stream.startswith("T")] == [desk.stream]
