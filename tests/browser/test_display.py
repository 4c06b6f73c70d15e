"""The public display on a wall and in a hand: in step without a sign-in, and never an old felt that looks live."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.office import Office
from tests.browser.test_access import RULES
from tests.browser.test_tablet import TWO_HOURS, WRONG_CLOCK, shown_time
from tests.browser.wire import wire

LONG = 40_000
LIVE, STALE = "0", "1"
SIZES = ((1920, 1080), (1024, 768), (768, 1024), (390, 844), (320, 700))
Shown = Callable[..., Page]


@pytest.fixture
def shown(chromium: Browser, office: Office) -> Iterator[Shown]:
    """Opens a table's display in a browser that nobody has signed in on. Its scripts never fail."""
    made: list[BrowserContext] = []
    problems: list[str] = []

    def opened(number: int, query: str = "", *, at: str = "", script: str = "", **about: object) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1920, "height": 1080}, **about})  # type: ignore[arg-type]
        made.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        if script:
            page.add_init_script(script)
        page.goto(f"{at or office.address}{office.display(number)}{query}")
        return page

    yield opened
    for context in made:
        context.close()
    assert problems == []


def stamp(page: Page, opacity: str) -> None:
    """The stamp is there, or is not, for eyes."""
    expect(page.locator("#stale")).to_have_css("opacity", opacity, timeout=LONG)


def line(page: Page, text: str) -> None:
    expect(page.locator("#line")).to_contain_text(text)


def clean(page: Page) -> None:
    """What axe finds once what comes in has come, and a page that is wider than its window, at any size."""
    page.wait_for_timeout(800)
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": RULES}).response["violations"]
    assert [(v["id"], [node["html"][:160] for node in v["nodes"]]) for v in found] == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080, "all of it on one screen"


# --- in step -------------------------------------------------------------------------------------


def test_it_follows_the_table_without_a_sign_in(shown: Shown, office: Office) -> None:
    number = office.table()
    page = shown(number)
    line(page, "No hand is open")
    office.dealt(number)
    line(page, "To act: Seat 2, Ada")
    expect(page.locator(".seat-9 .card")).to_have_count(2)
    expect(page.locator(".pot-total")).to_have_text("$15")
    office.dana.does(number, "2 buy 1", "card Ah")
    line(page, "To act: Seat 5, Maria")
    expect(page.locator(".events li").first).to_contain_text("Seat 2 receives A♥")
    expect(page.locator("#said")).to_contain_text("To act: Seat 5, Maria")
    assert page.context.cookies() == []
    stamp(page, LIVE)


def test_nothing_is_sent_again_while_nothing_happens(shown: Shown, office: Office) -> None:
    page = shown(office.table())
    statuses: list[int] = []
    page.on("response", lambda answer: statuses.append(answer.status) if "/felt/" in answer.url else None)
    page.wait_for_timeout(5_000)
    assert statuses
    assert set(statuses) == {304}


def test_every_state_is_clean_and_on_one_screen(shown: Shown, office: Office) -> None:
    number = office.table(seats=range(1, 11), names=[f"{n}{'w' * 58}" for n in range(10)])
    page = shown(number)
    clean(page)
    office.dana.does(number, "open", "post " + " ".join(map(str, range(1, 11))))
    line(page, "Dealing: card 1 of 20")
    clean(page)
    ranks = "23456789TJ"
    for seat in range(1, 11):
        office.dana.does(number, f"deal {seat} {ranks[seat - 1]}s {ranks[seat - 1]}h")
    line(page, "To act: Seat 1")
    clean(page)
    office.dana.does(number, "1 buy 3", "card Ac", "card Kc", "card Qc")
    line(page, "To act: Seat 2")
    office.dana.does(number, "dispute", reason="whose turn it is")
    line(page, "Disputed: the floor decides")
    clean(page)
    office.flora.does(number, "void", reason="over", rule="H-1")
    office.dana.does(number, "pay")
    office.flora.does(number, "pause", reason="fill")
    expect(page.locator(".big-word")).to_have_text("Paused")
    clean(page)
    office.floor(f"at {number} table close")
    line(page, "This table is closed")
    clean(page)
    page.goto(f"{office.address}/tables/{number}/display/wrong/")
    expect(page.locator("h1")).to_have_text("No display here")
    clean(page)


