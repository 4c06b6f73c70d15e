"""What is hidden from a viewer is in nothing that is sent to him: not in a page, an answer of the API, a refusal, a
header, the public display, the log on the screen; of a hunt the territories that others have chosen.
"""

from __future__ import annotations

import logging
import re
import uuid
from typing import Any

import pytest
from django.test import Client

from audit.selectors import read
from cardroom.accounts.models import Person
from tables import selectors, services
from tables.furnishing import link_display
from tables.models import SeatCode
from tables.screens.seen import PUBLIC, seen_of
from tests.desk import Desk
from tests.hunters import hunted, hunters
from tests.people import ROOM

SCRIPT = {"HX-Request": "true"}


class Phone:
    """A player's browser."""

    def __init__(self, desk: Desk, seat: int) -> None:
        self.client = Client()
        self.here = f"/tables/{desk.number}/seats/{seat}/"
        self.desk, self.seat = desk, seat
        desk.do(f"screen {seat}")
        code = SeatCode.objects.get(table=desk.number, seat=seat).code
        answer = self.client.post("/join/", {"code": code, "form": uuid.uuid4().hex})
        assert answer.status_code == 302, answer.content.decode()

    def get(self, page: str = "", *, script: bool = False) -> Any:
        return self.client.get(self.here + page, headers=SCRIPT if script else {})

    def choose(self, territory: str, **form: object) -> Any:
        hand = self.desk.hand()
        after = next((p["after"] for p in hand["prompts"] if p["seat"] == self.seat), 0)
        do = f"{uuid.uuid4().hex}:{self.seat} choose {territory}"
        body = {"do": do, "hand": hand["hand"], "seat": self.seat, "after": after, **form}
        return self.client.post(f"{self.here}act/", body, headers=SCRIPT)


@pytest.fixture
def hunt(desks: type[Desk]) -> Desk:
    return hunters(desks)


def signed_in(who: Person) -> Client:
    client = Client()
    client.force_login(who)
    return client


def everything(desk: Desk, phone: Phone) -> dict[str, str]:
    """All that the dealer, the floor, the hall and the player of seat 1 are sent, by its address; headers too."""
    key = link_display(table=desk.number, command_id=uuid.uuid4().hex, author=ROOM)
    display = f"/tables/{desk.number}/display/{key}/"
    found = {}
    for who, client in (("dealer", signed_in(desk.dealer)), ("floor", signed_in(desk.floor))):
        panels = ("", *(f"?panel={name}" for name in ("undo", "rulings", "phones", "seats", "last", "rules")))
        for page in ("", "felt/"):
            for panel in panels:
                found[f"{who} {page}{panel}"] = _sent(client, f"/tables/{desk.number}/{page}{panel}")
        found[f"{who} api"] = _sent(client, f"/api/v1/tables/{desk.number}/")
        found[f"{who} tables"] = _sent(client, "/api/v1/tables/") + _sent(client, "/")
        hand = desk.hand()["hand"].replace("T", "/hands/T")
        found[f"{who} history"] = _sent(client, f"{hand}/", status=404)
    hall = Client()
    for page in ("", "felt/"):
        found[f"hall {page}"] = _sent(hall, display + page)
    found["player "] = _sent(phone.client, phone.here)
    for page in ("", "look/"):
        found[f"player {page} part"] = _sent(phone.client, phone.here + page, headers=SCRIPT)
    for seat in (4, 6):
        found[f"player at {seat}"] = _sent(
            phone.client, f"/tables/{desk.number}/seats/{seat}/look/", status=403, headers=SCRIPT
        )
    return found


def _sent(client: Client, address: str, *, status: int = 200, **about: Any) -> str:
    answer = client.get(address, **about)
    assert answer.status_code == status, (address, answer.status_code)
    return f"{answer.headers}\n{answer.content.decode()}"


def _plain(text: str) -> str:
    """Without what is new each time: ids, tokens, numbers of records, times."""
    text = re.sub(r'(csrfmiddlewaretoken" value=|nonce=|nonce-|csrftoken=|terminal=)"?[\w:%-]+', r"\1", text)
    text = re.sub(r"display/[\w-]+|\b[pty][a-z0-9]{12,16}\b|[0-9a-f]{32}|\d+", "#", text)
    return re.sub(r"(?i)(ETag|Content-Length|Content-Security-Policy|Set-Cookie)[^\n,]*", "", text)


def test_a_choice_changes_nothing_that_others_are_sent(desks: type[Desk]) -> None:
    """Two tables where the same happens, but for what seat 4 has chosen."""
    one = hunters(desks)
    two = hunters(desks, number=13, floor=one.floor)
    seen = []
    for desk, territory in ((one, "water"), (two, "mountain")):
        phone = Phone(desk, 1)
        desk.do(f"4 choose {territory}", f"6 choose {territory}")
        desk.do(f"undo {desk.last_n()}", by=desk.floor, reason="once more")
        seen.append({name: _plain(text) for name, text in everything(desk, phone).items()})
    assert [name for name in seen[0] if seen[0][name] != seen[1][name]] == []


