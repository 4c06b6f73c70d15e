"""The guard on SQLite.

`INSERT OR REPLACE` removes the old row without asking its delete trigger, through `(stream, seq)` or a free
choice of `id`: so the insert trigger refuses an id in use, and ids below 1 (one not given reads as -1 before
the insert). The schema editor copies a table to change it and loses its triggers on the way.
"""

from django.db.backends.utils import CursorWrapper

TRIGGERS = {
    "audit_record_next": """CREATE TRIGGER audit_record_next BEFORE INSERT ON audit_record FOR EACH ROW
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit_record WHERE stream = NEW.stream)
    OR NEW.prev IS NOT coalesce(
        (SELECT digest FROM audit_record WHERE stream = NEW.stream ORDER BY seq DESC LIMIT 1), zeroblob(32))
    OR typeof(NEW.digest) <> 'blob' OR length(NEW.digest) <> 32 OR typeof(NEW.body) <> 'text'
    OR EXISTS (SELECT 1 FROM audit_record WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'audit_record refuses INSERT: not the next record of its stream'); END""",
    "audit_record_id": """CREATE TRIGGER audit_record_id AFTER INSERT ON audit_record FOR EACH ROW
WHEN NEW.id < 1
BEGIN SELECT RAISE(ABORT, 'audit_record refuses INSERT: ids count from 1'); END""",
    "audit_record_update": """CREATE TRIGGER audit_record_update BEFORE UPDATE ON audit_record FOR EACH ROW
BEGIN SELECT RAISE(ABORT, 'audit_record refuses UPDATE: the log is append-only'); END""",
    "audit_record_delete": """CREATE TRIGGER audit_record_delete BEFORE DELETE ON audit_record FOR EACH ROW
BEGIN SELECT RAISE(ABORT, 'audit_record refuses DELETE: the log is append-only'); END""",
}


def problems(cursor: CursorWrapper) -> list[str] | None:
    """What is wrong with the guard, nothing if it stands; None if the table itself is not there."""
    cursor.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'audit_record'")
    if cursor.fetchone() is None:
        return None
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_record'")
    found = dict(cursor.fetchall())
    return [
        *(f"trigger {name} is missing" for name in TRIGGERS if name not in found),
        *(f"trigger {name} is not ours" for name, sql in found.items() if TRIGGERS.get(name) != sql),
    ]


def install(cursor: CursorWrapper) -> None:
    """Set the triggers anew, whatever stood there under their names."""
    lift(cursor)
    for sql in TRIGGERS.values():
        cursor.execute(sql)


def lift(cursor: CursorWrapper) -> None:
    """Take the triggers away. Only within a transaction that sets them again."""
    for name in TRIGGERS:
        cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
