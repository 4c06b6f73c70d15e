"""Tables and finished hands as JSON, who may look, and what is never shown."""

import logging
import tomllib
from typing import Any

import pytest
from django.test import Client

from cardroom.accounts.roles import ADMIN, AUDITOR
from tables.game import records
from tables.models import ShoeSeed
from tests.api.caller import Caller
from tests.desk import Desk
from tests.people import person


def test_tables(dealer: Caller, desk: Desk) -> None:
    (line,) = dealer.get("/api/v1/tables/")["tables"]
    assert (line["table"], line["stream"], line["is_open"], line["hand"], line["phase"]) == (
        12,
        "T12",
        True,
        "",
        None,
    )
    assert line["condition"]["amount"] == 500
    desk.deal()
    (line,) = dealer.get("/api/v1/tables/")["tables"]
    assert (line["hand"], line["phase"]) == (desk.answers().hand, "deciding")


def test_a_table_before_during_and_after_a_hand(dealer: Caller, desk: Desk) -> None:
    table = dealer.get(dealer.table)
    assert table["hand"] is None
    assert table["answers"] == {"hand": "", "seq": 0}
    assert [seat["alias"] for seat in table["seats"] if seat["taken"]] == ["Maria", "Chen", "Otis"]
    desk.open()
    assert dealer.get(dealer.table)["hand"]["phase"] == "drawing"
    desk.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    (prompt,) = dealer.get(dealer.table)["hand"]["prompts"]
    assert prompt == {
        "seat": 2,
        "to_beat": 5,
        "options": ["fold", "buy 1", "buy 2", "buy 3"],
        "after": 3,
        "closed": {},
    }
    desk.do("2 fold", "5 fold", "pay")
    assert dealer.get(dealer.table)["hand"]["settled"] is True
    desk.do("dispute", reason="short pot")
    assert dealer.get(dealer.table)["hand"]["frozen"].startswith("The hand is disputed")


def test_markup_in_an_alias_is_text(dealer: Caller, desk: Desk) -> None:
    dealer.act("sit 1", alias="<b>Ada</b>")
    assert dealer.get(dealer.table)["seats"][0]["alias"] == "<b>Ada</b>"
    assert dealer.client.get(dealer.table)["X-Content-Type-Options"] == "nosniff"


def test_finished_hands_page_by_page(dealer: Caller, desk: Desk) -> None:
    assert dealer.get(f"{dealer.table}hands/") == {"hands": [], "next": None}
    names = []
    for _ in range(5):
        desk.won().do("pay")
        names.append(desk.answers().hand)
    desk.open()
    seen, before = [], ""
    for size in (2, 2, 1):
        page = dealer.get(f"{dealer.table}hands/?count=2{before}")
        assert len(page["hands"]) == size
        seen += [line["hand"] for line in page["hands"]]
        before = f"&before={page['next']}"
    assert page["next"] is None
    assert seen == names[::-1]
    line = page["hands"][0]
    assert (line["dealer"], line["pot"], line["payouts"], line["winners"]) == (
        "Dana Reyes",
        1_500,
        {"9": 1_500},
        [9],
    )
    assert f"{line['hand']}" == f"T12/{line['first']}"


NO_PAGES = ["count=0", "count=101", "count=x", "before=0", "before=-1", "before=x"]


def test_pages_that_are_none(dealer: Caller) -> None:
    for query in NO_PAGES:
        answer = dealer.get(f"{dealer.table}hands/?{query}", 400)
        assert answer["code"] == "bad_fields"
        assert list(answer["problems"]) == [query.split("=", maxsplit=1)[0]]


def test_a_finished_hand_with_result_history_and_record(dealer: Caller, desk: Desk) -> None:
    desk.deal().do("2 fold")
    desk.do(f"undo {desk.last_n()}", reason="the next key")
    desk.do("2 buy 1", "card 9s", "5 fold", "pay")
    name = desk.answers().hand
    hand = dealer.get(f"/api/v1/hands/{name}/")
    assert hand["hand"] == name
    assert hand["result"] == {
        "pot": 2_000,
        "payouts": {"9": 2_000},
        "net": {"2": -1_000, "5": -500, "9": 1_500},
        "winners": [9],
        "hands": {"2": ["Td", "8c", "9s"], "5": ["As", "Tc"], "9": ["Qh", "Qs"]},
        "out": {"2": "failed", "5": "folded"},
    }
    assert [step["text"] for step in hand["history"] if step["taken_back"]] == ["2 fold"]
    assert {(step["name"], step["role"]) for step in hand["history"]} == {("Dana Reyes", "dealer")}
    again = records.replay(hand["record"])
    assert (again["complete"], again["outcome"]) == (True, hand["result"])
    assert tomllib.loads(hand["record"])["_undone"][0]["text"] == "2 fold"