def test_a_choice_is_in_nothing_by_its_text(hunt: Desk) -> None:
    """Nor what was taken back, corrected, or refused."""
    phone = Phone(hunt, 1)
    hunt.do("4 choose desert", "6 choose desert")
    card = hunt.hand()["moves"][2]["n"]
    for _state in ("chosen", "taken back", "held"):
        for name, text in everything(hunt, phone).items():
            for words in ("choose desert", "chooses desert", "hunt in", '"4": "desert"', '"4":"desert"'):
                mine = name.startswith("player look") and words == "choose desert"
                assert mine or words not in text, (name, words)
        if _state == "chosen":
            hunt.do(f"undo {hunt.last_n()}", by=hunt.floor, reason="once more")
        elif _state == "taken back":
            hunt.do(f"correct {card} draw emu forest meadow", by=hunt.floor, reason="misread")
    assert hunt.hand()["frozen"] is not None


def test_a_player_sees_his_own_and_only_when_he_looks(hunt: Desk) -> None:
    phone = Phone(hunt, 1)
    looked = phone.choose("desert").content.decode()
    for text in (
        looked,
        phone.client.post(f"{phone.here}look/").content.decode(),
        phone.get("look/", script=True).content.decode(),
    ):
        assert "You hunt in" in text
    for text in (phone.get().content.decode(), phone.get(script=True).content.decode()):
        assert "You hunt in" not in text
        assert "desert" not in text.replace("Turtle, meadow and desert", "")


def test_what_is_looked_at_is_kept_by_nobody(hunt: Desk) -> None:
    phone = Phone(hunt, 1)
    answers = [phone.get(page, script=script) for page in ("", "look/") for script in (False, True)]
    for answer in (*answers, phone.client.post(f"{phone.here}look/")):
        assert answer.headers["Cache-Control"] == "private, no-store"
    assert phone.choose("desert").headers["Cache-Control"] == "private, no-store"


def test_another_seat_is_looked_at_by_nobody_else(hunt: Desk) -> None:
    phone = Phone(hunt, 1)
    staff = signed_in(hunt.floor)
    stranger = Client()
    for client in (phone.client, staff, stranger):
        assert client.get("/tables/12/seats/4/").status_code == 403
        assert client.get("/tables/12/seats/4/look/", headers=SCRIPT).status_code == 403
        assert client.post("/tables/12/seats/4/look/").status_code == 403
        body = {"do": "x:4 choose water", "hand": hunt.hand()["hand"], "seat": 4, "after": 3}
        assert client.post("/tables/12/seats/4/act/", body).status_code == 403
    assert hunt.hand()["felt"]["chosen"] == []


def test_what_was_missed_is_told_as_everybody_may_know_it(hunt: Desk) -> None:
    phone = Phone(hunt, 1)
    hunt.do("4 choose mountain")
    phone.choose("desert")
    stale = phone.choose("water", after=3)
    assert stale.status_code == 409
    text = stale.content.decode()
    assert "Seat 4 chooses." in text
    assert "mountain" not in text
    assert "Seat 1 chooses." in text
    assert "desert" not in text, "it stands on a covered screen too"


def test_no_line_of_the_servers_log_and_no_page_of_a_fault_tells(
    hunt: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    phone = Phone(hunt, 1)
    phone.client.raise_request_exception = False
    answers = [phone.choose(word) for word in ("nonsense-desert", "desert", "desert")]
    monkeypatch.setattr(services, "act", lambda **_: 1 // 0)
    answers.append(phone.choose("desert"))
    assert [answer.status_code for answer in answers] == [422, 200, 409, 500]
    assert "desert" not in answers[3].content.decode()
    lines = [r for r in caplog.records if not r.name.startswith("django.db")]
    told = [f"{record.getMessage()} {record.exc_text}" for record in lines]
    assert [line for line in told if "desert" in line] == []
    assert "desert" not in str([record.data for record in read("access")])


def test_the_api_tells_whose_it_is(hunt: Desk) -> None:
    hunt.do("4 choose mountain")
    n = hunt.last_n()
    assert hunt.hand()["moves"][-1] == {"n": n, "text": "4 chooses", "kind": "decision"}
    hunt.do(f"undo {n}", by=hunt.floor, reason="once more")
    assert hunt.hand()["undone"][0]["text"] == "4 chooses"


def test_after_the_end_the_history_tells_all(hunt: Desk) -> None:
    hunted(hunt)
    hunt.ruled("award 1 500 4 1000")
    hunt.do("pay")
    told = selectors.finished_hand(hunt.hand()["hand"])
    assert "4 choose water" in {step["text"] for step in selectors.history(told)}
    page = _sent(signed_in(hunt.dealer), f"/hands/{told.hand.id}/")
    assert "Seat 4 chooses water." in page
    assert seen_of(told.hand, PUBLIC).felt["tokens"] == {} or "water" in str(told.hand.state)


def test_until_then_what_was_revealed_is_everybodys_and_the_new_choice_is_not(hunt: Desk) -> None:
    hunted(hunt)
    view = hunt.hand()["felt"]
    assert [capture["territory"] for capture in view["before"]] == ["forest", "water", "desert"]
    assert view["tokens"] == {}
