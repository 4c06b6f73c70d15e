"""A command sent again, or twenty times at once: carried out once."""

from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime
from threading import Barrier

import pytest
from django.db import connections

from audit.models import AuditRecord
from audit.selectors import head, read, streams
from audit.services import CommandReused, command
from tests.integration.audit.acting import AUTHOR, STEPS, act

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_command_seen_before_answers_and_writes_nothing():
    act("c1")
    act("c2")
    rows = list(AuditRecord.objects.order_by("id").values_list())
    again = act("c1", request={"text": "5 buy 2"})
    assert (again.replayed, again.first, again.last, again.seq) == (True, 1, 3, 6)
    assert list(AuditRecord.objects.order_by("id").values_list()) == rows
    with (
        command("T1", "c1", author=AUTHOR, request={"text": "5 buy 2"}) as log,
        pytest.raises(RuntimeError, match="carried out before"),
    ):
        log.append(STEPS)
    assert list(AuditRecord.objects.order_by("id").values_list()) == rows


def test_the_order_of_keys_makes_no_other_request():
    act("c1", request={"a": 1, "b": 2})
    assert act("c1", request={"b": 2, "a": 1}).replayed


def test_a_command_id_is_good_for_one_request():
    act("c1", request={"text": "5 buy 2"})
    with pytest.raises(CommandReused, match="another request") as refused:
        act("c1", request={"text": "5 buy 3"})
    assert refused.value.code == "command_reused"
    assert refused.value.reason
    assert head("T1").seq == 3


def test_a_command_id_counts_within_its_stream():
    act("c1", stream="T1")
    assert not act("c1", stream="T2").replayed
    assert head("T2").seq == 3


def test_a_command_that_appends_nothing_leaves_no_trace():
    with command("T1", "c1", author=AUTHOR, request={}):
        pass
    with command("T1", "c2", author=AUTHOR, request={}) as log:
        assert log.append([]) == []
        assert len(log.append(STEPS)) == 3
    assert not AuditRecord.objects.filter(command_id="c1").exists()
    assert not act("c1", request={"other": True}).replayed


def test_twenty_at_once_with_one_command_id_are_one():
    begin = Barrier(20)

    def send(_):
        try:
            begin.wait(30)
            return act("c1")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(20) as pool:
        logs = list(pool.map(send, range(20)))
    assert sum(not log.replayed for log in logs) == 1
    assert {(log.first, log.last, log.seq) for log in logs} == {(1, 3, 3)}
    assert [r.seq for r in read("T1")] == [1, 2, 3]


def test_twenty_at_once_with_one_command_id_and_two_requests():
    begin = Barrier(20)

    def send(number):
        try:
            begin.wait(30)
            return act("c1", request={"cheques": number % 2})
        except CommandReused as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(send, range(20)))
    assert sum(isinstance(answer, CommandReused) for answer in answers) == 10
    assert [r.seq for r in read("T1")] == [1, 2, 3]


def test_the_time_of_a_command_is_that_of_its_lock():
    with ThreadPoolExecutor(1) as pool:
        with command("T1", "c1", author=AUTHOR, request={}) as first:
            waiting = pool.submit(lambda: (act("c2"), connections.close_all())[0])
            wait([waiting], timeout=0.3)
            first.append(STEPS)
            released = datetime.now(UTC)
        second = waiting.result(timeout=30)
    assert second.first == 4
    assert second.at >= released > first.at


def test_first_commands_of_many_new_streams_at_once(walked):
    begin = Barrier(12)

    def send(number):
        try:
            begin.wait(30)
            for table in range(1, 7):
                act(f"c{number}", stream=f"T{table}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(send, range(12)))
    assert [(stream, seq) for stream, seq, _ in streams()] == [(f"T{table}", 36) for table in range(1, 7)]
    assert all(walked(f"T{table}").fault is None for table in range(1, 7))
