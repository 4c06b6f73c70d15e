"""Players' phones at a real server: many at once, a server that is killed, and the line that ends with the screen."""

from __future__ import annotations

import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.cookiejar import CookieJar
from threading import Barrier
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.hunters import SHOWN
from tests.integration.room_log import chains_hold, records
from tests.integration.test_live_server import WITHIN_S, Line
from tests.server import HOST, ROOT, Room, Server

TABLE = 21
SEATS = (2, 5, 9)


class Handset:
    """A browser on which nobody is signed in."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.jar = CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self.jar)).open
        self.status = 0

    def get(self, path: str, *, script: bool = False) -> str:
        return self._ask(path, None, script)

    def post(self, path: str, *, script: bool = False, **form: object) -> str:
        return self._ask(path, urlencode(form).encode(), script)

    def _ask(self, path: str, body: bytes | None, script: bool) -> str:
        headers = {"HX-Request": "true"} if script else {}
        if body is not None:
            headers["X-CSRFToken"] = self.cookies["csrftoken"]
        request = Request(f"http://{HOST}:{self._server.port}{path}", body, headers)
        try:
            with self._open(request, timeout=30) as answer:
                self.status = answer.status
                return str(answer.read().decode())
        except HTTPError as refused:
            with refused:
                self.status = refused.code
                return refused.read().decode()

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self.jar}

    def joins(self, code: str) -> int:
        form = re.search(r'name="form" value="(\w+)"', self.get("/join/"))
        assert form is not None
        self.post("/join/", code=code, form=form[1])
        return self.status

    def chooses(self, seat: int, territory: str, hand: str, id: str = "") -> int:
        do = f"{id or uuid.uuid4().hex}:{seat} choose {territory}"
        here = f"/tables/{TABLE}/seats/{seat}/act/"
        self.post(here, script=True, do=do, hand=hand, seat=seat, after=len(SHOWN))
        return self.status


@pytest.fixture
def hunt(room: Room) -> Server:
    """A server, and a table where three hunters choose."""
    server = room.server()
    flora = server.tab("flora")
    condition = flora.table(1)["condition"]["condition"]
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", FURNISH],
        cwd=ROOT,
        env=room.environment,
        check=True,
    )
    flora.does(TABLE, f"table open {condition}")
    for seat, name in zip(SEATS, ("Ada", "Maria", "Otis"), strict=True):
        flora.does(TABLE, f"sit {seat}", alias=name)
    flora.does(TABLE, "open", "post 2 5 9", *SHOWN)
    return server


FURNISH = (
    "from audit.services import Author; from tables.furnishing import add_table; "
    f"add_table(number={TABLE}, name='', variant='boomerang_hunt', command_id='hunt', author=Author('system'))"
)


def code_of(room: Room, server: Server, seat: int) -> str:
    server.tab("flora").does(TABLE, f"screen {seat}")
    sql = f'SELECT code FROM tables_seatcode WHERE "table" = {TABLE} AND seat = {seat}'  # noqa: S608
    return str(room.rows(sql)[0][0])


def written(room: Room, kind: str) -> int:
    return sum(record.type == kind for record in records(room, f"T{TABLE}"))


def test_one_code_and_eight_phones_at_once(room: Room, hunt: Server) -> None:
    code, start = code_of(room, hunt, 5), Barrier(8)
    phones = [Handset(hunt) for _ in range(8)]

    def joins(phone: Handset) -> int:
        start.wait()
        return phone.joins(code)

    with ThreadPoolExecutor(8) as threads:
        statuses = sorted(threads.map(joins, phones))
    assert statuses == [200, *[422] * 7]
    assert written(room, "seat.screen_opened") == 1
    chains_hold(room)


def test_three_phones_choose_at_once_and_each_twice(room: Room, hunt: Server) -> None:
    hand, start = hunt.tab("flora").table(TABLE)["hand"]["hand"], Barrier(6)
    phones = {}
    for seat in SEATS:
        phones[seat] = Handset(hunt)
        assert phones[seat].joins(code_of(room, hunt, seat)) == 200
    ids = {seat: uuid.uuid4().hex for seat in SEATS}

    def chooses(seat: int) -> int:
        phone = Handset(hunt)
        phone.jar = phones[seat].jar
        phone._open = build_opener(HTTPCookieProcessor(phone.jar)).open
        start.wait()
        return phone.chooses(seat, "desert", hand, ids[seat])

    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(chooses, SEATS * 2)) == {200}
    assert written(room, "hand.territory_chosen") == 3
    chains_hold(room)


def test_a_server_killed_with_a_choice_on_its_way(room: Room, hunt: Server) -> None:
    hand, phone = hunt.tab("flora").table(TABLE)["hand"]["hand"], Handset(hunt)
    phone.joins(code_of(room, hunt, 5))
    id = uuid.uuid4().hex
    assert phone.chooses(5, "desert", hand, id) == 200
    hunt.restart()
    assert phone.chooses(5, "desert", hand, id) == 200, "sent again it counts once"
    assert phone.chooses(5, "water", hand) == 409
    assert "You hunt in" in phone.get(f"/tables/{TABLE}/seats/5/look/", script=True)
    assert written(room, "hand.territory_chosen") == 1


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_phone_hears_its_table_until_it_is_the_seats_screen_no_more(
    room: Room, hunt: Server, lines: ExitStack
) -> None:
    phones = [Handset(hunt), Handset(hunt)]
    for phone, seat in zip(phones, (5, 9), strict=True):
        phone.joins(code_of(room, hunt, seat))
    five, nine = (Line(hunt, phone.cookies, f"T{TABLE}") for phone in phones)
    lines.callback(five.close)
    lines.callback(nine.close)
    for line in (five, nine):
        line.hears("event: ring")
    hunt.tab("flora").does(TABLE, "screen 5 close")
    five.ends(WITHIN_S)
    nine.hears("event: beat")
    phones[0].get(f"/live/T{TABLE}/")
    assert phones[0].status == 401
