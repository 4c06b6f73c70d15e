"""One server and one browser for all browser tests; a table and fresh contexts for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.server import HOST, template

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
TABLET = {"width": 1024, "height": 768}
NOT_OURS = (
    "net::ERR_",
    "Response Status Error Code",
    "the server responded with a status of",
    "htmx:",
)


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    folder: Path = tmp_path_factory.mktemp("room")
    with template(tmp_path_factory.mktemp("template")) as made, made.room(folder) as room:
        yield Office(room, room.server())
        assert "Traceback" not in room.log(), room.log()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def signed_in(chromium: Browser, office: Office) -> Iterator[Callable[..., BrowserContext]]:
    """Makes a browser of its own for somebody who is signed in. No page of it may fail in its scripts."""
    made: list[BrowserContext] = []
    problems: list[str] = []

    def note(page: Page) -> None:
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)

    def context(username: str = "dana", **about: Any) -> BrowserContext:
        browser = chromium.new_context(**{"viewport": TABLET, "base_url": office.address, **about})
        cookies = office.room.cookies.get(username, {})
        browser.add_cookies(
            [{"name": n, "value": v, "domain": HOST, "path": "/"} for n, v in cookies.items()]
        )
        browser.set_default_timeout(8_000)
        browser.on("page", note)
        made.append(browser)
        return browser

    yield context
    for browser in made:
        browser.close()
    assert [text for text in problems if not any(known in text for known in NOT_OURS)] == []


@pytest.fixture
def screen(signed_in: Callable[..., BrowserContext], office: Office) -> Callable[..., Screen]:
    """Opens a table on a screen of its own, as dana at a new table unless told otherwise."""

    def opened(number: int | None = None, *, who: str = "dana", **about: Any) -> Screen:
        table = about.pop("table", {})
        number = office.table(**table) if number is None else number
        return Screen(signed_in(who, **about).new_page(), office, number)

    return opened


@pytest.fixture(autouse=True)
def _nobody_stays_in_a_chair(office: Office) -> Iterator[None]:
    yield
    office.clear()
