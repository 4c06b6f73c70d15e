"""System checks on where the room's data is kept. The database is asked, not the settings.

They need a connection, so they run with `check --database default` and with every `migrate`.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

# What SQLite answers when the options of the settings took effect.
PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
BUSY_AT_LEAST_MS = 5_000
# A committed action must survive a power failure (https://www.postgresql.org/docs/15/runtime-config-wal.html).
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


def _ask(connection: BaseDatabaseWrapper, question: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def _sqlite(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for pragma, wanted in PRAGMAS.items():
        actual = _ask(connection, f"PRAGMA {pragma}")
        if actual != wanted:
            found.append(
                Error(f"SQLite runs with {pragma}={actual}; it must be {wanted}.", id="cardroom.E001")
            )
    busy = _ask(connection, "PRAGMA busy_timeout")
    if busy < BUSY_AT_LEAST_MS:
        found.append(Error(f"SQLite waits {busy} ms for a lock; too short.", id="cardroom.E002"))
    mode = getattr(connection, "transaction_mode", None)
    if mode != "IMMEDIATE":
        found.append(
            Error(f"SQLite begins transactions as {mode}; they must be IMMEDIATE.", id="cardroom.E003")
        )
    return found


def _postgresql(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    return [
        Error(f"PostgreSQL runs with {setting}=off: a committed action can be lost.", id="cardroom.E004")
        for setting in DURABLE
        if _ask(connection, f"SHOW {setting}") == "off"
    ]


@register(Tags.database)
def database_is_durable(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Every database keeps what it has committed and locks when a transaction begins."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "sqlite":
            found += _sqlite(connection)
        elif connection.vendor == "postgresql":
            found += _postgresql(connection)
    return found


@register(Tags.security, deploy=True)
def secret_key_is_given(**_: Any) -> list[CheckMessage]:
    """In production the secret key comes from outside: a second host would generate another one."""
    if settings.SECRET_KEY_GENERATED:
        return [Warning("SECRET_KEY is a generated file; set it in the environment.", id="cardroom.W001")]
    return []
