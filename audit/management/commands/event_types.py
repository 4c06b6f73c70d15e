"""Prints the table of all event types, as docs/events.md keeps it."""

from typing import Any

from django.core.management.base import BaseCommand

from audit.core.registry import all_types
from audit.core.shapes import describe

HEADER = """\
# Events

Every type of event that can stand in the log: the stream it belongs to, the version of its data, and the
fields of the data. `[x]` is a list of x, `{*: x}` an object with free keys, `x?` an x or null. Money is
integer cents, times are UTC. Written by `python manage.py event_types`; a test compares.

| event | stream | v | data | meaning |
|---|---|---|---|---|
"""

BAR = "\\|"


class Command(BaseCommand):
    help = "Print the table of event types with the shapes of their data, in Markdown."

    def handle(self, **options: Any) -> None:
        rows = (
            f"| `{t.name}` | {t.streams} | {t.v} | `{describe(t.shape)}` | {t.about.replace('|', BAR)} |\n"
            for t in all_types()
        )
        self.stdout.write(HEADER + "".join(rows), ending="")
