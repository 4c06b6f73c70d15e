"""Commands: what they append, what they answer a second time, and what they refuse."""

import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime
from threading import Barrier

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from audit.core.record import ZERO, parse
from audit.guard import lifted
from audit.models import AuditHead, AuditRecord
from audit.selectors import head, read, streams
from audit.services import Author, BadCommand, CommandReused, Entry, LogDamaged, command
from audit.signals import appended

AUTHOR = Author("p7k2", "dealer", "t9x1")
STEPS = [Entry("step.done", {"n": n}, "T1/1") for n in range(3)]

pytestmark = pytest.mark.django_db(transaction=True)


def act(command_id="c1", stream="T1", request=None, entries=STEPS):
    with command(stream, command_id, author=AUTHOR, request=request or {"text": "5 buy 2"}) as log:
        if not log.replayed:
            log.append(entries)
    return log


def broken(stream, command_id="broken"):
    """A command that appends and then fails."""
    logs = []
    try:
        with command(stream, command_id, author=AUTHOR, request={}) as log:
            logs.append(log)
            log.append(STEPS)
            raise LookupError
    except LookupError:
        return logs[0]


def test_records_say_who_did_what_and_continue_the_chain(walked):
    before = datetime.now(UTC)
    first, second = act("c1"), act("c2", entries=STEPS[:1])
    records = list(read("T1"))
    assert [(r.seq, r.command_id, r.data["n"]) for r in records] == [
        (1, "c1", 0),
        (2, "c1", 1),
        (3, "c1", 2),
        (4, "c2", 0),
    ]
    assert {(r.actor, r.role, r.terminal, r.subject, r.type, r.v) for r in records} == {
        ("p7k2", "dealer", "t9x1", "T1/1", "step.done", 1)
    }
    assert {r.time for r in records[:3]} == {first.at}
    assert before <= first.at <= second.at <= datetime.now(UTC)
    assert first.at.tzinfo == UTC
    assert [parse(r.body, r.prev) for r in records] == records
    assert records[0].prev == ZERO
    assert walked() == ((4, records[3].digest), None)


def test_the_log_shows_the_end_before_and_after():
    act("c1")
    with command("T1", "c2", author=AUTHOR, request={}) as log:
        assert (log.seq, log.digest, log.first, log.last) == (3, head("T1").digest, 0, 0)
        records = log.append(STEPS)
        assert (log.seq, log.digest, log.first, log.last) == (6, records[-1].digest, 4, 6)
    assert list(read("T1", 4)) == records
    assert head("T1") == ("T1", 6, records[-1].digest)


def test_an_empty_stream_begins_with_zeros():
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        assert (log.seq, log.digest, log.replayed) == (0, ZERO, False)
    assert head("T1") == head("T2")._replace(stream="T1") == ("T1", 0, ZERO)
    assert streams() == []


def test_one_insert_and_one_update_however_many_events():
    act("c0")
    counts = []
    for number, entries in enumerate([STEPS[:1], STEPS * 30]):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            act(f"c{number + 1}", entries=entries)
        sql = [query["sql"].split()[0].upper() for query in queries]
        assert sql.count("INSERT") == 1
        assert sql.count("UPDATE") == 1
        counts.append(len(sql))
    assert counts[0] == counts[1]


# --- a second time ---------------------------------------------------------------------------


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


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        Entry("step.undone", {"n": 1}),
        Entry("box.counted", {"cents": 1}),
        Entry("step.done", {"n": "1"}),
        Entry("step.done", {"n": 2**53}),
        Entry("step.done", {"n": 1}, subject="x" * 101),
        Entry("step.done", {"n": 1}, subject="\ud800"),
    ],
    ids=str,
)
def test_unfit_events_are_refused_before_anything_is_written(entry):
    act("c1")
    with command("T1", "c2", author=AUTHOR, request={}) as log:
        with pytest.raises(ValueError, match=r"."):
            log.append([*STEPS, entry])
        assert (log.seq, log.last) == (3, 0)
    assert head("T1").seq == AuditRecord.objects.count() == 3


@pytest.mark.parametrize("command_id", ["", " ", "a b", "é", "x" * 101, "a\x00", "a\n"])
def test_unfit_command_ids_are_refused(command_id):
    with pytest.raises(BadCommand, match="command_id is 1 to 100 visible ASCII") as refused:
        act(command_id)
    assert refused.value.code == "bad_command"


@pytest.mark.parametrize("request_", [{"x": 1.5}, {"x": "\ud800"}, {"x": 2**53}, {1: 2}, object()], ids=repr)
def test_requests_without_a_canonical_form_are_refused(request_):
    with pytest.raises(BadCommand, match="request: "):
        act(request=request_)