def test_five_cards_a_seat_and_each_can_be_told(shown: Shown, office: Office) -> None:
    """Rank, shape and letter of every card lie inside the card at every size."""
    number = office.table()
    office.dealt(number, "2 buy 3", "card 3c", "card 4c", "card Th")
    page = shown(number)
    expect(page.locator(".seat-2 .card")).to_have_count(5)
    for query in ("", "?minimal"):
        page.goto(f"{office.address}{office.display(number)}{query}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            outside = page.evaluate(
                """() => [...document.querySelectorAll('.card')].filter((card) => {
                    const box = card.getBoundingClientRect();
                    const seat = card.closest('.seat').getBoundingClientRect();
                    if (box.right > seat.right || box.bottom > seat.bottom) return true;
                    return [...card.querySelectorAll('.card-rank, .card-suit')].some((part) => {
                        const inner = part.getBoundingClientRect();
                        return inner.width > box.width + 1 || inner.bottom > box.bottom + 1;
                    });
                }).length"""
            )
            assert outside == 0, (query, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".seat-2 .card").first).to_contain_text("ten of diamonds")


def test_ten_long_names_and_a_deal_of_twenty_cards_stay_on_one_screen(shown: Shown, office: Office) -> None:
    names = [f"{letter * 50} of Tipperary"[:60] for letter in "ABCDEFGHIJ"]
    number = office.table(range(1, 11), names=names, source="electronic")
    office.dana.does(number, "open", "post 1 2 3 4 5 6 7 8 9 10", "draw all")
    for query in ("", "?minimal"):
        page = shown(number, query)
        line(page, "To act: Seat")
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080, query
        middle = page.locator(".middle").bounding_box()
        assert middle
        for seat in page.locator(".seat").all():
            box = seat.bounding_box()
            assert box
            apart = max(
                *(box["x"] - middle["x"] - middle["width"], middle["x"] - box["x"] - box["width"]),
                *(box["y"] - middle["y"] - middle["height"], middle["y"] - box["y"] - box["height"]),
            )
            assert apart >= 0, query
    page = shown(number)
    expect(page.locator(".events li")).to_have_count(5)
    expect(page.locator(".events li").first).to_contain_text("Seat 10 is dealt")


def test_minimal_shows_less_and_larger(shown: Shown, office: Office) -> None:
    number = office.table()
    office.dealt(number)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    whole, small = shown(number), shown(number, "?minimal")
    expect(small.locator(".events")).to_have_count(0)
    expect(small.locator(".fees")).to_contain_text("$1 for each of 3 players")
    for part in (".pot-total", ".line", ".seat-9 .card-rank"):
        larger, large = (page.locator(part).first.evaluate(size) for page in (small, whole))
        assert larger > large, part
    assert whole.locator(".pot-total").evaluate(size) >= 72, "big digits on a wall"
    office.dana.does(number, "2 fold")
    line(small, "To act: Seat 5, Maria")
    expect(small.locator(".events")).to_have_count(0)


@pytest.mark.parametrize(("query", "motion"), [("", "reduce"), ("?still", "no-preference")])
def test_nothing_moves_where_nothing_should(shown: Shown, office: Office, query: str, motion: str) -> None:
    """And the stamp comes all the same: it does not move."""
    number = office.table()
    office.dealt(number, "2 buy 1")
    page = shown(number, query, reduced_motion=motion)
    office.dana.does(number, "card Ah")
    expect(page.locator(".seat-2 .card.is-new")).to_have_css("animation-name", "none")
    moving = shown(number)
    office.dana.does(number, "5 buy 1", "card Ad")
    expect(moving.locator(".seat-5 .card.is-new")).to_have_css("animation-name", "comes")
    expect(moving.locator(".card.is-new")).to_have_count(1)
    page.context.set_offline(True)
    stamp(page, STALE)


# --- not live ------------------------------------------------------------------------------------


