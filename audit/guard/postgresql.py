"""The guard on PostgreSQL.

The function that looks for the last record is VOLATILE: as STABLE it would not see the earlier rows of its
own statement. It names its table's schema and fixes its search path, so that no temporary table or operator
of the same name comes before ours. The triggers are ENABLE ALWAYS: `session_replication_role=replica` passes
others by. UPDATE and DELETE are refused by row, since replication applies rows without statement triggers.
"""

from django.db.backends.utils import CursorWrapper

NEXT = """
DECLARE
    last record;
BEGIN
    SELECT seq, digest INTO last FROM {schema}.audit_record
        WHERE stream = NEW.stream ORDER BY seq DESC LIMIT 1;
    IF NEW.seq IS DISTINCT FROM coalesce(last.seq, 0) + 1
        OR NEW.prev IS DISTINCT FROM coalesce(last.digest, decode(repeat('00', 32), 'hex'))
        OR octet_length(NEW.digest) IS DISTINCT FROM 32
    THEN
        RAISE EXCEPTION 'audit_record refuses INSERT: not the next record of its stream'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
"""
REFUSE = """
BEGIN
    RAISE EXCEPTION 'audit_record refuses %: the log is append-only', TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END
"""
FUNCTIONS = {"audit_record_next": NEXT, "audit_record_refuse": REFUSE}
SETTINGS = "search_path=pg_catalog, pg_temp"

# name: when, function, and pg_trigger.tgtype (ROW 1, BEFORE 2, INSERT 4, DELETE 8, UPDATE 16, TRUNCATE 32)
TRIGGERS = {
    "audit_record_keep": ("UPDATE OR DELETE", "ROW", "audit_record_refuse", 1 + 2 + 8 + 16),
    "audit_record_next": ("INSERT", "ROW", "audit_record_next", 1 + 2 + 4),
    "audit_record_truncate": ("TRUNCATE", "STATEMENT", "audit_record_refuse", 2 + 32),
}


def problems(cursor: CursorWrapper) -> list[str] | None:
    """What is wrong with the guard, nothing if it stands; None if the table itself is not there."""
    schema = _schema(cursor)
    if schema is None:
        return None
    cursor.execute(
        "SELECT proname, prosrc, provolatile, array_to_string(proconfig, ';') FROM pg_proc"
        " JOIN pg_namespace n ON n.oid = pronamespace WHERE quote_ident(nspname) = %s AND proname = ANY(%s)",
        [schema, list(FUNCTIONS)],
    )
    functions = {name: rest for name, *rest in cursor.fetchall()}
    cursor.execute(
        "SELECT tgname, tgenabled, tgtype, proname, quote_ident(nspname),"
        " tgqual IS NULL AND tgattr::text = ''"
        " FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid JOIN pg_namespace n ON n.oid = pronamespace"
        " WHERE tgrelid = to_regclass('audit_record') AND NOT tgisinternal"
    )
    triggers = {name: rest for name, *rest in cursor.fetchall()}
    cursor.execute(
        "SELECT rulename FROM pg_rules WHERE quote_ident(schemaname) = %s AND tablename = %s",
        [schema, "audit_record"],
    )
    return [
        *(f"rule {name} is not ours" for (name,) in cursor.fetchall()),
        *(
            f"function {name} is missing or not ours"
            for name, source in FUNCTIONS.items()
            if functions.get(name) != [source.format(schema=schema), "v", SETTINGS]
        ),
        *(f"trigger {name} is missing" for name in TRIGGERS if name not in triggers),
        *(
            f"trigger {name} is switched off or not ours"
            for name, found in triggers.items()
            if name not in TRIGGERS or found != ["A", TRIGGERS[name][3], TRIGGERS[name][2], schema, True]
        ),
    ]


def install(cursor: CursorWrapper) -> None:
    """Set functions and triggers anew, whatever stood there under their names."""
    schema = _schema(cursor)
    for name, source in FUNCTIONS.items():
        cursor.execute(
            f"CREATE OR REPLACE FUNCTION {schema}.{name}() RETURNS trigger LANGUAGE plpgsql VOLATILE"
            f" SET {SETTINGS} AS $guard${source.format(schema=schema)}$guard$"
        )
    for name, (when, each, function, _) in TRIGGERS.items():
        cursor.execute(
            f"CREATE OR REPLACE TRIGGER {name} BEFORE {when} ON {schema}.audit_record"
            f" FOR EACH {each} EXECUTE FUNCTION {schema}.{function}()"
        )
        cursor.execute(f"ALTER TABLE {schema}.audit_record ENABLE ALWAYS TRIGGER {name}")


def lift(cursor: CursorWrapper) -> None:
    """Switch the triggers off. Only within a transaction that sets them again."""
    cursor.execute("ALTER TABLE audit_record DISABLE TRIGGER USER")


def _schema(cursor: CursorWrapper) -> str | None:
    """The quoted name of the schema our table stands in."""
    cursor.execute(
        "SELECT quote_ident(nspname) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
        " WHERE pg_class.oid = to_regclass('audit_record')"
    )
    row = cursor.fetchone()
    return row[0] if row else None
