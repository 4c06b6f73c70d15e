"""A device that stands at a table, for tests: paired by the floor, used with PINs and badges."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from audit.core.record import Record
from audit.selectors import read
from cardroom.accounts.models import Person, Terminal
from cardroom.accounts.services import set_badge, set_pin
from tables.pairing import pair_terminal
from tests.people import PASSWORD, ROOM

PINS = ("2580", "1470", "3690")
SCRIPT = {"HX-Request": "true"}


def with_keys(who: Person, pin: str = "2580", badge: str = "") -> Person:
    """The person, with a PIN and a badge."""
    if pin:
        who = set_pin(person=who, pin=pin, author=ROOM)
    return set_badge(person=who, code=badge, author=ROOM) if badge else who


class Tablet:
    """One browser, known to the room as a terminal and paired with a table."""

    def __init__(self, number: int, floor: Person, label: str = "T12 tablet") -> None:
        self.number = number
        self.client = Client()
        self.terminal = known(self.client, floor)
        pair_terminal(
            table=number, terminal=self.terminal, label=label, command_id=f"pair-{self.terminal}", author=ROOM
        )
        self.chair = f"/tables/{number}/chair/"
        self.page = f"/tables/{number}/"

    def by_pin(self, who: Person, pin: str = "2580", *, script: bool = False, **form: str) -> HttpResponse:
        return self.post({"person": who.public_id, "pin": pin, **form}, script=script)

    def by_badge(self, code: str, *, script: bool = False) -> HttpResponse:
        return self.post({"badge": code}, script=script)

    def post(self, form: dict[str, str], *, script: bool = False) -> HttpResponse:
        answer: Any = self.client.post(self.chair, form, headers=SCRIPT if script else {})
        return answer

    def who(self) -> int | None:
        """The key of the person who is signed in here."""
        found = self.client.session.get("_auth_user_id")
        return int(found) if found else None


def known(client: Client, floor: Person) -> str:
    """Make the browser a terminal, as a sign-in there does; its id. Nobody is signed in afterwards."""
    client.post("/sign-in/", {"username": floor.username, "password": PASSWORD})
    client.post("/sign-out/")
    (terminal,) = re.findall(r"^(t[a-z2-7]{12}):", client.cookies["terminal"].value)
    assert Terminal.objects.filter(public_id=terminal).exists()
    return str(terminal)


def access(*types: str) -> list[Record]:
    """The records of the stream `access`, those of `types` if any are named."""
    return [record for record in read("access") if not types or record.type in types]
