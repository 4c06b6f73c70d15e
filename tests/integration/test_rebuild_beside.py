"""`manage.py rebuild_projections` beside running servers: who waits for whom, and what screens see meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connections

import audit.projections
from audit.models import AuditHead, AuditIndex, AuditRecord
from audit.selectors import streams
from audit.services import command
from audit.tasks import index_records
from cardroom.management.commands import rebuild_projections
from cardroom.management.commands.rebuild_projections import differences, rebuild
from tables.furnishing import add_table
from tables.models import Hand, Seat
from tests.desk import Desk
from tests.people import ROOM


@contextmanager
def other_process(work: Callable[[], object]) -> Iterator[threading.Thread]:
    """`work` in a thread with a connection of its own, joined at the end; what it raises fails the test."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  # handed over to the test
            failed.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    yield thread
    thread.join(30)
    assert not thread.is_alive()
    assert not failed, failed


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stream", ["its own", "one not begun"])
def test_a_command_waits_for_a_rebuild_and_finds_its_rows(
    monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    desk = Desk()
    desk.deal()
    add_table(number=13, name="", variant="boomerang_poker", command_id="t13", author=ROOM)
    assert not AuditHead.objects.filter(stream="T13").exists()
    other = Desk.__new__(Desk)
    other.__dict__.update(desk.__dict__, number=13)
    work = (lambda: desk.do("2 fold")) if stream == "its own" else (lambda: other.do("sit 4", alias="Ines"))
    read_anew = rebuild_projections._read_anew

    with other_process(work) as thread:

        def while_it_runs() -> int:
            thread.start()
            thread.join(0.5)
            assert thread.is_alive(), "the command did not wait"
            count = read_anew()
            assert thread.is_alive(), "the command did not wait"
            return count

        monkeypatch.setattr(rebuild_projections, "_read_anew", while_it_runs)
        rebuild()
    monkeypatch.undo()
    assert differences() == []
    if stream == "its own":
        assert desk.hand()["moves"][-1]["text"] == "2 fold"
        assert Hand.objects.get().last_seq == streams()[0].seq
    else:
        assert Seat.objects.filter(table_id=13, number=4).exists()


@pytest.mark.django_db(transaction=True)
def test_a_rebuild_waits_for_the_command_that_is_running() -> None:
    """The command has its stream and has read its table; then the rebuild begins."""
    desk = Desk()
    desk.deal()
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        with command("T12", "slow", author=ROOM, request={}):
            begun.set()
            assert go_on.wait(30)

    with other_process(slowly) as slow:
        slow.start()
        assert begun.wait(30)
        with other_process(rebuild) as rebuilding:
            rebuilding.start()
            rebuilding.join(0.5)
            assert rebuilding.is_alive(), "the rebuild did not wait"
            go_on.set()
    assert differences() == []


@pytest.mark.django_db(transaction=True)
def test_screens_read_the_rows_of_before_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    desk.deal()
    seen: list[int] = []
    read_anew = rebuild_projections._read_anew

    def look() -> None:
        seen.append(len([seat for seat in desk.view()["seats"] if seat["taken"]]))

    def while_it_runs() -> int:
        count = read_anew()
        Seat.objects.all().delete()
        with other_process(look) as thread:
            thread.start()
        return count

    monkeypatch.setattr(rebuild_projections, "_read_anew", while_it_runs)
    rebuild()
    assert seen == [3]
    assert not Seat.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_index_job_waits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    Desk().deal()
    clear = audit.projections.clear

    with other_process(index_records) as thread:

        def cleared() -> None:
            clear()
            if not thread.ident:
                thread.start()
                thread.join(0.5)
                assert thread.is_alive(), "the job did not wait"

        monkeypatch.setattr("audit.projections.clear", cleared)
        rebuild()
    monkeypatch.undo()
    assert differences() == []
    assert AuditIndex.objects.count() == AuditRecord.objects.count()
