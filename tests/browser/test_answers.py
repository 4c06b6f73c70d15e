"""Answers that are lost, late, or never come: a command is carried out once, and nobody has to guess."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.office import Office
from tests.browser.screen import Screen

Opened = Callable[..., Screen]
PENDING = "#pending"


def lose_the_answer(route: Route) -> None:
    """The room does it, and the screen never hears of it."""
    route.fetch()
    route.abort()


def lose_the_question(route: Route) -> None:
    route.abort()


@pytest.fixture
def page(screen: Opened, office: Office) -> Screen:
    """Seat 5 has to decide."""
    page = screen()
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    return page


def unanswered(page: Screen, lost: Callable[[Route], None]) -> Screen:
    page.page.route("**/act/", lost)
    page.settle()
    page.page.locator("#buy-2").click()
    expect(page.page.locator(PENDING)).to_contain_text("Buy 2")
    expect(page.page.locator(PENDING)).to_contain_text("it counts once")
    page.page.unroute("**/act/")
    return page


def test_a_lost_answer_sent_again_is_one_event(page: Screen, office: Office) -> None:
    unanswered(page, lose_the_answer)
    page.answered(lambda: page.page.locator("#pending-retry").click())
    expect(page.page.locator(PENDING)).to_be_hidden()
    expect(page.notice).to_contain_text("recorded already")
    page.says("Seat 5, Maria bought 2", "Card 1 of 2")
    assert office.count(page.number, "hand.bought") == 1
    assert page.pot() == "$25 5 cheques of $5"


def test_a_lost_question_sent_again_is_one_event(page: Screen, office: Office) -> None:
    unanswered(page, lose_the_question)
    assert office.count(page.number, "hand.bought") == 0
    page.answered(lambda: page.page.locator("#pending-retry").click())
    page.says("Seat 5, Maria bought 2")
    assert office.count(page.number, "hand.bought") == 1


def test_a_second_tab_offers_the_same_command_and_it_counts_once(page: Screen, office: Office) -> None:
    unanswered(page, lose_the_answer)
    second = Screen(page.page.context.new_page(), office, page.number)
    expect(second.page.locator(PENDING)).to_contain_text("Buy 2")
    page.answered(lambda: page.page.locator("#pending-retry").click())
    expect(second.page.locator(PENDING)).to_be_hidden()
    unanswered_again = office.count(page.number, "hand.bought")
    assert unanswered_again == 1


def test_both_tabs_send_it_and_it_counts_once(page: Screen, office: Office) -> None:
    unanswered(page, lose_the_question)
    second = Screen(page.page.context.new_page(), office, page.number)
    expect(second.page.locator("#pending-retry")).to_be_visible()
    second.page.evaluate(
        "() => window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"
    )
    page.answered(lambda: page.page.locator("#pending-retry").click())
    second.page.evaluate("() => document.querySelector('#pending-retry').click()")
    page.says("Card 1 of 2")
    second.says("Card 1 of 2")
    assert office.count(page.number, "hand.bought") == 1


def test_it_outlives_a_reload_and_can_be_forgotten(page: Screen, office: Office) -> None:
    unanswered(page, lose_the_question)
    page.open()
    expect(page.page.locator(PENDING)).to_contain_text("Buy 2")
    page.page.locator("#pending-forget").click()
    expect(page.page.locator(PENDING)).to_be_hidden()
    page.open()
    expect(page.page.locator(PENDING)).to_be_hidden()
    assert office.count(page.number, "hand.bought") == 0


def test_somebody_else_is_not_offered_it(
    page: Screen, office: Office, signed_in: Callable[..., BrowserContext]
) -> None:
    unanswered(page, lose_the_question)
    kept = page.page.evaluate("() => JSON.stringify(localStorage)")
    other = Screen(signed_in("dmitri").new_page(), office, page.number)
    other.page.evaluate(
        "kept => Object.entries(JSON.parse(kept)).forEach(([k, v]) => localStorage.setItem(k, v))", kept
    )
    other.open()
    expect(other.page.locator(PENDING)).to_be_hidden()


def test_a_fault_of_the_room_is_said_and_can_be_sent_again(page: Screen, office: Office) -> None:
    page.page.route("**/act/", lambda route: route.fulfill(status=500, body="fault"))
    page.settle()
    page.page.locator("#fold").click()
    expect(page.page.locator(PENDING)).to_contain_text("The room had a fault")
    page.page.unroute("**/act/")
    page.answered(lambda: page.page.locator("#pending-retry").click())
    assert office.moves(page.number)[-1] == "5 fold"


def test_an_ended_session_leaves_the_felt_and_offers_the_command_after_signing_in(
    page: Screen, office: Office
) -> None:
    seen = len(office.facts(page.number))
    page.page.context.clear_cookies(name="sessionid")
    page.settle()
    page.page.locator("#buy-2").click()
    expect(page.notice).to_contain_text("Your session has ended")
    expect(page.seat(9).locator(".card")).to_have_count(2)
    page.page.locator("#sign-in-again").click()
    page.page.fill("[name=username]", "dana")
    page.page.fill("[name=password]", "low-hand-acts")
    page.page.locator("main button[type=submit]").click()
    page.page.wait_for_url(f"**/tables/{page.number}/")
    expect(page.page.locator(PENDING)).to_contain_text("Buy 2")
    assert len(office.facts(page.number)) == seen, "nothing is sent by itself"
    page.answered(lambda: page.page.locator("#pending-retry").click())
    page.says("Seat 5, Maria bought 2")
