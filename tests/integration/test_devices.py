"""Devices at tables: what a PIN session reaches, when it ends, where a device leads, who may not sign out just now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cardroom.accounts.services import clear_keys, deactivate_person, set_pin, set_roles
from tables.models import PairedTerminal, Table
from tables.pairing import unpair_terminal
from tests.desk import Desk, everything_holds, standing
from tests.forms import Page
from tests.integration.test_views_console import said, signed_in
from tests.people import PASSWORD, ROOM, author, person
from tests.streams import Stream, in_thread, run
from tests.tablet import Tablet, access, known, with_keys

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tablet(desk: Desk) -> Tablet:
    """Table 12 with its tablet; dana has PIN and badge and is signed in there."""
    desk.dealer = with_keys(desk.dealer, "2580", "DANA-1")
    made = Tablet(12, desk.floor)
    made.by_pin(desk.dealer)
    assert made.who() == desk.dealer.pk
    return made


def press(client: Client, action: str) -> Any:
    buttons = [b for b in Page(client.get("/tables/12/").text).buttons if b.action == action]
    return client.post("/tables/12/act/", buttons[0].sends())


# --- what it reaches -----------------------------------------------------------------------------


def test_a_pin_opens_everything_of_its_table(desk: Desk, tablet: Tablet) -> None:
    for action in ("open", "post 2"):
        assert press(tablet.client, action).status_code == 302
    desk.ruled("void")
    desk.send(desk.order("pay"), desk.dealer, tablet.terminal)
    desk.send(desk.order("open"), desk.dealer, tablet.terminal)
    hand = desk.records(None, "hand.closed")[-1].subject
    for path in (
        *(
            "/tables/12/",
            "/tables/12/?panel=rules",
            "/tables/12/felt/",
            "/tables/12/hands/",
            f"/hands/{hand}/",
        ),
        *("/tables/12/chair/", "/api/v1/tables/12/", "/api/v1/tables/12/hands/", f"/api/v1/hands/{hand}/"),
        *("/screen/", "/session/left/", "/sign-in/?form"),
    ):
        assert tablet.client.get(path).status_code == 200, path
    order = {"command_id": "c-1", "action": "call", "reason": "Fill"}
    answer = tablet.client.post("/api/v1/tables/12/act/", order, content_type="application/json")
    assert answer.status_code == 200


def test_a_pin_opens_nothing_else(desk: Desk, tablet: Tablet) -> None:
    flora = with_keys(desk.floor, "3690")
    Desk(number=13, floor=desk.floor).open()
    tablet.by_pin(flora, "3690")
    for path in (
        "/",
        "/floor/",
        "/floor/alerts/",
        "/tables/13/",
        "/tables/13/felt/",
        "/hands/T13/1/",
        "/my/pin/",
    ):
        answer = tablet.client.get(path)
        assert answer.status_code == 403, path
        assert "You signed in at table 12 and reach that table only" in said(answer)
        assert "Sign in with a password" in said(answer)
        assert 'href="/tables/12/"' in answer.text
    before = len(desk.records())
    for path in ("/floor/", "/tables/13/act/"):
        assert tablet.client.post(path, {"do": "x:add_table"}).status_code == 403
    for path in (
        "/api/v1/tables/",
        "/api/v1/tables/13/",
        "/api/v1/hands/T13/1/",
        "/live/T13/",
        "/live/access/",
    ):
        answer = tablet.client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (401, "password_needed"), path
    answer = tablet.client.get("/tables/13/felt/", headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (403, "#notice")
    assert len(desk.records()) == before
    assert tablet.who() == flora.pk, "he is still signed in"


def test_a_password_on_the_same_device_opens_the_rest(desk: Desk, tablet: Tablet) -> None:
    form = {"username": desk.dealer.username, "password": PASSWORD, "next": "/"}
    assert tablet.client.post("/sign-in/", form)["Location"] == "/"
    assert tablet.client.get("/").status_code == 200
    tablet.by_pin(desk.dealer)
    assert tablet.client.get("/").status_code == 403


def test_the_cookie_of_the_session_is_worth_nothing_on_another_device(desk: Desk, tablet: Tablet) -> None:
    thief = Client()
    known(thief, desk.floor)
    thief.cookies["sessionid"] = tablet.client.cookies["sessionid"].value
    assert thief.get("/tables/12/")["Location"] == "/sign-in/?next=/tables/12/"
    assert tablet.client.get("/tables/12/").status_code == 302, "it has ended for both"


# --- when it ends --------------------------------------------------------------------------------


def unpaired(desk: Desk, tablet: Tablet) -> None:
    unpair_terminal(terminal=tablet.terminal, command_id="u", author=author(desk.floor, "floor"))


def another_pin(desk: Desk, tablet: Tablet) -> None:
    set_pin(person=desk.dealer, pin="1470", author=ROOM)


def no_pin(desk: Desk, tablet: Tablet) -> None:
    clear_keys(person=desk.dealer, author=ROOM)


def deactivated(desk: Desk, tablet: Tablet) -> None:
    deactivate_person(person=desk.dealer, author=ROOM)


ENDS = [unpaired, another_pin, no_pin, deactivated]


@pytest.mark.parametrize("end", ENDS)
def test_it_ends(desk: Desk, tablet: Tablet, end: Callable[[Desk, Tablet], None]) -> None:
    end(desk, tablet)
    answer = tablet.client.get("/tables/12/felt/", headers=HTMX)
    assert answer.status_code == 401
    assert "signed-out" in answer["HX-Trigger"]
    assert tablet.who() is None
    page = tablet.client.get("/tables/12/chair/")
    assert page.status_code == (403 if end is unpaired else 200)


def test_a_page_for_everybody_is_served_after_it_has_ended(desk: Desk, tablet: Tablet) -> None:
    unpaired(desk, tablet)
    assert tablet.client.get("/sign-in/").status_code == 200
    assert tablet.who() is None


def test_a_badge_that_is_taken_away_ends_what_it_began(desk: Desk, tablet: Tablet) -> None:
    tablet.by_badge("DANA-1")
    set_pin(person=desk.dealer, pin="1470", author=ROOM)
    assert tablet.client.get("/tables/12/").status_code == 200
    no_pin(desk, tablet)
    assert tablet.client.get("/tables/12/").status_code == 302


def test_another_pin_leaves_a_session_by_password(desk: Desk, tablet: Tablet) -> None:
    client = signed_in(desk.dealer)
    another_pin(desk, tablet)
    assert client.get("/tables/12/").status_code == 200


# --- where a device leads ------------------------------------------------------------------------


def test_without_a_session_a_paired_device_leads_to_its_chair(desk: Desk, tablet: Tablet) -> None:
    tablet.client.post("/sign-out/")
    for path in ("/", "/sign-in/", "/tables/12/", "/tables/13/"):
        answer = tablet.client.get(path, follow=True)
        assert answer.redirect_chain[-1][0] == "/tables/12/chair/", path
    assert 'href="/sign-in/?form&amp;next=/tables/12/"' in answer.text
    form = tablet.client.get("/sign-in/?form&next=/tables/12/")
    assert 'autocomplete="current-password"' in form.text
    assert tablet.client.get("/floor/", follow=True).redirect_chain[-1][0] == "/sign-in/?next=/floor/"
    assert Client().get("/sign-in/").status_code == 200


# --- signing out ---------------------------------------------------------------------------------


def test_between_hands_signing_out_leaves_the_chair(desk: Desk, tablet: Tablet) -> None:
    answer = tablet.client.post("/sign-out/", follow=True)
    assert answer.redirect_chain[-1][0] == "/tables/12/chair/"
    assert tablet.who() is None
    assert Table.objects.get(number=12).chair == ""
    assert access("signin.ended")[-1].data["cause"] == "signed_out"
    everything_holds()


def test_in_the_middle_of_a_hand_nobody_is_signed_out(desk: Desk, tablet: Tablet) -> None:
    press(tablet.client, "open")
    answer = tablet.client.post(
        "/sign-out/", headers={"Referer": "http://testserver/tables/12/"}, follow=True
    )
    assert answer.redirect_chain == [("/tables/12/", 302)]
    assert "A hand is open: a relief takes the chair first." in said(answer)
    assert "Switch" in said(answer)
    assert tablet.who() == desk.dealer.pk
    assert Table.objects.get(number=12).chair == desk.dealer.public_id
    assert not [r for r in access("signin.ended") if r.subject == desk.dealer.public_id]


def test_who_is_in_the_chair_at_another_device_signs_out_here(desk: Desk, tablet: Tablet) -> None:
    press(tablet.client, "open")
    office = signed_in(desk.dealer)
    assert office.post("/sign-out/")["Location"] == "/sign-in/"
    assert Table.objects.get(number=12).chair == desk.dealer.public_id


def test_who_may_not_deal_any_more_signs_out(desk: Desk, tablet: Tablet) -> None:
    press(tablet.client, "open")
    set_roles(person=desk.dealer, roles=["auditor"], author=ROOM)
    tablet.client.post("/sign-out/")
    assert tablet.who() is None
    assert Table.objects.get(number=12).chair == desk.dealer.public_id, "until a relief takes it"


def test_without_scripts_and_pairing_a_hand_keeps_its_dealer_too(desk: Desk) -> None:
    dana = signed_in(desk.dealer)
    press(dana, "open")
    dana.post("/sign-out/")
    assert "_auth_user_id" in dana.session


def test_an_answer_that_comes_late_takes_no_session_away(desk: Desk, tablet: Tablet) -> None:
    """A poll of the old session is answered after the relief has signed in: the browser keeps what it got from him."""
    before = tablet.client.cookies["sessionid"].value
    tablet.by_pin(with_keys(person("dealer", name="Dmitri Sokolov"), "1470"), "1470")
    now = tablet.client.cookies["sessionid"].value
    assert before
    assert now != before
    for address in ("/tables/12/felt/", "/tables/12/", "/live/T12/", "/session/left/"):
        tablet.client.cookies["sessionid"] = before
        late = tablet.client.get(address, headers={"HX-Request": "true"})
        assert "sessionid" not in late.cookies, address
    tablet.client.cookies["sessionid"] = now
    assert tablet.client.get("/tables/12/felt/").status_code == 200
    tablet.client.post("/sign-out/")
    assert tablet.client.cookies["sessionid"].value == ""


# --- who controls a table ------------------------------------------------------------------------


def test_a_second_screen_looks_on_and_takes_over_when_asked(desk: Desk, tablet: Tablet) -> None:
    press(tablet.client, "open")
    dmitri = person("dealer", name="Dmitri Sokolov")
    podium = signed_in(dmitri)
    page = podium.get("/tables/12/")
    assert "Controlled by Dana Reyes at T12 tablet since" in said(page)
    assert '<fieldset class="looks-on" disabled>' in page.text
    answer = press(podium, "post 2")
    assert answer.status_code == 403
    assert "take the chair first" in said(answer)
    assert Table.objects.get(number=12).chair == desk.dealer.public_id, "a tap takes nothing over"
    assert press(podium, "chair").status_code == 302
    assert '<fieldset class="looks-on" >' in podium.get("/tables/12/").text
    page = tablet.client.get("/tables/12/")
    assert "Controlled by Dmitri Sokolov at another device since" in said(page)
    assert "Dmitri Sokolov took over at" in page.text
    assert press(tablet.client, "post 2").status_code == 403
    taken = desk.records(None, "chair.taken")[-1]
    assert (taken.data["person"], taken.data["relieves"]) == (dmitri.public_id, desk.dealer.public_id)


def test_who_deals_first_takes_an_empty_chair_with_the_same_command(desk: Desk) -> None:
    dana = signed_in(desk.dealer)
    opening = next(b for b in Page(dana.get("/tables/12/").text).buttons if b.action == "open")
    desk.do("pause", reason="shuffler")
    before = standing()
    assert dana.post("/tables/12/act/", opening.sends()).status_code == 422
    assert standing() == before, "what is refused takes no chair"
    desk.do("resume")
    assert press(dana, "open").status_code == 302
    opened, taken = desk.records(None, "hand.opened")[-1], desk.records(None, "chair.taken")[-1]
    assert taken.command_id == opened.command_id
    assert Table.objects.get(number=12).chair == desk.dealer.public_id


def test_who_deals_elsewhere_takes_an_empty_chair_only_when_he_asks_to(desk: Desk, tablet: Tablet) -> None:
    """The tablet that a dealer left keeps his screen: a tap there does not take him away from his new table."""
    other = Desk(number=13, floor=desk.floor)
    press(tablet.client, "open")
    desk.ruled("void")
    desk.send(desk.order("pay"), desk.dealer, tablet.terminal)
    other.send(other.order("chair"), desk.dealer, "t13")
    page = tablet.client.get("/tables/12/")
    assert "You deal at T13 now" in said(page)
    assert '<fieldset class="looks-on" disabled>' in page.text
    answer = press(tablet.client, "open")
    assert answer.status_code == 403
    assert "You are in the chair of T13: take this chair first." in said(answer)
    assert Table.objects.get(number=13).chair == desk.dealer.public_id
    assert press(tablet.client, "chair").status_code == 302
    assert press(tablet.client, "open").status_code == 302
    assert Table.objects.get(number=13).chair == ""


def test_another_person_at_the_same_device_asks_for_the_chair_too(desk: Desk, tablet: Tablet) -> None:
    press(tablet.client, "open")
    flora = with_keys(desk.floor, "3690")
    tablet.by_pin(flora, "3690")
    assert press(tablet.client, "post 2").status_code == 403
    assert Table.objects.get(number=12).chair == desk.dealer.public_id


def test_the_floor_rules_from_anywhere(desk: Desk, tablet: Tablet) -> None:
    press(tablet.client, "open")
    flora = signed_in(desk.floor)
    for query, shut in (("", True), ("?panel=rulings", False), ("?panel=dispute", False)):
        page = flora.get(f"/tables/12/{query}").text
        decision = page.partition('<section class="decision"')[2]
        assert decision.partition('<fieldset class="looks-on" ')[2].startswith("disabled") is shut, query
    tools = page.partition('<nav class="tools"')[2]
    assert tools.partition('<fieldset class="looks-on" ')[2].startswith(">")


def test_an_auditor_takes_nothing_over(desk: Desk, tablet: Tablet) -> None:
    page = signed_in(person("auditor")).get("/tables/12/")
    assert "Controlled by Dana Reyes" in said(page)
    assert "Take over" not in page.text


# --- the doorbell --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_within_five_seconds_of_what_let_it_in() -> None:
    desk = Desk()
    people = [with_keys(person("floor"), pin) for pin in ("2580", "1470", "3690", "8642")]
    tablets = [Tablet(12, desk.floor, f"tablet {n}") for n in range(4)]
    pins = ("2580", "1470", "3690", "8642")
    for tablet, who, pin in zip(tablets, people, pins, strict=True):
        tablet.by_pin(who, pin)
    office = signed_in(people[3])

    def end() -> None:
        unpair_terminal(terminal=tablets[0].terminal, command_id="u", author=ROOM)
        clear_keys(person=people[1], author=ROOM)
        deactivate_person(person=people[2], author=ROOM)
        set_roles(person=people[3], roles=["dealer"], author=ROOM)

    def cookies(client: Client) -> dict[str, str]:
        return {name: morsel.value for name, morsel in client.cookies.items()}

    async def main() -> None:
        async with (
            Stream("/live/T12/", cookies(tablets[3].client)) as stays,
            Stream("/live/T12/", cookies(tablets[0].client)) as unpaired,
            Stream("/live/T12/", cookies(tablets[1].client)) as cleared,
            Stream("/live/T12/", cookies(tablets[2].client)) as gone,
            Stream("/live/access/", cookies(office)) as no_floor,
        ):
            for live in (stays, unpaired, cleared, gone, no_floor):
                assert live.status == 200
                await live.until(": listening\n\n")
            await in_thread(end)
            async with asyncio.timeout(5):
                for live in (unpaired, cleared, gone, no_floor):
                    await live.end()
            assert not stays.ended

    run(main)
    assert PairedTerminal.objects.count() == 3
