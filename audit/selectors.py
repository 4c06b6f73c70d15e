"""Reading the log: records in order, the heads of streams, and what the index knows."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import QuerySet

from audit.core.chain import Link
from audit.core.record import Record, load
from audit.models import AuditHead, AuditIndex, AuditRecord

BATCH = 1_000


class StreamHead(NamedTuple):
    """A stream and its last record: seq (0 when empty) and digest (32 zero bytes when empty)."""

    stream: str
    seq: int
    digest: bytes


def links(stream: str, first: int = 1, last: int | None = None) -> Iterator[Link]:
    """The stored rows of a stream from `first` to `last` (both included) as the chain sees them, by seq.

    Read in batches, so that memory stays flat; what is appended meanwhile is read too if `last` is None.
    """
    while True:
        rows = AuditRecord.objects.filter(stream=stream, seq__gte=first).order_by("seq")
        if last is not None:
            rows = rows.filter(seq__lte=last)
        batch = list(rows.values_list("stream", "seq", "body", "prev", "digest")[:BATCH])
        for name, seq, body, prev, digest in batch:
            yield Link(name, seq, body, bytes(prev), bytes(digest))
        if len(batch) < BATCH:
            return
        first = batch[-1][1] + 1


def read(stream: str, first: int = 1, last: int | None = None) -> Iterator[Record]:
    """The records of a stream from `first` to `last` (both included), by seq. Nothing is verified."""
    for link in links(stream, first, last):
        yield load(link.body, link.prev, link.digest)


def streams() -> list[StreamHead]:
    """Every stream that has a record, by name (code points: a database may have an order of its own)."""
    heads = AuditHead.objects.filter(seq__gt=0).values_list("stream", "seq", "digest")
    return sorted(StreamHead(stream, seq, bytes(digest)) for stream, seq, digest in heads)


def head(stream: str) -> StreamHead:
    """Where a stream ends now, without locking it."""
    found = AuditHead.objects.filter(stream=stream).values_list("seq", "digest").first()
    return StreamHead(stream, found[0], bytes(found[1])) if found else StreamHead(stream, 0, bytes(32))


def find(
    *,
    stream: str | None = None,
    subject: str | None = None,
    actor: str | None = None,
    type: str | None = None,
) -> QuerySet[AuditIndex]:
    """Index rows by what is given, ordered by stream and seq. The index is a little behind the log."""
    wanted = {"stream": stream, "subject": subject, "actor": actor, "type": type}
    given = {name: value for name, value in wanted.items() if value is not None}
    return AuditIndex.objects.filter(**given).order_by("stream", "seq")
