"""A screen that was out of touch: no network, half a network, asleep, in the browser's history, the room restarted. It
never shows an old felt as live, sends nothing by itself, and tells what was missed.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.bare import BareTab
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.browser.wire import Wire, wire
from tests.server import HOST

Opened = Callable[..., Screen]
LONG = 40_000
COVER = "#cover"
AWAY = "#away"
OFFLINE = "#offline"
REMEMBER_STATES = """() => {
    window.states = [];
    new MutationObserver(() => window.states.push(document.querySelector('#console').dataset.connection))
        .observe(document.querySelector('#console'), { attributeFilter: ['data-connection'] });
}"""


@pytest.fixture
def page(screen: Opened, office: Office) -> Screen:
    """Seat 2 has to decide."""
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    expect(page.pill).to_have_text("Live")
    return page


@pytest.fixture
def wired(office: Office) -> Iterator[Wire]:
    with wire(office.server.port) as made:
        yield made


@pytest.fixture
def far(screen: Opened, office: Office, wired: Wire) -> Screen:
    """The same, by a network that can be cut."""
    away = copy.copy(office)
    away.address = wired.address
    page = screen()
    page.office = away
    page.open()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    expect(page.pill).to_have_text("Live")
    return page


def asked(page: Page) -> list[str]:
    """The fragments that the page asks for from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith("/felt/") else None)
    return found


