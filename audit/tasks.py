"""Jobs behind the log. Each may run late, twice, or several times at once."""

from celery import shared_task
from django.db import connection, transaction

from audit import projections, selectors
from audit.models import AuditCursor

BATCH = 500


@shared_task(name="audit.tasks.index_records")
def index_records() -> int:
    """Index what was appended since the last run, in short transactions. Returns how many records."""
    done = 0
    for head in selectors.streams():
        AuditCursor.objects.bulk_create([AuditCursor(stream=head.stream)], ignore_conflicts=True)
        while step := _next_batch(head.stream):
            done += step
    return done


def _next_batch(stream: str) -> int:
    """Index the next records of a stream, unless another worker is at it; how many."""
    cursors = AuditCursor.objects.filter(stream=stream)
    with transaction.atomic():
        cursor = cursors.select_for_update(
            skip_locked=connection.features.has_select_for_update_skip_locked
        ).first()
        if cursor is None:
            return 0
        records = list(selectors.read(stream, cursor.seq + 1, cursor.seq + BATCH))
        if records:
            projections.add(records)
            cursors.update(seq=records[-1].seq)
        return len(records)
