"""Rows that change only together with a record: a write that no service opened is refused.

The services that write the record open `recorded_change()` around the rows; everything else (a shell, a bulk
update, an import) is told so. It guards against a side door in our own code, not against raw SQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NoReturn, TypeVar

from django.db import models

_open: ContextVar[bool] = ContextVar("recorded_change", default=False)
M_co = TypeVar("M_co", bound=models.Model, covariant=True)


class UnrecordedChange(Exception):
    """A write to people or their roles outside the services that record it."""


@contextmanager
def recorded_change() -> Iterator[None]:
    """Allow writes to recorded rows; entered by services, inside the command that appends the record."""
    token = _open.set(True)
    try:
        yield
    finally:
        _open.reset(token)


def require_record(what: str) -> None:
    """Raises UnrecordedChange outside `recorded_change()`."""
    if not _open.get():
        raise UnrecordedChange(f"{what} change only through cardroom.accounts.services, which record it.")


def refuse_deletion(people: set[Any]) -> NoReturn:
    """Raises ProtectedError, as a foreign key that protects them would."""
    raise models.ProtectedError("A person is never deleted, history names people. Deactivate them.", people)


class RecordedQuerySet(models.QuerySet[M_co]):
    """A query set whose bulk writes need `recorded_change()` too."""

    def _what(self) -> str:
        return str(self.model._meta.verbose_name_plural).capitalize()

    def update(self, **values: Any) -> int:
        require_record(self._what())
        return super().update(**values)

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[M_co]:
        require_record(self._what())
        return super().bulk_create(*args, **kwargs)

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        require_record(self._what())
        return super().bulk_update(*args, **kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        require_record(self._what())
        return super().delete()


class KeptQuerySet(RecordedQuerySet[M_co]):
    """People are never deleted, recorded or not."""

    def delete(self) -> NoReturn:
        refuse_deletion(set(self))
