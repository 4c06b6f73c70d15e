"""The back button: a hand that has gone on is never shown as it was, wherever the browser has kept the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import CHROMIUM, TABLET
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.browser.test_out_of_step import AWAY, COVER, held_back
from tests.server import HOST

Opened = Callable[..., Screen]


@pytest.fixture
def page(screen: Opened, office: Office) -> Screen:
    """Seat 2 has to decide."""
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    return page


@pytest.fixture
def remembering(chromium: Browser, office: Office) -> Iterator[Page]:
    """A browser that keeps whole pages in its history, as all do that Playwright has not told otherwise."""
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"]
    )
    context = browser.new_context(viewport=TABLET)
    context.add_cookies(
        [
            {"name": name, "value": value, "domain": HOST, "path": "/"}
            for name, value in office.room.cookies["dana"].items()
        ]
    )
    yield context.new_page()
    browser.close()


def away_and_back(page: Page, office: Office, number: int) -> None:
    page.goto(f"{office.address}/")
    office.dana.does(number, "2 fold")
    page.go_back(wait_until="commit")


def test_a_page_that_lay_whole_in_the_history_comes_back_under_a_cover(
    page: Screen, remembering: Page, office: Office
) -> None:
    """Chromium keeps no page that says `no-store`; others have their own mind, and here it is not told."""

    def untold(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
        route.fulfill(response=answer, headers=headers)

    remembering.route(f"**/tables/{page.number}/", untold)
    remembering.route("**/live/**", lambda route: route.abort())
    remembering.goto(f"{office.address}/tables/{page.number}/")
    expect(remembering.locator("#connection")).to_have_text("Live 3 s")
    remembering.evaluate(
        """() => window.addEventListener('pageshow', (event) => {
            const status = document.querySelector('#status').innerText;
            window.back = [event.persisted, !document.querySelector('#cover').hidden, status.includes('Ada, to act')];
        })"""
    )
    away_and_back(remembering, office, page.number)
    expect(remembering.locator("#status")).to_contain_text("Seat 5, Maria, to act")
    assert remembering.evaluate("window.back") == [True, True, True], (
        "kept whole, and covered before it is seen"
    )
    expect(remembering.locator(COVER)).to_be_hidden()
    expect(remembering.locator(AWAY)).to_contain_text("1 event happened while this screen was away")


def test_a_page_that_is_kept_nowhere_is_fetched_again(page: Screen, office: Office) -> None:
    found: list[str] = []
    page.page.on(
        "request", lambda request: found.append(request.url) if request.is_navigation_request() else None
    )
    away_and_back(page.page, office, page.number)
    page.says("Seat 5, Maria, to act")
    assert [address.endswith(f"/tables/{page.number}/") for address in found] == [False, True]


def test_a_page_out_of_a_cache_that_keeps_too_much_is_covered(page: Screen, office: Office) -> None:
    """A proxy or a browser that does not heed `no-store`."""
    address = f"{office.address}/tables/{page.number}/"
    old = page.page.request.get(address).text()

    def cached(route: Route) -> None:
        route.fulfill(body=old, content_type="text/html")

    page.page.route(address, cached)
    waiting = held_back(page.page)
    away_and_back(page.page, office, page.number)
    expect(page.page.locator(COVER)).to_contain_text("Not live")
    page.says("Seat 2, Ada, to act")
    expect(page.pill).to_contain_text("Reconnecting")
    page.page.unroute("**/felt/")
    for route in waiting:
        route.continue_()
    page.says("Seat 5, Maria, to act")
    expect(page.page.locator(COVER)).to_be_hidden()


def test_panels_leave_nothing_in_the_history(page: Screen, office: Office) -> None:
    length = page.page.evaluate("history.length")
    page.panel("seats")
    page.panel("undo")
    kept = page.page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]")
    assert [name for name in kept if "history-cache" in name] == []
    assert page.page.evaluate("history.length") == length
