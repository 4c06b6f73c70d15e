"""Who is in the chair and on which device; the floor called, pauses, the stub counted, reader shoes, reserved seats."""

import pytest

from cardroom.accounts.models import Terminal
from cardroom.accounts.policies import NotAllowed
from tables.furnishing import add_table, link_display, watch_table
from tables.game.base import Refused
from tables.models import DisplayKey, PairedTerminal, Seat, Table
from tables.pairing import pair_terminal, paired_table, unpair_terminal
from tests.desk import ROWS, TERMINAL, Desk, everything_holds
from tests.people import ROOM, author, person

pytestmark = pytest.mark.django_db(transaction=True)

ROWS_OF_DEVICES = {"PairedTerminal": PairedTerminal}


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr("tests.desk.ROWS", ROWS | ROWS_OF_DEVICES)
    return Desk()


def row(desk: Desk) -> Table:
    return Table.objects.get(number=desk.number)


def test_the_chair_is_a_person_at_a_terminal_and_deals_alone(desk: Desk) -> None:
    desk.do("chair")
    assert (row(desk).chair, row(desk).chair_terminal) == (desk.dealer.public_id, TERMINAL)
    assert row(desk).chair_at == desk.records()[-1].time
    desk.open()
    other = person("dealer", name="Dmitri Sokolov")
    before = desk.answers()
    for action in ("card Qh", "2 fold", "post 2", "open", "undo 1", "sit 7"):
        with pytest.raises(NotAllowed) as refused:
            desk.send(desk.order(action, alias="Max" if action == "sit 7" else ""), other)
        assert refused.value.code == "not_in_chair"
    with pytest.raises(NotAllowed, match="another device"):
        desk.send(desk.order("card Qh"), terminal="t2other")
    assert desk.answers() == before
    relief = desk.do("chair", by=other)
    (taken,) = desk.records(relief)
    assert taken.data == {
        "person": other.public_id,
        "terminal": TERMINAL,
        "relieves": desk.dealer.public_id,
    }
    with pytest.raises(NotAllowed):
        desk.do("card Qh")
    (dealt,) = desk.records(desk.do("card Qh", by=other))
    assert (dealt.actor, dealt.role, dealt.terminal) == (other.public_id, "dealer", TERMINAL)
    everything_holds()


def test_the_same_person_takes_the_table_over_on_another_device(desk: Desk) -> None:
    desk.do("chair")
    assert desk.refuses("chair").code == "in_chair"
    answer = desk.send(desk.order("chair"), terminal="t2other")
    assert desk.records(answer)[0].data["relieves"] == ""
    with pytest.raises(NotAllowed):
        desk.do("open")
    desk.send(desk.order("open"), terminal="t2other")


def test_the_floor_steps_in_from_anywhere_but_does_not_deal(desk: Desk) -> None:
    desk.do("chair")
    desk.deal()
    for action in ("5 fold", "card 2c", "misdeal"):
        with pytest.raises(NotAllowed) as refused:
            desk.send(desk.order(action, reason="so it is"), desk.floor, "t2office")
        assert refused.value.code == "not_in_chair"
    order = desk.order("turn 5", reason="seat 2 acted out of turn", rule="H-4")
    desk.send(order, desk.floor, "t2office")
    desk.send(desk.order("dispute", reason="the pot"), desk.floor, "t2office")
    assert desk.hand()["phase"] == "disputed"


def test_the_chair_is_left_between_hands_only(desk: Desk) -> None:
    assert desk.refuses("chair leave").code == "not_in_chair"
    desk.do("chair")
    desk.won()
    assert desk.refuses("chair leave").code == "hand_open"
    desk.do("pay", "chair leave")
    assert (row(desk).chair, row(desk).chair_terminal, row(desk).chair_at) == ("", "", None)
    everything_holds()


