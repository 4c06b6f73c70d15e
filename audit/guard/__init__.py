"""The database's own refusal to change the log: triggers that let in the next record of a stream alone.

They refuse UPDATE, DELETE and TRUNCATE, and any INSERT whose seq or prev is not what must come next. A
migration sets them, every `migrate` puts them back, `checks` refuses to start without them. What each engine
would let past otherwise is said in `sqlite` and `postgresql`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from audit.guard import postgresql, sqlite

ENGINES = {"sqlite": sqlite, "postgresql": postgresql}
logger = logging.getLogger("audit")


def _engine(connection: BaseDatabaseWrapper) -> ModuleType:
    try:
        return ENGINES[connection.vendor]
    except KeyError:
        raise RuntimeError(f"the log knows no guard for {connection.vendor}") from None


def problems(connection: BaseDatabaseWrapper) -> list[str] | None:
    """What is wrong with the guard, nothing if it stands; None if the log's table is not there (yet)."""
    with connection.cursor() as cursor:
        found: list[str] | None = _engine(connection).problems(cursor)
    return found


def install(connection: BaseDatabaseWrapper) -> None:
    """Set the guard anew, in one transaction."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        _engine(connection).install(cursor)


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """No guard inside, for `flush` alone: one transaction, which ends with the guard back or not at all."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        _engine(connection).lift(cursor)
        yield
        _engine(connection).install(cursor)


def reinstall(*, using: str, **_: Any) -> None:
    """After every migrate and flush: put the guard back if anything of it is missing, and say so."""
    found = problems(connections[using])
    if found:
        logger.warning("the guard of the log was put back: %s", "; ".join(found))
        install(connections[using])
