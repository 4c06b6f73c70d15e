"""The back office of a browser test: it furnishes tables as the floor's page does, and asks what was recorded."""

from __future__ import annotations

import re
import subprocess
import sys
import uuid
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection
from itertools import count
from typing import Any
from urllib.parse import urlencode

from tests.hunters import SHOWN
from tests.server import HOST, ROOT, Room, Server, Tab

FIRST_TABLE = 11
NAMES = ("Ada", "Maria", "Otis", "Ines", "Chen", "Lou", "Rolf", "Bea", "Nils", "Yuki")


class Office:
    """One room with one server for all tests of a session; every test gets a table of its own."""

    def __init__(self, room: Room, server: Server) -> None:
        self.room = room
        self.server = server
        self.address = f"http://{HOST}:{server.port}"
        self.flora: Tab = server.tab("flora")
        self.dana: Tab = server.tab("dana")
        self._numbers = count(FIRST_TABLE)
        page = self._send("GET", "/floor/", "").decode()
        self.conditions = {
            int(a): int(n) for n, a in re.findall(r'<option value="(\d+)" *(?:selected)?>\$(\d+) ', page)
        }

    def table(
        self,
        seats: Iterable[int] = (2, 5, 9),
        amount: int = 5,
        names: Iterable[str] = NAMES,
        variant: str = "boomerang_poker",
        **settings: str,
    ) -> int:
        """A new open table at a condition in dollars with somebody in each of `seats`."""
        number = next(self._numbers)
        self.floor("add_table", number=number, variant=variant)
        if settings:
            self.floor(f"configure {number}", **settings)
        self.floor(f"at {number} table open", words=self.conditions[amount])
        for seat, name in zip(seats, names, strict=False):
            self.flora.does(number, f"sit {seat}", alias=name)
        return number

    def dealt(self, number: int, *actions: str) -> None:
        """A hand of three as in the second example, seats 2, 5 and 9 with two cards each, and what follows."""
        deal = ("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
        self.dana.does(number, "open", "post 2 5 9", *deal, *actions)

    def hunt(self, *actions: str, seats: Iterable[int] = (2, 5, 9)) -> int:
        """A table where three hunters choose, and what follows."""
        number = self.table(seats, variant="boomerang_hunt")
        self.dana.does(number, "open", "post " + " ".join(map(str, seats)), *SHOWN, *actions)
        return number

    def code(self, number: int, seat: int) -> str:
        """A new code for the seat's screen, as the dealer's panel shows it."""
        self.flora.does(number, f"screen {seat}")
        sql = f'SELECT code FROM tables_seatcode WHERE "table" = {number} AND seat = {seat}'  # noqa: S608
        return str(self.room.rows(sql)[0][0])

    def clear(self) -> None:
        """Hands go back and chairs are empty: nobody can deal at a table while he deals at another."""
        for (number,) in self.room.rows("SELECT number FROM tables_table WHERE chair <> ''"):
            self._clear(number)

    def _clear(self, number: int) -> None:
        hand = self.hand(number)
        going = hand is not None and hand["phase"] not in ("finished", "closed")
        if going and hand["void"] is None:
            self.flora.does(number, "void", reason="the test is over", rule="T-1")
        self.flora.act(number, self.flora.order(number, "chair"))
        self.flora.does(number, *(["pay"] if going else []), "chair leave")

    def floor(self, action: str, **form: object) -> None:
        """Press a button of the floor's page."""
        body = urlencode({"do": f"{uuid.uuid4().hex}:{action}", **form})
        assert self._send("POST", "/floor/", body) == b"", action

    def display(self, number: int) -> str:
        """The address of the table's public display, made if there is none."""
        sql = f'SELECT key FROM tables_displaykey WHERE "table" = {number}'  # noqa: S608
        if not self.room.rows(sql):
            self.floor(f"link_display {number}")
        return f"/tables/{number}/display/{self.room.rows(sql)[0][0]}/"

    def person(self, username: str) -> None:
        """Somebody new who deals; his password is the demo's."""
        self._manage("add_person", username, username.title(), "dealer", said="low-hand-acts")

    def deactivate(self, username: str) -> None:
        """End a person's access, as an admin does it."""
        lines = (
            "from audit.services import Author",
            "from cardroom.accounts.models import Person",
            "from cardroom.accounts.services import deactivate_person",
            f"person = Person.objects.get(username={username!r})",
            "deactivate_person(person=person, author=Author(actor='system'))",
        )
        self._manage("shell", "--no-imports", "-c", "; ".join(lines))

    def hand(self, number: int) -> Any:
        """The hand that lies on the table, as the API shows it; None before the first."""
        return self.dana.table(number)["hand"]

    def moves(self, number: int) -> list[str]:
        """The texts of the actions that stand."""
        return [move["text"] for move in self.hand(number)["moves"]]

    def facts(self, number: int) -> list[tuple[int, str]]:
        """Everything the table's stream holds: sequence and body of each record."""
        rows = self.room.rows(f"SELECT seq, body FROM audit_record WHERE stream = 'T{number}' ORDER BY seq")  # noqa: S608
        return [(seq, body) for seq, body in rows]

    def count(self, number: int, kind: str) -> int:
        """How many records of this type the table's stream holds."""
        return sum(f'"type":"{kind}"' in body for _seq, body in self.facts(number))

    def _send(self, method: str, path: str, body: str) -> bytes:
        cookies = self.room.cookies["flora"]
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": cookies["csrftoken"],
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with closing(HTTPConnection(HOST, self.server.port, timeout=30)) as http:
            http.request(method, path, body, headers)
            answer = http.getresponse()
            text = answer.read()
        assert answer.status in (200, 302), text.decode()
        return text

    def _manage(self, *words: str, said: str = "") -> None:
        subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.room.environment,
            input=said,
            text=True,
            capture_output=True,
            check=True,
        )
