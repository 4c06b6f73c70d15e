"""Someone who owns the database takes the guard away and changes the log: the walk finds the place."""

import sqlite3
import subprocess
from contextlib import closing

import pytest
from django.db import connection, connections
from django.db.utils import load_backend

from audit import guard
from audit.core.chain import Head, Link, walk
from audit.models import AuditRecord
from audit.selectors import head, links

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def log(write):
    for events in (3, 1, 4, 2):
        write("T1", events)
    write("T2", 5)
    return head("T1")


def at(seq):
    return AuditRecord.objects.filter(stream="T1", seq=seq)


def one_byte():
    body = at(5).get().body
    at(5).update(body=body.replace("dealer", "dealor", 1))


def swap():
    one, two = at(4).get(), at(7).get()
    at(4).update(seq=0)
    at(7).update(seq=4)
    at(0).update(seq=7)
    assert (one.id, two.id) == (at(7).get().id, at(4).get().id)


def renamed():
    AuditRecord.objects.filter(stream="T1").delete()
    AuditRecord.objects.filter(stream="T2").update(stream="T1")


TAMPERING = {
    "one byte": (one_byte, (5, "digest")),
    "a digest": (lambda: at(5).update(digest=bytes(32)), (5, "digest")),
    "a prev": (lambda: at(5).update(prev=bytes(32)), (5, "prev")),
    "a row gone": (lambda: at(5).delete(), (5, "gap")),
    "two rows swapped": (swap, (4, "prev")),
    "another stream's rows": (renamed, (1, "order")),
    "the tail cut": (lambda: AuditRecord.objects.filter(stream="T1", seq__gt=7).delete(), None),
}


@pytest.mark.parametrize(("tamper", "place"), TAMPERING.values(), ids=TAMPERING)
def test_the_place_is_found(log, tamper, place):
    with guard.lifted(connection):
        tamper()
    assert guard.problems(connection) == []
    fault = walk("T1", links("T1")).fault
    assert (fault and (fault.seq, fault.reason)) == place
    if place is None:  # a cut tail is found by what is known from elsewhere, here the head
        fault = walk("T1", links("T1"), until=Head(log.seq, log.digest)).fault
        assert (fault.seq, fault.reason) == (8, "gap")
    assert walk("T2", links("T2")).fault is None


@pytest.mark.sqlite
def test_a_copy_of_the_database_walks_and_is_guarded_sqlite(log, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    connection.ensure_connection()
    with closing(sqlite3.connect(copy)) as target:
        connection.connection.backup(target)
        rows = target.execute(
            "SELECT stream, seq, body, prev, digest FROM audit_record WHERE stream = 'T1' ORDER BY seq"
        )
        assert walk("T1", map(Link._make, rows.fetchall())) == ((log.seq, log.digest), None)
        with pytest.raises(sqlite3.IntegrityError, match="refuses DELETE"):
            target.execute("DELETE FROM audit_record")


@pytest.mark.postgresql
def test_a_dump_restores_walks_and_is_guarded_postgresql(log):
    """A dump brings its rows back before its triggers, and the triggers as they were: ENABLE ALWAYS."""
    name = connection.settings_dict["NAME"]
    restored = f"{name}_restored"
    access = {"HOST": "-h", "PORT": "-p", "USER": "-U"}
    where = [
        part
        for key, flag in access.items()
        if connection.settings_dict[key]
        for part in (flag, str(connection.settings_dict[key]))
    ]

    def run(*command, given=None):
        return subprocess.run(command, input=given, capture_output=True, check=True, timeout=120).stdout

    dump = run("pg_dump", *where, name)
    run("dropdb", *where, "--if-exists", restored)
    run("createdb", *where, restored)
    try:
        run("psql", *where, "-q", "-v", "ON_ERROR_STOP=1", restored, given=dump)
        settings = {**connections.settings["default"], "NAME": restored}
        settings["OPTIONS"] = {key: value for key, value in settings["OPTIONS"].items() if key != "pool"}
        other = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "restored")
        try:
            assert guard.problems(other) == []
            with other.cursor() as cursor:
                cursor.execute(
                    "SELECT stream, seq, body, prev, digest FROM audit_record WHERE stream = 'T1' ORDER BY seq"
                )
                assert walk("T1", map(Link._make, cursor.fetchall())) == ((log.seq, log.digest), None)
        finally:
            other.close()
    finally:
        run("dropdb", *where, restored)
