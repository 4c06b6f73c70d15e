"""Commands: what they append and what they refuse."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.core.record import ZERO, parse
from audit.guard import lifted
from audit.models import AuditHead, AuditRecord
from audit.selectors import head, read, streams
from audit.services import Author, BadCommand, Entry, LogDamaged, command
from tests.integration.audit.acting import AUTHOR, STEPS, act, broken

pytestmark = pytest.mark.django_db(transaction=True)


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


@pytest.mark.parametrize(
    "request_",
    [{"x": 1.5}, {"x": "\ud800"}, {"x": 2**53}, {1: 2}, object()],
    ids=["float", "surrogate", "large", "key", "object"],
)
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
