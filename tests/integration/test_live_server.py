"""The doorbell of a real server: forty lines at once on one process, and each ends when its access does."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

import pytest

from tests.server import HOST, ROOT, Room, Server

LINES = 40
WITHIN_S = 5.0
CHANGE = (
    "from audit.services import Author",
    "from cardroom.accounts.models import Person",
    "from cardroom.accounts import services",
    "dana, flora = (Person.objects.get(username=name) for name in ('dana', 'flora'))",
    "room = Author(actor='system')",
)


class Line:
    """One open line of the doorbell, read as it comes."""

    def __init__(self, server: Server, cookies: dict[str, str], stream: str = "T1") -> None:
        self._http = HTTPConnection(HOST, server.port, timeout=30)
        shown = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._http.request("GET", f"/live/{stream}/", headers={"Cookie": shown})
        self._answer: HTTPResponse = self._http.getresponse()
        assert self._answer.status == 200

    def hears(self, text: str) -> None:
        while text not in (line := self._answer.readline().decode()):
            assert line, f"the line ended before {text!r}"

    def ends(self, within: float) -> None:
        """The server closes it. Raises TimeoutError."""
        until = time.monotonic() + within
        while True:
            assert self._http.sock is not None or self._answer.fp is not None
            self._answer.fp.raw._sock.settimeout(max(0.01, until - time.monotonic()))  # type: ignore[union-attr]
            if not self._answer.readline():
                return

    def close(self) -> None:
        self._answer.close()
        self._http.close()


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def opened(lines: ExitStack, server: Server, cookies: dict[str, str], stream: str = "T1") -> Line:
    line = Line(server, cookies, stream)
    lines.callback(line.close)
    return line


def test_forty_lines_on_one_process(room: Room, lines: ExitStack) -> None:
    """All hear each ring, commands are carried out meanwhile, and a line that goes takes nothing with it."""
    server = room.server()
    tab = server.tab("dana")
    forty = [
        opened(lines, server, room.cookies[who]) for who in ("dana", "dmitri") for _ in range(LINES // 2)
    ]
    tab.does(1, "out 8", "in 8")
    seq = tab.does(1, "out 8")["last"]
    for line in forty:
        line.hears(f'"seq": {seq}}}')
    for line in forty[::2]:
        line.close()
    seq = tab.does(1, "in 8")["last"]
    for line in forty[1::2]:
        line.hears(f'"seq": {seq}}}')
    assert tab.get("/tables/1/").status == 200


def by_sign_out(room: Room, server: Server) -> None:
    cookies = room.cookies["dana"]
    shown = "; ".join(f"{name}={value}" for name, value in cookies.items())
    http = HTTPConnection(HOST, server.port, timeout=30)
    body = urlencode({"csrfmiddlewaretoken": cookies["csrftoken"]})
    http.request(
        "POST", "/sign-out/", body, {"Cookie": shown, "Content-Type": "application/x-www-form-urlencoded"}
    )
    assert http.getresponse().status == 302
    http.close()


def by_shell(*lines: str) -> Callable[[Room, Server], None]:
    """In another process, by the services."""

    def change(room: Room, server: Server) -> None:
        words = [sys.executable, "manage.py", "shell", "--no-imports", "-c", "; ".join((*CHANGE, *lines))]
        subprocess.run(words, cwd=ROOT, env=room.environment, capture_output=True, check=True)

    return change


WAYS: dict[str, Callable[[Room, Server], None]] = {
    "signed out by the form": by_sign_out,
    "deactivated": by_shell("services.deactivate_person(person=dana, author=room)"),
    "another password": by_shell(
        "services.set_password(person=dana, password='nine-cheques-more', author=room)"
    ),
    "expired": by_shell(
        "from django.contrib.sessions.models import Session",
        "[Session.objects.filter(pk=s.pk).update(expire_date='2026-01-01T00:00:00Z') for s in Session.objects.all()"
        " if s.get_decoded().get('_auth_user_id') == str(dana.pk)]",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_line_ends_with_its_access(room: Room, lines: ExitStack, way: str) -> None:
    """Every line of the person, within five seconds; somebody else's goes on."""
    server = room.server()
    his = [opened(lines, server, room.cookies["dana"], stream) for stream in ("T1", "T2")]
    other = opened(lines, server, room.cookies["dmitri"])
    WAYS[way](room, server)
    ended = time.monotonic()
    for line in his:
        line.ends(WITHIN_S - (time.monotonic() - ended))
    seq = server.tab("flora").does(1, "out 8")["last"]
    other.hears(f'"seq": {seq}}}')


def test_a_line_of_the_office_ends_with_the_role(room: Room, lines: ExitStack) -> None:
    """A floor manager who is a dealer from now on: his sign-in goes on, what only the floor may hear does not."""
    server = room.server()
    office = opened(lines, server, room.cookies["flora"], "access")
    table = opened(lines, server, room.cookies["flora"])
    by_shell("services.set_roles(person=flora, roles=['dealer'], author=room)")(room, server)
    office.ends(WITHIN_S)
    seq = server.tab("dana").does(1, "out 8")["last"]
    table.hears(f'"seq": {seq}}}')
