"""What PostgreSQL would let past a lesser guard."""

import pytest
from django.db import IntegrityError, connection, transaction
from psycopg.errors import IntegrityConstraintViolation

from audit.core.record import ZERO
from audit.models import AuditRecord
from tests.integration.audit.test_audit_guard import insert, last, refused, row

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

__all__ = ["last"]


def test_truncate_is_refused(last):
    for sql in (
        "TRUNCATE audit_record",
        "TRUNCATE audit_record CASCADE",
        "TRUNCATE audit_head, audit_record",
    ):
        refused(sql, said="refuses TRUNCATE")


def test_the_replica_role_does_not_pass(last):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
    refused("UPDATE audit_record SET body = '{}'", said="refuses UPDATE")
    refused("DELETE FROM audit_record", said="refuses DELETE")
    refused("TRUNCATE audit_record", said="refuses TRUNCATE")
    refused(*insert(row("T1", 9, last)), said="not the next record")
    refused(*insert(row("T1", 4, ZERO)), said="not the next record")


def test_copy_and_merge_are_held_to_the_same(last):
    refused(
        "MERGE INTO audit_record USING (SELECT 1) AS one ON stream = 'T1' WHEN MATCHED THEN DELETE",
        said="refuses DELETE",
    )
    refused(
        "WITH gone AS (DELETE FROM audit_record RETURNING *) SELECT count(*) FROM gone", said="refuses DELETE"
    )
    before = AuditRecord.objects.count()
    with (
        pytest.raises(IntegrityConstraintViolation, match="not the next record"),
        transaction.atomic(),
        connection.cursor() as cursor,
        cursor.copy("COPY audit_record (stream, seq, body, prev, digest, command_id) FROM STDIN") as copy,
    ):
        copy.write_row(("T1", 9, "{}", last, last, "c"))
    assert AuditRecord.objects.count() == before


def test_a_temporary_table_of_the_same_name_deceives_nobody(last):
    """A forger sets up an empty audit_record that is found before the true one, so that seq 1 seems next."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE audit_record (LIKE public.audit_record) ON COMMIT DROP")
        sql, params = insert(row("T1", 1, ZERO))
        with pytest.raises(IntegrityError, match="not the next record"), transaction.atomic():
            cursor.execute(sql.replace("audit_record", "public.audit_record"), params)
        cursor.execute("DROP TABLE pg_temp.audit_record")


def test_an_operator_of_the_same_name_deceives_nobody(last):
    """A forger makes `=` on texts find nothing, in a schema that comes before the system's own."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA forged")
        cursor.execute(
            "CREATE FUNCTION forged.never(varchar, varchar) RETURNS boolean LANGUAGE sql AS 'SELECT false'"
        )
        cursor.execute(
            "CREATE OPERATOR forged.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = forged.never)"
        )
        cursor.execute("SET LOCAL search_path = forged, pg_catalog, public")
        refused(*insert(row("T1", 1, ZERO)), said="not the next record")
        transaction.set_rollback(True)
