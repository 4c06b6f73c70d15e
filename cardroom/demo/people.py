"""The simulated dealers and the floor manager who answers their calls. Nobody knows their passwords."""

from __future__ import annotations

import secrets
import uuid

from audit.services import Author
from cardroom.accounts.models import Person, Terminal
from cardroom.accounts.policies import SYSTEM
from cardroom.accounts.roles import DEALER, FLOOR
from cardroom.accounts.services import add_person
from tables.models import PairedTerminal
from tables.pairing import pair_terminal
from tables.screens.simulated import MARK

NAMES = ("Simon", "Sybil", "Silas", "Sonja", "Stella", "Seth")
AUTHOR = Author(actor=SYSTEM)


def dealer_of(table: int) -> Person:
    """The simulated dealer of a table, made when he is first wanted."""
    return _person(f"simulated-t{table}", NAMES[table % len(NAMES)], DEALER)


def floor_manager() -> Person:
    return _person("simulated-floor", "Fay", FLOOR)


def _person(username: str, name: str, role: str) -> Person:
    found = Person.objects.filter(username=username).first()
    return found or add_person(
        username=username,
        name=f"{name} {MARK}",
        password=secrets.token_urlsafe(24),
        roles=[role],
        author=AUTHOR,
    )


def terminal_at(table: int) -> str:
    """The device that a simulated dealer taps on, paired with his table."""
    label = f"Simulated T{table}"
    paired = PairedTerminal.objects.filter(table=table, label=label).first()
    if paired is not None:
        return paired.terminal
    made = Terminal.objects.create(label=label)
    pair_terminal(
        table=table, terminal=made.public_id, label=label, command_id=uuid.uuid4().hex, author=AUTHOR
    )
    return made.public_id
