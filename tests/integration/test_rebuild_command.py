"""`manage.py rebuild_projections`: repairs any row, tells any difference, stands beside running servers."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

import audit.projections
import audit.selectors
from audit.models import AuditCursor, AuditHead, AuditIndex, AuditRecord
from audit.tasks import index_records
from cardroom.accounts.models import Person, Terminal
from cardroom.management.commands import rebuild_projections
from cardroom.management.commands.rebuild_projections import PROJECTIONS, differences, rebuild
from fees.models import Collection, Row, Schedule
from tables.furnishing import link_display
from tables.game.base import Refused
from tables.joining import join
from tables.models import (
    Condition,
    DisplayKey,
    Hand,
    HandedTablet,
    JoinTries,
    Player,
    Seat,
    SeatCode,
    SeatLease,
    ShoeSeed,
    Table,
)
from tables.pairing import pair_terminal
from tests.desk import Desk
from tests.people import author

KEPT = {AuditRecord, AuditHead, Player, ShoeSeed, DisplayKey, SeatCode, SeatLease, HandedTablet, JoinTries}
"""Rows that are no projection: the log itself, names, and what must stay secret until it is published."""


@pytest.fixture
def room(db: None) -> Desk:
    """A hand that is over and paid, a second one with a bought card due, and the index up to date."""
    desk = Desk()
    desk.won().do("pay")
    desk.deal().do("2 fold", "5 buy 2")
    with_devices(desk)
    index_records()
    return desk


def with_devices(desk: Desk) -> None:
    """A device at the table, and a public display."""
    floor = author(desk.floor, "floor")
    Terminal.objects.create(public_id="t1tablet")
    pair_terminal(table=desk.number, terminal="t1tablet", label="", command_id="pair", author=floor)
    link_display(table=desk.number, command_id="link", author=floor)


def with_screens(desk: Desk) -> None:
    """A player's screen, a code for another, the tablet that goes round, and a wrong code."""
    desk.player(4)
    desk.do("screen 6", "hand round")
    with pytest.raises(Refused):
        join(code="777777", form="form", askers={"phone": 10}, terminal="", holds=None)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild_projections", *arguments, stdout=out)
    return out.getvalue()


def everything() -> dict[str, list[Any]]:
    return {
        model._meta.db_table: list(model._default_manager.order_by("pk").values_list())
        for model in (*PROJECTIONS, *KEPT, Person)
    }


def test_every_model_is_a_projection_or_known_to_be_none() -> None:
    found = {model for app in ("audit", "fees", "tables") for model in apps.get_app_config(app).get_models()}
    assert found == {*PROJECTIONS, *KEPT}


def test_a_rebuild_says_what_it_read_and_keeps_log_names_and_seeds(desks: Any) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6), source="electronic")
    desk.open().do("draw all")
    with_devices(desk)
    with_screens(desk)
    index_records()
    before = everything()
    said = run()
    assert said.startswith(f"Read {AuditRecord.objects.count()} records.\n")
    assert "  tables_seat: 3 rows\n" in said
    after = everything()
    for model in KEPT | {Person}:
        assert before[model._meta.db_table], "without a row nothing is shown"
        assert after[model._meta.db_table] == before[model._meta.db_table]


def test_a_room_without_a_record(db: None) -> None:
    assert "Read 0 records." in run()
    assert run("--check") == "Every row is what the log says.\n"


