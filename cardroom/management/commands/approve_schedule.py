"""Approves a fee schedule from a file: until there is a screen for it, the way to a room's first schedule."""

import tomllib
import uuid
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from audit.services import CommandRefused
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import ADMIN, FLOOR
from cardroom.accounts.selectors import by_username
from cardroom.accounts.services import author_for
from fees.core.schedule import FeeRow
from fees.selectors import frozen_row
from fees.services import ScheduleRefused, approve_schedule
from tables.models import Table

KEYS = {"label", "reference", "notice", "invented", "rows"}


class Command(BaseCommand):
    help = (
        "Approves the fee schedule in a TOML file (docs/operator.md shows one); in force for the next hands."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--by", required=True, help="username of the floor manager or admin who approves")

    def handle(self, *args: Any, file: Path, by: str, **options: Any) -> None:
        person = by_username(by)
        if person is None:
            raise CommandError(f"Nobody here is called {by!r}.")
        try:
            table = tomllib.loads(file.read_bytes().decode())
            if unknown := sorted(table.keys() - KEYS):
                raise CommandError(f"{file} has keys that nobody reads: {', '.join(unknown)}.")
            if FLOOR not in person.roles and ADMIN not in person.roles:
                raise CommandError(f"{by} holds neither the role floor nor admin.")
            schedule = approve_schedule(
                label=table["label"],
                reference=table["reference"],
                notice=table.get("notice", ""),
                invented=table.get("invented", False),
                rows=[FeeRow(**row) for row in table["rows"]],
                command_id=uuid.uuid4().hex,
                author=author_for(person, FLOOR if FLOOR in person.roles else ADMIN, ""),
            )
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise CommandError(f"{file} cannot be read as TOML: {error}") from error
        except (KeyError, TypeError) as error:
            raise CommandError(f"{file}: {error} is missing or has the wrong form.") from error
        except (ScheduleRefused, NotAllowed, CommandRefused) as refused:
            raise CommandError(refused.reason) from refused
        self.stdout.write(f"{schedule} is in force, for hands that are opened from now on.")
        for row in Table.objects.filter(is_open=True).select_related("condition"):
            if row.condition and frozen_row(row.condition.amount, row.condition.min_seats) is None:
                self.stderr.write(f"{row}, open at {row.condition}, has no row in it: no hand opens there.")
