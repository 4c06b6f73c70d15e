"""A dealer's screen in Chromium, used as a dealer uses it: taps, cards, keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.office import Office

INERT_MS = 350
"""How long buttons do nothing after the decision has changed."""
STILL = """() => new Promise((done) => {
  const look = () => document.querySelector("#console:is([data-busy], [data-inert])") ? setTimeout(look, 10) : done();
  look();
})"""


class Screen:
    """One page on one table. What it waits for, it waits for by what is shown."""

    def __init__(self, page: Page, office: Office, number: int) -> None:
        self.page = page
        self.office = office
        self.number = number
        self.open()

    def open(self, query: str = "") -> Screen:
        self.page.goto(f"{self.office.address}/tables/{self.number}/{query}")
        self.settle()
        return self

    # What is seen.

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")

    @property
    def pill(self) -> Locator:
        return self.page.locator("#connection")

    def seq(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-seq") or 0)

    def seat(self, number: int) -> Locator:
        return self.page.locator(f".seat-{number}")

    def key(self, card: str) -> Locator:
        return self.page.locator(f'.pad .key[data-card="{card}"]')

    def pot(self) -> str:
        """The pot as the screen shows it: dollars and cheques."""
        return " ".join(self.page.locator(".pot-box .amount").inner_text().split())

    def fee(self) -> str:
        return " ".join(self.page.locator(".fee-box .amount").inner_text().split())

    def sums(self, box: str) -> dict[str, str]:
        """The lines below an amount, by what they are called."""
        texts = self.page.locator(f".{box}-box .sums > div").all_inner_texts()
        pairs = [re.split(r"\s*\n\s*", text.strip()) for text in texts]
        return dict(pairs)

    # What is done.

    def settle(self) -> None:
        """Wait until buttons answer: nothing is on its way, and the moment after a change is over."""
        self.page.evaluate(STILL)

    def tap(self, selector: str) -> Screen:
        """Tap a button as soon as it may be tapped, and wait until the table has answered."""
        self.settle()
        self.answered(lambda: self.page.locator(selector).click())
        return self

    def cards(self, *cards: str) -> Screen:
        """Key cards as they come: once the pad is open, there is no waiting between them but for each answer."""
        self.page.locator(".pad").wait_for()
        self.settle()
        for card in cards:
            self.answered(lambda card=card: self.key(card).click())
        return self

    def answered(self, action: Any) -> None:
        """Do something that sends a command, and wait for what it brings."""
        with self.page.expect_response(lambda response: response.request.method == "POST") as answer:
            action()
        answer.value.finished()
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def panel(self, name: str) -> Screen:
        self.settle()
        self.page.locator(f"#tool-{name}").click()
        expect(self.page.locator("#panel-title")).to_be_visible()
        self.settle()
        return self

    def deal(self, cards: str) -> Screen:
        """Open a hand, post for everybody, and key the cards of the deal."""
        return self.tap("#primary").tap("#primary").cards(*cards.split())

    def forge(self, action: str, **form: str) -> int:
        """Send an action that no button offers, with a button of the page; the status of the answer."""
        self.settle()
        with self.page.expect_response(lambda response: response.request.method == "POST") as answer:
            self.page.evaluate(
                """([action, form]) => {
                    const button = document.querySelector('.decision button[name=do]');
                    button.value = `${crypto.randomUUID()}:${action}`;
                    button.disabled = false;
                    for (const [name, value] of Object.entries(form)) {
                        const field = document.createElement('input');
                        Object.assign(field, {type: 'hidden', name, value});
                        button.form.append(field);
                    }
                    button.click();
                }""",
                [action, form],
            )
        return answer.value.status

    def says(self, *texts: str) -> None:
        """The status line says all of these."""
        for text in texts:
            expect(self.status).to_contain_text(text)


def centre(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def texts(locators: Iterable[Locator]) -> list[str]:
    return [" ".join(locator.inner_text().split()) for locator in locators]
