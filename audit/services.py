"""The one way into the log: `with command(stream, command_id, ...) as log: ... log.append(entries)`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

from audit.core import registry, streams
from audit.core.record import Record, bad_text, build, load, request_digest, stamp
from audit.models import AuditHead, AuditRecord
from audit.signals import appended


class CommandRefused(Exception):
    """The command may not be carried out as sent. `code` is for programs, `reason` for people."""

    code = "command_refused"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CommandReused(CommandRefused):
    """The command id was used before in this stream, with another request."""

    code = "command_reused"


class BadCommand(CommandRefused):
    """The command id or the request cannot stand in a record (characters, length, numbers, depth)."""

    code = "bad_command"


class LogDamaged(Exception):
    """Head and last record of a stream disagree: something else wrote here. Nothing more is appended."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts: opaque ids of a person (`"system"` for jobs) and terminal, and the role acted in."""

    actor: str
    role: str = ""
    terminal: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event to be appended. `subject` names the hand, box, slip or schedule it is about."""

    type: str
    data: Mapping[str, Any]
    subject: str = ""


class Log:
    """A stream locked for one command. `seq` and `digest` are its end, `at` the time of the lock (UTC).

    `first` and `last` are the sequences this command wrote, now or (`replayed`) when it was first carried
    out; 0 while it has written nothing.
    """

    def __init__(self, stream: str, command_id: str, author: Author, request: str) -> None:
        self.stream = stream
        self.command_id = command_id
        self.seq, self.digest = _locked_head(stream)
        self.at = datetime.now(UTC)
        self.first, self.last = 0, 0
        self.replayed = False
        self._author = author
        self._request = request
        self._closed = ""
        self._look_back()

    def append(self, entries: Sequence[Entry]) -> list[Record]:
        """Write the command's events, all at once and once only. Returns their records.

        Raises ValueError (UnknownType, WrongStream, BadData, BadRecord, NotCanonical) before anything is
        written, RuntimeError if this command may not write (any more).
        """
        if self._closed:
            raise RuntimeError(f"nothing can be appended to {self.stream}: {self._closed}")
        records = self._records(entries)
        if not records:
            return []
        self._closed = "the command has appended already"
        self.first, self.last = records[0].seq, records[-1].seq
        self.seq, self.digest = self.last, records[-1].digest
        AuditRecord.objects.bulk_create(
            AuditRecord(
                stream=record.stream,
                seq=record.seq,
                body=record.body,
                prev=record.prev,
                digest=record.digest,
                command_id=record.command_id,
            )
            for record in records
        )
        AuditHead.objects.filter(stream=self.stream).update(seq=self.seq, digest=self.digest)
        stream, last = self.stream, self.last
        transaction.on_commit(lambda: appended.send_robust(sender=AuditRecord, stream=stream, seq=last))
        return records

    def acts_in(self, role: str) -> None:
        """Say in which role the author acts, where only the locked stream shows it. Raises ValueError."""
        if problem := bad_text("role", role):
            raise ValueError(problem)
        self._author = replace(self._author, role=role)

    def _records(self, entries: Sequence[Entry]) -> list[Record]:
        records: list[Record] = []
        prev = self.digest
        for seq, entry in enumerate(entries, start=self.seq + 1):
            kind = registry.check(entry.type, self.stream, entry.data)
            record = build(
                stream=self.stream,
                seq=seq,
                at=stamp(self.at),
                actor=self._author.actor,
                role=self._author.role,
                terminal=self._author.terminal,
                command_id=self.command_id,
                request=self._request,
                subject=entry.subject,
                type=entry.type,
                v=kind.v,
                data=dict(entry.data),
                prev=prev,
            )
            records.append(record)
            prev = record.digest
        return records

    def _look_back(self) -> None:
        """One query: the last record, which the head must name, and what this command id wrote before."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT * FROM (SELECT seq, digest, NULL AS body FROM audit_record WHERE stream = %s"
                " ORDER BY seq DESC LIMIT 1) AS last UNION ALL"
                " SELECT seq, digest, body FROM audit_record WHERE stream = %s AND command_id = %s",
                [self.stream, self.stream, self.command_id],
            )
            last, *before = cursor.fetchall() or [(0, bytes(32), None)]
        if (last[0], bytes(last[1])) != (self.seq, self.digest):
            raise LogDamaged(
                f"{self.stream}: the head names record {self.seq}, the last record is {last[0]}"
                + (" with another digest" if last[0] == self.seq else "")
            )
        if not before:
            return
        if load(before[0][2], b"", b"").request != self._request:
            raise CommandReused("This command id was used before, for another request.")
        self.first, self.last = min(row[0] for row in before), max(row[0] for row in before)
        self.replayed = True
        self._closed = "the command was carried out before"


_held: ContextVar[tuple[str, ...]] = ContextVar("audit_held", default=())


@contextmanager
def command(stream: str, command_id: str, *, author: Author, request: object) -> Iterator[Log]:
    """Lock `stream`, look for `command_id`, and let the caller append once: one transaction, begun here.

    It must be the outermost transaction (RuntimeError otherwise): an answer given before the commit could be
    taken back by somebody else's rollback. Commands nest only to write to a second stream, whose name comes
    later (`T12` before `fees`): locks taken in one order cannot deadlock.

    Raises BadCommand, CommandReused, LogDamaged; ValueError for an unknown stream or unfit author.
    Whatever is raised inside rolls everything back.
    """
    streams.kind(stream)
    for name in ("actor", "role", "terminal"):
        if problem := bad_text(name, getattr(author, name)):
            raise ValueError(problem)
    if problem := bad_text("command_id", command_id):
        raise BadCommand(problem)
    try:
        digest = request_digest(request)
    except ValueError as error:
        raise BadCommand(f"request: {error}") from None
    held = _held.get()
    if held and stream <= held[-1]:
        raise RuntimeError(f"{stream} cannot be locked while {held[-1]} is: streams are locked in name order")
    with transaction.atomic(durable=not held):
        log = Log(stream, command_id, author, digest)
        token = _held.set((*held, stream))
        try:
            yield log
        finally:
            _held.reset(token)
            log._closed = "the command is over"


def _locked_head(stream: str) -> tuple[int, bytes]:
    """Seq and digest of the stream's end, its head locked until the transaction ends.

    PostgreSQL locks the row. SQLite has locked everything when the transaction began (IMMEDIATE).
    """
    heads = AuditHead.objects.select_for_update().filter(stream=stream).values_list("seq", "digest")
    found = list(heads)
    if not found:
        AuditHead.objects.bulk_create([AuditHead(stream=stream)], ignore_conflicts=True)
        found = list(heads.all())
    seq, digest = found[0]
    return seq, bytes(digest)
