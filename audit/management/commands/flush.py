"""Django's `flush`, which empties every table, made to respect the log.

A log with records is never flushed, unless the settings say TESTING_FLUSH: tests with real transactions empty
their database with this command. Rows are deleted, not truncated: that is refused on the log, and 100 times
slower on PostgreSQL when little is stored. Content types and permissions stay; they follow from the code.
"""

from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.color import no_style
from django.core.management.commands.flush import Command as DjangoFlush
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from audit import guard
from audit.models import AuditHead, AuditRecord

LOG = (AuditRecord._meta.db_table, AuditHead._meta.db_table)
FROM_CODE = ("django_content_type", "auth_permission")


class Command(DjangoFlush):
    help = "Remove all data from the database, but never a log that has records."

    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        testing = getattr(settings, "TESTING_FLUSH", False)
        if options["interactive"] and not self._confirmed(connection):
            self.stdout.write("Flush cancelled.")
            return
        with transaction.atomic(using=connection.alias):
            logged = AuditRecord.objects.using(connection.alias).exists()
            if logged and not testing:
                raise CommandError("The log has records: it is not flushed. Use a new database instead.")
            self._empty(connection, options.get("reset_sequences", True))
            if testing:
                self._empty_log(connection, logged)
            if not options.get("inhibit_post_migrate", False):
                # With no models given, content types and permissions are not compared again: they stayed.
                emit_post_migrate_signal(
                    options["verbosity"], options["interactive"], connection.alias, apps=Apps(())
                )

    def _confirmed(self, connection: BaseDatabaseWrapper) -> bool:
        name = connection.settings_dict["NAME"]
        return input(f"This destroys ALL DATA in {name!r}. Type 'yes' to go on: ") == "yes"

    def _empty(self, connection: BaseDatabaseWrapper, reset_sequences: bool) -> None:
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        with connection.cursor() as cursor:
            for table in sorted(set(tables).difference(LOG, FROM_CODE)):
                # The names are our models' own, and SQL knows no parameter for a table.
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608
            if reset_sequences:
                sequences = connection.introspection.sequence_list()
                for sql in connection.ops.sequence_reset_by_name_sql(no_style(), sequences):
                    cursor.execute(sql)

    def _empty_log(self, connection: BaseDatabaseWrapper, logged: bool) -> None:
        with connection.cursor() as cursor:
            if logged:
                with guard.lifted(connection):
                    cursor.execute("DELETE FROM audit_record")
            cursor.execute("DELETE FROM audit_head")
