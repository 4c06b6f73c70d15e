"""The floor's page, its part about people and devices: pairing, unpairing, who is locked out, who calls."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from cardroom.accounts.services import deactivate_person
from tables.models import PairedTerminal
from tables.pairing import paired_table
from tests.desk import Desk
from tests.forms import Page
from tests.integration.test_views_console import said, signed_in
from tests.integration.test_views_floor import press
from tests.people import ROOM, person
from tests.tablet import Tablet, access, with_keys

ALERTS = "/floor/alerts/"


@pytest.fixture
def flora(desk: Desk) -> Client:
    return signed_in(desk.floor)


def terminal(client: Client) -> str:
    return client.cookies["terminal"].value.partition(":")[0]


def test_the_floor_pairs_its_own_device_and_hands_it_over(desk: Desk, flora: Client) -> None:
    answer = press(flora, "pair", table="12", label="T12 tablet")
    assert (answer.status_code, answer["Location"]) == (302, "/floor/")
    assert paired_table(terminal(flora)) == 12
    page = said(flora.get("/floor/"))
    assert "This device stands at table 12 now, as T12 tablet. Sign out, and it asks who deals." in page
    assert "Sign out and show that page" in page
    assert "T12 tablet , T12 this device" in re.sub(r"\s+", " ", page) or "T12 tablet, T12" in page
    (record,) = desk.records(None, "terminal.paired")
    assert (record.actor, record.terminal) == (desk.floor.public_id, terminal(flora))
    assert flora.post("/sign-out/", follow=True).redirect_chain[-1][0] == "/tables/12/chair/"


def test_what_cannot_be_paired(desk: Desk, flora: Client) -> None:
    assert press(flora, "pair", table="99").status_code == 422
    assert press(flora, "pair", table="x").status_code == 422
    assert press(flora, "pair", table="12", label="x" * 61).status_code == 422
    press(flora, "pair", table="12")
    answer = flora.post("/floor/", {"do": "c9:pair", "table": "12"})
    assert answer.status_code == 422
    assert "The device is paired with T12" in answer.text
    ada = signed_in(person("admin"))
    assert ada.post("/floor/", {"do": "c8:pair", "table": "12"}).status_code == 403
    assert PairedTerminal.objects.count() == 1


def test_the_floor_unpairs_any_device(desk: Desk, flora: Client) -> None:
    tablet = Tablet(12, desk.floor)
    assert press(flora, f"unpair {tablet.terminal}").status_code == 302
    assert paired_table(tablet.terminal) is None
    assert "is signed out" in said(flora.get("/floor/"))
    assert press(flora, f"unpair {tablet.terminal}").status_code == 422


def test_the_floor_is_told_who_is_locked_out_and_unlocks_him(desk: Desk, flora: Client) -> None:
    dana, tablet = with_keys(desk.dealer), Tablet(12, desk.floor)
    for path in ("/floor/", "/", ALERTS):
        assert "Locked out" not in flora.get(path).text
    for _ in range(5):
        tablet.by_pin(dana, "9999")
    for path in ("/floor/", "/", ALERTS):
        assert "Dana Reyes at T12 tablet since" in said(flora.get(path)), path
        assert "after five wrong PINs" in said(flora.get(path)), path
    action = f"unlock {dana.public_id} {tablet.terminal}"
    assert press(flora, action).status_code == 302
    assert "Locked out" not in flora.get("/floor/").text
    assert access("signin.unlocked")[0].actor == desk.floor.public_id
    assert tablet.by_pin(dana).status_code == 302
    assert press(flora, action).status_code == 422


def test_badges_and_passwords_are_told_too(desk: Desk, flora: Client) -> None:
    tablet = Tablet(12, desk.floor)
    for _ in range(5):
        tablet.by_badge("NOBODY-1")
        Client().post("/sign-in/", {"username": desk.dealer.username, "password": "wrong-password"})
    page = said(flora.get(ALERTS))
    assert "Badges at T12 tablet since" in page
    assert "after five unknown badges" in page
    assert "Dana Reyes at a device that is not known since" in page
    for button in [b for b in Page(flora.get("/floor/").text).buttons if b.action.startswith("unlock")]:
        assert flora.post("/floor/", button.sends()).status_code == 302
    assert said(flora.get(ALERTS)).strip() == ""


def test_who_calls_is_told(desk: Desk, flora: Client) -> None:
    desk.do("call", reason="Fill <b>")
    page = flora.get(ALERTS)
    assert "T12 calls:" in said(page)
    assert "Fill &lt;b&gt;" in page.text


def test_a_table_whose_dealer_was_deactivated_wants_a_relief(desk: Desk, flora: Client) -> None:
    desk.do("chair")
    assert "needs a relief" not in flora.get(ALERTS).text
    deactivate_person(person=desk.dealer, author=ROOM)
    page = said(flora.get(ALERTS))
    assert "T12 needs a relief:" in page
    assert "Dana Reyes was deactivated in the chair." in page
    desk.do("chair", by=desk.floor)
    assert "needs a relief" not in flora.get(ALERTS).text


def test_a_hand_that_waits_for_a_ruling_alerts_the_floor(desk: Desk, flora: Client) -> None:
    assert "waits for a ruling" not in flora.get(ALERTS).text
    desk.deal()
    desk.do("dispute", reason="whose turn it is")
    said = re.sub("<[^>]+>", "", flora.get(ALERTS).text)
    assert "T12 waits for a ruling:" in said
    assert "disputed" in said
    desk.ruled("rule stands")
    assert "waits for a ruling" not in flora.get(ALERTS).text


def test_alerts_are_for_the_floor(desk: Desk) -> None:
    tablet, dana = Tablet(12, desk.floor), with_keys(desk.dealer)
    for _ in range(5):
        tablet.by_pin(dana, "9999")
    for role, status in (("dealer", 403), ("auditor", 403), ("admin", 200)):
        client = signed_in(person(role))
        assert client.get(ALERTS).status_code == status
        if status == 403:
            assert "Locked out" not in client.get("/").text
            assert (
                client.post("/floor/", {"do": f"x:unlock {dana.public_id} {tablet.terminal}"}).status_code
                == 403
            )
