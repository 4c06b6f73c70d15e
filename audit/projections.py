"""The index behind the log: a row for every record by type, actor and subject, from the records alone."""

from collections.abc import Iterable

from audit.core.record import Record
from audit.models import AuditCursor, AuditIndex


def clear() -> None:
    """Forget the whole index."""
    AuditCursor.objects.all().delete()
    AuditIndex.objects.all().delete()


def apply(record: Record) -> None:
    """Index one record; records of a stream come in order. Again is as good as once."""
    add([record])
    if record.seq == 1:
        AuditCursor.objects.get_or_create(stream=record.stream, defaults={"seq": 1})
    AuditCursor.objects.filter(stream=record.stream, seq=record.seq - 1).update(seq=record.seq)


def add(records: Iterable[Record]) -> None:
    """The rows of these records, in one insert; rows that are there already stay."""
    AuditIndex.objects.bulk_create(
        (
            AuditIndex(
                stream=record.stream,
                seq=record.seq,
                at=record.time,
                type=record.type,
                actor=record.actor,
                subject=record.subject,
            )
            for record in records
        ),
        ignore_conflicts=True,
    )