def test_an_unfinished_hand_is_shown_to_nobody(dealer: Caller, desk: Desk) -> None:
    desk.won()
    assert dealer.get(f"/api/v1/hands/{desk.answers().hand}/", 404)["code"] == "no_such_hand"
    desk.do("pay")
    dealer.get(f"/api/v1/hands/{desk.answers().hand}/")


NO_HANDS = ["T12/99999", "T13/1", "fees/1", "T12/0", "%00/5", "caf%C3%A9/5", f"T12/{10**30}"]


def test_hands_that_are_none(dealer: Caller) -> None:
    for name in NO_HANDS:
        assert dealer.get(f"/api/v1/hands/{name}/", 404)["code"] == "no_such_hand", name


def test_tables_that_are_none(dealer: Caller) -> None:
    order = dealer.order("open")
    for number in ("13", "0", f"{10**30}"):
        path = f"/api/v1/tables/{number}/"
        assert dealer.get(path, 404)["code"] == "no_such_table"
        assert dealer.get(f"{path}hands/", 404)["code"] == "no_such_table"
        assert dealer.post(order, 404, f"{path}act/")["code"] == "no_such_table"


NO_ADDRESSES = ["", "nonsense", "tables", "tables/12", "tables/x/", "hands/T12/", "hands/T12/x/"]


def test_addresses_that_are_none(dealer: Caller) -> None:
    for path in NO_ADDRESSES:
        assert dealer.get(f"/api/v1/{path}", 404)["code"] == "not_found", path


def test_who_may_look(dealer: Caller, floor: Caller, desk: Desk) -> None:
    desk.won().do("pay")
    paths = [
        "/api/v1/tables/",
        dealer.table,
        f"{dealer.table}hands/",
        f"/api/v1/hands/{desk.answers().hand}/",
    ]
    auditor, admin = Caller(desk, person(AUDITOR)), Caller(desk, person(ADMIN))
    for path in paths:
        for caller in (dealer, floor, auditor):
            caller.get(path)
        assert admin.get(path, 403)["code"] == "not_allowed"
        assert Client().get(path).status_code == 401
        for method in ("post", "put", "patch", "delete"):
            answer = getattr(auditor.client, method)(
                path, content_type="application/json", headers={"X-CSRFToken": auditor.token}
            )
            assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


# --- the electronic shoe -------------------------------------------------------------------------


@pytest.fixture
def shoe_desk(desks: Any) -> Desk:
    made = desks(source="electronic")
    assert isinstance(made, Desk)
    return made


def test_a_seed_is_in_no_answer_no_page_and_no_log_line_while_its_hand_is_open(
    shoe_desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    desk, dealer, floor = shoe_desk, Caller(shoe_desk, shoe_desk.dealer), Caller(shoe_desk, shoe_desk.floor)
    auditor = Caller(desk, person(AUDITOR))
    said: list[bytes] = []
    original = Client.request

    def request(self: Client, **given: Any) -> Any:
        response = original(self, **given)
        said.append(str(response.headers).encode() + b"".join([response.content]))
        return response

    monkeypatch.setattr(Client, "request", request)

    def look() -> None:
        name = desk.answers().hand
        for caller in (dealer, floor, auditor):
            for path in (
                *(
                    "/",
                    f"/tables/{desk.number}/",
                    f"/tables/{desk.number}/felt/",
                    f"/tables/{desk.number}/hands/",
                ),
                *(f"/hands/{name}/", "/floor/", "/api/v1/tables/", dealer.table, f"{dealer.table}hands/"),
                f"/api/v1/hands/{name}/",
            ):
                assert caller.client.get(path).status_code in (200, 302, 403, 404), path

    dealer.act("open")
    seed = bytes(ShoeSeed.objects.get().seed)
    dealer.act("post 2 5 9")
    dealer.act("draw all")
    look()
    undo = f"undo {desk.last_n()}"
    dealer.act(undo, 403, reason="seen")
    floor.act(undo, reason="seen")
    dealer.act("draw")
    dealer.act("card As", 422)
    stale = dealer.order("draw")
    first = desk.hand()["prompts"][0]["seat"]
    dealer.act(f"{first} buy 3")
    dealer.act("draw all")
    dealer.post(stale, 409)
    while desk.hand()["phase"] == "deciding":
        dealer.act(f"{desk.hand()['prompts'][0]['seat']} fold")
    dealer.act("pay")
    look()
    everything = b"".join(said) + caplog.text.encode()
    assert len(said) > 60
    for spelled in (seed.hex(), seed.hex().upper(), repr(seed)[2:-1], str(list(seed))):
        assert spelled.encode() not in everything
    name = desk.answers().hand
    dealer.act("open")
    hand = dealer.get(f"/api/v1/hands/{name}/")
    assert seed.hex() in hand["record"], "published once the next deal begins"