def test_without_an_answer_it_is_stamped_and_comes_back_by_itself(shown: Shown, office: Office) -> None:
    number = office.table()
    office.dealt(number)
    page = shown(number)
    line(page, "Seat 2, Ada")
    page.context.set_offline(True)
    stamp(page, STALE)
    expect(page.locator("#stale")).to_contain_text("Display not live since")
    expect(page.locator("#alarm")).to_contain_text("Display not live since")
    office.dana.does(number, "2 fold")
    page.context.set_offline(False)
    line(page, "Seat 5, Maria")
    stamp(page, LIVE)
    expect(page.locator("#alarm")).to_be_empty()


def test_half_a_connection_is_stamped_too(shown: Shown, office: Office) -> None:
    number = office.table()
    with wire(office.server.port) as wired:
        page = shown(number, at=wired.address)
        stamp(page, LIVE)
        wired.cut()
        stamp(page, STALE)
        wired.mend()
        stamp(page, LIVE)


def test_a_restart_of_the_room_needs_nobody(shown: Shown, office: Office) -> None:
    number = office.table()
    page = shown(number)
    office.server.kill()
    stamp(page, STALE)
    office.server.start()
    stamp(page, LIVE)
    office.dealt(number)
    line(page, "Seat 2, Ada")


def test_a_dead_script_leaves_no_felt_that_looks_live(shown: Shown, office: Office) -> None:
    """It never ran; or it ran and stopped."""
    number = office.table()
    office.dealt(number)
    page = shown(number)
    page.route("**/js/display.js", lambda route: route.abort())
    page.reload()
    line(page, "Seat 2, Ada")
    stamp(page, STALE)
    expect(page.locator("#stale-since")).to_have_text(page.locator("#clock").inner_text()[:8])
    page.unroute("**/js/display.js")
    page.reload()
    stamp(page, LIVE)
    page.evaluate(
        """() => {
            window.fetch = () => new Promise(() => {});
            for (let id = setTimeout(() => {}); id > 0; id -= 1) clearTimeout(id);
        }"""
    )
    stamp(page, STALE)


def test_without_scripts_it_is_drawn_anew_every_few_seconds(chromium: Browser, office: Office) -> None:
    number = office.table()
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{office.address}{office.display(number)}")
    office.dealt(number)
    line(page, "Seat 2, Ada")
    context.close()


def test_a_screen_that_slept_does_not_wake_as_live(shown: Shown, office: Office) -> None:
    number = office.table()
    office.dealt(number)
    page = shown(number)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    page.route("**/felt/", hold)
    office.dana.does(number, "2 fold")
    stamp(page, STALE)
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    stamp(page, STALE)
    line(page, "Seat 2, Ada")
    for route in waiting:
        route.continue_()
    page.unroute("**/felt/")
    line(page, "Seat 5, Maria")
    stamp(page, LIVE)


def test_a_new_address_ends_the_old_display(shown: Shown, office: Office) -> None:
    number = office.table()
    page = shown(number)
    office.floor(f"link_display {number}")
    stamp(page, STALE)
    expect(page.locator("#stale")).to_contain_text("Ask the floor for the new one")
    page.reload()
    expect(page.locator("main")).to_contain_text("Ask the floor for the new one")


def test_a_page_of_somebody_elses_network_is_no_felt(shown: Shown, office: Office) -> None:
    number = office.table()
    page = shown(number)
    page.route("**/felt/", lambda route: route.fulfill(body="<h1>Welcome to our Wi-Fi</h1>"))
    stamp(page, STALE)
    line(page, "No hand is open")


def test_a_screen_two_hours_off_shows_the_room_s_time(shown: Shown, office: Office) -> None:
    page = shown(office.table(), script=WRONG_CLOCK % TWO_HOURS)
    assert shown_time(page).total_seconds() < 60
    page.evaluate("window.off = 0")
    with page.expect_response("**/felt/"):
        pass
    assert shown_time(page).total_seconds() < 60
    stamp(page, LIVE)


def test_a_late_display_is_late(shown: Shown, office: Office) -> None:
    number = office.table()
    office.floor(f"watch {number}", count_every=0, display_delay=5)
    page = shown(number)
    expect(page.locator(".head")).to_contain_text("5 seconds late")
    office.dealt(number)
    assert "Ada" not in page.locator("#line").inner_text()
    expect(page.locator("#line")).to_contain_text("Seat 2, Ada", timeout=LONG)
