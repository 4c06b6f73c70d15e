"""What SQLite would let past a lesser guard."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from audit import guard
from audit.core.record import ZERO
from audit.models import AuditRecord
from tests.integration.audit.test_audit_guard import COLUMNS, insert, last, refused, row

pytestmark = pytest.mark.sqlite

__all__ = ["last"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "verb", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE", "INSERT OR FAIL", "INSERT OR ABORT"]
)
def test_insert_or_replace_cannot_overwrite_a_record(last, verb):
    taken = AuditRecord.objects.get(stream="T1", seq=2)
    forged = row("T1", 2, bytes(taken.prev), body='{"forged":true}')
    refused(*insert(forged, verb=verb), said="not the next record")
    refused(*insert((taken.id, *forged), verb=verb, columns=("id", *COLUMNS)), said="not the next record")


@pytest.mark.django_db
@pytest.mark.parametrize("column", ["id", "rowid", "oid", "_rowid_"])
def test_insert_or_replace_cannot_overwrite_by_id_what_continues_its_stream(last, column):
    taken = AuditRecord.objects.get(stream="T2", seq=1)
    sql, params = insert(
        (taken.id, *row("T1", 4, last)), verb="INSERT OR REPLACE", columns=(column, *COLUMNS)
    )
    refused(sql, params, said="not the next record")


@pytest.mark.django_db
@pytest.mark.parametrize("number", [-1, 0, -(2**62)])
def test_an_id_below_one_is_refused_since_it_would_block_every_append(last, number):
    sql, params = insert((number, *row("T1", 4, last)), columns=("id", *COLUMNS))
    refused(sql, params, said="ids count from 1")
    with connection.cursor() as cursor:
        cursor.execute(*insert(row("T1", 4, last)))


@pytest.mark.django_db
def test_update_or_replace_is_refused(last):
    refused("UPDATE OR REPLACE audit_record SET seq = 1 WHERE seq = 2", said="refuses UPDATE")


@pytest.mark.django_db
def test_bodies_are_text_and_digests_blobs(last):
    for record in (row("T1", 4, last, body=b"{}", digest=bytes(32)), row("T1", 4, last, digest="x" * 32)):
        refused(*insert(record), said="not the next record")


@pytest.mark.django_db(transaction=True)
def test_the_schema_editor_loses_the_triggers_and_migrate_puts_them_back(guarded, write, caplog):
    write("T1", 3)
    kept = list(AuditRecord.objects.values_list())
    for old, new in ((100, 120), (120, 100)):
        fields = [models.CharField(max_length=length) for length in (old, new)]
        for field in fields:
            field.set_attributes_from_name("command_id")
            field.model = AuditRecord
        with connection.schema_editor() as editor:
            editor.alter_field(AuditRecord, *fields)
    assert guard.problems(connection) == [f"trigger {name} is missing" for name in guard.sqlite.TRIGGERS]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_record")  # nothing in the way: this is the trap
        transaction.set_rollback(True)

    call_command("migrate", verbosity=0)
    assert guard.problems(connection) == []
    assert "the guard of the log was put back" in caplog.text
    assert list(AuditRecord.objects.values_list()) == kept
    with pytest.raises(IntegrityError, match="refuses DELETE"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_record")
    write("T1", 1)


@pytest.mark.django_db
def test_an_empty_log_takes_its_first_record():
    with connection.cursor() as cursor:
        cursor.execute(*insert(row("T1", 1, ZERO)))
    assert AuditRecord.objects.get().id >= 1
