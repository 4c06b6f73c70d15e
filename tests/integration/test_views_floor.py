"""The start page and the floor's page: tables, conditions, settings; what is refused says why and changes nothing."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tables.models import Condition, Table
from tests.desk import Desk, standing
from tests.forms import Page
from tests.integration.test_views_console import said, signed_in
from tests.people import person

FLOOR = "/floor/"


@pytest.fixture
def flora(desk: Desk) -> Client:
    return signed_in(desk.floor)


def press(client: Client, action: str, **form: object) -> HttpResponse:
    """Press a button of the page, as it stands there, or one that does not."""
    buttons = [b for b in Page(client.get(FLOOR).text).buttons if b.action == action]
    sent = buttons[0].sends() if buttons else {"do": f"{uuid.uuid4().hex}:{action}"}
    return client.post(FLOOR, {**sent, **form})


def test_the_start_page_lists_the_tables_with_their_state(desk: Desk, flora: Client) -> None:
    assert "open, between hands" in flora.get("/").text
    desk.deal()
    page = said(flora.get("/"))
    assert "hand going" in page
    assert re.search(r"3 seats taken, 7 free;\s+hand \d+, pot \$15", page)
    desk.do("dispute", reason="the count")
    assert "disputed" in flora.get("/").text
    assert "Floor: conditions, tables, fees" in flora.get("/").text


def test_the_start_page_is_for_who_is_signed_in(desk: Desk) -> None:
    assert Client().get("/").headers["Location"] == "/sign-in/?next=/"
    dealer = signed_in(desk.dealer).get("/").text
    assert "T12" in dealer
    assert FLOOR not in dealer
    admin = signed_in(person("admin")).get("/").text
    assert "T12" not in admin
    assert "Your roles open no table" in admin
    assert FLOOR in admin


def test_the_floor_page_is_for_the_floor_and_admins(desk: Desk) -> None:
    for role, status in (("dealer", 403), ("auditor", 403), ("floor", 200), ("admin", 200)):
        client = signed_in(person(role))
        assert client.get(FLOOR).status_code == status, role
        if status == 403:
            before = standing()
            assert client.post(FLOOR, {"do": "x:add_table", "number": "4"}).status_code == 403
            assert standing() == before


def test_a_condition_of_any_amount(desk: Desk, flora: Client) -> None:
    answer = press(flora, "add_condition", amount="7.50", cheque_value="2.5", odd_chip_unit="0.50")
    assert answer.status_code == 422, "an amount has two places or none"
    answer = press(
        flora, "add_condition", amount="7.50", cheque_value="2.50", odd_chip_unit="0.50", max_seats="6"
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, FLOOR)
    made = Condition.objects.get(amount=750)
    assert (made.cheque_value, made.odd_chip_unit, made.min_seats, made.max_seats) == (250, 50, 2, 6)
    assert "Condition $7.50 can be chosen now." in flora.get(FLOOR).text.replace("$7.5 ", "$7.50 ")


def test_a_retired_condition_is_no_longer_offered(desk: Desk, flora: Client) -> None:
    number = desk.conditions[2_500]
    assert f'<option value="{number}"' in flora.get(FLOOR).text
    assert press(flora, f"retire_condition {number}").status_code == 302
    assert f'<option value="{number}"' not in flora.get(FLOOR).text
    again = press(flora, f"retire_condition {number}")
    assert again.status_code == 422
    assert "There is no active condition" in again.text


def test_a_table_is_added_furnished_opened_and_closed(desk: Desk, flora: Client) -> None:
    assert (
        press(flora, "add_table", number="4", name="By the bar", variant="boomerang_poker").status_code == 302
    )
    settings = {
        "rule_tied_finish": "play_on",
        "source": "electronic",
        "drop_when": "before_deal",
        "deck": "blue 7",
    }
    assert (
        press(flora, "configure 4", **settings, box="B-1", shift="day", shuffle="machine").status_code == 302
    )
    row = Table.objects.get(number=4)
    assert (row.name, row.source, row.drop_when, row.deck, row.box) == (
        *("By the bar", "electronic", "before_deal", "blue 7", "B-1"),
    )
    assert row.rules["tied_finish"] == "play_on"
    assert press(flora, "at 4 table open", words=str(desk.conditions[1_000])).status_code == 302
    assert "T4" in flora.get("/").text
    assert press(flora, "at 4 table close").status_code == 302
    assert not Table.objects.get(number=4).is_open


@pytest.mark.parametrize(
    ("action", "form", "said_why"),
    [
        ("add_condition", {"amount": "0"}, "above 0"),
        ("add_condition", {"amount": "7", "cheque_value": "2"}, "a multiple of the cheque"),
        ("add_condition", {"amount": "five"}, "is no amount"),
        ("add_condition", {"amount": "5", "min_seats": "1"}, "2 to 10 seats"),
        ("add_condition", {"amount": "5", "min_seats": "two"}, "is no whole number"),
        ("add_table", {"number": "12", "variant": "boomerang_poker"}, "There is a table 12 already"),
        ("add_table", {"number": "", "variant": "boomerang_poker"}, "is no whole number"),
        ("add_table", {"number": "4", "variant": "bridge"}, "There is no variant"),
        (
            "add_table",
            {"number": "4", "name": "n" * 61, "variant": "boomerang_poker"},
            "at most 60 characters",
        ),
        ("configure 12", {"source": "sleeve"}, "source is one of"),
        ("configure 99", {"source": "pad"}, "There is no table 99"),
        ("at 12 table open", {}, "The table is open already"),
        ("at 12 5 fold", {}, "This page has no action"),
        ("at x table open", {}, "is no whole number"),
        ("burn_down", {}, "This page has no action"),
        ("", {}, "This page has no action"),
    ],
)
def test_what_is_refused(desk: Desk, flora: Client, action: str, form: dict[str, str], said_why: str) -> None:
    before = standing()
    answer = press(flora, action, **form)
    assert answer.status_code == 422
    assert said_why in said(answer)
    assert standing() == before


def test_what_was_typed_is_still_there(desk: Desk, flora: Client) -> None:
    answer = press(flora, "add_table", number="12", name="The <corner>", variant="boomerang_poker")
    assert 'value="The &lt;corner&gt;"' in answer.text


def test_nothing_changes_in_mid_hand(desk: Desk, flora: Client) -> None:
    desk.deal()
    before = standing()
    for action, form in (
        ("at 12 condition", {"words": str(desk.conditions[1_000])}),
        ("at 12 table close", {}),
        ("configure 12", {"source": "electronic"}),
    ):
        answer = press(flora, action, **form)
        assert answer.status_code == 422, action
        assert re.search("A hand is open|hand before is not finished", said(answer)), action
    assert standing() == before


def test_the_same_button_twice_adds_one_condition(desk: Desk, flora: Client) -> None:
    sent = {"do": f"{uuid.uuid4().hex}:add_condition", "amount": "15", "cheque_value": "5"}
    assert [flora.post(FLOOR, sent).status_code for _ in range(2)] == [302, 302]
    assert Condition.objects.filter(amount=1_500).count() == 1


def test_an_admin_furnishes_and_leaves_opening_to_the_floor(desk: Desk) -> None:
    admin = signed_in(person("admin"))
    page = Page(admin.get(FLOOR).text)
    assert not [b for b in page.buttons if b.action.startswith("at ")]
    assert press(admin, "add_table", number="4", variant="boomerang_poker").status_code == 302
    answer = press(admin, "at 4 table open", words=str(desk.conditions[500]))
    assert answer.status_code == 403
    assert not Table.objects.get(number=4).is_open


def test_the_schedule_in_force_says_that_it_is_invented(desk: Desk, flora: Client) -> None:
    page = said(flora.get(FLOOR))
    assert re.search(r"INVENTED\s+Invented for tests", page)
    assert re.search(r"\$5\s+4-10\s+\$1.50", page)
    desk.do("open")
    assert re.search(r"Schedule, version 1\s+INVENTED", said(flora.get("/tables/12/")))


def test_a_table_is_added_for_games_that_have_a_screen(desk: Desk, flora: Client) -> None:
    """The records of the other games can be replayed; there is no table to play them at."""
    page = flora.get(FLOOR).text
    assert 'value="boomerang_poker"' in page
    assert 'value="wongar"' not in page
    before = standing()
    answer = press(flora, "add_table", number="40", variant="wongar")
    assert answer.status_code == 422
    assert "There is no variant &#x27;wongar&#x27;." in answer.text
    assert standing() == before


def test_a_flag_of_a_game_is_set_in_words(desks: Any) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    flora = signed_in(desk.floor)
    page = flora.get("/floor/").text
    assert re.search(r'<option value="False"\s+selected>free</option>', page)
    assert press(flora, "configure 12", rule_opening_throw_required="True").status_code == 302
    assert Table.objects.get(number=12).rules == {"opening_throw_required": True}
    assert re.search(r'<option value="True"\s+selected>required</option>', flora.get("/floor/").text)
    desk.open()
    assert desk.hand()["rules"]["opening_throw_required"] is True
    assert press(flora, "configure 12", rule_opening_throw_required="perhaps").status_code == 422
