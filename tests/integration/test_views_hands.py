"""Finished hands over HTTP: pages of a list, and every step of a hand; nothing of what was taken back is hidden."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.desk import Desk
from tests.integration.test_views_console import said, signed_in
from tests.people import person

LIST = "/tables/12/hands/"


def played(desk: Desk) -> str:
    """A hand that is over and paid; its name."""
    desk.won().do("pay")
    name = desk.hand()["hand"]
    assert isinstance(name, str)
    return name


@pytest.fixture
def dana(desk: Desk) -> Client:
    return signed_in(desk.dealer)


def test_who_may_look(desk: Desk) -> None:
    name = played(desk)
    for role, status in (("dealer", 200), ("floor", 200), ("auditor", 200), ("admin", 403)):
        client = signed_in(person(role))
        assert [client.get(path).status_code for path in (LIST, f"/hands/{name}/")] == [status, status], role


@pytest.mark.parametrize(
    "path",
    [
        *("/tables/13/hands/", "/hands/T12/1/", "/hands/T12/99999999/", "/hands/T13/9/", "/hands/fees/1/"),
        *("/hands/T/9/", "/hands/T\u0661/9/", "/hands/T123456789012/9/"),
    ],
)
def test_there_is_no_such_hand(desk: Desk, dana: Client, path: str) -> None:
    played(desk)
    assert dana.get(path).status_code == 404


@pytest.mark.parametrize("at", ["0", "1", "99999999", "x", "-1", "9" * 30, "\u0669"])
def test_there_is_no_such_step(desk: Desk, dana: Client, at: str) -> None:
    assert dana.get(f"/hands/{played(desk)}/", {"at": at}).status_code == 404


def test_a_hand_that_is_going_is_served_to_nobody(desk: Desk, dana: Client) -> None:
    desk.deal()
    assert dana.get(f"/hands/{desk.hand()['hand']}/").status_code == 404
    assert "No hand has been finished here yet." in dana.get(LIST).text


def test_the_list_goes_on_below_the_hand_it_ended_with(desk: Desk, dana: Client) -> None:
    names = []
    for _ in range(45):
        desk.do("open", "post 2 5 9", "void", by=desk.floor, reason="fouled deck", rule="H-1")
        desk.do("pay")
        names.append(str(desk.hand()["hand"]))
    seen: list[str] = []
    path = LIST
    while path:
        with CaptureQueriesContext(connection) as queries:
            page = dana.get(path).text
        assert len(queries) <= 8
        assert "COUNT(" not in " ".join(query["sql"] for query in queries)
        seen += re.findall(r">(T12/\d+)</a>", page)
        older = re.search(r'href="\?before=(\d+)"', page)
        path = f"{LIST}?before={older[1]}" if older else ""
    assert seen == names[::-1]
    assert "void" in dana.get(LIST).text


@pytest.mark.parametrize("before", ["x", "-1", "", "9" * 30])
def test_what_is_no_place_to_go_on_from_begins_at_the_newest(desk: Desk, dana: Client, before: str) -> None:
    assert played(desk) in dana.get(LIST, {"before": before}).text


def test_every_step_of_a_hand_can_be_looked_at(desk: Desk, dana: Client) -> None:
    desk.deal().do("2 fold", "5 buy 1")
    desk.do(f"undo {desk.last_n()}")
    desk.do(f"correct {desk.hand()['moves'][0]['n']} deal 2 9d 8c", reason="Keyed wrong")
    desk.do("9 fold", "pay")
    name = str(desk.hand()["hand"])
    records = [record for record in desk.records() if record.subject == name]
    page = dana.get(f"/hands/{name}/").text
    assert re.findall(r'<li id="e(\d+)"', page) == [str(record.seq) for record in records]
    for record in records:
        step = dana.get(f"/hands/{name}/", {"at": record.seq})
        assert step.status_code == 200
        assert f"After record {record.seq} " in step.text
        assert step.text.count("is-at") == 1
    assert page.count("<s>") == sum(
        len(record.data["taken"]) for record in records if record.type == "hand.undone"
    )
    first = dana.get(f"/hands/{name}/", {"at": records[0].seq}).text
    assert 'rel="prev"' not in first
    assert 'rel="next"' in first
    assert 'rel="next"' not in page


def test_the_money_of_a_hand_adds_up(desk: Desk, dana: Client) -> None:
    answer = dana.get(f"/hands/{played(desk)}/")
    assert "Posted and paid are the same, to the cent." in answer.text
    assert re.search(r"Sum\s+\$15\s+\$15", said(answer))
    assert re.search(r"collected\s+\$3\s+returned\s+\$0\s+dropped\s+\$3\s+held\s+\$0", said(answer))


def test_a_void_hand_gives_back_and_a_redealt_one_hands_over(desk: Desk, dana: Client) -> None:
    desk.open().do("misdeal", reason="Wrong count")
    first = str(desk.hand()["hand"])
    desk.do("redeal")
    answer = dana.get(f"/hands/{first}/")
    assert f"$15 went over to hand {desk.hand()['hand']}, dealt again." in said(answer)
    assert "Posted and paid are the same, to the cent." in answer.text
    desk.do("misdeal", reason="Wrong count")
    second = str(desk.hand()["hand"])
    desk.do("pay")
    answer = dana.get(f"/hands/{second}/")
    assert re.search(r"Sum\s+\$15\s+\$15", said(answer))
    assert re.search(r"returned\s+\$3", said(answer))


def test_names_are_those_who_did_it(desk: Desk, dana: Client) -> None:
    desk.deal()
    desk.ruled("turn 5")
    desk.do("5 fold", "2 fold", "pay")
    answer = dana.get(f"/hands/{desk.hand()['hand']}/")
    assert "Flora Nguyen, floor" in said(answer)
    assert "Dana Reyes, dealer" in said(answer)
