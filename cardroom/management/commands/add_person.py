"""Adds somebody who signs in: the way to a room's first admin."""

import getpass
import sys
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from audit.services import Author
from cardroom.accounts.policies import SYSTEM
from cardroom.accounts.roles import ROLES
from cardroom.accounts.services import Refused, add_person


class Command(BaseCommand):
    help = "Adds a person with one or more roles; asks for the password, or reads it from standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("name")
        parser.add_argument("roles", nargs="+", choices=ROLES)

    def handle(self, *args: Any, username: str, name: str, roles: list[str], **options: Any) -> None:
        password = getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        try:
            person = add_person(
                username=username, name=name, password=password, roles=roles, author=Author(actor=SYSTEM)
            )
        except Refused as refused:
            raise CommandError(refused.reason) from refused
        self.stdout.write(f"{person.username} can sign in as {', '.join(sorted(person.roles))}.")
