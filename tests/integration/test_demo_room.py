"""The demo room: made once, added to where it is older, left alone where people have rooms of their own."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from cardroom.accounts.models import Person
from cardroom.accounts.services import deactivate_person
from cardroom.demo.play import evenings
from cardroom.demo.room import TABLES, DemoTable
from fees.core.schedule import FeeRow
from fees.demo import demo_rows, is_demo
from fees.services import approve_schedule
from tables.furnishing import add_table, retire_condition
from tables.models import Condition, PairedTerminal, Seat, Table
from tables.screens.simulated import ALIASES
from tables.services import Answers, Command, act
from tests.desk import everything_holds, standing
from tests.people import ROOM, author, person

pytestmark = pytest.mark.django_db


def made() -> str:
    said = io.StringIO()
    call_command("demo_room", stdout=said)
    return said.getvalue()


def dealt(number: int) -> None:
    """Somebody has opened a hand at a table of the room."""
    dana = Person.objects.get(username="dana")
    act(table=number, person=dana, terminal="t1", order=Command("o", "open", Answers("", 0)))


def approved_for_real() -> None:
    flora = Person.objects.get(username="flora")
    rows = [FeeRow(row.condition, row.players_min, row.players_max, 0, waiver="H-3") for row in demo_rows()]
    approve_schedule(
        label="City schedule 7",
        rows=rows,
        reference="Letter of 2 March",
        invented=False,
        command_id="real",
        author=author(flora, "floor"),
    )


def test_tables_of_every_source_and_condition_and_who_to_begin_with() -> None:
    said = made()
    assert "sign in as dana" in said
    assert "table 1" in said
    tables = {table.number: table for table in Table.objects.select_related("condition")}
    assert len(tables) >= 6
    assert all(table.is_open for table in tables.values())
    assert {table.source for table in tables.values()} == set(Table.Source.values)
    assert {table.condition.amount for table in tables.values() if table.condition} == {
        500,
        1_000,
        2_500,
        10_000,
    }
    assert (tables[1].source, tables[1].condition and tables[1].condition.amount) == ("pad", 500)
    assert Seat.objects.filter(table=1).count() == 6
    assert tables[7].drop_when == "before_deal"
    everything_holds()


def test_made_again_it_changes_nothing() -> None:
    made()
    dealt(1)
    before = standing()
    made()
    assert standing() == before


def test_an_older_demo_room_gets_what_is_new_and_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr("cardroom.demo.room.TABLES", TABLES[:3])
        made()
    dealt(1)
    before = standing()
    made()
    after = standing()
    assert all(after["ends"][stream] == end for stream, end in before["ends"].items() if stream != "system")
    assert [row for row in after["Hand"] if row["stream"] == "T1"] == before["Hand"]
    assert Table.objects.count() == len(TABLES)
    everything_holds()


def test_a_room_with_people_of_its_own_stays_as_it_is() -> None:
    person("admin", username="vera", name="Vera Holt")
    before = standing()
    assert "people of its own" in made()
    assert standing() == before
    assert evenings(Random(1)) == []
    assert Person.objects.count() == 1


def test_a_table_that_somebody_added_is_his(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr("cardroom.demo.room.TABLES", TABLES[:3])
        made()
    add_table(number=4, name="Mine", variant="boomerang_poker", command_id="mine", author=ROOM)
    made()
    assert Table.objects.get(number=4).name == "Mine"
    assert not Table.objects.get(number=4).is_open
    assert [evening.table for evening in evenings(Random(1))] == [6, 7, 8]


def test_a_retired_condition_and_a_deactivated_flora_leave_new_tables_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as older:
        older.setattr("cardroom.demo.room.TABLES", TABLES[:3])
        made()
    retired = Condition.objects.get(amount=1_000)
    retire_condition(condition=retired.id, command_id="gone", author=ROOM)
    made()
    assert [table.number for table in Table.objects.filter(is_open=False)] == [5, 6]
    deactivate_person(person=Person.objects.get(username="flora"), author=ROOM)
    monkeypatch.setattr("cardroom.demo.room.TABLES", (*TABLES, DemoTable(9, 500, "pad", {1: "Zora"})))
    made()
    assert not Table.objects.get(number=9).is_open


def test_a_room_that_has_become_real_is_no_demo_any_more() -> None:
    made()
    assert is_demo()
    approved_for_real()
    assert not is_demo()
    before = standing()
    assert "dana" in made()
    assert standing() == before
    assert evenings(Random(1)) == []


def test_whoever_plays_at_a_table_of_the_demo_is_simulated() -> None:
    aliases = [alias for table in TABLES for alias in table.players.values()]
    assert len(set(aliases)) == len(aliases)
    assert set(aliases) < set(ALIASES)
    assert len(set(ALIASES)) == len(ALIASES)


def test_simulated_dealers_are_called_so_and_paired_once() -> None:
    made()
    for _again in range(2):
        found: list[Any] = evenings(Random(1))
        assert [evening.table for evening in found] == [4, 6, 7, 8]
    people = Person.objects.filter(username__startswith="simulated")
    assert people.count() == 5
    assert all(who.name.endswith("(simulated)") for who in people)
    assert sorted(PairedTerminal.objects.values_list("label", flat=True)) == [
        *("Simulated T4", "Simulated T6", "Simulated T7", "Simulated T8")
    ]
    assert {len(who.roles) for who in people} == {1}
