"""Two screens at one table: in step by the doorbell, by polling without it, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.office import Office
from tests.browser.screen import Screen

Opened = Callable[..., Screen]


def test_two_screens_are_in_step_by_the_doorbell(screen: Opened, office: Office) -> None:
    """The second screen does not poll: only the bell can tell it."""
    page = screen()
    other = screen(page.number, who="dmitri")
    other.page.add_init_script(
        "const wait = setTimeout; window.setTimeout = (call, ms, ...more) => ms === 3000 ? 0 : wait(call, ms, ...more);"
    )
    other.open()
    expect(other.pill).to_have_text("Live")
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    other.says("Seat 2, Ada, to act")
    page.tap("#fold")
    other.says("Seat 5, Maria, to act")
    page.tap("#buy-1")
    other.says("Seat 5, Maria bought 1")
    assert other.seq() == page.seq()


def test_two_screens_are_in_step_by_polling(screen: Opened, office: Office) -> None:
    page = screen()
    other = screen(page.number, who="dmitri")
    other.page.route("**/live/**", lambda route: route.abort())
    other.open()
    expect(other.pill).to_have_text("Live 3 s")
    office.dealt(page.number)
    other.says("Seat 2, Ada, to act")
    page.says("Seat 2, Ada, to act")
    page.tap("#fold")
    other.says("Seat 5, Maria, to act")
    assert other.seq() == page.seq()


def test_nothing_is_fetched_again_while_nothing_happens(screen: Opened) -> None:
    page = screen()
    statuses: list[int] = []
    page.page.on(
        "response", lambda response: statuses.append(response.status) if "/felt/" in response.url else None
    )
    page.page.wait_for_timeout(3_500)
    assert statuses
    assert set(statuses) == {304}


def test_the_loser_is_told_who_did_what_and_decides_again(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    page.settle()
    for address in ("**/live/**", "**/felt/**"):
        page.page.route(address, lambda route: route.abort())
    office.dana.does(page.number, "5 buy 3")
    page.answered(lambda: page.page.locator("#fold").click())
    expect(page.notice).to_contain_text("One thing has happened since your screen was drawn")
    expect(page.notice).to_contain_text("Dana Reyes (dealer): Seat 5 buys 3 to beat seat 9.")
    page.says("Seat 5, Maria bought 3", "Card 1 of 3")
    assert office.moves(page.number)[-1] == "5 buy 3"
    page.cards("Ah").says("A♥ beats")
    expect(page.notice).to_be_empty()


def test_what_is_typed_is_not_pulled_away(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (2, 5)})
    page.panel("seats")
    page.page.locator("#alias-7").press_sequentially("Mar")
    office.dana.does(page.number, "sit 9", alias="Otis")
    bar = page.page.locator("#behind")
    expect(bar).to_contain_text("while you type: 1")
    expect(page.page.locator("#alias-9")).to_be_visible()
    page.page.locator("#alias-7").press_sequentially("ek")
    expect(page.page.locator("#alias-7")).to_be_focused()
    page.page.locator("#behind-show").click()
    expect(bar).to_be_hidden()
    expect(page.page.locator("#leave-9")).to_be_visible()
    expect(page.page.locator("#alias-7")).to_have_value("Marek")
    page.tap("#sit-7")
    expect(page.seat(7)).to_contain_text("Marek")


def test_the_focus_stays_where_it_was(screen: Opened, office: Office) -> None:
    page = screen()
    page.page.locator("#tool-seats").focus()
    office.dana.does(page.number, "open")
    page.says("Posting: 3 seats")
    expect(page.page.locator("#tool-seats")).to_be_focused()
    page.page.locator("#strip-5").focus()
    page.settle()
    page.answered(lambda: page.page.keyboard.press("Enter"))
    expect(page.status).to_be_focused()


def test_no_connection_is_said_and_nothing_can_be_sent(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.page.context.set_offline(True)
    expect(page.pill).to_contain_text("Reconnecting", timeout=8_000)
    expect(page.pill).to_have_text("Offline - read only", timeout=15_000)
    expect(page.page.locator("#fold")).to_be_disabled()
    office.dana.does(page.number, "2 fold", "5 buy 1")
    page.page.context.set_offline(False)
    page.says("Seat 5, Maria bought 1")
    expect(page.pill).to_have_text("Live", timeout=20_000)
    page.cards("Ah").says("A♥ beats")


def test_each_event_is_said_once_and_in_order(screen: Opened, office: Office) -> None:
    page = screen()
    log = page.page.locator("#log")
    page.page.evaluate(
        """() => {
            window.said = [];
            const note = (changes) => changes.forEach((change) =>
                change.addedNodes.forEach((node) => node.dataset?.seq && window.said.push(Number(node.dataset.seq))));
            new MutationObserver(note).observe(document.getElementById('log'), { childList: true });
        }"""
    )
    before = page.seq()
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    said = page.page.evaluate("window.said")
    assert said == sorted(set(said))
    assert said[0] > before
    assert said[-1] == page.seq()
    expect(log.locator("p").last).to_contain_text("Seat 2 folds.")
