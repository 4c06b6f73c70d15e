"""A tablet that stands at a table, in Chromium: the floor pairs it, people take turns at it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from cardroom.management.commands.demo_room import KEYS, PASSWORD
from tests.browser.office import Office
from tests.browser.screen import Screen

NAMES = {"dana": "Dana Reyes", "dmitri": "Dmitri Sokolov", "flora": "Flora Nguyen"}
TAPS = "addEventListener('pointerup', (event) => tapped(event.target.textContent.trim()), true);"


class Tablet:
    """One page on a device of its own, paired by the floor as the floor does it."""

    def __init__(self, context: BrowserContext, office: Office, number: int, label: str = "") -> None:
        self.office = office
        self.number = number
        self.label = label or f"T{number} tablet"
        self.page: Page = context.new_page()
        self.page.goto("/sign-in/")
        self.page.fill("[name=username]", "flora")
        self.page.fill("[name=password]", PASSWORD)
        self.page.locator("main button[type=submit]").click()
        self.page.goto("/floor/")
        self.page.select_option("#pair-table", str(number))
        self.page.fill("#pair-label", self.label)
        self.page.get_by_role("button", name="Pair this device").click()
        self.page.locator("#hand-over").click()
        self.page.wait_for_url(self.chair)

    @property
    def chair(self) -> str:
        return f"{self.office.address}/tables/{self.number}/chair/"

    @property
    def operator(self) -> Any:
        return self.page.locator(".frame-operator bdi")

    @property
    def dialog(self) -> Any:
        return self.page.locator("#pin-dialog")

    def count_taps(self) -> list[str]:
        """What is tapped from now on, page after page."""
        taps: list[str] = []
        self.page.expose_function("tapped", lambda text: taps.append(text))  # noqa: PLW0108
        self.page.add_init_script(TAPS)
        self.page.evaluate(TAPS)
        return taps

    def choose(self, who: str) -> None:
        self.page.locator(".person", has_text=NAMES[who]).click()

    def digits(self, pin: str) -> None:
        for digit in pin:
            self.page.locator(f"[data-digit='{digit}']").click()

    def enter(self, who: str, pin: str = "") -> Screen:
        """From the chair page to the table: a name, the digits, OK."""
        self.choose(who)
        self.digits(pin or KEYS[who][0])
        self.page.locator("#chair-ok").click()
        self.page.wait_for_url(f"**/tables/{self.number}/")
        return self.screen()

    def screen(self) -> Screen:
        """The console as it stands, not loaded anew."""
        made = Screen.__new__(Screen)
        made.page, made.office, made.number = self.page, self.office, self.number
        made.settle()
        return made

    def wave(self, badge: str) -> None:
        """A badge is held to its reader, which types it."""
        self.page.keyboard.type(f";{badge}", delay=3)
        self.page.keyboard.press("Enter")

    def ended(self, then_tapped: str = "") -> None:
        """The session is gone; with a tap that finds it out before the next poll does."""
        if then_tapped:
            self.page.route("**/felt/", lambda route: route.abort())
        self.page.context.clear_cookies(name="sessionid")
        if then_tapped:
            self.screen()
            self.page.locator(then_tapped).click()
            self.page.unroute("**/felt/")

    def authors(self, *types: str) -> list[tuple[str, str]]:
        """Who wrote the records whose types begin so: names and terminals, in order."""
        names = dict(self.office.room.rows("SELECT public_id, name FROM accounts_person"))
        records = [json.loads(body) for _seq, body in self.office.facts(self.number)]
        return [(names[r["actor"]], r["terminal"]) for r in records if r["type"].startswith(types)]


def at(page: Page, text: str) -> None:
    """The status line says it."""
    expect(page.locator("#status")).to_contain_text(text)
