"""Players' own screens in Chromium: joined by a code, taken over, covered, lost and found, tapped twice, by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from tests.browser.office import Office
from tests.browser.phone import PHONE, Phone
from tests.browser.screen import Screen
from tests.browser.test_access import clean
from tests.browser.test_states import gap, kept, tree
from tests.browser.wire import Wire, wire

TERRITORIES = ("water", "forest", "meadow", "desert", "mountain")
MINE = "You hunt in"
Handsets = Callable[..., Phone]


@pytest.fixture
def phones(signed_in: Callable[..., BrowserContext], office: Office) -> Handsets:
    """Makes phones, each a browser of its own, at a table where seats 2, 5 and 9 choose."""

    def phone(number: int = 0, seat: int = 5, **about: Any) -> Phone:
        number = number or office.hunt()
        return Phone(signed_in("nobody", **{**PHONE, **about}), office, number, seat)

    return phone


# --- joining ---------------------------------------------------------------------------------------


def test_a_code_from_the_dealers_panel_opens_the_seat(
    phones: Handsets, screen: Callable[..., Screen], office: Office
) -> None:
    phone = phones()
    console = screen(phone.number, who="flora").panel("phones")
    console.tap("#give-code-5")
    code = console.page.locator("#code-5").inner_text()
    expect(console.page.locator(".phone .qr")).to_be_visible()
    phone.join(code.lower())
    expect(phone.part).to_contain_text("Maria")
    expect(phone.part).to_contain_text("You are asked")
    expect(phone.pill).to_have_text("Live")
    expect(console.page.locator(".phone", has_text="Maria")).to_contain_text("screen since")
    assert office.count(phone.number, "seat.screen_opened") == 1


def test_the_pictures_address_is_looked_at_without_being_used_up(phones: Handsets, office: Office) -> None:
    phone = phones()
    code = office.code(phone.number, 5)
    for _ in range(2):
        phone.page.goto(f"/join/{code}/")
        expect(phone.page.locator("#code")).to_have_value(code)
    phone.page.locator("#join").click()
    expect(phone.part).to_be_visible()


def test_a_wrong_code_is_said_and_can_be_mended(phones: Handsets, office: Office) -> None:
    phone = phones()
    phone.page.goto("/join/")
    phone.page.fill("#code", "777777")
    phone.page.locator("#join").click()
    expect(phone.page.locator("#refusal")).to_contain_text("No seat has this code")
    phone.page.fill("#code", office.code(phone.number, 5))
    phone.page.locator("#join").click()
    expect(phone.part).to_be_visible()


# --- choosing -----------------------------------------------------------------------------------------


def test_everybody_chooses_and_the_console_is_told_no_more_than_that(
    phones: Handsets, screen: Callable[..., Screen], office: Office
) -> None:
    mine = phones().join()
    other = phones(mine.number, 9).join()
    console = screen(mine.number)
    mine.chooses("desert")
    expect(mine.part).to_contain_text(MINE)
    expect(mine.part).to_contain_text("The others see of you")
    console.says("1 of 3 have chosen")
    other.chooses("water")
    console.says("2 of 3 have chosen")
    expect(mine.page.locator(".seat-said")).to_contain_text("2 of 3")
    assert MINE not in console.page.content()
    assert office.moves(mine.number)[-2:] == ["5 chooses", "9 chooses"]


def test_what_is_picked_outlives_what_happens_meanwhile(phones: Handsets, office: Office) -> None:
    phone = phones().join().look()
    phone.pick("meadow")
    other = phones(phone.number, 9).join().chooses("water")
    expect(phone.page.locator(".seat-said")).to_contain_text("1 of 3")
    expect(phone.page.locator("#pick-meadow")).to_be_checked()
    phone.confirm()
    expect(phone.part).to_contain_text(MINE)
    other.page.close()


def test_a_double_tap_is_one_choice(phones: Handsets, office: Office) -> None:
    phone = phones().join().look().pick("forest")
    phone.page.wait_for_timeout(400)
    phone.page.evaluate(
        "() => { const b = document.querySelector('.sure'); b.click(); b.click(); b.click(); }"
    )
    expect(phone.part).to_contain_text(MINE)
    assert office.count(phone.number, "hand.territory_chosen") == 1


def test_a_lost_answer_sent_again_counts_once_and_nothing_of_it_is_stored(
    phones: Handsets, office: Office
) -> None:
    phone = phones().join().look().pick("forest")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.page.route("**/act/", lose)
    phone.page.wait_for_timeout(400)
    phone.page.locator(".sure").click()
    pending = phone.page.locator("#pending")
    expect(pending).to_contain_text("it counts once")
    assert not any(name in pending.inner_text() for name in TERRITORIES)
    kept = phone.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    assert not any(name in kept for name in TERRITORIES), kept
    phone.page.unroute("**/act/")
    phone.page.locator("#pending-retry").click()
    expect(phone.part).to_contain_text(MINE)
    expect(pending).to_be_hidden()
    assert office.count(phone.number, "hand.territory_chosen") == 1


def test_an_old_screen_is_told_what_happened(phones: Handsets, office: Office) -> None:
    phone = phones().join().look().pick("forest")
    phone.page.wait_for_timeout(400)
    phone.page.route("**/look/", lambda route: route.abort())
    office.flora.does(phone.number, "neutral 5", reason="asleep")
    with phone.page.expect_response("**/act/") as answer:
        phone.page.locator(".sure").click()
    assert answer.value.status == 409
    expect(phone.notice).to_contain_text("what you sent was not recorded")
    phone.page.unroute("**/look/")
    phone.page.locator(".notice-close").click()
    expect(phone.notice).to_be_empty()


# --- covering -----------------------------------------------------------------------------------------


def test_covering_takes_the_secret_out_of_the_page(phones: Handsets) -> None:
    phone = phones().join().chooses("mountain")
    assert MINE in phone.everything()
    phone.cover()
    assert MINE not in phone.everything()
    assert "pick-" not in phone.everything()
    phone.look()
    expect(phone.part).to_contain_text(MINE)


def test_it_covers_itself_when_nobody_touches_it(phones: Handsets) -> None:
    phone = phones()
    phone.page.clock.install()
    phone.join().chooses("mountain")
    phone.page.clock.run_for(15_000)
    phone.page.mouse.click(5, 5)
    phone.page.clock.run_for(15_000)
    assert phone.is_open, "a touch puts it off"
    phone.page.clock.run_for(6_000)
    expect(phone.page.locator("#look")).to_be_visible()
    assert MINE not in phone.everything()


@pytest.mark.parametrize("event", ["visibilitychange", "pagehide", "freeze"])
def test_it_covers_itself_when_it_is_out_of_sight(phones: Handsets, event: str) -> None:
    phone = phones().join().chooses("mountain")
    phone.page.evaluate(
        """(name) => {
            if (name === 'visibilitychange') Object.defineProperty(document, 'hidden', {get: () => true});
            const where = name === 'pagehide' ? window : document;
            where.dispatchEvent(name === 'pagehide' ? new PageTransitionEvent(name) : new Event(name));
        }""",
        event,
    )
    assert MINE not in phone.everything()


def test_a_late_answer_does_not_uncover_it(phones: Handsets) -> None:
    phone = phones().join().chooses("mountain").cover()
    held: list[Route] = []
    phone.page.route("**/look/", lambda route: held.append(route))  # noqa: PLW0108  # playwright asks for a function
    phone.page.locator("#look").click()
    phone.page.wait_for_timeout(200)
    assert not phone.is_open
    phone.page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    phone.page.unroute("**/look/")
    for route in held:
        with suppress(Error):  # its request was given up
            route.continue_()
    phone.page.wait_for_timeout(500)
    assert not phone.is_open
    assert MINE not in phone.everything()


def test_back_and_a_new_tab_are_covered(phones: Handsets) -> None:
    phone = phones().join().chooses("mountain")
    phone.page.goto("/join/")
    phone.page.go_back()
    expect(phone.page.locator("#look")).to_be_visible()
    assert MINE not in phone.everything()
    other = phone.context.new_page()
    for address in (phone.here, f"{phone.here}look/"):
        other.goto(address)
        expect(other.locator("#look")).to_be_visible()
        assert MINE not in other.content()


def test_a_page_that_was_asked_for_open_covers_itself_too(phones: Handsets) -> None:
    phone = phones().join()
    phone.page.evaluate("() => { const f = document.querySelector('.look-form'); f.submit(); }")
    expect(phone.page.locator("#cover")).to_be_visible()
    phone.page.wait_for_url(f"**{phone.here}")
    phone.pick("water").confirm().cover()
    assert MINE not in phone.everything()
    phone.look()
    phone.page.goto("/join/")
    phone.page.go_back()
    expect(phone.page.locator("#look")).to_be_visible()


# --- two devices ---------------------------------------------------------------------------------------


def test_a_reconnect_war_is_none(phones: Handsets, office: Office) -> None:
    """The older phone says when it was replaced, and never takes the seat back by itself."""
    old = phones().join().look()
    new = phones(old.number).join()
    expect(old.part).to_contain_text(re.compile(r"Opened on another device at \d\d:\d\d"))
    expect(old.pill).to_have_text("Ended")
    asked: list[str] = []
    old.page.on("request", lambda request: asked.append(request.url))
    old.page.wait_for_timeout(4_000)
    assert asked == []
    expect(new.part).to_contain_text("You are asked")
    old.page.reload()
    expect(old.page.locator("#to-join")).to_be_visible()
    assert office.count(old.number, "seat.screen_opened") == 2
    new.chooses("water")
    assert office.moves(old.number)[-1] == "5 chooses"


def test_the_older_phone_gets_the_seat_back_with_a_code_of_its_own(phones: Handsets, office: Office) -> None:
    old = phones().join()
    new = phones(old.number).join()
    old.join()
    expect(new.part).to_contain_text("Opened on another device")
    expect(old.part).to_contain_text("You are asked")


def test_giving_it_up(phones: Handsets) -> None:
    phone = phones().join()
    phone.page.locator(".seat-more summary").click()
    phone.page.locator("#give-up").click()
    expect(phone.page.locator("#code")).to_be_visible()
    phone.page.goto(phone.here)
    expect(phone.page.locator("#to-join")).to_be_visible()


# --- the connection ------------------------------------------------------------------------------------


@pytest.fixture
def line(office: Office) -> Iterator[Wire]:
    with wire(office.server.port) as made:
        yield made


def test_without_a_connection_nothing_can_be_sent_and_it_comes_back(line: Wire, phones: Handsets) -> None:
    phone = phones(base_url=line.address)
    phone.join().look().pick("forest")
    line.cut()
    expect(phone.pill).to_contain_text("Reconnecting", timeout=12_000)
    expect(phone.page.locator("#offline")).to_be_visible(timeout=20_000)
    expect(phone.page.locator(".sure")).to_be_disabled()
    line.mend()
    expect(phone.pill).to_contain_text("Live", timeout=20_000)
    expect(phone.page.locator("#offline")).to_be_hidden()


def test_the_room_started_again_lands_on_the_same_state(phones: Handsets, office: Office) -> None:
    phone = phones().join().chooses("desert")
    office.server.restart()
    expect(phone.pill).to_contain_text("Live", timeout=20_000)
    phone.page.reload()
    phone.look()
    expect(phone.part).to_contain_text(MINE)


# --- the tablet that goes round -------------------------------------------------------------------------


def test_the_tablet_goes_round_and_reaches_nothing_of_the_dealers(
    signed_in: Callable[..., BrowserContext], office: Office
) -> None:
    number = office.hunt()
    page = signed_in("nobody").new_page()
    enters(page, "dmitri")
    page.goto(f"/tables/{number}/?panel=phones")
    page.locator("#hand-round").click()
    page.wait_for_url("**/seats/")
    expect(page.locator(".round-seats .is-asked")).to_have_count(3)
    page.go_back()
    page.wait_for_url("**/sign-in/**")
    for address in ("/", f"/tables/{number}/", f"/tables/{number}/hands/", "/floor/"):
        tab = page.context.new_page()
        tab.goto(address)
        tab.wait_for_url("**/sign-in/**")
        tab.close()
    page.goto(f"/tables/{number}/seats/")
    for seat, territory in ((2, "water"), (5, "desert")):
        page.locator(f"#seat-{seat}").click()
        expect(page.locator("#cover")).to_have_count(0)
        assert "pick-" not in page.content()
        page.locator("#look").click()
        page.locator(f"label[for=pick-{territory}], label:has(#pick-{territory})").first.click()
        page.wait_for_timeout(400)
        page.locator(".sure").click()
        expect(page.locator("#hand-on")).to_be_visible()
        expect(page.locator("#cover")).to_have_count(0)
        assert MINE not in page.content()
        page.locator("#hand-on").click()
        page.wait_for_url("**/seats/")
    expect(page.locator(".round-seats .is-asked")).to_have_count(1)
    enters(page, "dmitri")
    page.goto(f"/tables/{number}/")
    expect(page.locator("#status")).to_contain_text("2 of 3 have chosen")
    page.goto(f"/tables/{number}/seats/")
    expect(page.locator("#line")).to_contain_text("does not go round any more")
    assert office.count(number, "tablet.taken_back") == 1


def enters(page: Page, who: str) -> None:
    page.goto("/sign-in/?form")
    page.fill("[name=username]", who)
    page.fill("[name=password]", "low-hand-acts")
    page.locator("main button[type=submit]").click()
    page.wait_for_url(re.compile(r"/(\?.*)?$"))


# --- for everybody --------------------------------------------------------------------------------------


def test_by_the_keyboard_alone(phones: Handsets, office: Office) -> None:
    phone = phones()
    code = office.code(phone.number, 5)
    phone.page.goto("/join/")
    phone.page.locator("#code").focus()
    phone.page.keyboard.type(code)
    phone.page.keyboard.press("Enter")
    expect(phone.part).to_be_visible()
    phone.page.locator("#look").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#cover")).to_be_visible()
    for _ in range(8):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.type") == "radio":
            break
    phone.page.keyboard.press("Space")
    phone.page.keyboard.press("ArrowDown")
    expect(phone.page.locator("#pick-forest")).to_be_checked()
    phone.page.wait_for_timeout(400)
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Enter")
    expect(phone.part).to_contain_text(MINE)
    phone.page.locator("#cover").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#look")).to_be_focused()


def test_nothing_that_axe_finds_and_no_small_target(phones: Handsets, office: Office) -> None:
    phone = phones()
    phone.page.goto("/join/")
    clean(phone.page)
    phone.join()
    clean(phone.page)
    phone.look()
    clean(phone.page)
    phone.pick("water").confirm()
    clean(phone.page)
    phones(phone.number).join()
    expect(phone.pill).to_have_text("Ended")
    clean(phone.page)


def test_what_a_screen_reader_finds_and_where_a_finger_hits(phones: Handsets, office: Office) -> None:
    """The tree of each state is kept; 8 px between any two controls, 44 px each."""
    phone = phones()
    page = phone.page
    page.goto("/join/")
    kept("seat_join", tree(page, "main"))
    phone.join()
    kept("seat_covered", tree(page, "main"))
    phone.look()
    kept("seat_open", tree(page, "main"))
    apart(page)
    phone.pick("water").confirm()
    kept("seat_chosen", tree(page, "main"))
    for seat in (2, 9):
        office.flora.does(phone.number, f"neutral {seat}", reason="the test")
    office.flora.does(phone.number, "2 throw")
    expect(page.locator(".my-bids")).to_be_visible()
    kept("seat_bidding", tree(page, "main"))
    apart(page)
    phones(phone.number).join()
    expect(phone.pill).to_have_text("Ended")
    kept("seat_gone", tree(page, "#seat"))


def apart(page: Page) -> None:
    """No finger that slips a little hits another control."""
    page.set_viewport_size({"width": 320, "height": 640})
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('#seat :is(button, a.button, label)')]
          .filter((e) => e.checkVisibility() && !e.matches('.unseen'))
          .map((e) => { const b = e.getBoundingClientRect();
            return {name: e.id || e.textContent.trim(), x: b.x, y: b.y + scrollY, w: b.width, h: b.height}; })"""
    )
    assert [box["name"] for box in boxes if box["w"] < 43.5 or box["h"] < 43.5] == []
    pairs = [(one, other) for at, one in enumerate(boxes) for other in boxes[at + 1 :]]
    assert [(a["name"], b["name"]) for a, b in pairs if gap(a, b) < 7.5] == []
    page.set_viewport_size({"width": 390, "height": 844})


def test_the_panels_of_the_console(screen: Callable[..., Screen], office: Office) -> None:
    number = office.hunt()
    office.code(number, 5)
    page = screen(number, who="flora")
    for panel in ("phones", "rulings"):
        page.open(f"?panel={panel}")
        clean(page.page)


def test_without_scripts(phones: Handsets, office: Office) -> None:
    phone = phones(java_script_enabled=False)
    phone.scripts = False
    phone.join().page.locator("#look").click()
    phone.pick("desert")
    phone.page.locator(".sure").click()
    expect(phone.page.locator(".seat-asked")).to_contain_text("You have chosen")
    assert MINE not in phone.page.content()
    assert office.moves(phone.number)[-1] == "5 chooses"


def test_the_live_region_says_what_everybody_hears(phones: Handsets) -> None:
    phone = phones().join().chooses("mountain")
    status = phone.page.locator("#status")
    expect(status).to_contain_text("1 of 3 have chosen")
    assert not any(name in status.inner_text().lower() for name in ("you hunt", "choose where"))
