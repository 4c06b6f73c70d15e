"""The database refuses to change the log, on every engine, from whoever asks."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from audit.core.record import ZERO, digest_of
from audit.models import AuditRecord

pytestmark = pytest.mark.django_db

COLUMNS = ("stream", "seq", "body", "prev", "digest", "command_id")


def rows():
    return list(AuditRecord.objects.order_by("id").values_list())


def refused(sql, params=(), said="audit_record refuses"):
    before = rows()
    with (
        pytest.raises(IntegrityError, match=said),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, params)
    assert rows() == before


def insert(*records, verb="INSERT", columns=COLUMNS):
    values = ", ".join(["(" + ", ".join(["%s"] * len(columns)) + ")"] * len(records))
    return f"{verb} INTO audit_record ({', '.join(columns)}) VALUES {values}", [v for r in records for v in r]


def row(stream, seq, prev, body="{}", digest=None, command_id="c"):
    return (stream, seq, body, prev, digest or digest_of(prev, body), command_id)


@pytest.fixture
def last(write):
    """The digest at the end of T1, which holds three records; T2 holds one."""
    write("T2", 1)
    return write("T1", 3)[-1].digest


def test_update_is_refused(last):
    for column in ("id", "stream", "seq", "body", "prev", "digest", "command_id"):
        refused(f"UPDATE audit_record SET {column} = {column}", said="refuses UPDATE")  # noqa: S608
    refused("UPDATE audit_record SET body = body WHERE stream = 'T1' AND seq = 3", said="refuses UPDATE")


def test_delete_is_refused(last):
    refused("DELETE FROM audit_record", said="refuses DELETE")
    refused("DELETE FROM audit_record WHERE stream = 'T1' AND seq = 3", said="refuses DELETE")


def test_the_models_are_refused_too(last):
    record = AuditRecord.objects.first()
    for change in (record.save, record.delete, AuditRecord.objects.all().delete):
        with pytest.raises(DatabaseError, match=r"refuses (UPDATE|DELETE)"), transaction.atomic():
            change()
    with pytest.raises(DatabaseError, match="refuses UPDATE"), transaction.atomic():
        AuditRecord.objects.update(body="{}")


@pytest.mark.parametrize("seq", [-1, 0, 1, 2, 3, 5, 6, 2**62])
def test_an_insert_that_is_not_the_next_is_refused(last, seq):
    refused(*insert(row("T1", seq, last)), said="not the next record|duplicate")


def test_an_insert_with_another_prev_is_refused(last, write):
    other = AuditRecord.objects.get(stream="T2").digest
    earlier = AuditRecord.objects.get(stream="T1", seq=2).digest
    for prev in (ZERO, bytes(other), bytes(earlier), b"", last + b"\x00", last[:31]):
        refused(*insert(row("T1", 4, prev)), said="not the next record")


def test_a_stream_begins_at_one_with_zeros(last):
    refused(*insert(row("T3", 2, ZERO)), said="not the next record")
    refused(*insert(row("T3", 0, ZERO)), said="not the next record")
    refused(*insert(row("T3", 1, last)), said="not the next record")
    refused(*insert(row("T3", 1, b"")), said="not the next record")


def test_a_digest_has_32_bytes(last):
    refused(*insert(row("T1", 4, last, digest=b"short")), said="not the next record")
    refused(*insert(row("T1", 4, last, digest=bytes(33))), said="not the next record")


def test_nothing_may_be_null(last):
    for column in range(len(COLUMNS)):
        record = list(row("T1", 4, last))
        record[column] = None
        refused(*insert(record), said="not the next record|null|NULL")


def test_consecutive_records_pass_in_one_insert(last):
    first = row("T1", 4, last)
    second = row("T1", 5, first[4])
    third = row("T1", 6, second[4])
    for wrong in ([first, third], [second, first], [first, second, second], [first, first]):
        refused(*insert(*wrong), said="not the next record")
    with connection.cursor() as cursor:
        cursor.execute(*insert(first, second, third, row("T3", 1, ZERO)))
    assert AuditRecord.objects.filter(stream="T1").count() == 6


def test_a_conflict_clause_opens_no_way(last):
    taken = AuditRecord.objects.get(stream="T1", seq=2)
    forged = row("T1", 2, bytes(taken.prev), body='{"forged":true}')
    for clause in (
        " ON CONFLICT (stream, seq) DO UPDATE SET body = excluded.body",
        " ON CONFLICT (stream, seq) DO NOTHING",
        " ON CONFLICT DO NOTHING",
    ):
        sql, params = insert(forged)
        refused(sql + clause, params, said="not the next record")
    # Next in its stream, but with the id of a record that is there.
    sql, params = insert((taken.id, *row("T1", 4, last)), columns=("id", *COLUMNS))
    refused(sql, params, said="not the next record|duplicate key")
    refused(sql + " ON CONFLICT (id) DO UPDATE SET body = excluded.body", params)
