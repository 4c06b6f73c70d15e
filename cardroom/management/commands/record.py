"""Writes a finished hand as a record, which `manage.py replay` plays to the same outcome."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from tables.chronicle import NoSuchHand
from tables.exports import record_text
from tables.models import Hand
from tables.selectors import finished_hand


class Command(BaseCommand):
    help = "Print a finished hand as a record. Exit status 1 for a hand that is unknown or not finished."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hand", metavar="HAND", help="the hand's name in the log, e.g. T12/4711")
        parser.add_argument(
            "--output", metavar="FILE", type=Path, help="write there instead of to the screen"
        )

    def handle(self, *, hand: str, output: Path | None, **options: Any) -> None:
        try:
            text = record_text(finished_hand(hand))
        except NoSuchHand:
            if Hand.objects.filter(id=hand).exists():
                raise CommandError(f"Hand {hand} is not finished: nothing of it is shown before.") from None
            raise CommandError(f"There is no hand {hand!r}. A hand is named like T12/4711.") from None
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}.") from None
