"""Sets somebody's PIN and badge, or takes them away: what a person does himself under My PIN, for operators."""

import getpass
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from audit.services import Author
from cardroom.accounts.policies import SYSTEM
from cardroom.accounts.selectors import by_username
from cardroom.accounts.services import Refused, clear_keys, set_badge, set_pin

AUTHOR = Author(actor=SYSTEM)


class Command(BaseCommand):
    help = "Sets a person's PIN and badge, or takes both away. Without --pin and --badge it asks for them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--pin", help="for a demo: whoever lists processes reads it")
        parser.add_argument("--badge", help="the code that the badge's reader types; the same holds")
        parser.add_argument("--clear", action="store_true", help="take PIN and badge away")

    def handle(
        self, *args: Any, username: str, pin: str | None, badge: str | None, clear: bool, **options: Any
    ) -> None:
        person = by_username(username)
        if person is None:
            raise CommandError(f"Nobody has the username {username!r}.")
        if not clear and pin is None and badge is None:
            pin = getpass.getpass("PIN (empty: as it is): ")
            badge = getpass.getpass("Badge, hold it to the reader (empty: as it is): ")
        try:
            if clear:
                clear_keys(person=person, author=AUTHOR)
            if pin:
                set_pin(person=person, pin=pin, author=AUTHOR)
            if badge:
                set_badge(person=person, code=badge, author=AUTHOR)
        except Refused as refused:
            raise CommandError(refused.reason) from refused
        held = by_username(username)
        assert held is not None
        found = [name for name, has in (("a PIN", held.pin), ("a badge", held.badge)) if has]
        self.stdout.write(f"{held.username} has {' and '.join(found) or 'neither PIN nor badge'}.")
