"""The index behind the log: whatever way it was filled, once, twice, at once or anew, its rows are the same."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext

from audit import projections, tasks
from audit.models import AuditCursor, AuditIndex
from audit.selectors import find, head, links, read, streams
from audit.services import Author, Entry, command

pytestmark = pytest.mark.django_db(transaction=True)


def rows():
    return list(
        AuditIndex.objects.order_by("stream", "seq").values_list(
            "stream", "seq", "at", "type", "actor", "subject"
        )
    )


def expected():
    return [
        (r.stream, r.seq, r.time, r.type, r.actor, r.subject)
        for stream, *_ in streams()
        for r in read(stream)
    ]


@pytest.fixture
def filled(write):
    write("T1", 4, subject="T1/1")
    write("T2", 3, subject="T2/1")
    write("T1", 2, subject="T1/5")
    with command("cage", "c", author=Author("system"), request={}) as log:
        log.append([Entry("box.counted", {"cents": 500}, "box 7")])


def test_the_task_indexes_what_is_new_and_nothing_twice(filled, write):
    assert rows() == []
    assert tasks.index_records() == 10
    assert rows() == expected()
    assert tasks.index_records() == 0
    write("T2", 2)
    assert tasks.index_records() == 2
    assert rows() == expected()


def test_appending_does_not_touch_the_index(filled):
    with (
        CaptureQueriesContext(connections["default"]) as queries,
        command("T1", "x", author=Author("p"), request={}) as log,
    ):
        log.append([Entry("step.done", {"n": 1})])
    assert not [query for query in queries if "audit_index" in query["sql"] or "audit_cursor" in query["sql"]]
    assert rows() == []


def test_it_works_in_batches(filled, monkeypatch):
    monkeypatch.setattr(tasks, "BATCH", 2)
    assert tasks.index_records() == 10
    assert rows() == expected()


def test_a_cursor_that_fell_back_and_rows_that_are_there_do_no_harm(filled):
    tasks.index_records()
    AuditCursor.objects.filter(stream="T1").update(seq=1)
    AuditIndex.objects.filter(stream="T1", seq=3).delete()
    tasks.index_records()
    assert rows() == expected()
    assert AuditCursor.objects.get(stream="T1").seq == 6


def test_many_at_once(filled, write, monkeypatch):
    write("T3", 200)
    monkeypatch.setattr(tasks, "BATCH", 7)
    begin = Barrier(8)

    def run(_):
        try:
            begin.wait(30)
            return tasks.index_records()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(run, range(8)))
    assert done == 210
    assert rows() == expected()
    assert tasks.index_records() == 0


def test_it_can_be_rebuilt_from_the_records(filled, write):
    tasks.index_records()
    before, cursors = rows(), list(AuditCursor.objects.order_by("stream").values_list())
    projections.clear()
    assert rows() == [] == list(AuditCursor.objects.all())
    for stream, *_ in streams():
        for record in read(stream):
            projections.apply(record)
            projections.apply(record)
    assert rows() == before == expected()
    assert list(AuditCursor.objects.order_by("stream").values_list()) == cursors
    assert tasks.index_records() == 0


def test_a_record_applied_out_of_turn_does_not_move_the_cursor_past_others(filled):
    records = list(read("T1"))
    projections.apply(records[0])
    projections.apply(records[3])
    assert AuditCursor.objects.get(stream="T1").seq == 1
    tasks.index_records()
    assert rows() == expected()


# --- reading ---------------------------------------------------------------------------------


def test_read_takes_a_range_with_both_ends(filled):
    assert [r.seq for r in read("T1")] == [1, 2, 3, 4, 5, 6]
    assert [r.seq for r in read("T1", 3)] == [3, 4, 5, 6]
    assert [r.seq for r in read("T1", 3, 4)] == [3, 4]
    assert [r.seq for r in read("T1", last=2)] == [1, 2]
    assert list(read("T1", 7)) == list(read("T1", 4, 3)) == list(read("T9")) == []


def test_read_goes_over_many_batches(write, monkeypatch, django_assert_num_queries):
    write("T1", 23)
    monkeypatch.setattr("audit.selectors.BATCH", 5)
    for last in (4, 5, 6, 23, None):
        assert [link.seq for link in links("T1", 1, last)] == list(range(1, (last or 23) + 1))
    with django_assert_num_queries(1):
        assert len(list(read("T1", 1, 4))) == 4


def test_find_by_what_is_known(filled):
    assert list(find(subject="T1/5")) == []
    tasks.index_records()
    assert [(row.stream, row.seq) for row in find(subject="T1/5")] == [("T1", 5), ("T1", 6)]
    assert [row.seq for row in find(actor="p7k2", stream="T2")] == [1, 2, 3]
    assert [row.subject for row in find(type="box.counted")] == ["box 7"]
    assert find(subject="box 7", actor="p7k2").count() == 0
    assert find().count() == 10


def test_streams_and_heads(filled):
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 6), ("T2", 3), ("cage", 1)]
    for stream, seq, digest in streams():
        assert head(stream) == (stream, seq, digest)
        assert list(read(stream))[-1].digest == digest
