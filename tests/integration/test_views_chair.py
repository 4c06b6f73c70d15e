"""The page on which people take turns: where it opens, who is listed, what a PIN or a badge does, what is refused."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from cardroom.accounts.models import Person
from cardroom.accounts.services import deactivate_person, set_roles
from tables.models import Table
from tests.desk import Desk, standing
from tests.forms import Page
from tests.integration.test_views_console import said, signed_in
from tests.people import ROOM, person
from tests.tablet import Tablet, access, with_keys


@pytest.fixture
def tablet(desk: Desk) -> Tablet:
    """Table 12 with its tablet; dana, dmitri and flora have PINs and badges."""
    desk.dealer = with_keys(desk.dealer, "2580", "DANA-1")
    desk.floor = with_keys(desk.floor, "3690", "FLORA-1")
    return Tablet(12, desk.floor)


@pytest.fixture
def dmitri(desk: Desk) -> Person:
    return with_keys(person("dealer", name="Dmitri Sokolov"), "1470", "DMITRI-1")


def row() -> Table:
    return Table.objects.get(number=12)


def takings(desk: Desk) -> list[tuple[str, str, str]]:
    """Who took the chair, where, and whom he relieved."""
    found = desk.records(None, "chair.taken")
    return [(r.data["person"], r.data["terminal"], r.data["relieves"]) for r in found]


# --- where ---------------------------------------------------------------------------------------


def test_elsewhere_the_page_says_why_and_what_to_do(desk: Desk) -> None:
    for client in (Client(), signed_in(desk.dealer)):
        for method in ("get", "post"):
            answer = getattr(client, method)("/tables/12/chair/")
            assert answer.status_code == 403
            assert "does not stand at table 12" in answer.text
            assert "pairs it with table 12" in said(answer)
    assert Client().get("/tables/99/chair/").status_code == 404


def test_at_another_table_the_page_leads_to_its_own(desk: Desk, tablet: Tablet) -> None:
    Desk(number=13, floor=desk.floor)
    answer = tablet.client.get("/tables/13/chair/")
    assert answer.status_code == 403
    assert 'href="/tables/12/chair/"' in answer.text
    assert tablet.client.post("/tables/13/chair/", {"badge": "DANA-1"}).status_code == 403
    assert tablet.who() is None


def test_it_lists_who_may_sit_down_and_needs_no_sign_in(desk: Desk, tablet: Tablet, dmitri: Person) -> None:
    person("dealer", name="Without Pin")
    with_keys(person("auditor", name="August Klein"), "1357")
    answer = tablet.client.get(tablet.chair)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    page = said(answer)
    for name, letters in (("Dana Reyes", "DR"), ("Dmitri Sokolov", "DS"), ("Flora Nguyen", "FN")):
        assert name in page
        assert letters in page
    assert "Without Pin" not in page
    assert "August Klein" not in page
    assert "Nobody is in the chair" in page
    assert "Boomerang Poker" in page
    fields = {f["name"]: f for tag, f in Page(answer.text).elements if tag == "input" and "name" in f}
    assert (fields["pin"]["type"], fields["pin"]["inputmode"], fields["pin"]["autocomplete"]) == (
        "password",
        "numeric",
        "off",
    )
    assert fields["badge"]["type"] == "password"


# --- taking the chair ----------------------------------------------------------------------------


def test_a_pin_takes_the_chair_and_opens_the_table(desk: Desk, tablet: Tablet) -> None:
    answer = tablet.by_pin(desk.dealer)
    assert (answer.status_code, answer["Location"]) == (302, "/tables/12/")
    assert tablet.who() == desk.dealer.pk
    assert takings(desk) == [(desk.dealer.public_id, tablet.terminal, "")]
    assert access("signin.pin_succeeded")[-1].terminal == tablet.terminal
    page = tablet.client.get(tablet.page).text
    assert 'data-mine="1"' in page
    assert f'href="{tablet.chair}"' in page, "the way to switch"


def test_a_badge_takes_it_too_with_or_without_its_mark(desk: Desk, tablet: Tablet) -> None:
    for code in ("DANA-1", ";DANA-1"):
        assert tablet.by_badge(code).status_code == 302
        assert tablet.who() == desk.dealer.pk
        tablet.client.post("/sign-out/")
    assert len(access("signin.badge_succeeded")) == 2


def test_a_relief_in_the_middle_of_a_hand_is_recorded_and_each_acts_as_himself(
    desk: Desk, tablet: Tablet, dmitri: Person
) -> None:
    tablet.by_pin(desk.dealer)
    dana = tablet.client
    buttons = [b for b in Page(dana.get(tablet.page).text).buttons if b.action == "open"]
    assert dana.post("/tables/12/act/", buttons[0].sends()).status_code == 302
    answer = tablet.by_pin(dmitri, "1470")
    assert answer.status_code == 302
    ended = access("signin.ended")[-1]
    assert ended.data == {"person": desk.dealer.public_id, "cause": "switched"}
    assert takings(desk)[-1] == (dmitri.public_id, tablet.terminal, desk.dealer.public_id)
    posting = [b for b in Page(dana.get(tablet.page).text).buttons if b.action == "post 2"]
    assert dana.post("/tables/12/act/", posting[0].sends()).status_code == 302
    opened, posted = desk.records(None, "hand.opened")[-1], desk.records(None, "hand.posted")[-1]
    assert (opened.actor, posted.actor) == (desk.dealer.public_id, dmitri.public_id)
    assert opened.terminal == posted.terminal == tablet.terminal


def test_the_page_says_who_sits_there_and_who_sat_last(desk: Desk, tablet: Tablet) -> None:
    tablet.by_pin(desk.dealer)
    assert "In the chair: Dana Reyes since" in said(tablet.client.get(tablet.chair))
    tablet.client.post("/sign-out/")
    page = said(tablet.client.get(tablet.chair))
    assert "Last in the chair: Dana Reyes until" in page
    assert "0 minutes" in page


def test_the_same_pin_again_is_no_second_taking(desk: Desk, tablet: Tablet) -> None:
    tablet.by_pin(desk.dealer)
    assert tablet.by_pin(desk.dealer).status_code == 302
    assert len(takings(desk)) == 1
    assert access("command.refused") == []


def test_a_floor_manager_looks_and_rules_unless_he_says_otherwise(desk: Desk, tablet: Tablet) -> None:
    tablet.by_pin(desk.dealer)
    tablet.by_pin(desk.floor, "3690")
    assert tablet.who() == desk.floor.pk
    assert row().chair == desk.dealer.public_id
    page = said(tablet.client.get(tablet.page))
    assert "Controlled by Dana Reyes at T12 tablet since" in page
    tablet.by_pin(desk.floor, "3690", **{"as": "chair"})
    assert row().chair == desk.floor.public_id
    tablet.by_pin(desk.dealer)
    assert row().chair == desk.dealer.public_id


def test_who_deals_and_manages_takes_the_chair_unless_he_says_otherwise(desk: Desk, tablet: Tablet) -> None:
    both = with_keys(person("dealer", "floor"), "1470")
    tablet.by_pin(both, "1470", **{"as": "look"})
    assert (tablet.who(), row().chair) == (both.pk, "")
    tablet.by_pin(both, "1470")
    assert row().chair == both.public_id


def test_a_dealer_does_not_only_look(desk: Desk, tablet: Tablet) -> None:
    tablet.by_pin(desk.dealer, **{"as": "look"})
    assert row().chair == desk.dealer.public_id


# --- what is refused -----------------------------------------------------------------------------


def test_a_wrong_pin_leaves_the_dealer_where_he_is(desk: Desk, tablet: Tablet, dmitri: Person) -> None:
    tablet.by_pin(desk.dealer)
    before = standing()
    answer = tablet.by_pin(dmitri, "9999")
    assert answer.status_code == 422
    assert "This PIN is wrong" in answer.text
    chosen = [f["value"] for tag, f in Page(answer.text).elements if tag == "input" and "checked" in f]
    assert chosen == [dmitri.public_id], "the name stays chosen"
    assert "9999" not in answer.text
    assert (tablet.who(), standing()) == (desk.dealer.pk, before)


def test_nobody_is_chosen(tablet: Tablet) -> None:
    answer = tablet.post({"pin": "2580"})
    assert answer.status_code == 422
    assert "Choose your name first" in answer.text
    assert access("signin.failed") == []


def test_the_fifth_wrong_pin_says_locked_and_so_does_the_list(desk: Desk, tablet: Tablet) -> None:
    for _ in range(5):
        answer = tablet.by_pin(desk.dealer, "9999")
    assert answer.status_code == 403
    assert "Too many wrong tries" in answer.text
    assert "locked here" in said(tablet.client.get(tablet.chair))
    assert tablet.by_pin(desk.dealer).status_code == 403
    assert tablet.who() is None


def test_a_dealer_of_another_table_with_an_open_hand_stays_there(
    desk: Desk, tablet: Tablet, dmitri: Person
) -> None:
    Desk(number=13, floor=desk.floor)
    far = Tablet(13, desk.floor, "T13 tablet")
    far.by_pin(dmitri, "1470")
    buttons = [b for b in Page(far.client.get(far.page).text).buttons if b.action == "open"]
    far.client.post("/tables/13/act/", buttons[0].sends())
    tablet.by_pin(desk.dealer)
    answer = tablet.by_pin(dmitri, "1470")
    assert answer.status_code == 422
    assert "Dmitri Sokolov is in the chair of T13, where a hand is open" in answer.text
    assert tablet.who() == desk.dealer.pk, "he is not signed in here, and nobody was signed out for him"
    assert row().chair == desk.dealer.public_id
    assert far.who() == dmitri.pk
    assert len(access("signin.pin_succeeded")) == 2


def test_who_is_gone_or_holds_no_such_role_is_refused_with_the_reason(desk: Desk, tablet: Tablet) -> None:
    auditor = with_keys(person("auditor"), "1357")
    answer = tablet.by_pin(auditor, "1357")
    assert answer.status_code == 403
    assert "other roles than yours" in answer.text
    deactivate_person(person=desk.dealer, author=ROOM)
    answer = tablet.by_pin(desk.dealer)
    assert answer.status_code == 403
    assert "was deactivated; another dealer takes over" in answer.text
    assert tablet.who() is None
    assert row().chair == ""


def test_an_unknown_badge_is_refused_in_words_that_tell_nothing(desk: Desk, tablet: Tablet) -> None:
    answer = tablet.by_badge("CANARY-9")
    assert answer.status_code == 422
    assert "opens nothing here" in answer.text
    assert "CANARY" not in answer.text


def test_a_role_taken_away_counts_at_once(desk: Desk, tablet: Tablet) -> None:
    set_roles(person=desk.dealer, roles=["auditor"], author=ROOM)
    assert tablet.by_pin(desk.dealer).status_code == 403
    assert "Dana Reyes" not in tablet.client.get(tablet.chair).text


def test_a_form_without_its_token_is_refused(desk: Desk, tablet: Tablet) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = tablet.client.cookies
    answer = strict.post(tablet.chair, {"person": desk.dealer.public_id, "pin": "2580"})
    assert answer.status_code == 403
    assert row().chair == ""


# --- for a script over the felt ------------------------------------------------------------------


def test_a_script_gets_the_form_alone(desk: Desk, tablet: Tablet) -> None:
    answer = tablet.client.get(
        tablet.chair, {"person": desk.dealer.public_id}, headers={"HX-Request": "true"}
    )
    assert "<html" not in answer.text
    assert "<form" in answer.text
    chosen = [f["value"] for tag, f in Page(answer.text).elements if tag == "input" and "checked" in f]
    assert chosen == [desk.dealer.public_id]


def test_a_script_gets_the_operator_and_the_event(desk: Desk, tablet: Tablet) -> None:
    answer = tablet.by_pin(desk.dealer, script=True)
    assert answer.status_code == 200
    assert "Location" not in answer
    event = json.loads(answer["HX-Trigger"])["signed-in"]
    assert event == {"person": desk.dealer.public_id, "url": "/tables/12/"}
    assert "<bdi>Dana Reyes</bdi>" in answer.text
    assert "<html" not in answer.text
    assert tablet.who() == desk.dealer.pk


def test_a_script_is_told_code_and_reason(desk: Desk, tablet: Tablet) -> None:
    answer = tablet.by_pin(desk.dealer, "9999", script=True)
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_pin")
    assert answer.json()["reason"]
    client = Client()
    answer = client.post(tablet.chair, {"badge": "DANA-1"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_paired")
    assert tablet.who() is None


def test_a_felt_of_before_has_forms_that_no_longer_hold(desk: Desk, tablet: Tablet) -> None:
    """The forms of a page carry a token of the session: signing in again draws them anew, though nothing happened."""
    tablet.by_pin(desk.dealer)
    felt = "/tables/12/felt/"
    tag = tablet.client.get(felt)["ETag"]
    assert tablet.client.get(felt, headers={"If-None-Match": tag}).status_code == 304
    tablet.by_pin(desk.dealer)
    assert tablet.client.get(felt, headers={"If-None-Match": tag}).status_code == 200
