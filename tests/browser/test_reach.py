"""What a hand costs in taps; whether everything can be reached: zoomed, turned, with long names, by quick fingers."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.office import Office
from tests.browser.screen import Screen, centre
from tests.browser.states import NAMES, SIX, dealt

Opened = Callable[..., Screen]
EVERY_S = 0.4
MOST_TAPS = 26
LONG = [f"{n}{'W' * 59}" for n in range(10)]
SHORT = [f"p{n}" for n in range(10)]
TEN = [
    f"deal {seat} {cards}"
    for seat, cards in zip(
        range(1, 11),
        ("2c 3d", "4h 5s", "6c 7d", "8h 9s", "Tc Jd", "Qh Ks", "Ac 2d", "3h 4s", "5c 6d", "7h 8s"),
        strict=True,
    )
]
REACHED = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => {
  e.scrollIntoView({block: 'center'});
  const b = e.getBoundingClientRect();
  const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return [e.id || e.textContent.trim(), e === top || e.contains(top)];
}).filter(([, seen]) => !seen).map(([name]) => name)"""
CUT = r"""() => [...document.querySelectorAll('#table :is(button, a.button)')].filter((e) => e.checkVisibility())
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
  .map((e) => `${e.id} ${e.textContent.trim().replace(/\s+/g, ' ')}`)"""
SPACING = """() => { const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet]; }"""
PLACES = """() => [...document.querySelectorAll('#table :is(button, a.button, .pad-suit)')]
  .filter((e) => e.checkVisibility()).map((e) => { const b = e.getBoundingClientRect();
    return [e.id || e.dataset.card || e.className, b.x, b.y + scrollY, b.width, b.height].join(' '); })"""


class Finger:
    """Taps a touch screen, 400 ms at least from tap to tap, and counts."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.taps = 0
        self._last = 0.0

    def tap(self, target: Locator) -> None:
        time.sleep(max(0.0, self._last + EVERY_S - time.monotonic()))
        self._last = time.monotonic()
        self.screen.page.touchscreen.tap(*centre(target))
        self.taps += 1

    def press(self, selector: str) -> None:
        """A button, once the moment after a change is over: a dealer looks before he decides."""
        self.screen.page.locator(selector).wait_for()
        self.screen.settle()
        self.tap(self.screen.page.locator(selector))

    def cards(self, *cards: str) -> None:
        """Cards as they come, without waiting for an answer in between."""
        self.screen.page.locator(".pad").wait_for()
        self.screen.settle()
        for card in cards:
            self.tap(self.screen.key(card))


def test_a_hand_of_six_in_26_taps_of_which_none_is_lost(
    screen: Opened, office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three purchases of two cards, two folds; a finger that comes down every 400 ms."""
    page = screen(table={"seats": SIX, "names": NAMES}, has_touch=True)
    page.settle()
    finger = Finger(page)
    finger.press("#primary")
    page.says("Posting: 6 seats")
    finger.press("#primary")
    finger.cards(*["7h", "8h", "9h", "Th", "Jh", "Ah", "2c", "3c", "4c", "5c", "6c", "Ks"])
    page.says("Seat 1, Maria, to act")
    finger.press("#fold")
    page.says("Seat 2, Chen, to act")
    finger.press("#fold")
    for seat, cards in ((3, ("2d", "3d")), (5, ("2h", "3h")), (6, ("2s", "3s"))):
        page.says(f"Seat {seat}, ")
        finger.press("#buy-2")
        page.says("Card 1 of 2")
        finger.cards(*cards)
        page.says(f"seat {seat} is out")
    page.says("Seat 8, Bea wins $60")
    finger.press("#primary")
    page.says("Paid: seat 8 gets $60")
    commands = len(office.moves(page.number)) + 3  # open, post, pay
    with capsys.disabled():
        sys.stdout.write(f"\na hand of six: {finger.taps} taps, {finger.taps - commands} lost\n")
    assert finger.taps == commands
    assert finger.taps <= MOST_TAPS


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (512, 384), (320, 640), (320, 256)])
def test_everything_is_reached_when_zoomed(screen: Opened, office: Office, width: int, height: int) -> None:
    """200 % and 400 %: nothing runs out of sight to the side, no control lies under another, the pad has two steps."""
    page = screen(dealt(office), viewport={"width": width, "height": height})
    page.says("to act")
    for action in ("", "1 buy 2"):
        if action:
            office.dana.does(page.number, action)
        page.open()
        assert page.page.evaluate(REACHED, "#table :is(button:not([disabled]), a.button)") == []
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    suits = page.page.locator(".pad-suits")
    if width >= 700:
        expect(suits).to_be_hidden()
        assert columns(page.page) == 13
        return
    page.page.locator(".pad-suit").nth(1).click()
    assert columns(page.page) == (7 if width >= 400 else 5)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    page.cards("2h").says("2♥")


