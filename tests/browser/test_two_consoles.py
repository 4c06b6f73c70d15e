"""Two consoles at one table: one deals, the other reads along; they stay in step, and neither throws the other out."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.office import Office
from tests.browser.screen import Screen

Opened = Callable[..., Screen]
LONG = 40_000


def lines_opened(page: Page) -> list[str]:
    """The doorbell's lines that the page opens from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/live/" in request.url else None)
    return found


def commands(page: Page) -> list[str]:
    """What the page sends from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.method == "POST" else None)
    return found


def test_of_two_tabs_of_one_device_the_newer_is_used_until_the_other_is_asked_to(
    screen: Opened, office: Office
) -> None:
    first = screen()
    office.dealt(first.number)
    first.says("Seat 2, Ada, to act")
    second = Screen(first.page.context.new_page(), office, first.number)
    second.says("Seat 2, Ada, to act")
    expect(first.page.locator("#other-tab")).to_be_visible()
    expect(second.page.locator("#other-tab")).to_be_hidden()
    first.settle()
    first.page.locator("#fold").click()
    first.page.keyboard.press("f")
    expect(first.notice).to_contain_text("another tab of this device")
    assert office.moves(first.number)[-1] == "deal 9 Qh Qs"
    second.tap("#fold").says("Seat 2 folds")
    first.says("Seat 2 folds")
    first.page.locator("#use-here").click()
    expect(second.page.locator("#other-tab")).to_be_visible()
    first.tap("#fold")
    assert office.count(first.number, "hand.folded") == 2
    assert office.count(first.number, "chair.taken") == 1, "both are one dealer"


def test_no_war_between_two_consoles(screen: Opened, office: Office) -> None:
    tablet, podium = screen(), None
    office.dealt(tablet.number)
    tablet.says("Seat 2, Ada, to act")
    podium = screen(tablet.number, who="dmitri")
    tablet.tap("#fold")
    podium.says("Seat 5, Maria, to act")
    expect(podium.page.locator("#chair")).to_contain_text("Controlled by Dana Reyes")
    expect(podium.page.locator("#fold")).to_be_disabled()
    opened = [lines_opened(screen.page) for screen in (tablet, podium)]
    sent = [commands(screen.page) for screen in (tablet, podium)]
    tablet.page.wait_for_timeout(8_000)
    assert opened == [[], []], "both lines stay open"
    assert sent == [[], []], "nothing is sent by itself"
    assert office.count(tablet.number, "chair.taken") == 1
    tablet.tap("#buy-1")
    podium.says("Seat 5, Maria bought 1")
    assert podium.seq() == tablet.seq()


def test_who_was_cut_off_and_relieved_reads_along_when_he_is_back(screen: Opened, office: Office) -> None:
    tablet = screen()
    office.dealt(tablet.number)
    tablet.says("Seat 2, Ada, to act")
    podium = screen(tablet.number, who="dmitri")
    tablet.tap("#fold")
    podium.says("Seat 5, Maria, to act")
    tablet.page.context.set_offline(True)
    expect(tablet.pill).to_have_text("Offline - read only", timeout=LONG)
    podium.tap("#take-over")
    expect(podium.page.locator("#buy-1")).to_be_enabled()
    podium.tap("#buy-1").says("Seat 5, Maria bought 1")
    sent = commands(tablet.page)
    tablet.page.context.set_offline(False)
    tablet.says("Seat 5, Maria bought 1")
    expect(tablet.page.locator("#chair")).to_contain_text("Controlled by Dmitri Sokolov")
    expect(tablet.page.locator("#away")).to_contain_text("2 events happened while this screen was away")
    expect(tablet.page.locator("#away-list")).to_contain_text("Relief: takes the chair.")
    expect(tablet.page.locator(".key").first).to_be_disabled()
    expect(tablet.pill).to_have_text("Live", timeout=LONG)
    podium.cards("Ah").says("A♥ beats")
    tablet.says("A♥ beats")
    assert tablet.seq() == podium.seq()
    assert sent == [], "he does not take the chair back by himself"
    assert office.count(tablet.number, "chair.taken") == 2
