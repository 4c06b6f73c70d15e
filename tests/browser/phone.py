"""A player's phone in Chromium: a code typed, the screen looked at and covered, a territory picked and confirmed."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.office import Office

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
INERT_MS = 350


class Phone:
    """One page of a browser on which nobody is signed in."""

    scripts = True

    def __init__(self, context: BrowserContext, office: Office, number: int, seat: int) -> None:
        self.context = context
        self.office = office
        self.number = number
        self.seat = seat
        self.here = f"/tables/{number}/seats/{seat}/"
        self.page: Page = context.new_page()

    def join(self, code: str = "") -> Phone:
        """Type a code (a new one unless given), and be the seat's screen."""
        self.page.goto("/join/")
        self.page.fill("#code", code or self.office.code(self.number, self.seat))
        self.page.locator("#join").click()
        expect(self.part).to_be_visible()
        if self.scripts:
            expect(self.pill).to_contain_text("Live")
        return self

    @property
    def part(self) -> Locator:
        return self.page.locator("#seat")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")

    @property
    def pill(self) -> Locator:
        return self.page.locator("#connection")

    @property
    def is_open(self) -> bool:
        return self.part.get_attribute("data-looks") == "1"

    def look(self) -> Phone:
        self.page.locator("#look").click()
        expect(self.page.locator("#cover")).to_be_visible()
        return self

    def cover(self) -> Phone:
        self.page.locator("#cover").click()
        expect(self.page.locator("#look")).to_be_visible()
        return self

    def pick(self, territory: str) -> Phone:
        self.page.locator(f"label[for=pick-{territory}], label:has(#pick-{territory})").first.click()
        return self

    def confirm(self) -> Phone:
        """The big button, once it answers: nothing is caught by a finger that was meant for what stood there."""
        self.page.wait_for_timeout(INERT_MS + 20)
        with self.page.expect_response("**/act/") as answer:
            self.page.locator(".sure").click()
        answer.value.finished()
        return self

    def chooses(self, territory: str) -> Phone:
        return self.look().pick(territory).confirm()

    def everything(self) -> str:
        """All that is in the page, what its scripts keep in the browser included."""
        kept: Any = self.page.evaluate(
            "JSON.stringify([localStorage, sessionStorage, history.state, document.title])"
        )
        return f"{self.page.content()} {kept}"