def columns(page: Page) -> int:
    """In how many columns the keys of one suit stand."""
    places = page.locator(".pad-row-h .key").evaluate_all(
        "keys => keys.map((e) => e.getBoundingClientRect().x)"
    )
    return len({round(x) for x in places})


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024), (512, 384), (320, 640)])
def test_names_of_sixty_letters_move_no_button(
    screen: Opened, office: Office, width: int, height: int
) -> None:
    """Ten seats with several cards: to the pixel as with names of two letters."""
    places: dict[str, list[list[str]]] = {"decision": [], "pad": [], "seats": [], "between": []}
    for names in (SHORT, LONG):
        number = office.table(seats=range(1, 11), names=names)
        page = screen(number, viewport={"width": width, "height": height})
        places["between"].append(page.page.evaluate(PLACES))
        office.dana.does(number, "open", "post 1 2 3 4 5 6 7 8 9 10", *TEN)
        office.dana.does(number, "1 buy 3", "card 9c", "8 buy 3", "card 2h")
        places["pad"].append(page.open().page.evaluate(PLACES))
        office.dana.does(number, "card Td")
        places["decision"].append(page.open().page.evaluate(PLACES))
        places["seats"].append(page.open("?panel=seats").page.evaluate(PLACES))
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    for short, long in places.values():
        assert len(short) > 10
        assert short == long


def test_a_long_name_is_read_in_full_where_it_is_tapped(screen: Opened, office: Office) -> None:
    page = screen(office.table(seats=(2, 5), names=LONG))
    before = page.page.evaluate(PLACES)
    alias = page.seat(2).locator(".seat-alias")
    alias.focus()
    cut = "e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1"
    assert not alias.evaluate(cut)
    assert page.page.evaluate(PLACES) == before


@pytest.mark.parametrize("width", [1024, 320])
def test_text_spacing_cuts_nothing_off(screen: Opened, office: Office, width: int) -> None:
    page = screen(dealt(office), viewport={"width": width, "height": 768})
    page.says("to act")
    for query in ("", "?panel=call", "?panel=seats", "?panel=undo"):
        page.open(query)
        page.page.evaluate(SPACING)
        assert page.page.evaluate(CUT) == [], query
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_turned_in_mid_hand_nothing_is_lost(screen: Opened, office: Office) -> None:
    page = screen(dealt(office, "1 fold"))
    page.panel("undo")
    field = page.page.locator("#reason-text")
    field.fill("he said call")
    page.page.evaluate("window.same = document.querySelector('#table')")
    for width, height in ((768, 1024), (1024, 768), (390, 844)):
        page.page.set_viewport_size({"width": width, "height": height})
        expect(field).to_be_focused()
        expect(field).to_have_value("he said call")
        expect(page.page.locator("#table")).to_have_attribute("data-panel", "undo")
        assert page.page.evaluate("window.same === document.querySelector('#table')")


def test_ten_quick_taps_do_not_zoom_and_two_fingers_do(screen: Opened, office: Office) -> None:
    page = screen(dealt(office, "1 buy 2"), has_touch=True, is_mobile=True)
    page.says("Card 1 of 2")
    page.settle()
    struck = centre(page.key("Td"))
    for _ in range(10):
        page.page.touchscreen.tap(*struck)
    assert page.page.evaluate("visualViewport.scale") == 1
    assert page.page.evaluate("getComputedStyle(document.body).touchAction") == "manipulation"
    x, y = centre(page.page.locator(".felt-pot"))
    session = page.page.context.new_cdp_session(page.page)
    session.send("Input.synthesizePinchGesture", {"x": x, "y": y, "scaleFactor": 2.0})
    assert page.page.evaluate("visualViewport.scale") > 1
