"""The dealer's screen over HTTP: what it answers, with which status, to whom; and that it writes nothing by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from audit.selectors import head
from cardroom.accounts.models import Person
from cardroom.accounts.services import deactivate_person
from tables.models import Table
from tables.views import console
from tests.desk import Desk, standing
from tests.forms import Button, Page
from tests.people import PASSWORD, ROOM, person

HTMX = {"HX-Request": "true"}
PAGE = "/tables/12/"
FELT = "/tables/12/felt/"
ACT = "/tables/12/act/"


def signed_in(who: Person, **about: Any) -> Client:
    client = Client(**about)
    token = ""
    if about:
        client.get("/sign-in/")
        token = client.cookies["csrftoken"].value
    client.post("/sign-in/", {"username": who.username, "password": PASSWORD, "csrfmiddlewaretoken": token})
    assert "_auth_user_id" in client.session
    return client


@pytest.fixture
def dana(desk: Desk) -> Client:
    return signed_in(desk.dealer)


@pytest.fixture
def flora(desk: Desk) -> Client:
    return signed_in(desk.floor)


def button(client: Client, action: str, query: str = "") -> Button:
    """The one button of the screen that sends this action."""
    buttons = [b for b in Page(client.get(PAGE + query).text).buttons if b.action == action]
    assert len(buttons) == 1, action
    return buttons[0]


def press(client: Client, action: str, query: str = "", *, htmx: bool = True, **typed: str) -> HttpResponse:
    headers = HTMX if htmx else {}
    return client.post(ACT, button(client, action, query).sends(**typed), headers=headers)


def said(answer: HttpResponse) -> str:
    """What an answer says, without its elements."""
    return re.sub("<[^>]+>", "", answer.text)


# What is looked at.


def test_who_may_look(desk: Desk) -> None:
    assert Client().get(PAGE).headers["Location"] == "/sign-in/?next=/tables/12/"
    for role, status in (("dealer", 200), ("floor", 200), ("auditor", 200), ("admin", 403)):
        client = signed_in(person(role))
        assert [client.get(path).status_code for path in (PAGE, FELT)] == [status, status], role
    assert signed_in(desk.dealer).get("/tables/13/").status_code == 404
    assert signed_in(desk.dealer).get("/tables/13/felt/").status_code == 404


def test_looking_writes_nothing(desk: Desk, dana: Client) -> None:
    desk.deal()
    before = standing()
    for panel in ("", "undo", "misdeal", "odd", "dispute", "seats", "rules"):
        assert dana.get(PAGE, {"panel": panel}).status_code == 200
        assert dana.get(FELT, {"panel": panel}).status_code == 200
    assert standing() == before


def test_the_fragment_is_sent_once_for_what_has_happened(desk: Desk, dana: Client) -> None:
    tag = dana.get(FELT)["ETag"]
    again = dana.get(FELT, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    desk.do("open")
    after = dana.get(FELT, headers={"If-None-Match": tag})
    assert after.status_code == 200
    assert after["ETag"] != tag


def test_the_page_carries_the_tag_of_its_fragment(desk: Desk, dana: Client) -> None:
    page = Page(dana.get(PAGE).text)
    shown = next(found for _tag, found in page.elements if found.get("id") == "table")
    assert shown["data-etag"] == dana.get(shown["data-refresh"])["ETag"]
    assert int(shown["data-seq"]) == head("T12").seq


def test_a_tag_is_of_one_person_and_one_panel(desk: Desk, dana: Client, flora: Client) -> None:
    desk.deal()
    tags = [
        client.get(FELT, {"panel": panel})["ETag"]
        for client in (dana, flora)
        for panel in ("", "undo", "rules")
    ]
    assert len(set(tags)) == len(tags)


def test_a_change_between_tag_and_content_is_not_hidden(
    desk: Desk, dana: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The content may be newer than its tag, never older: then the next look fetches it again."""
    found = console.get_table

    def meanwhile(number: int) -> Table | None:
        table = found(number)
        monkeypatch.setattr(console, "get_table", found)
        desk.do("open")
        return table

    monkeypatch.setattr(console, "get_table", meanwhile)
    tag = dana.get(FELT)["ETag"]
    fresh = dana.get(FELT, headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    assert "Posting: 3 seats" in fresh.text


def test_a_panel_that_is_shut_is_the_decision(desk: Desk, dana: Client) -> None:
    for panel in ("undo", "misdeal", "correct", "rulings", "nonsense", "../x", "_panel"):
        page = dana.get(PAGE, {"panel": panel})
        assert page.status_code == 200
        assert 'data-panel=""' in page.text, panel
    assert 'data-panel="seats"' in dana.get(PAGE, {"panel": "seats"}).text


@pytest.mark.parametrize(
    "actions", [(), ("open",), ("open", "post 2 5 9"), ("open", "post 2 5 9", "card Td")]
)
def test_the_number_of_queries_does_not_grow(desk: Desk, dana: Client, actions: tuple[str, ...]) -> None:
    for action in actions:
        desk.do(action)
    tag = dana.get(FELT)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        dana.get(FELT)
    assert len(queries) <= 15
    with CaptureQueriesContext(connection) as queries:
        assert dana.get(FELT, headers={"If-None-Match": tag}).status_code == 304
    assert len(queries) <= 5


def test_names_are_text_and_kept_apart(desk: Desk, dana: Client) -> None:
    desk.do("sit 7", alias="<img src=x> & \u05d0")
    page = dana.get(PAGE, {"panel": "seats"}).text
    assert "<img src=x>" not in page
    assert "<bdi>&lt;img src=x&gt; &amp; \u05d0</bdi>" in page


# What is done.


def test_a_command_answers_with_the_fragment_as_it_stands_then(desk: Desk, dana: Client) -> None:
    answer = press(dana, "open")
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="table"')
    assert '<p id="status" hx-swap-oob="innerHTML">' in answer.text
    assert "Posting: 3 seats" in answer.text
    assert f'data-seq="{head("T12").seq}"' in answer.text


def test_without_scripts_the_page_comes_back(desk: Desk, dana: Client) -> None:
    answer = press(dana, "open", htmx=False)
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    assert "Posting: 3 seats" in dana.get(PAGE).text


def test_the_same_button_twice_is_one_command(desk: Desk, dana: Client) -> None:
    sent = button(dana, "open").sends()
    first = dana.post(ACT, sent, headers=HTMX)
    seq = head("T12").seq
    again = dana.post(ACT, sent, headers=HTMX)
    assert (first.status_code, again.status_code, head("T12").seq) == (200, 200, seq)
    assert "This had been recorded already" not in first.text
    assert "This had been recorded already; nothing was done twice." in again.text


def test_an_id_used_for_something_else_is_refused(desk: Desk, dana: Client) -> None:
    sent = button(dana, "open").sends()
    dana.post(ACT, sent, headers=HTMX)
    command_id = str(sent["do"]).partition(":")[0]
    seq = head("T12").seq
    again = dana.post(ACT, {**sent, "do": f"{command_id}:out 5"}, headers=HTMX)
    assert (again.status_code, head("T12").seq) == (422, seq)
    assert "used before, for another request" in again.text


@pytest.mark.parametrize("htmx", [True, False])
def test_who_comes_late_is_told_who_did_what(desk: Desk, dana: Client, htmx: bool) -> None:
    desk.deal()
    sent = button(dana, "2 fold").sends()
    desk.do("2 buy 1")
    answer = dana.post(ACT, sent, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    assert "One thing has happened since your screen was drawn" in answer.text
    assert "<bdi>Dana Reyes</bdi> (dealer): Seat 2 buys 1 to beat seat 5." in answer.text
    assert "Seat 2, Maria bought 1" in said(answer)
    assert desk.hand()["moves"][-1]["text"] == "2 buy 1"


def test_a_refusal_goes_to_the_notice_line_and_leaves_the_screen(desk: Desk, dana: Client) -> None:
    desk.deal()
    sent = {**button(dana, "2 fold").sends(), "do": "some-id:9 fold out"}
    answer = dana.post(ACT, sent, headers=HTMX)
    assert answer.status_code == 422
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#notice", "innerHTML")
    assert answer.text.strip() == '<p class="notice notice-refused">It is written &#x27;5 fold&#x27;.</p>'
    plain = dana.post(ACT, sent)
    assert plain.status_code == 422
    assert 'role="alert">It is written' in plain.text
    assert "Seat 2, Maria, to act" in said(plain)


def test_a_refusal_without_scripts_keeps_the_panel(desk: Desk, dana: Client) -> None:
    answer = press(dana, "sit 7", "?panel=seats", htmx=False, alias="")
    assert answer.status_code == 422
    assert "it cannot be empty" in answer.text
    assert 'data-panel="seats"' in answer.text


@pytest.mark.parametrize("htmx", [True, False])
def test_what_only_the_floor_does(desk: Desk, dana: Client, htmx: bool) -> None:
    desk.deal()
    sent = {**button(dana, "2 fold").sends(), "do": "some-id:void", "reason": "r", "rule": "H-1"}
    answer = dana.post(ACT, sent, headers=HTMX if htmx else {})
    assert answer.status_code == 403
    assert "for the floor: call a floor manager" in answer.text
    assert desk.hand()["void"] is None


def test_an_auditor_has_no_button_and_no_way(desk: Desk, dana: Client) -> None:
    desk.deal()
    auditor = signed_in(person("auditor"))
    assert [b for b in Page(auditor.get(PAGE).text).buttons if b.form.address == ACT] == []
    sent = button(dana, "2 fold").sends()
    before = desk.hand()["moves"]
    assert auditor.post(ACT, sent, headers=HTMX).status_code == 403
    assert desk.hand()["moves"] == before


def test_a_form_without_its_token(desk: Desk) -> None:
    desk.deal()
    strict = signed_in(desk.dealer, enforce_csrf_checks=True)
    sent = button(strict, "2 fold").sends()
    before = desk.hand()["moves"]
    answer = strict.post(ACT, {**sent, "csrfmiddlewaretoken": "x" * 64}, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (403, "#notice")
    assert "out of date" in answer.text
    assert desk.hand()["moves"] == before
    assert strict.post(ACT, sent, headers=HTMX).status_code == 200


def test_an_ended_session_gets_no_page_to_swap_in(desk: Desk, dana: Client) -> None:
    desk.deal()
    sent = button(dana, "2 fold").sends()
    deactivate_person(person=desk.dealer, author=ROOM)
    answer = dana.post(ACT, sent, headers=HTMX)
    assert answer.status_code == 401
    assert "signed-out" in answer["HX-Trigger"]
    assert desk.hand()["moves"][-1]["text"].startswith("deal 9")


def test_an_alias_is_cleaned_and_that_is_said(desk: Desk, dana: Client) -> None:
    answer = press(dana, "sit 7", "?panel=seats", alias="\u202eolaM\u202c")
    assert "Direction marks were taken out of the name." in answer.text
    assert 'data-panel="seats"' in answer.text, "the next one may sit down at once"


def test_preset_and_own_reasons(desk: Desk, dana: Client) -> None:
    desk.deal().do("2 fold")
    n = desk.last_n()
    press(dana, f"undo {n}", "?panel=undo")
    assert desk.hand()["undone"][-1]["reason"] == "Tapped by mistake"
    desk.do("2 buy 1", "card Ah")
    card = desk.last_n()
    press(dana, f"correct {card} card Ad", f"?panel=correct&n={card}", reason_text="  a diamond  ")
    assert desk.hand()["undone"][-1]["reason"] == "a diamond"


def test_a_pair_is_corrected_card_by_card(desk: Desk, dana: Client) -> None:
    desk.deal()
    n = desk.hand()["moves"][0]["n"]
    press(dana, f"correct {n} deal 2 Td 9c", f"?panel=correct&n={n}&place=1")
    assert desk.hand()["felt"]["hands"]["2"] == ["Td", "9c"]


def test_the_floor_awards_in_dollars(desk: Desk, flora: Client) -> None:
    desk.deal()
    typed = {"reason_text": "agreed", "rule": "H-9", "share_2": "7.50", "share_5": " ", "share_9": "$7.50"}
    press(flora, "award", "?panel=rulings", **typed)
    assert desk.hand()["payouts"] == {"2": 750, "9": 750}
    assert "Seats 2, 9 share the pot" in flora.get(PAGE).text


@pytest.mark.parametrize("amount", ["7,5", "1e3", "-5", "7.5", "7.505", "seven", "\u0665"])
def test_what_is_no_amount(desk: Desk, flora: Client, amount: str) -> None:
    desk.deal()
    answer = press(flora, "award", "?panel=rulings", reason_text="agreed", rule="H-9", share_2=amount)
    assert answer.status_code == 422
    assert "is no amount: write dollars" in answer.text


def test_the_floor_waives_a_fee_by_a_rule(desk: Desk, flora: Client) -> None:
    desk.do("open")
    press(flora, "waive 5", "?panel=rulings", rule="H-12")
    assert desk.records(None, "fee.waived")[-1].data["rule"] == "H-12"


# What stands in the page.


def test_every_button_has_an_id_of_its_own_and_says_what_it_answers(desk: Desk, flora: Client) -> None:
    desk.deal().do("2 buy 2")
    answers = desk.answers()
    for panel in ("", "undo", "odd", "seats", "rulings", "dispute"):
        page = Page(flora.get(PAGE, {"panel": panel}).text)
        acts = [form for form in page.forms if form.address == ACT]
        ids = [b.id for form in acts for b in form.buttons]
        assert ids, panel
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch("[0-9a-f]{32}", id) for id in ids)
        for form in acts:
            assert form.method == "post"
            assert (form.hidden["hand"], form.hidden["seq"]) == ([answers.hand], [str(answers.seq)])
            assert form.htmx == {"hx-post": ACT, "hx-target": "#table", "hx-swap": "outerHTML"}


def test_nothing_that_the_content_security_policy_would_block(desk: Desk, flora: Client) -> None:
    desk.deal()
    for path in (PAGE, f"{PAGE}?panel=rulings", f"{PAGE}?panel=scrap", "/", "/floor/", "/tables/12/hands/"):
        for tag, found in Page(flora.get(path).text).elements:
            assert not [name for name in found if name == "style" or name.startswith("on")], (path, tag)
            assert tag != "style"
            assert tag != "script" or found.get("src")