def test_nobody_is_in_two_chairs(desk: Desk) -> None:
    desk.do("chair")
    desk.open()
    other = Desk.__new__(Desk)
    other.number, other.stream, other.dealer, other.floor = 13, "T13", desk.dealer, desk.floor
    add_table(number=13, name="", variant="boomerang_poker", command_id="table-13", author=ROOM)
    other.do(f"table open {desk.conditions[500]}", by=desk.floor)
    with pytest.raises(Refused) as refused:
        other.do("chair")
    assert (refused.value.code, refused.value.params["number"]) == ("in_chair_elsewhere", desk.number)
    assert Table.objects.get(number=13).chair == ""
    desk.ruled("void")
    desk.do("pay")
    other.do("chair")
    assert row(desk).chair == ""
    assert Table.objects.get(number=13).chair == desk.dealer.public_id


def test_the_floor_is_called_with_a_reason_and_nothing_freezes(desk: Desk) -> None:
    assert desk.refuses("call").code == "reason_missing"
    assert desk.refuses("answered", by=desk.floor).code == "not_called"
    desk.deal()
    desk.do("call", reason="Fill")
    assert (row(desk).called, row(desk).called_at) == ("Fill", desk.records()[-1].time)
    assert desk.refuses("call", reason="Fill").code == "called_already"
    assert desk.refuses("call", reason="x" * 490).code == "called_already"
    since = row(desk).called_at
    desk.do("call", reason="Drinks")
    assert (row(desk).called, row(desk).called_at) == ("Fill; Drinks", since), "one call, for both"
    desk.do("call off")
    assert (row(desk).called, row(desk).called_at) == ("", None)
    assert desk.refuses("call off").code == "not_called"
    assert desk.refuses("call of", reason="Fill").code == "malformed"
    desk.do("call", reason="Fill")
    assert desk.refuses("answered").code == "floor_only"
    desk.do("2 fold")
    desk.do("answered", by=desk.floor)
    assert (row(desk).called, row(desk).called_at) == ("", None)
    everything_holds()


def test_a_paused_table_deals_nothing(desk: Desk) -> None:
    assert desk.refuses("pause").code == "reason_missing"
    assert desk.refuses("resume").code == "not_paused"
    desk.open()
    desk.do("pause", reason="Shuffler")
    for action in ("card Qh", "draw", "post 2", "redeal", "open"):
        assert desk.refuses(action).code == "table_paused"
    assert desk.refuses("pause", reason="Again").code == "table_paused"
    desk.do("dispute", reason="the pot")
    desk.ruled("rule stands")
    desk.do("resume")
    desk.do("card Qh")
    everything_holds()


def test_the_stub_is_counted_once_after_a_hand(desk: Desk) -> None:
    assert desk.refuses("count 46").code == "no_stub"
    desk.deal()
    assert desk.refuses("count 46").code == "no_stub"
    desk.do("2 fold", "5 fold", "pay")
    assert desk.refuses("count").code == "malformed"
    (counted,) = desk.records(desk.do("count 45"))
    assert counted.data == {"hand": desk.hand()["hand"], "expected": 46, "counted": 45}
    assert desk.refuses("count 46").code == "counted_already"
    everything_holds()


def test_an_electronic_shoe_has_no_stub_to_count() -> None:
    desk = Desk(source="electronic")
    desk.open()
    desk.ruled("void")
    desk.do("pay")
    assert desk.refuses("count 52").code == "no_stub"


def test_a_reader_shoe_reports_cards_from_its_table_and_does_nothing_else() -> None:
    desk = Desk(source="reader")
    shoe, terminal = person("device", name="Shoe of table 12"), "t1shoe"
    desk.open()
    assert desk.refuses("card Qh").code == "reader_shoe"
    with pytest.raises(NotAllowed) as refused:
        desk.send(desk.order("card Qh"), shoe, terminal)
    assert refused.value.code == "not_paired"
    Terminal.objects.create(public_id=terminal)
    pair_terminal(
        table=12, terminal=terminal, label="Shoe", command_id="p1", author=author(desk.floor, "floor")
    )
    (read,) = desk.records(desk.send(desk.order("card Qh"), shoe, terminal))
    assert (read.role, read.data["reason"]) == ("device", None)
    for action in ("2 fold", "undo 2", "pay", "chair", "deal 5 As Tc"):
        with pytest.raises(NotAllowed) as refused:
            desk.send(desk.order(action), shoe, terminal)
        assert refused.value.code == "not_allowed"
    (keyed,) = desk.records(desk.do("card Td", reason="Not read"))
    assert keyed.data["reason"] == "Not read"
    everything_holds()


