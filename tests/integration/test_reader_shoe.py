"""`manage.py reader_shoe`: a simulated shoe that reports what it deals, once, in order, and nothing else."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cardroom.accounts.models import Person
from cardroom.accounts.roles import DEVICE
from cardroom.management.commands import reader_shoe
from cardroom.management.commands.reader_shoe import Shoe, device, terminal
from tables.models import PairedTerminal, Table
from tests.desk import ROWS, Desk, everything_holds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr("tests.desk.ROWS", ROWS | {"PairedTerminal": PairedTerminal})
    return Desk(source="reader")


@pytest.fixture
def shoe(desk: Desk) -> Shoe:
    return Shoe(12, device(12), terminal(Table.objects.get(number=12)))


def cards(desk: Desk) -> list[str]:
    return [move["text"] for move in desk.hand()["moves"] if move["text"].startswith("card")]


def test_it_is_a_device_paired_with_its_table_once(desk: Desk, shoe: Shoe) -> None:
    assert device(12) == shoe.person
    assert terminal(Table.objects.get(number=12)) == shoe.terminal
    assert shoe.person.roles == {DEVICE}
    assert PairedTerminal.objects.filter(table_id=12).count() == 1
    assert Person.objects.filter(username="shoe-t12").count() == 1
    everything_holds()


def test_it_reports_a_card_whenever_one_is_due_and_only_then(desk: Desk, shoe: Shoe) -> None:
    assert shoe.read() == "", "no hand"
    desk.do("open")
    assert shoe.read() == "", "not everybody has posted"
    desk.post()
    told = [shoe.read() for _ in range(6)]
    assert [line.split(" ")[-1] for line in told] == ["2", "5", "9", "2", "5", "9"]
    assert shoe.read() == "", "a seat decides"
    assert len(cards(desk)) == len(set(cards(desk))) == 6
    roles = {record.role for record in desk.records() if record.type == "hand.card_dealt"}
    assert roles == {DEVICE}
    actor = desk.hand()["prompts"][0]["seat"]
    desk.do(f"{actor} buy 1")
    assert f"to seat {actor}" in shoe.read()
    everything_holds()


def test_it_waits_for_a_pause_and_a_dispute(desk: Desk, shoe: Shoe) -> None:
    desk.open()
    desk.do("pause", reason="Shuffler")
    assert shoe.read() == ""
    desk.do("resume")
    desk.do("dispute", reason="the deck")
    assert shoe.read() == ""
    desk.ruled("rule stands")
    assert "to seat 2" in shoe.read()


def test_a_card_keyed_by_hand_has_left_the_deck(desk: Desk, shoe: Shoe) -> None:
    desk.open()
    shoe.read()
    deck = [*shoe._deck]
    desk.do(f"card {deck[-1]}", reason="Not read")
    assert deck[-2] in shoe.read()


def test_a_stale_answer_is_given_again_with_what_is_true_then(
    desk: Desk, shoe: Shoe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is quicker between the look and the report."""
    desk.open()
    look = reader_shoe.current
    quick = iter([True, False])

    def current(row: Table) -> Any:
        told = look(row)
        if next(quick, False):
            desk.do("card Td", reason="Not read")
        return told

    monkeypatch.setattr(reader_shoe, "current", current)
    assert shoe.read() == ""
    assert "to seat 5" in shoe.read()
    assert len(cards(desk)) == 2


def test_a_card_whose_answer_was_lost_is_not_dealt_twice(
    desk: Desk, shoe: Shoe, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open()
    do, lost = reader_shoe.act, iter([True])

    def act(**about: Any) -> Any:
        answer = do(**about)
        if next(lost, False):
            raise ConnectionError
        return answer

    monkeypatch.setattr(reader_shoe, "act", act)
    with pytest.raises(ConnectionError):
        shoe.read()
    assert len(cards(desk)) == 1
    shoe.read()
    assert len(set(cards(desk))) == len(cards(desk)) <= 2


def test_a_refusal_is_said_once_with_its_reason(desk: Desk, shoe: Shoe) -> None:
    desk.open()
    PairedTerminal.objects.all().delete()
    assert "Refused" in shoe.read()
    assert shoe.read() == ""


def test_every_hand_is_shuffled_anew(desk: Desk, shoe: Shoe) -> None:
    orders = []
    for _ in range(2):
        desk.open()
        shoe.read()
        orders.append(tuple(shoe._deck))
        desk.ruled("void")
        desk.do("pay")
    assert orders[0] != orders[1]
    assert len(shoe.hands) == 2


def test_the_command_stops_after_its_hands_or_at_ctrl_c(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.open()

    def floor_ends_it(seconds: float) -> None:
        if desk.hand()["moves"] and not desk.hand()["settled"]:
            desk.ruled("void")
            desk.do("pay")

    monkeypatch.setattr(reader_shoe.time, "sleep", floor_ends_it)
    said = StringIO()
    call_command("reader_shoe", 12, "--interval", "0", "--hands", "1", stdout=said)
    assert "to seat 2" in said.getvalue()
    assert "The shoe has been taken away." in said.getvalue()

    def ctrl_c(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reader_shoe.time, "sleep", ctrl_c)
    said = StringIO()
    call_command("reader_shoe", 12, stdout=said)
    assert "The shoe has been taken away." in said.getvalue()


def test_where_it_cannot_stand(desk: Desk) -> None:
    with pytest.raises(CommandError, match="There is no table 99"):
        call_command("reader_shoe", 99)
    desk.do("source pad", by=desk.floor)
    with pytest.raises(CommandError, match="not dealt from a reader shoe"):
        call_command("reader_shoe", 12)
    desk.do("source reader", by=desk.floor)
    with pytest.raises(CommandError, match="0 seconds or more"):
        call_command("reader_shoe", 12, "--interval=-1")
