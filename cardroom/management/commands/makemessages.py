"""Django's makemessages, which also finds the texts that rules and policies give with what they refuse."""

from django.core.management.commands import makemessages

KEYWORDS = {"Refused": 2, "NotAllowed": 2, "_floor": 2, "Phrase": 1, "Stale": 1, "CommandReused": 1}
"""Which argument of a call is a text for the catalogue."""


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={name}:{place}" for name, place in KEYWORDS.items()),
    ]
