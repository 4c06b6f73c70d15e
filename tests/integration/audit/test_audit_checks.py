"""Without its guard the room does not start: the system check, the refusal at start, and what puts it back."""

import asyncio
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection, connections, transaction

from audit import guard
from audit.checks import NoGuard, log_is_guarded, refuse_without_guard

pytestmark = pytest.mark.django_db(transaction=True)

KEEP = (
    "CREATE OR REPLACE TRIGGER audit_record_keep BEFORE {} ON audit_record FOR EACH ROW {}"
    " EXECUTE FUNCTION audit_record_refuse()"
)
NOT_OURS = "trigger audit_record_keep is switched off or not ours"
HARM = {  # a name: engine, what the check says, what was done
    **{
        f"{name} dropped (PostgreSQL)": (
            "postgresql",
            f"trigger {name} is missing",
            f"DROP TRIGGER {name} ON audit_record",
        )
        for name in guard.postgresql.TRIGGERS
    },
    "switched off": ("postgresql", NOT_OURS, "ALTER TABLE audit_record DISABLE TRIGGER audit_record_keep"),
    "not for replicas": ("postgresql", NOT_OURS, "ALTER TABLE audit_record ENABLE TRIGGER audit_record_keep"),
    "only for replicas": (
        "postgresql",
        NOT_OURS,
        "ALTER TABLE audit_record ENABLE REPLICA TRIGGER audit_record_keep",
    ),
    "updates let through": ("postgresql", NOT_OURS, KEEP.format("DELETE", "")),
    "updates of columns let through": ("postgresql", NOT_OURS, KEEP.format("DELETE OR UPDATE OF seq", "")),
    "old records let go": ("postgresql", NOT_OURS, KEEP.format("UPDATE OR DELETE", "WHEN (OLD.seq > 5)")),
    "a function without force": (
        "postgresql",
        "function audit_record_refuse is missing or not ours",
        "CREATE OR REPLACE FUNCTION audit_record_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    ),
    "a stable function": (
        "postgresql",
        "function audit_record_next is missing or not ours",
        "ALTER FUNCTION audit_record_next() STABLE",
    ),
    "a function with any search path": (
        "postgresql",
        "function audit_record_next is missing or not ours",
        "ALTER FUNCTION audit_record_next() RESET search_path",
    ),
    "one more trigger (PostgreSQL)": (
        "postgresql",
        "trigger zz is switched off or not ours",
        "CREATE TRIGGER zz BEFORE INSERT ON audit_record FOR EACH ROW EXECUTE FUNCTION audit_record_next()",
    ),
    "a rule": (
        "postgresql",
        "rule zz is not ours",
        "CREATE RULE zz AS ON DELETE TO audit_record DO INSTEAD NOTHING",
    ),
    **{
        f"{name} dropped (SQLite)": ("sqlite", f"trigger {name} is missing", f"DROP TRIGGER {name}")
        for name in guard.sqlite.TRIGGERS
    },
    "a trigger without force": (
        "sqlite",
        "trigger audit_record_next is not ours",
        "DROP TRIGGER audit_record_next",
        "CREATE TRIGGER audit_record_next BEFORE INSERT ON audit_record BEGIN SELECT 1; END",
    ),
    "one more trigger (SQLite)": (
        "sqlite",
        "trigger zz is not ours",
        "CREATE TRIGGER zz AFTER INSERT ON audit_record BEGIN SELECT 1; END",
    ),
}


def do(*statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def lose_the_guard():
    with transaction.atomic(), connection.cursor() as cursor:
        getattr(guard, connection.vendor).lift(cursor)


def check():
    call_command("check", databases=["default"], tags=["database"])


@pytest.fixture
def harmed(guarded):
    """What was put beside the guard goes again afterwards."""
    yield
    if connection.vendor == "sqlite":
        do("DROP TRIGGER IF EXISTS zz")
    else:
        do("DROP TRIGGER IF EXISTS zz ON audit_record", "DROP RULE IF EXISTS zz ON audit_record")


def test_a_standing_guard_lets_everything_start():
    assert guard.problems(connection) == []
    check()
    refuse_without_guard()


@pytest.mark.parametrize(
    ("said", "harm"),
    [
        pytest.param(said, harm, id=name, marks=getattr(pytest.mark, engine))
        for name, (engine, said, *harm) in HARM.items()
    ],
)
@pytest.mark.usefixtures("harmed")
def test_a_harmed_guard_is_seen_by_the_check_and_stops_the_start(harm, said, capsys):
    do(*harm)
    with pytest.raises(SystemCheckError, match=r"audit\.E001") as refused:
        check()
    assert said in str(refused.value)
    with pytest.raises(NoGuard) as stopped:
        refuse_without_guard()
    assert said in stopped.value.reason
    assert stopped.value.code == 3
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("guarded")
def test_a_lost_guard_is_put_back_by_migrate_and_said(caplog):
    lose_the_guard()
    with pytest.raises(NoGuard):
        refuse_without_guard()
    call_command("migrate", verbosity=0)
    assert "the guard of the log was put back" in caplog.text
    refuse_without_guard()
    caplog.clear()
    call_command("migrate", verbosity=0)
    assert caplog.text == ""


@pytest.mark.usefixtures("guarded")
def test_a_server_in_an_event_loop_is_refused_as_well():
    async def start():
        refuse_without_guard()

    asyncio.run(start())
    lose_the_guard()
    with pytest.raises(NoGuard):
        asyncio.run(start())


def started(also="pass"):
    """A process on this test's database that asks before it starts."""
    program = (
        "import sys, django; from django.conf import settings;"
        "settings.DATABASES['default']['NAME'] = sys.argv[1]; django.setup();"
        f"from audit.checks import refuse_without_guard; refuse_without_guard(); {also}; print('started')"
    )
    return subprocess.run(
        [sys.executable, "-c", program, str(connection.settings_dict["NAME"])],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_asking_at_the_start_leaves_no_connection_and_no_pool_behind():
    ran = started(
        "from django.db import connection; assert connection.connection is None;"
        "assert not getattr(connection, '_connection_pools', None)"
    )
    assert (ran.returncode, ran.stdout) == (0, "started\n"), ran.stderr


@pytest.mark.usefixtures("guarded")
def test_a_process_without_guard_ends_with_the_status_that_nobody_restarts():
    lose_the_guard()
    ran = started()
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr.startswith("audit: refused to start, the log is not guarded: ")


def test_before_the_first_migrate_there_is_nothing_to_guard_and_nothing_to_serve(monkeypatch, tmp_path):
    empty = connections.settings["default"] | {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(tmp_path / "empty.sqlite3"),
        "OPTIONS": {},
    }
    monkeypatch.setitem(connections.settings, "default", empty)
    with pytest.raises(NoGuard) as stopped:
        refuse_without_guard()
    assert "the table audit_record is missing; run `manage.py migrate`" in stopped.value.reason
    monkeypatch.setattr(guard, "problems", lambda _: None)
    assert log_is_guarded(databases=["default"]) == []
