"""What every test session has: marks by folder, no message to a broker, no skip where none is allowed."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from cardroom.celery import app

HERE = Path(__file__).parent
ON_EVERY_DATABASE = {"integration", "api", "records"}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_configure(config: pytest.Config) -> None:
    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.TESTING_FLUSH = True  # tests with real transactions empty a log that nothing else may empty
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # the real one is meant slow


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks a test with its folder, and with `database` if it must hold on PostgreSQL as on SQLite.

    A test marked `sqlite` or `postgresql` belongs to one database and is left to the run that has it.
    """
    elsewhere = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    here, left = [], []
    for item in items:
        folder = item.path.relative_to(HERE).parts[0]
        item.add_marker(folder)
        if (
            folder in ON_EVERY_DATABASE
            or item.get_closest_marker("django_db")
            or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        ):
            item.add_marker("database")
        (left if item.get_closest_marker(elsewhere) else here).append(item)
    items[:] = here
    if left:
        config.hook.pytest_deselected(items=left)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With NOTHING_SKIPPED set, a skipped test fails the session."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("NOTHING_SKIPPED") or terminal is None:
        return
    skipped = terminal.stats.get("skipped", [])
    if skipped:
        terminal.ensure_newline()
        for report in skipped:
            terminal.write_line(f"skipped, and nothing may be: {report.nodeid}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
