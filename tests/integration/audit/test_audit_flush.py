"""`flush` empties a test's database, and never a log that counts."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection
from django.db.models.signals import post_migrate

from audit import guard
from audit.models import AuditCursor, AuditHead, AuditIndex, AuditRecord
from audit.tasks import index_records

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def filled(write):
    write("T1", 3)
    write("T2", 1)
    index_records()
    Group.objects.create(name="wardens")


def flush(**options):
    call_command("flush", interactive=False, verbosity=0, **options)


def counts():
    return [model.objects.count() for model in (AuditRecord, AuditHead, AuditIndex, AuditCursor)]


@pytest.mark.parametrize("sequences", [False, True])
def test_tests_may_flush_everything(filled, settings, sequences):
    settings.TESTING_FLUSH = True
    flush(reset_sequences=sequences)
    assert counts() == [0, 0, 0, 0]
    assert not Group.objects.filter(name="wardens").exists()
    assert guard.problems(connection) == []


def test_the_guard_stands_after_a_flush(filled, write):
    flush(inhibit_post_migrate=True)  # post_migrate would put it back
    write("T1", 2)
    with pytest.raises(IntegrityError, match="refuses DELETE"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_record")
    assert [r.seq for r in AuditRecord.objects.order_by("seq")] == [1, 2]


def test_sequences_begin_again_if_asked(filled, write):
    flush(reset_sequences=True)
    write("T1", 1)
    assert AuditRecord.objects.get().id == 1


def test_what_follows_from_the_code_stays_and_what_follows_from_migrations_comes_back(filled):
    kept = [list(model.objects.order_by("id").values_list()) for model in (ContentType, Permission)]
    groups = set(Group.objects.exclude(name="wardens").values_list("name", flat=True))
    seen = []

    def migrated(app_config, **_):
        seen.append(app_config.label)

    post_migrate.connect(migrated)
    try:
        flush()
        assert "audit" in seen
        seen.clear()
        flush(inhibit_post_migrate=True)
        assert seen == []
    finally:
        post_migrate.disconnect(migrated)
        flush()
    assert [list(model.objects.order_by("id").values_list()) for model in (ContentType, Permission)] == kept
    assert set(Group.objects.values_list("name", flat=True)) == groups


@pytest.mark.parametrize("state", [False, None])
def test_a_log_with_records_is_never_flushed(filled, settings, state):
    if state is None:
        del settings.TESTING_FLUSH
    else:
        settings.TESTING_FLUSH = state
    before = counts()
    with pytest.raises(CommandError, match="The log has records"):
        flush()
    assert counts() == before == [4, 2, 4, 2]
    assert Group.objects.filter(name="wardens").exists()


def test_a_database_without_records_can_be_flushed(settings):
    settings.TESTING_FLUSH = False
    Group.objects.create(name="wardens")
    flush()
    assert not Group.objects.filter(name="wardens").exists()
    assert guard.problems(connection) == []


def test_a_flush_that_fails_leaves_the_guard_and_the_records(filled, settings, monkeypatch):
    def fail(cursor):
        raise LookupError

    monkeypatch.setattr(getattr(guard, connection.vendor), "install", fail)
    before = counts()
    with pytest.raises(LookupError):
        flush()
    assert guard.problems(connection) == []
    assert counts() == before


@pytest.mark.parametrize(("answer", "left"), [("no", 4), ("", 4), ("YES", 4), ("yes", 0)])
def test_a_person_is_asked_first(filled, monkeypatch, answer, left):
    asked = []
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or answer)
    call_command("flush", verbosity=0)
    assert AuditRecord.objects.count() == left
    assert "ALL DATA" in asked[0]


def test_one_transactional_test_leaves_records_behind(write):
    write("T7", 5)
    assert AuditRecord.objects.filter(stream="T7").count() == 5


def test_and_the_next_one_finds_none():
    assert counts() == [0, 0, 0, 0]