SPOILED: list[tuple[str, Callable[[], object], str]] = [
    (
        "hand cell",
        lambda: Hand.objects.filter(phase="closed").update(pot=7),
        "tables_hand T12/5: pot is 7, by the log 1500",
    ),
    ("hand gone", lambda: Hand.objects.all().delete(), "missing"),
    ("hand json", lambda: Hand.objects.update(players={}), "players is"),
    ("hand time", lambda: Hand.objects.update(opened_at="2001-01-01T00:00Z"), "opened_at is"),
    ("seat gone", lambda: Seat.objects.filter(number=9).delete(), "tables_seat 12/9: missing"),
    (
        "seat out",
        lambda: Seat.objects.filter(number=9).update(dealt_in=False),
        "tables_seat 12/9: dealt_in is",
    ),
    ("table cell", lambda: Table.objects.update(box="mine"), "tables_table 12: box is 'mine'"),
    ("table too many", lambda: Table.objects.create(number=13), "tables_table 13: the log does not know it"),
    (
        "condition",
        lambda: Condition.objects.filter(amount=500).update(active=False),
        "tables_condition 1: active is",
    ),
    (
        "schedule",
        lambda: Schedule.objects.update(reference="none at all"),
        "fees_schedule fees/1: reference is",
    ),
    (
        "row",
        lambda: Row.objects.filter(condition=500, fee=150).update(fee=1_500),
        "fees_row fees/1/500/4: fee is",
    ),
    ("fees", lambda: Collection.objects.update(dropped=0), "fees_collection T12/5: dropped is 0"),
    (
        "index gone",
        lambda: AuditIndex.objects.filter(stream="T12", seq=3).delete(),
        "audit_index T12/3: missing",
    ),
    (
        "index cell",
        lambda: AuditIndex.objects.filter(stream="T12", seq=3).update(actor="x"),
        "audit_index T12/3: actor is",
    ),
]


@pytest.mark.parametrize(("spoil", "said"), [case[1:] for case in SPOILED], ids=[case[0] for case in SPOILED])
def test_a_check_tells_and_changes_nothing_and_a_rebuild_repairs(
    room: Desk, spoil: Callable[[], object], said: str
) -> None:
    good = everything()
    spoil()
    spoiled = everything()
    assert spoiled != good
    out = StringIO()
    with pytest.raises(CommandError, match="not what the log says") as failed:
        call_command("rebuild_projections", "--check", stdout=out)
    assert failed.value.returncode == 1
    assert said in out.getvalue()
    assert everything() == spoiled
    run()
    assert run("--check") == "Every row is what the log says.\n"
    assert without_ids(everything()) == without_ids(good)


def without_ids(rows: dict[str, list[Any]]) -> dict[str, list[Any]]:
    surrogate = {"audit_index", "fees_row", "tables_seat"}
    return {
        name: sorted((row[1:] for row in rows[name]), key=str) if name in surrogate else rows[name]
        for name in rows
    }


def test_an_index_behind_the_log_is_no_difference(room: Desk) -> None:
    room.do("card 2c")
    behind = AuditCursor.objects.get(stream="T12")
    assert behind.seq < AuditRecord.objects.filter(stream="T12").count()
    assert differences() == []
    behind.refresh_from_db()
    assert behind.seq < AuditRecord.objects.filter(stream="T12").count(), "a check changed something"


def test_a_long_list_is_cut(room: Desk) -> None:
    AuditIndex.objects.all().delete()
    out = StringIO()
    with pytest.raises(CommandError, match=f"{AuditRecord.objects.count()} rows"):
        call_command("rebuild_projections", "--check", stdout=out)
    assert len(out.getvalue().splitlines()) == 21
    assert "more" in out.getvalue()


def test_all_of_it_or_nothing(room: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    Hand.objects.update(pot=7)
    before = everything()
    monkeypatch.setattr("fees.projections.apply_all", lambda records: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        rebuild()
    assert everything() == before


def test_the_hand_at_the_table_goes_on_after_a_rebuild(room: Desk) -> None:
    rebuild()
    room.do("card 2c", "card 3c", "pay", "open")


def test_memory_does_not_grow_with_the_log(desks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rebuild_projections, audit.selectors, audit.tasks):
        monkeypatch.setattr(module, "BATCH", 20)
    desk = desks(source="electronic")

    def peak(hands: int) -> int:
        for _ in range(hands):
            desk.open().do("draw all")
            for _ in range(2):
                desk.do(f"{desk.hand()['prompts'][0]['seat']} fold")
            desk.do("pay")
        rebuild()
        tracemalloc.start()
        try:
            rebuild()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few = peak(4)
    assert peak(12) < few * 1.5
