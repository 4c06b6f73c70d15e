"""Where things stand on a dealer's screen: nothing to scroll for on a tablet, what decides in sight on a phone, and
nothing over a seat, the pot or a button.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.office import Office
from tests.browser.paired import Tablet
from tests.browser.screen import Screen
from tests.browser.states import FIVE, STATES, dealt, states

Opened = Callable[..., Screen]
TABLET, UPRIGHT, PHONE = (1024, 768), (768, 1024), (390, 844)
DECIDES = "#table[data-panel=''] .decision :is(#primary, .fold, .buy), .panel-head"
LAID_OUT = """(decides) => {
  const box = (e) => e.getBoundingClientRect();
  const seen = (e) => e.checkVisibility({visibilityProperty: true});
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const log = document.querySelector('#log');
  return {
    page: document.documentElement.scrollHeight - innerHeight,
    below: [...document.querySelectorAll(decides)].filter(seen)
      .filter((e) => box(e).bottom > innerHeight + 0.5 || box(e).top < 0).map((e) => e.id || e.className),
    chips: [...document.querySelectorAll('.seat')].filter((seat) => [...seat.querySelectorAll(':scope > .chip')]
      .some((chip) => seat.querySelector('.seat-alias') && meet(box(chip), box(seat.querySelector('.seat-alias')))))
      .map((seat) => seat.innerText),
    small: [...document.querySelectorAll('.felt :is(a.card, .cards-all)')].filter(seen)
      .filter((e) => box(e).height < 43.5 || box(e).width < 43.5).map((e) => e.innerText),
    log: !log.checkVisibility({visibilityProperty: true}) || log.clientHeight > 16,
  };
}"""
OVER = """([over, under]) => {
  const a = document.querySelector(over).getBoundingClientRect();
  return [...document.querySelectorAll(under)].filter((e) => e.checkVisibility({visibilityProperty: true}))
    .filter((e) => { const b = e.getBoundingClientRect();
      return a.left < b.right && b.left < a.right && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5; })
    .map((e) => e.id || e.className);
}"""


def laid_out(page: Page, size: tuple[int, int]) -> Any:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate(LAID_OUT, DECIDES)


@pytest.mark.parametrize("name", states())
def test_nothing_is_scrolled_for(screen: Opened, office: Office, name: str) -> None:
    """The tablet shows a whole table in every state; upright and on a phone what decides is in sight at once."""
    made = STATES[name](office)
    page = screen(made.number, who=made.who)
    for look in ("hand-right", "hand-left"):
        page.page.context.add_cookies([{"name": "screen", "value": look, "url": office.address}])
        page.open(made.query)
        for size in (TABLET, UPRIGHT, PHONE):
            found = laid_out(page.page, size)
            scrolled = found.pop("page")
            assert found == {"below": [], "chips": [], "small": [], "log": True}, (look, size)
            assert size != TABLET or scrolled <= 0, (look, scrolled)


@pytest.mark.parametrize(("width", "height"), [(512, 384), (320, 300)])
def test_zoomed_in_the_decision_follows_the_sentence(
    screen: Opened, office: Office, width: int, height: int
) -> None:
    page = screen(dealt(office), viewport={"width": width, "height": height})
    sentence, fold, felt = (page.page.locator(s).bounding_box() for s in ("#status", "#fold", ".felt"))
    assert sentence
    assert fold
    assert felt
    assert sentence["y"] < fold["y"] < felt["y"]
    assert width < 512 or fold["y"] + fold["height"] <= height


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE])
def test_what_is_refused_lies_over_no_seat_that_matters(
    screen: Opened, office: Office, size: tuple[int, int]
) -> None:
    page = screen(dealt(office), viewport={"width": size[0], "height": size[1]})
    assert page.forge("8 buy 1") == 422
    expect(page.notice).to_contain_text("Seat 1")
    under = ".seat.is-acts, .felt-pot, .pot-box, .decision button"
    assert page.page.evaluate(OVER, ["#notice", under]) == []
    note, close = (page.page.locator(s).bounding_box() for s in ("#notice .notice", ".notice-close"))
    assert note
    assert close
    assert close["x"] >= note["x"] + note["width"]
    assert close["y"] < note["y"] + note["height"]


def test_who_controls_the_table_stands_in_a_row_of_its_own(screen: Opened, office: Office) -> None:
    page = screen(dealt(office), who="flora")
    office.dana.does(page.number, "chair")
    for action, query in (("", ""), ("", "?panel=undo"), ("1 buy 2", "")):
        if action:
            office.dana.does(page.number, action)
        page.open(query)
        expect(page.page.locator("#take-over")).to_be_visible()
        for size in (TABLET, UPRIGHT, PHONE):
            scrolled = laid_out(page.page, size)["page"]
            assert size != TABLET or scrolled <= 0, (query, scrolled)
            under = ".key, .fold, .buy, .panel-head h2, #panel-close, .status"
            assert page.page.evaluate(OVER, ["#chair", under]) == [], (query, size)


def test_a_panel_is_seen_from_its_title_on_and_a_suit_scrolls_nothing(screen: Opened, office: Office) -> None:
    width, height = PHONE
    page = screen(dealt(office), viewport={"width": width, "height": height}, has_touch=True)
    page.page.mouse.wheel(0, 900)
    page.page.wait_for_function("scrollY > 300")
    page.panel("call")
    expect(page.page.locator("#panel-title")).to_be_in_viewport(ratio=1)
    expect(page.page.locator("#call-1")).to_be_in_viewport(ratio=1)
    assert page.page.evaluate(OVER, ["#status", "#panel-title"]) == []
    page.open()
    page.tap("#buy-2")
    page.page.locator(".pad-suit").nth(1).tap()
    for selector in ("#connection", "#status", "#clock", ".key[data-card='Ah']"):
        expect(page.page.locator(selector)).to_be_in_viewport(ratio=1)
    assert page.page.evaluate("scrollY") == 0


def test_a_card_of_five_is_corrected_in_two_taps(screen: Opened, office: Office) -> None:
    """Where cards are too narrow for a finger, the whole row opens them large."""
    page = screen(dealt(office, *FIVE))
    page.settle()
    page.page.locator("#cards-5").click()
    expect(page.page.locator("#panel-title")).to_have_text("Seat 5: which card was another?")
    page.settle()
    page.page.locator("#which-Js").click()
    expect(page.page.locator("#panel-title")).to_contain_text("Instead of J♠, seat 5")
    page.cards("Jh")
    expect(page.seat(5).locator("[data-card=Jh]")).to_be_visible()


def test_who_deals_is_asked_on_one_screen(signed_in: Callable[..., Any], office: Office) -> None:
    """A refusal moves nothing out of sight; the room's time goes on there, too."""
    tablet = Tablet(signed_in("nobody"), office, office.table())
    tablet.choose("dana")
    tablet.digits("0000")
    tablet.page.locator("#chair-ok").click()
    expect(tablet.page.locator("#chair-refusal")).to_be_visible()
    assert tablet.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    shown = tablet.page.locator("#clock").inner_text()
    expect(tablet.page.locator("#clock")).not_to_have_text(shown)
