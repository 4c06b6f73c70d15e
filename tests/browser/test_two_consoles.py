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


def test_two_tabs_of_one_tablet_are_one_dealer(screen: Opened, office: Office) -> None:
    first = screen()
    office.dealt(first.number)
    second = Screen(first.page.context.new_page(), office, first.number)
    first.says("Seat 2, Ada, to act")
    first.tap("#fold")
    second.says("Seat 5, Maria, to act")
    second.tap("#buy-1")
    first.says("Seat 5, Maria bought 1")
    first.cards("Ah")
    second.says("A♥ beats")
    assert first.seq() == second.seq()
    assert office.count(first.number, "chair.taken") == 1
