"""Throws every projection away and reads it anew from the log, in one transaction: all of it happens, or nothing.

Nobody writes meanwhile. On PostgreSQL the heads of all streams and the cursors of the index are locked as tables, so
that every command (of a stream not yet begun too) waits where it begins; on SQLite the transaction is the only writer.
Screens go on reading the rows of before. What waits goes on afterwards and finds its rows rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import connection, models, transaction

import audit.projections
import fees.projections
import tables.projections
from audit.core.record import Record
from audit.models import AuditCursor, AuditIndex
from audit.selectors import read, streams
from audit.tasks import index_records
from fees.models import Collection, Row, Schedule
from tables.models import Condition, Hand, PairedTerminal, Seat, Table

PROJECTIONS: tuple[type[models.Model], ...] = (
    *(AuditCursor, AuditIndex),
    *(Schedule, Row, Collection),
    *(Condition, Table, PairedTerminal, Seat, Hand),
)
FIRST = "system"
"""Read before all other streams: it tells of the tables and conditions that they name. The rest know no order."""

BATCH = 1_000
SHOWN = 20


class Command(BaseCommand):
    help = "Rebuild every projection (index, schedules, collections, conditions, tables, seats, hands) from the log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; list the rows that differ from the log, exit status 1 if there are any",
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        if not check:
            count = rebuild()
            self.stdout.write(f"Read {count} records.")
            for model in PROJECTIONS:
                self.stdout.write(f"  {model._meta.db_table}: {model._default_manager.count()} rows")
            return
        found = differences()
        for line in found[:SHOWN]:
            self.stdout.write(line)
        if len(found) > SHOWN:
            self.stdout.write(f"... and {len(found) - SHOWN} more")
        if found:
            raise CommandError(
                f"{len(found)} {'row is' if len(found) == 1 else 'rows are'} not what the log says."
            )
        self.stdout.write("Every row is what the log says.")


def rebuild() -> int:
    """Rebuild every projection. Returns how many records were read. Memory does not grow with the log."""
    with transaction.atomic(durable=True):
        _stand_still()
        return _read_anew()


def differences() -> list[str]:
    """The rows that a rebuild would change, a line for each; nothing stays changed.

    The index is behind the log by design: it is brought up to date before it is compared. Surrogate ids of the
    index, of schedule rows and of seats are not compared: nothing refers to them, and a rebuild gives new ones.
    """
    with transaction.atomic(durable=True):
        _stand_still()
        index_records()
        rows = [rows_of(model) for model in PROJECTIONS]
        for table in rows:
            table.keep()
        _read_anew()
        found = [line for table in rows for line in table.differences()]
        transaction.set_rollback(True)
    return found


def _stand_still() -> None:
    """Wait for the commands and index jobs that are running, and let none begin until the transaction ends."""
    if connection.vendor == "postgresql":
        _execute("LOCK TABLE audit_head, audit_cursor IN EXCLUSIVE MODE")


def _read_anew() -> int:
    count = 0
    for projections in (tables.projections, fees.projections, audit.projections):
        projections.clear()
    index_records()
    for stream in sorted((head.stream for head in streams()), key=lambda name: (name != FIRST, name)):
        hands = tables.projections.Rebuild()
        for batch in _batches(read(stream)):
            for record in batch:
                hands.apply(record)
            fees.projections.apply_all(batch)
            count += len(batch)
        hands.finish()
    return count


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    while batch := list(islice(records, BATCH)):
        yield batch


# Rows before and after, compared by the database: memory grows with the differences alone.


class Rows(NamedTuple):
    """A projection's table, the columns that say something, and which of these name a row."""

    table: str
    columns: tuple[str, ...]
    key: tuple[int, ...]

    @property
    def kept(self) -> str:
        """Where the rows of before are kept while they are compared."""
        return f"was_{self.table}"

    def keep(self) -> None:
        _execute(f"CREATE TEMPORARY TABLE {_sql(self.kept)} AS {self._select(self.table)}")

    def differences(self) -> Iterator[str]:
        before, after = self._only_in(self.kept, self.table), self._only_in(self.table, self.kept)
        for key in sorted(before.keys() | after.keys(), key=str):
            row = f"{self.table} {'/'.join(map(str, key))}"
            if key not in after:
                yield f"{row}: the log does not know it"
            elif key not in before:
                yield f"{row}: missing"
            else:
                cells = zip(self.columns, before[key], after[key], strict=True)
                changed = (f"{name} is {old!r}, by the log {new!r}" for name, old, new in cells if old != new)
                yield f"{row}: {'; '.join(changed)}"

    def _only_in(self, one: str, other: str) -> dict[tuple[Any, ...], Sequence[Any]]:
        rows = _execute(f"{self._select(one)} EXCEPT {self._select(other)}")
        return {tuple(row[at] for at in self.key): list(map(_plain, row)) for row in rows}

    def _select(self, table: str) -> str:
        # The names are our models' own, and SQL knows no parameter for a table.
        return f"SELECT {_sql(*self.columns)} FROM {_sql(table)}"  # noqa: S608


def rows_of(model: type[models.Model]) -> Rows:
    """A model's rows without their surrogate id; then the fields that are unique together name one."""
    meta = model._meta
    fields = [field for field in meta.concrete_fields if not isinstance(field, models.AutoField)]
    if meta.pk in fields:
        key: Iterable[str] = [meta.pk.name]
    else:
        rules = (rule for rule in meta.constraints if isinstance(rule, models.UniqueConstraint))
        key = next(rule.fields for rule in rules if rule.condition is None)
    names = [field.name for field in fields]
    columns = tuple(str(field.column) for field in fields)
    return Rows(meta.db_table, columns, tuple(names.index(name) for name in key))


def _plain(value: object) -> object:
    """A copy of a table does not know which of its texts are times (SQLite)."""
    return str(value) if isinstance(value, datetime) else value


def _sql(*names: str) -> str:
    return ", ".join(map(connection.ops.quote_name, names))


def _execute(sql: str) -> list[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall() if cursor.description else []
