"""Where things stand when five hunters play: nothing to scroll for on a tablet and on a wall; phones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.variants.boomerang_hunt.deck import TERRITORIES, WHOLE_DECK
from tests.browser.hunter import Hunter
from tests.browser.office import Office
from tests.browser.paired import Tablet
from tests.browser.phone import PHONE, Phone
from tests.browser.test_hunt import SEATS
from tests.server import Tab

MANY = (*sorted(card for card in WHOLE_DECK if "water" not in card)[:20], "fish water forest")
TALL = "document.documentElement.scrollHeight - innerHeight"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
IN_SIGHT = """() => {
  const foot = document.querySelector("#status").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("#status strong")].every((e) => e.getBoundingClientRect().bottom <= foot);
}"""
LARGE = "() => document.documentElement.style.setProperty('font-size', '32px')"
OUTSIDE = """() => [...document.querySelectorAll("#seat :is(.pick-name, .pick small, .seat-said, .camp-facts p)")]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
  .map((e) => e.textContent)"""


class Five:
    """A table of five hunters: a paired tablet on which Dana deals, and the display on the wall."""

    def __init__(self, office: Office, signed_in: Callable[..., BrowserContext]) -> None:
        self.office = office
        self.number = office.table(seats=SEATS, variant="boomerang_hunt")
        self.console = Tablet(signed_in("nobody"), office, self.number).enter("dana").page
        cookies = {c["name"]: c["value"] for c in self.console.context.cookies()}  # type: ignore[typeddict-item]
        self.dana = Tab(office.server, cookies)
        self.wall = signed_in("nobody", viewport={"width": 1920, "height": 1080}).new_page()
        self.wall.goto(office.address + office.display(self.number))

    def does(self, *actions: str) -> None:
        self.dana.does(self.number, *actions)

    def fits(self, state: str, shown: str) -> None:
        """All of it is on the tablet and on the wall, the head is one row, and the instruction is in sight."""
        self.console.reload()
        self.wall.reload()
        expect(self.console.locator(shown).first).to_be_visible()
        expect(self.wall.locator("#line")).to_be_visible()
        assert self.console.evaluate(TALL) <= 0, state
        assert self.console.evaluate(WIDE) <= 0, state
        head = self.console.locator(".frame").bounding_box()
        assert head
        assert head["height"] < 64, state
        assert self.console.evaluate(IN_SIGHT), state
        assert self.wall.evaluate(TALL) <= 0, state
        assert self.wall.evaluate(WIDE) <= 0, state

    def end(self, cards: list[str]) -> None:
        """Everybody chooses and stops as nobody wanted, until there is a score."""
        hand = self.office.hand(self.number)
        while hand["phase"] != "award":
            if "draw" in hand["awaiting"]:
                self.does(f"draw {cards.pop()}")
            else:
                seat = hand["awaiting"]["seats"][0]
                self.office.flora.does(self.number, f"neutral {seat}", reason="the test", rule="T-1")
            hand = self.office.hand(self.number)


@pytest.mark.timeout(300)
def test_five_hunters_and_many_cards_fit(office: Office, signed_in: Callable[..., BrowserContext]) -> None:
    table = Five(office, signed_in)
    table.does("open", "post " + " ".join(map(str, SEATS)), *(f"draw {card}" for card in MANY[:-1]))
    table.fits("many cards", ".pad")
    table.does(f"draw {MANY[-1]}")
    table.fits("choosing", ".decision-text")
    phones = [Hunter(signed_in("nobody", **PHONE), office, table.number, seat) for seat in SEATS]
    for phone, land in zip(phones, TERRITORIES, strict=True):
        phone.join()
        assert phone.sends(f"{phone.seat} choose {land}") == 200
    table.fits("bid", "#stop")
    for phone in phones[:-1]:
        assert phone.sends(f"{phone.seat} stop") == 200
    table.fits("reveal", ".reveal")
    rest = [card for card in WHOLE_DECK if card not in MANY]
    table.does(f"draw {rest.pop()}")
    table.fits("pad after the reveal", ".reveal")
    table.end(rest)
    table.fits("score", ".score")


def test_a_minimal_wall_shows_the_fee_below_the_felt(
    office: Office, signed_in: Callable[..., BrowserContext]
) -> None:
    number = office.table(seats=SEATS, variant="boomerang_hunt")
    office.dana.does(number, "open", "post " + " ".join(map(str, SEATS)), *(f"draw {card}" for card in MANY))
    wall = signed_in("nobody", viewport={"width": 1920, "height": 1080}).new_page()
    wall.goto(office.address + office.display(number) + "?minimal")
    felt, side = (wall.locator(part).bounding_box() for part in (".own-felt .hunt", ".side"))
    assert felt
    assert side
    assert felt["y"] + felt["height"] <= side["y"]
    assert wall.evaluate(TALL) <= 0


def test_a_phone_confirms_in_sight_whatever_lies_there(
    office: Office, signed_in: Callable[..., BrowserContext]
) -> None:
    number = office.table(seats=SEATS, variant="boomerang_hunt")
    office.dana.does(number, "open", "post " + " ".join(map(str, SEATS)), *(f"draw {card}" for card in MANY))
    phone = Phone(signed_in("nobody", **PHONE), office, number, 3).join().look().pick("desert")
    expect(phone.page.locator("#sure")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("width", [390, 320])
def test_a_name_of_one_long_word_and_large_letters(
    office: Office, signed_in: Callable[..., BrowserContext], width: int
) -> None:
    """Covered and open, waiting for the long name too: no page is wider than its window."""
    number = office.table(seats=(2, 5, 9), names=("W" * 60, "Maria", "Otis"), variant="boomerang_hunt")
    office.dana.does(number, "open", "post 2 5 9", *(f"draw {card}" for card in MANY))
    size = {**PHONE, "viewport": {"width": width, "height": 844}}
    phones = {seat: Hunter(signed_in("nobody", **size), office, number, seat) for seat in (2, 5)}
    for phone in phones.values():
        phone.join()
        narrow(phone.page)
        phone.look()
        narrow(phone.page)
    phones[5].chooses("desert")
    narrow(phones[5].page)
    line = phones[5].page.locator(".seat-table").bounding_box()
    assert line
    assert line["height"] < 180


def narrow(page: Page) -> None:
    assert page.evaluate(WIDE) <= 0
    page.evaluate(LARGE)
    assert page.evaluate(WIDE) <= 0, "in large letters"
    assert page.evaluate(OUTSIDE) == [], "in large letters"
    page.evaluate("() => document.documentElement.style.removeProperty('font-size')")