def test_a_reader_reports_nothing_where_the_pad_deals(desk: Desk) -> None:
    shoe, terminal = person("device"), "t1shoe"
    Terminal.objects.create(public_id=terminal)
    pair_terminal(
        table=12, terminal=terminal, label="Shoe", command_id="p1", author=author(desk.floor, "floor")
    )
    desk.open()
    with pytest.raises(NotAllowed) as refused:
        desk.send(desk.order("card Qh"), shoe, terminal)
    assert refused.value.code == "not_allowed"


def test_devices_are_paired_by_the_floor_one_table_each(desk: Desk) -> None:
    floor, dealer = author(desk.floor, "floor"), author(desk.dealer, "dealer")
    Terminal.objects.create(public_id="t1tablet")
    with pytest.raises(NotAllowed):
        pair_terminal(table=12, terminal="t1tablet", label="", command_id="p0", author=dealer)
    for wrong, code in (
        ({"table": 99}, "no_such_table"),
        ({"terminal": "t9nobody"}, "no_such_terminal"),
        ({"label": "x" * 61}, "bad_setting"),
    ):
        about = {"table": 12, "terminal": "t1tablet", "label": "", **wrong}
        with pytest.raises(Refused) as refused:
            pair_terminal(**about, command_id="p1", author=floor)  # type: ignore[arg-type]
        assert refused.value.code == code
    assert (
        pair_terminal(table=12, terminal="t1tablet", label="", command_id="p2", author=floor).label == "T12"
    )
    assert paired_table("t1tablet") == 12
    assert paired_table("") is None
    with pytest.raises(Refused) as refused:
        pair_terminal(table=12, terminal="t1tablet", label="", command_id="p3", author=floor)
    assert refused.value.code == "paired_already"
    everything_holds()
    unpair_terminal(terminal="t1tablet", command_id="u1", author=floor)
    with pytest.raises(Refused) as refused:
        unpair_terminal(terminal="t1tablet", command_id="u2", author=floor)
    assert refused.value.code == "not_paired"
    assert paired_table("t1tablet") is None


def test_a_seat_is_kept_for_somebody_who_is_not_here(desk: Desk) -> None:
    desk.do("reserve 7", alias="Max")
    kept = Seat.objects.get(table_id=12, number=7)
    assert (kept.reserved, kept.dealt_in) == (True, False)
    assert desk.refuses("reserve 7", alias="Ann").code == "seat_taken"
    assert desk.refuses("in 7").code == "seat_reserved"
    desk.open()
    assert 7 not in desk.hand()["seats"]
    assert desk.refuses("in 7").code == "seat_empty"
    desk.do("sit 7")
    taken = Seat.objects.get(table_id=12, number=7)
    assert (taken.reserved, taken.player) == (False, kept.player)
    desk.do("reserve 8", alias="Ann", by=desk.floor)
    desk.do("sit 8", alias="Bob")
    desk.do("reserve 10", alias="Eve")
    desk.do("leave 10")
    assert not Seat.objects.filter(table_id=12, number=10).exists()
    assert desk.refuses("sit 10").code == "bad_alias"
    everything_holds()


def test_display_and_count_are_set_by_the_floor_and_an_old_address_dies(desk: Desk) -> None:
    floor, dealer = author(desk.floor, "floor"), author(desk.dealer, "dealer")
    with pytest.raises(NotAllowed):
        watch_table(table=12, count_every=1, display_delay=0, command_id="w0", author=dealer)
    for count_every, delay in ((-1, 0), (0, 901)):
        with pytest.raises(Refused):
            watch_table(table=12, count_every=count_every, display_delay=delay, command_id="w1", author=floor)
    watched = watch_table(table=12, count_every=20, display_delay=30, command_id="w2", author=floor)
    assert (watched.count_every, watched.display_delay) == (20, 30)
    key = link_display(table=12, command_id="l1", author=floor)
    assert link_display(table=12, command_id="l1", author=floor) == key
    again = link_display(table=12, command_id="l2", author=floor)
    assert again != key
    assert DisplayKey.objects.get(table=12).key == again
    assert not any(secret in str(record.data) for record in desk.records() for secret in (key, again))
    everything_holds()