def held_back(page: Page) -> list[Route]:
    """The fragments asked for from now on, which wait for the test."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/felt/", hold)
    return waiting


def lines(page: Screen) -> list[str]:
    """What the notice says has happened, without the times."""
    return [item.inner_text() for item in page.page.locator("#away-list li span").all()]


# --- no connection -------------------------------------------------------------------------------


def test_without_a_connection_it_is_read_only_and_says_why(page: Screen, office: Office) -> None:
    before = page.page.locator(".felt-area").inner_text()
    page.page.context.set_offline(True)
    expect(page.pill).to_contain_text("Reconnecting", timeout=LONG)
    expect(page.page.locator("#fold")).to_be_enabled()
    expect(page.pill).to_have_text("Offline - read only", timeout=LONG)
    expect(page.page.locator(OFFLINE)).to_contain_text("read only, nothing can be sent")
    for name in ("fold", "buy-1", "buy-3"):
        expect(page.page.locator(f"#{name}")).to_be_disabled()
    expect(page.page.locator("#tool-seats")).to_have_attribute("aria-disabled", "true")
    office.dana.does(page.number, "2 fold", "5 buy 1")
    assert page.page.locator(".felt-area").inner_text() == before, "nothing is guessed"
    page.page.context.set_offline(False)
    page.says("Seat 5, Maria bought 1")
    expect(page.page.locator(AWAY)).to_contain_text("2 events happened while this screen was away")
    assert lines(page) == ["Seat 2 folds.", "Seat 5 buys 1 to beat seat 9."]
    expect(page.page.locator(OFFLINE)).to_be_hidden()
    expect(page.pill).to_have_text("Live", timeout=LONG)
    expect(page.page.locator("#tool-seats")).not_to_have_attribute("aria-disabled", "true")
    page.cards("Ah").says("A♥ beats")
    expect(page.page.locator(AWAY)).to_be_hidden()


def test_no_link_leads_away_from_the_felt_where_nothing_can_be_reached(page: Screen) -> None:
    page.page.context.set_offline(True)
    expect(page.pill).to_have_text("Offline - read only", timeout=LONG)
    for link in (".log-head a", ".frame-home", "#tool-seats"):
        page.page.locator(link).first.click(force=True)
        expect(page.notice).to_contain_text("There is no connection. Nothing was sent.")
        page.page.locator(".notice-close").click()
    assert page.page.url.endswith(f"/tables/{page.number}/")


def test_half_a_connection_is_noticed(far: Screen, wired: Wire, office: Office) -> None:
    """The network is gone and nobody says so: the browser holds the line for open."""
    wired.cut()
    expect(far.pill).to_have_text("Offline - read only", timeout=LONG)
    expect(far.page.locator("#fold")).to_be_disabled()
    office.dana.does(far.number, "2 fold")
    wired.mend()
    expect(far.status).to_contain_text("Seat 5, Maria, to act", timeout=LONG)
    expect(far.page.locator(AWAY)).to_contain_text("1 event happened while this screen was away")
    expect(far.pill).to_have_text("Live", timeout=LONG)


def test_a_line_without_beats_is_opened_anew(far: Screen, wired: Wire, office: Office) -> None:
    """The doorbell alone is half open: meanwhile the screen polls and says so."""
    wired.cut(only=b"/live/")
    expect(far.pill).to_have_text("Live 3 s", timeout=LONG)
    expect(far.pill).to_have_text("Live", timeout=LONG)
    expect(far.page.locator("#fold")).to_be_enabled()


def test_it_never_gives_up(screen: Opened, office: Office) -> None:
    page = screen()
    page.page.clock.install()
    page.open()
    tries = {"felt": 0, "live": 0}

    def fail(route: Route) -> None:
        tries["live" if "/live/" in route.request.url else "felt"] += 1
        route.abort()

    for address in ("**/live/**", "**/felt/**"):
        page.page.route(address, fail)
    page.page.context.set_offline(True)
    page.page.context.set_offline(False)
    for _ in range(150):
        page.page.clock.run_for(4_000)
        page.page.wait_for_timeout(20)
    assert min(tries.values()) > 30, tries
    assert max(tries.values()) < 200, "less and less often"
    for address in ("**/live/**", "**/felt/**"):
        page.page.unroute(address)
    office.dealt(page.number)
    page.page.clock.run_for(16_000)
    page.says("Seat 2, Ada, to act")
    page.page.clock.run_for(16_000)
    expect(page.pill).to_have_text("Live")


def test_attempts_are_not_in_step_with_each_other(screen: Opened) -> None:
    """A room that comes back is not asked by forty tablets in the same moment."""
    page = screen()
    page.page.add_init_script(
        """window.pauses = [];
        const wait = setTimeout;
        window.setTimeout = (call, ms, ...more) => { window.pauses.push(ms); return wait(call, ms, ...more); };"""
    )
    page.page.route("**/live/**", lambda route: route.abort())
    page.open()
    page.page.wait_for_function(
        "() => window.pauses.filter((ms) => ms > 500 && ms % 1 > 0 && ms < 900).length > 0"
    )


def test_a_page_of_somebody_elses_network_is_no_felt(page: Screen) -> None:
    """A hotel's sign-in page, a proxy's fault: the felt stays, and is not called live."""
    page.page.route("**/felt/", lambda route: route.fulfill(body="<h1>Welcome to our Wi-Fi</h1>"))
    page.page.route("**/live/**", lambda route: route.abort())
    expect(page.pill).to_have_text("Offline - read only", timeout=LONG)
    expect(page.seat(9).locator(".card")).to_have_count(2)
    page.page.locator(".log-head a").click()
    expect(page.page).to_have_url(f"{page.office.address}/tables/{page.number}/hands/")


def test_more_than_the_log_holds_is_said_to_be_more(page: Screen, office: Office) -> None:
    page.page.context.set_offline(True)
    expect(page.pill).to_have_text("Offline - read only", timeout=LONG)
    office.dana.does(
        page.number, "2 buy 1", "card 2c", "5 buy 1", "card Ad", "9 fold", "pay", "open", "post 5 9"
    )
    office.dana.does(page.number, "out 5")
    page.page.context.set_offline(False)
    expect(page.page.locator(AWAY)).to_contain_text("At least 8 events happened")
    assert len(lines(page)) == 8
    page.page.locator("#away-close").click()
    expect(page.page.locator(AWAY)).to_be_hidden()


def test_what_was_typed_is_still_there(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (2, 5)})
    page.panel("seats")
    page.page.locator("#alias-7").press_sequentially("Marek")
    page.page.context.set_offline(True)
    expect(page.pill).to_have_text("Offline - read only", timeout=LONG)
    office.dana.does(page.number, "sit 9", alias="Otis")
    page.page.context.set_offline(False)
    expect(page.page.locator("#leave-9")).to_be_visible()
    expect(page.page.locator("#alias-7")).to_have_value("Marek")
    expect(page.page.locator("#alias-7")).to_be_focused()
    expect(page.page.locator(AWAY)).to_contain_text("Seat 9 is taken.")


# --- the room goes and comes ---------------------------------------------------------------------


def test_a_restart_of_the_room_needs_no_reload(page: Screen, office: Office) -> None:
    page.page.evaluate("window.same = true")
    office.server.kill()
    expect(page.pill).to_contain_text("Reconnecting", timeout=LONG)
    office.server.start()
    expect(page.pill).to_have_text("Live", timeout=LONG)
    office.dana.does(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    page.tap("#buy-1").says("Seat 5, Maria bought 1")
    assert page.page.evaluate("window.same")
    expect(page.page.locator(AWAY)).to_be_hidden()


def test_a_room_whose_log_ends_earlier_is_shown_as_it_is(page: Screen, office: Office) -> None:
    """Restored from yesterday: a screen that only ever goes forward would show today for ever."""
    page.page.evaluate("document.querySelector('#table').dataset.seq = '999999'; window.same = true")
    page.page.evaluate("document.querySelector('#table').dataset.etag = 'another'")
    page.page.wait_for_function("() => !window.same")
    expect(page.page.locator("#table")).not_to_have_attribute("data-seq", "999999")


# --- asleep, out of sight ------------------------------------------------------------------------


HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def bare(chromium: Browser, page: Screen, office: Office, wired: Wire) -> Iterator[Callable[[], BareTab]]:
    """Opens the table of `page` in a tab that can be put to sleep, by a network that can be cut."""
    made: list[BareTab] = []
    cookies = [
        {"name": name, "value": value, "domain": HOST, "path": "/"}
        for name, value in office.room.cookies["dana"].items()
    ]

    def opened() -> BareTab:
        tab = BareTab(chromium, page.page, f"{wired.address}/tables/{page.number}/", cookies)
        made.append(tab)
        tab.until("document.querySelector('#connection')?.innerText === 'Live'")
        return tab

    yield opened
    for tab in made:
        tab.close()


def test_a_frozen_page_wakes_under_a_cover_and_tells(
    bare: Callable[[], BareTab], page: Screen, office: Office, wired: Wire
) -> None:
    """The browser itself stops the page. No answer comes at first: the old felt is not shown as live."""
    tab = bare()
    assert "Seat 2, Ada, to act" in tab.evaluate("document.querySelector('#status').innerText")
    tab.sleep()
    office.dana.does(page.number, "2 fold", "5 buy 1")
    wired.cut()
    tab.wake()
    assert "Not live: the table as it stood at" in tab.evaluate("document.querySelector('#cover').innerText")
    assert "Seat 2, Ada, to act" in tab.evaluate("document.querySelector('#status').innerText")
    wired.mend()
    tab.until("document.querySelector('#status').innerText.includes('Seat 5, Maria bought 1')")
    assert tab.evaluate("document.querySelector('#cover').hidden")
    told = tab.evaluate("document.querySelector('#away').innerText")
    assert "2 events happened while this screen was away" in told
    assert "Seat 2 folds." in told
    tab.until("document.querySelector('#connection').innerText === 'Live'")


def test_one_waking_is_one_question(page: Screen, office: Office) -> None:
    """The browser says it with several events; the page asks once, and acts on nothing before the answer."""
    waiting = held_back(page.page)
    page.page.evaluate("document.dispatchEvent(new Event('freeze'))")
    expect(page.page.locator(COVER)).to_contain_text("Not live: the table as it stood at")
    office.dana.does(page.number, "2 fold")
    page.page.evaluate(
        """() => {
            document.dispatchEvent(new Event('resume'));
            document.dispatchEvent(new Event('visibilitychange'));
            window.dispatchEvent(new Event('online'));
        }"""
    )
    page.page.locator("#fold").dispatch_event("click")
    expect(page.notice).to_contain_text("not up to date yet. Nothing was sent")
    assert len(waiting) == 1
    waiting[0].continue_()
    page.page.unroute("**/felt/")
    page.says("Seat 5, Maria, to act")
    expect(page.page.locator(COVER)).to_be_hidden()
    expect(page.page.locator(AWAY)).to_contain_text("1 event happened while this screen was away")
    assert office.moves(page.number)[-1] == "2 fold"


def test_a_lid_that_was_closed_for_ten_minutes(screen: Opened, office: Office) -> None:
    """The timers jump; no event says why."""
    page = screen()
    page.page.clock.install()
    page.open()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.page.evaluate(REMEMBER_STATES)
    page.page.route("**/live/**", lambda route: route.abort())
    office.dana.does(page.number, "2 fold")
    page.page.clock.fast_forward(600_000)
    page.says("Seat 5, Maria, to act")
    expect(page.page.locator(AWAY)).to_contain_text("1 event happened while this screen was away")
    assert "offline" not in page.page.evaluate("window.states")


def test_out_of_sight_and_back(page: Screen, office: Office) -> None:
    """Another tab for a while: what came meanwhile is told although the felt behind was kept in step."""
    page.page.evaluate(HIDE, True)
    office.dana.does(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    expect(page.page.locator(AWAY)).to_be_hidden()
    page.page.evaluate(HIDE, False)
    expect(page.page.locator(AWAY)).to_contain_text("1 event happened while this screen was away")


def test_another_network_is_asked_at_once(page: Screen, office: Office) -> None:
    page.page.context.set_offline(True)
    expect(page.pill).to_contain_text("Reconnecting", timeout=LONG)
    found = asked(page.page)
    with page.page.expect_request("**/live/**"):
        page.page.context.set_offline(False)
    expect(page.pill).to_have_text("Live", timeout=LONG)
    assert found