@pytest.mark.parametrize(
    "author", [Author(""), Author("x" * 101), Author("p", "x" * 101), Author("p", "", None)]
)
def test_unfit_authors_are_refused(author):
    with pytest.raises(ValueError, match="characters"), command("T1", "c1", author=author, request={}):
        pass


def test_unknown_streams_are_refused():
    with pytest.raises(ValueError, match="no such stream"):
        act(stream="T0")


def test_append_is_once_and_not_after_the_end():
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        log.append(STEPS)
        with pytest.raises(RuntimeError, match="has appended already"):
            log.append(STEPS)
    with command("T1", "c2", author=AUTHOR, request={}) as log:
        pass
    with pytest.raises(RuntimeError, match="is over"):
        log.append(STEPS)
    assert head("T1").seq == 3


def test_the_role_may_turn_out_under_the_lock():
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        log.acts_in("floor")
        with pytest.raises(ValueError, match="role is at most 100 characters"):
            log.acts_in("x" * 101)
        log.append(STEPS)
    assert {(r.actor, r.role, r.terminal) for r in read("T1")} == {("p7k2", "floor", "t9x1")}


def test_what_is_raised_inside_takes_everything_back():
    log = broken("T1")
    assert not AuditRecord.objects.exists()
    with pytest.raises(RuntimeError, match="is over"):
        log.append(STEPS)
    assert not act("c1").replayed


def _without_last():
    with lifted(connection):
        AuditRecord.objects.filter(seq=3).delete()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda: AuditHead.objects.update(seq=2), "T1: the head names record 2, the last record is 3"),
        (lambda: AuditHead.objects.update(digest=ZERO), "the last record is 3 with another digest"),
        (lambda: AuditHead.objects.all().delete(), "the head names record 0, the last record is 3"),
        (_without_last, "the head names record 3, the last record is 2"),
    ],
    ids=["seq", "digest", "no head", "no record"],
)
def test_a_head_that_is_not_the_last_record_stops_the_stream(change, said):
    act("c1")
    change()
    count = AuditRecord.objects.count()
    for command_id in ("c1", "c2"):
        with pytest.raises(LogDamaged, match=said):
            act(command_id)
    assert AuditRecord.objects.count() == count
    assert act("c1", stream="T2").seq == 3


# --- transactions ----------------------------------------------------------------------------


def test_a_command_is_the_outermost_transaction():
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        act("c1")
    assert not AuditRecord.objects.exists()


def test_two_streams_are_locked_in_name_order():
    with command("T1", "c1", author=AUTHOR, request={}) as outer:
        with command("T2", "c1", author=AUTHOR, request={}) as inner:
            inner.append(STEPS)
        outer.append(STEPS)
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 3), ("T2", 3)]
    for stream in ("T1", "T2"):
        with (
            command("T2", "c2", author=AUTHOR, request={}),
            pytest.raises(RuntimeError, match="name order"),
            command(stream, "c2", author=AUTHOR, request={}),
        ):
            pass
    assert act("c3", stream="T1").seq == 6


def test_two_streams_stand_or_fall_together():
    with command("T1", "c1", author=AUTHOR, request={}) as outer:
        outer.append(STEPS)
        broken("T2")
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 3)]
    with contextlib.suppress(LookupError), command("T3", "c1", author=AUTHOR, request={}) as outer:
        outer.append(STEPS)
        act("c1", stream="T4")
        raise LookupError
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 3)]


@pytest.fixture
def rings():
    heard = []

    def ring(sender, stream, seq, **_):
        heard.append((stream, seq, connection.in_atomic_block, head(stream).seq))

    appended.connect(ring)
    yield heard
    appended.disconnect(ring)


def test_the_doorbell_rings_after_the_commit_and_once(rings):
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        log.append(STEPS)
        assert rings == []
    assert rings == [("T1", 3, False, 3)]
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        assert log.replayed
    with command("T1", "c2", author=AUTHOR, request={}):
        pass
    broken("T1")
    assert rings == [("T1", 3, False, 3)]


def test_a_failing_receiver_breaks_nothing_and_is_logged(rings, caplog):
    def fail(**_):
        raise LookupError("the bell is broken")

    appended.connect(fail)
    logger = logging.getLogger("django.dispatch")
    logger.addHandler(caplog.handler)
    try:
        act("c1")
    finally:
        logger.removeHandler(caplog.handler)
        appended.disconnect(fail)
    assert head("T1").seq == 3
    assert rings == [("T1", 3, False, 3)]
    assert "the bell is broken" in caplog.text
