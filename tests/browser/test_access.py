"""Every page and every state: nothing that axe finds, large targets, no sideways scrolling; and no scripts needed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.office import Office
from tests.browser.screen import Screen

Opened = Callable[..., Screen]
TARGETS = "button, a.button, a.target, .choice, summary, select, input:not([type=hidden])"
SMALL = """(targets) => [...document.querySelectorAll(targets)]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches('.unseen, .choice input, .skip'))
  .map((e) => [e.getBoundingClientRect(), `${e.id || e.className || e.name} ${e.innerText.trim()}`])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5)
  .map(([box, name]) => `${name} ${box.width}x${box.height}`)"""
CARDS = """() => [...document.querySelectorAll('a.card')].map((e) => e.getBoundingClientRect())
  .filter((box) => box.width < 24 || box.height < 24).length"""
WIDTHS = (320, 512, 700, 960, 1440)


def clean(page: Page) -> None:
    """What axe finds, targets below 44 px, and a page that is wider than its window at any width."""
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": RULES}).response["violations"]
    assert [(v["id"], [node["html"][:160] for node in v["nodes"]]) for v in found] == []
    size = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate(SMALL, TARGETS) == [], width
        assert page.evaluate(CARDS) == 0, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
    if size:
        page.set_viewport_size(size)


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture
def page(screen: Opened, office: Office) -> Screen:
    return screen(who="flora")


def test_between_hands_posting_and_the_pad(page: Screen) -> None:
    clean(page.page)
    page.tap("#primary")
    clean(page.page)
    page.tap("#primary").cards("Td")
    clean(page.page)


def test_deciding_buying_and_the_award(page: Screen, office: Office) -> None:
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    clean(page.page)
    page.tap("#buy-3")
    clean(page.page)
    page.page.locator("#pad-suit-h").evaluate("radio => { radio.checked = true; }")
    clean(page.page)
    office.flora.does(page.number, "card Ah", "9 fold")
    page.says("wins $30")
    clean(page.page)
    page.tap("#primary").says("Paid")
    clean(page.page)


def test_panels(page: Screen, office: Office) -> None:
    office.dana.does(page.number, "open", "post 2 5 9", "deal 2 Td 8c", "card As")
    for panel in ("undo", "misdeal", "odd", "scrap", "dispute", "seats", "rules", "rulings"):
        page.open(f"?panel={panel}")
        expect(page.page.locator("#panel-title")).to_be_visible()
        clean(page.page)


def test_correcting_and_a_card_too_many(page: Screen, office: Office) -> None:
    office.dealt(page.number, "2 fold", "5 buy 2", "card Ah")
    page.open("?panel=extra")
    clean(page.page)
    page.open().seat(5).locator(".card").nth(2).click()
    expect(page.page.locator("#panel-title")).to_contain_text("Instead of A♥")
    clean(page.page)


def test_void_disputed_refused_and_in_conflict(page: Screen, office: Office) -> None:
    office.dealt(page.number)
    office.dana.does(page.number, "dispute", reason="Whose turn it is")
    page.says("Disputed")
    clean(page.page)
    office.flora.does(page.number, "void", reason="fouled deck", rule="H-1")
    page.says("The hand is void")
    clean(page.page)
    page.forge("5 fold")
    expect(page.notice).to_contain_text("The hand is void")
    clean(page.page)


def test_the_electronic_shoe(screen: Opened) -> None:
    page = screen(table={"source": "electronic"})
    page.tap("#primary").tap("#primary")
    clean(page.page)


def test_ten_seats_with_long_names(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": range(1, 11), "names": [f"{n}{'w' * 58}" for n in range(10)]})
    clean(page.page)
    page.tap("#primary")
    clean(page.page)
    page.tap("#primary")
    clean(page.page)


def test_the_other_pages(office: Office, signed_in: Callable[..., BrowserContext]) -> None:
    number = office.table()
    office.dealt(number, "2 fold", "9 fold", "pay")
    hand = office.hand(number)["hand"]
    page = signed_in("flora").new_page()
    for path in (
        "/",
        "/floor/",
        f"/tables/{number}/hands/",
        f"/hands/{hand}/",
        f"/hands/{hand}/?at={int(hand.split('/')[1]) + 3}",
    ):
        page.goto(path)
        if path == "/floor/":
            page.locator("summary").first.click()
        clean(page)
    page.context.clear_cookies(name="sessionid")
    page.goto("/")
    clean(page)


def test_the_text_spacing_of_1_4_12_loses_nothing(page: Screen, office: Office) -> None:
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    page.page.evaluate(
        """() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
                word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
            document.adoptedStyleSheets = [sheet];
        }"""
    )
    for width in (320, 1024):
        page.page.set_viewport_size({"width": width, "height": 768})
        for name in ("fold", "buy-1", "buy-3", "tool-undo"):
            button = page.page.locator(f"#{name}")
            cut = button.evaluate(
                "e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1"
            )
            assert not cut, (width, name)


def test_states_have_words_and_not_only_colours(page: Screen, office: Office) -> None:
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    chips = [page.seat(seat).locator(".chip").first.inner_text().lower() for seat in (2, 5, 9)]
    assert chips == ["folded", "to act", "to beat"]
    card = page.seat(9).locator(".card").first
    expect(card).to_contain_text("queen of hearts")
    assert card.locator(".card-letter").inner_text() == "H"
    assert card.locator("use").get_attribute("href") == "#suit-h"


def test_without_scripts_a_hand_is_dealt_just_the_same(
    office: Office, signed_in: Callable[..., BrowserContext]
) -> None:
    number = office.table(seats=(2, 5))
    page = signed_in("dana", java_script_enabled=False).new_page()
    page.goto(f"/tables/{number}/?panel=seats")
    page.fill("#alias-9", "\u202eOtis")
    page.click("#sit-9")
    expect(page.locator("#notice")).to_contain_text("Direction marks were taken out of the name.")
    page.goto(f"/tables/{number}/?panel=seats")
    page.fill("#alias-7", "")
    page.click("#sit-7")
    expect(page.get_by_role("alert").filter(has_text="it cannot be empty")).to_be_visible()
    expect(page.locator("#alias-7")).to_be_visible()
    page.goto(f"/tables/{number}/")
    page.click("#primary")
    page.click("#primary")
    for card in ("Td", "As", "Qh", "8c", "Tc", "Qs"):
        page.click(f'.key[data-card="{card}"]')
    page.click("#fold")
    stale = page.locator("#buy-1").get_attribute("value")
    office.dana.does(number, "5 buy 2")
    page.click("#buy-1")
    assert stale
    expect(page.get_by_role("alert").filter(has_text="Seat 5 buys 2")).to_be_visible()
    page.click('.key[data-card="Ah"]')
    page.click("#fold")
    page.click("#primary")
    expect(page.locator("#status")).to_contain_text("Paid: seat 5 gets $25")
