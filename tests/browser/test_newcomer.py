"""Somebody who has read nothing deals a first hand in the demo room by what the screens say."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from cardroom.management.commands.demo_room import PASSWORD
from tests.browser.office import Office
from tests.browser.screen import STILL, Screen
from tests.browser.states import DEAL, NAMES, POSTS, SIX

SIZES = ((1024, 768), (768, 1024), (390, 844))
COUNTS = {"one": 1, "two": 2, "three": 3}
COURSE = (
    *((), ("open",), (POSTS,), DEAL, ("1 buy 2",), ("card 2c", "card 3c")),
    *(("5 fold", "2 fold", "6 fold", "8 fold"), ("pay",)),
)
MOST_TAPS = 60
"""A hand of six with purchases, the way to the table included."""


class Newcomer:
    """He taps what he is told to; cards he makes up."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.taps = 0
        self.deck = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]
        Random(seed).shuffle(self.deck)

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def does(self, selector: str) -> None:
        self.page.evaluate(STILL)
        with self.page.expect_response(lambda response: response.request.method == "POST") as answer:
            self.tap(selector)
        answer.value.finished()
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def step(self) -> str:
        return self.page.locator(".guide-step").inner_text()

    def deals(self) -> None:
        """Until the guide says that it was a whole hand."""
        for _ in range(MOST_TAPS):
            step = self.step()
            if step == "Step 7 of 7.":
                return
            line = self.page.locator(".guide-line strong")
            if step in ("Step 3 of 7.", "Step 5 of 7."):
                self.card(self.deck.pop())
            elif step == "Step 4 of 7.":
                says = line.inner_text().split()[-1]
                self.does("#fold" if says == "fold" else f"#buy-{COUNTS[says]}")
            else:
                self.does("#primary")
        raise AssertionError("the hand did not end")

    def card(self, card: str) -> None:
        key = f'.pad-form .key[data-card="{card}"]'
        if not self.page.locator(key).is_visible():
            self.tap(f".pad-form .pad-suit.suit-{card[1]}")
        self.does(key)


def test_a_first_hand_from_the_address_on(chromium: Browser, office: Office) -> None:
    """From the start page: sign in as it says there, go where it says, do what it says. Printed: taps and seconds."""
    context = chromium.new_context(viewport={"width": 1024, "height": 768}, base_url=office.address)
    page = context.new_page()
    began = time.monotonic()
    page.goto("/")
    told = page.locator(".newcomer strong").all_inner_texts()
    assert told == ["dana", PASSWORD]
    page.locator("[name=username]").fill(told[0])
    page.locator("[name=password]").fill(told[1])
    newcomer = Newcomer(page, seed=4)
    newcomer.tap("button.primary")
    newcomer.tap("#newcomer")
    expect(page.locator(".guide-step")).to_have_text("Step 1 of 7.")
    newcomer.deals()
    print(f"first hand: {newcomer.taps} taps, {time.monotonic() - began:.0f} s of the machine")  # noqa: T201
    assert newcomer.taps <= MOST_TAPS
    expect(page.locator("#status")).to_contain_text("Paid:")
    context.close()


def test_the_guide_moves_no_control_and_covers_none(
    signed_in: Callable[..., BrowserContext], office: Office
) -> None:
    """Every state of a hand with the guide and without: the same controls in the same places."""
    context = signed_in("dana")
    screen = Screen(context.new_page(), office, office.table(seats=SIX, names=NAMES))
    for actions in COURSE:
        if actions:
            office.dana.does(screen.number, *actions)
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            places = []
            for choice in ("on", "off"):
                set_guide(context, office, choice)
                screen.open()
                assert screen.page.locator(".guide-close").count() == (choice == "on")
                places.append(controls(screen.page))
                if choice == "on":
                    covers_nothing(screen.page)
            assert places[0] == places[1], (width, actions)


def set_guide(context: BrowserContext, office: Office, choice: str) -> None:
    context.add_cookies([{"name": "guide", "value": choice, "url": office.address}])


def controls(page: Page) -> list[Any]:
    """Where the buttons of the decision are, in the window."""
    places: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('.decision :is(button, a.button)')].map((e) => {
          const b = e.getBoundingClientRect(); return [e.id || e.dataset.card || e.textContent.trim(), b.x, b.y]; })"""
    )
    return places


def covers_nothing(page: Page) -> None:
    """No control but the guide's own lies under it, even in part."""
    under = page.evaluate(
        """() => { const g = document.querySelector('.guide').getBoundingClientRect();
          return [...document.querySelectorAll('#table :is(button, a), .log a')]
            .filter((e) => !e.closest('.guide') && e.checkVisibility({visibilityProperty: true}))
            .filter((e) => { const b = e.getBoundingClientRect();
              return b.width && b.left < g.right && b.right > g.left && b.top < g.bottom && b.bottom > g.top; })
            .map((e) => e.textContent.trim()); }"""
    )
    assert under == []
