"""People at a table's tablet: who deals changes in three taps, a badge needs none, and nothing is done for another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from cardroom.management.commands.demo_room import KEYS
from tests.browser.office import Office
from tests.browser.paired import Tablet
from tests.browser.screen import Screen
from tests.browser.test_access import clean

Paired = Callable[..., Tablet]
Opened = Callable[..., Screen]
BADGES = {username: badge for username, (_pin, badge) in KEYS.items()}


@pytest.fixture
def paired(signed_in: Callable[..., BrowserContext], office: Office) -> Paired:
    """Makes tablets, each at a table of its own unless told otherwise."""

    def tablet(number: int | None = None, label: str = "", **about: object) -> Tablet:
        found = office.table() if number is None else number
        return Tablet(signed_in("nobody", **about), office, found, label)

    return tablet


def test_a_relief_in_mid_hand_is_three_taps_beside_the_digits(paired: Paired) -> None:
    """Dana deals and sells two cards, Dmitri takes over, sells on and awards: each event is whose it is."""
    tablet = paired()
    screen = tablet.enter("dana")
    screen.deal("Td As Qh 8c Tc Qs").tap("#fold").tap("#buy-3")
    screen.cards("Ah").tap("#buy-2")
    taps = tablet.count_taps()
    tablet.page.locator("#switch").click()
    tablet.page.wait_for_url(tablet.chair)
    expect(tablet.page.locator(".chair-head")).to_contain_text("In the chair: Dana Reyes since")
    expect(tablet.page.locator(".chair-head")).to_contain_text("A hand is open")
    tablet.choose("dmitri")
    tablet.page.keyboard.type(KEYS["dmitri"][0])
    with tablet.page.expect_navigation():
        tablet.page.locator("#chair-ok").click()
    assert len(taps) == 3, taps
    screen = tablet.screen()
    expect(tablet.operator).to_have_text("Dmitri Sokolov")
    screen.says("Card 1 of 2")
    screen.cards("4d", "Qc").tap("#fold").says("wins")
    screen.tap("#primary").says("Paid")
    done = tablet.authors("hand.", "fee.")
    people = [name for name, _terminal in done]
    first = people.index("Dmitri Sokolov")
    assert set(people[:first]) == {"Dana Reyes"}
    assert set(people[first:]) == {"Dmitri Sokolov"}
    assert len({terminal for _name, terminal in done}) == 1
    assert len(people[first:]) >= 4, done


def test_digits_are_typed_pasted_or_tapped(paired: Paired) -> None:
    tablet = paired()
    page = tablet.page
    page.evaluate("document.activeElement.blur()")
    tablet.choose("dana")
    page.keyboard.type("25")
    page.locator("[data-digit='8']").click()
    page.locator("[data-digit='8']").click()
    page.get_by_label("Delete the last digit").click()
    expect(page.locator("#pin")).to_have_value("258")
    page.locator("#pin").evaluate("field => { field.focus(); field.select(); }")
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "2580");
            const field = document.getElementById("pin");
            const taken = !field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));
            window.pasteRefused = taken;
        }"""
    )
    assert page.evaluate("window.pasteRefused") is False, "nothing stands in the way of a paste"
    page.locator("#pin").fill("2580")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{tablet.number}/")
    expect(tablet.operator).to_have_text("Dana Reyes")


def test_everything_by_keyboard(paired: Paired) -> None:
    tablet = paired()
    page = tablet.page
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'person'"):
            break
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".person", has_text="Dmitri Sokolov").locator("input")).to_be_checked()
    page.keyboard.type(KEYS["dmitri"][0])
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{tablet.number}/")
    expect(tablet.operator).to_have_text("Dmitri Sokolov")


def test_a_badge_on_the_chair_page_needs_no_tap(paired: Paired) -> None:
    tablet = paired()
    taps = tablet.count_taps()
    tablet.wave(BADGES["dana"])
    tablet.page.wait_for_url(f"**/tables/{tablet.number}/")
    expect(tablet.operator).to_have_text("Dana Reyes")
    assert taps == []


def test_no_letter_of_a_badge_presses_a_key_of_the_console(paired: Paired, office: Office) -> None:
    """The code is made of the console's keys: fold, buy, undo, call, help, a card."""
    office._manage("set_pin", "dmitri", "--badge", "FL123UN?QD")
    tablet = paired()
    screen = tablet.enter("dana")
    screen.deal("Td As Qh 8c Tc Qs").says("to act")
    before = office.facts(tablet.number)
    tablet.wave("FL123UN?QD")
    expect(tablet.operator).to_have_text("Dmitri Sokolov")
    screen.settle()
    new = [body for _seq, body in office.facts(tablet.number)[len(before) :]]
    assert len(new) == 1
    assert '"type":"chair.taken"' in new[0]
    expect(tablet.page.locator("#table")).to_have_attribute("data-panel", "")
    screen.tap("#fold")
    assert tablet.authors("hand.folded")[-1][0] == "Dmitri Sokolov"
    office._manage("set_pin", "dmitri", "--badge", BADGES["dmitri"])


def test_an_answer_from_before_the_badge_does_not_ask_for_a_pin(paired: Paired, office: Office) -> None:
    tablet = paired()
    page = tablet.enter("dana").page
    signing: list[Route] = []
    out = {"HX-Trigger": '{"signed-out": {"url": "/sign-in/", "why": ""}}'}

    def hold(route: Route) -> None:
        signing.append(route)

    page.route("**/chair/", hold)
    page.route("**/felt/", lambda route: route.fulfill(status=401, headers=out, body="out"))
    tablet.wave(BADGES["dmitri"])
    expect(page.locator("#connection")).to_have_attribute("data-state", "offline", timeout=10_000)
    page.unroute("**/felt/")
    signing[0].continue_()
    expect(tablet.operator).to_have_text("Dmitri Sokolov")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live", timeout=10_000)
    expect(tablet.dialog).to_be_hidden()


def test_a_badge_does_not_land_in_a_field_and_a_mark_typed_by_hand_does(
    paired: Paired, office: Office
) -> None:
    tablet = paired()
    screen = tablet.enter("dana")
    screen.panel("seats")
    field = tablet.page.locator("#alias-7")
    field.press_sequentially("Max; o", delay=600)
    expect(field).to_have_value("Max; o")
    tablet.wave(BADGES["dmitri"])
    expect(tablet.operator).to_have_text("Dmitri Sokolov")
    expect(tablet.page.locator("#alias-7")).to_have_value("Max; o")
    tablet.page.keyboard.press("Escape")


def test_an_unknown_badge_and_a_broken_one_do_nothing(paired: Paired, office: Office) -> None:
    tablet = paired()
    screen = tablet.enter("dana")
    screen.tap("#primary").says("Posting")
    before = office.facts(tablet.number)
    tablet.wave("NOBODY-77")
    expect(screen.notice).to_contain_text("This badge opens nothing here")
    expect(tablet.operator).to_have_text("Dana Reyes")
    tablet.page.keyboard.type(";NN", delay=3)
    tablet.page.wait_for_timeout(2_300)
    assert office.facts(tablet.number) == before
    tablet.page.locator("#status").focus()
    screen.settle()
    screen.answered(lambda: tablet.page.keyboard.press("n"))
    screen.says("Card 1 of 6")


def test_five_wrong_pins_lock_and_the_floor_is_told_and_unlocks(
    paired: Paired, signed_in: Callable[..., BrowserContext]
) -> None:
    tablet = paired()
    office_page = signed_in("flora").new_page()
    office_page.goto("/floor/")
    expect(office_page.locator(".alert", has_text=tablet.label)).to_have_count(0)
    for _ in range(5):
        tablet.choose("dmitri")
        tablet.digits("9999")
        with tablet.page.expect_navigation():
            tablet.page.locator("#chair-ok").click()
    expect(tablet.page.locator("#chair-refusal")).to_contain_text("Too many wrong tries")
    alert = office_page.locator(".alert", has_text=tablet.label)
    expect(alert).to_contain_text("Dmitri Sokolov")
    alert.get_by_role("button", name="Unlock").click()
    expect(office_page.locator(".alert", has_text=tablet.label)).to_have_count(0)
    tablet.enter("dmitri")
    expect(tablet.operator).to_have_text("Dmitri Sokolov")


def test_a_pin_of_another_table_s_dealer_is_refused_with_the_reason(paired: Paired) -> None:
    far = paired()
    far.enter("dmitri").tap("#primary").says("Posting")
    near = paired()
    near.enter("dana")
    near.page.locator("#switch").click()
    near.choose("dmitri")
    near.digits(KEYS["dmitri"][0])
    near.page.locator("#chair-ok").click()
    expect(near.page.locator("#chair-refusal")).to_contain_text(f"is in the chair of T{far.number}")
    expect(near.operator).to_have_text("Dana Reyes")
    near.page.get_by_role("link", name="Back to the table").click()
    near.screen().tap("#primary").says("Posting")
    assert near.authors("hand.opened")[0][0] == "Dana Reyes"


def test_a_floor_manager_looks_and_rules_or_takes_the_chair(paired: Paired) -> None:
    tablet = paired()
    tablet.enter("dana").tap("#primary").says("Posting")
    tablet.page.locator("#switch").click()
    tablet.choose("flora")
    expect(tablet.page.get_by_label("Only look and rule")).to_be_checked()
    tablet.digits(KEYS["flora"][0])
    tablet.page.locator("#chair-ok").click()
    expect(tablet.page.locator("#chair")).to_contain_text("Controlled by Dana Reyes at")
    expect(tablet.page.locator("#primary")).to_be_disabled()
    screen = tablet.screen().panel("dispute")
    screen.tap("button.danger").says("Disputed")
    tablet.page.locator("#switch").click()
    tablet.choose("flora")
    tablet.page.get_by_label("Take the chair").check()
    tablet.digits(KEYS["flora"][0])
    tablet.page.locator("#chair-ok").click()
    expect(tablet.page.locator("#chair")).to_be_hidden()
    assert tablet.authors("chair.taken")[-1][0] == "Flora Nguyen"


def test_nobody_signs_out_of_an_open_hand(paired: Paired) -> None:
    tablet = paired()
    screen = tablet.enter("dana").tap("#primary")
    tablet.page.get_by_role("button", name="Sign out").click()
    expect(tablet.page.locator("#notice")).to_contain_text("A hand is open: a relief takes the chair first.")
    expect(tablet.operator).to_have_text("Dana Reyes")
    expect(tablet.page.locator("#switch")).to_be_visible()
    screen.says("Posting")


# --- what axe finds, and the size of what is tapped ----------------------------------------------


def test_the_pages_and_the_dialog_are_clean(
    paired: Paired, signed_in: Callable[..., BrowserContext], office: Office
) -> None:
    tablet = paired()
    clean(tablet.page)
    tablet.choose("flora")
    tablet.digits("99")
    with tablet.page.expect_navigation():
        tablet.page.locator("#chair-ok").click()
    clean(tablet.page)
    keys = tablet.page.locator(".pin-pad button")
    boxes = [box for box in (keys.nth(n).bounding_box() for n in range(12)) if box]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 64
    assert boxes[1]["x"] - boxes[0]["x"] - boxes[0]["width"] >= 8
    assert boxes[3]["y"] - boxes[0]["y"] - boxes[0]["height"] >= 8
    tablet.enter("dana").tap("#primary")
    podium = signed_in("dmitri").new_page()
    podium.goto(f"/tables/{tablet.number}/")
    expect(podium.locator("#take-over")).to_be_visible()
    clean(podium)
    tablet.page.goto("/")
    clean(tablet.page)
    tablet.page.goto(f"/tables/{tablet.number}/")
    tablet.ended()
    expect(tablet.dialog).to_be_visible(timeout=8_000)
    clean(tablet.page)
    office_page = signed_in("flora").new_page()
    for path in ("/my/pin/", "/floor/", f"/tables/{tablet.number}/chair/"):
        office_page.goto(path)
        clean(office_page)


# --- a session that ends -------------------------------------------------------------------------


def test_a_session_that_ends_asks_for_the_pin_over_the_felt_and_offers_the_action_again(
    paired: Paired, office: Office
) -> None:
    tablet = paired()
    screen = tablet.enter("dana")
    screen.deal("Td As Qh 8c Tc Qs").tap("#fold").says("Seat 5, Maria, to act")
    seen = len(office.facts(tablet.number))
    tablet.ended("#buy-2")
    expect(tablet.dialog).to_be_visible()
    expect(tablet.dialog).to_contain_text("Your session has ended")
    expect(screen.seat(9).locator(".card")).to_have_count(2)
    expect(screen.seat(9)).to_be_visible()
    assert tablet.page.evaluate("document.querySelector('#fold').matches(':modal, dialog *')") is False
    expect(tablet.page.locator("#pin")).to_be_focused()
    tablet.page.keyboard.type("9999")
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator("#chair-refusal")).to_contain_text("This PIN is wrong")
    tablet.digits(KEYS["dana"][0])
    tablet.page.locator("#chair-ok").click()
    expect(tablet.dialog).to_be_hidden()
    expect(tablet.page.locator("#pending")).to_contain_text("Buy 2")
    tablet.page.wait_for_timeout(1_000)
    assert len(office.facts(tablet.number)) == seen, "nothing is sent by itself"
    screen.answered(lambda: tablet.page.locator("#pending-retry").click())
    screen.says("Seat 5, Maria bought 2", "Card 1 of 2")
    assert office.count(tablet.number, "hand.bought") == 1
    expect(screen.pill).to_have_text("Live", timeout=20_000)
    screen.cards("Ah").says("A♥ beats")


def test_another_person_is_not_offered_what_was_not_his(paired: Paired, office: Office) -> None:
    tablet = paired()
    screen = tablet.enter("dana")
    screen.deal("Td As Qh 8c Tc Qs").tap("#fold").says("Seat 5, Maria, to act")
    tablet.ended("#buy-2")
    expect(tablet.dialog).to_be_visible()
    tablet.choose("dmitri")
    tablet.digits(KEYS["dmitri"][0])
    tablet.page.locator("#chair-ok").click()
    expect(tablet.dialog).to_be_hidden()
    expect(tablet.operator).to_have_text("Dmitri Sokolov")
    expect(tablet.page.locator("#pending")).to_be_hidden()
    screen.says("Seat 5, Maria, to act")
    screen.tap("#buy-1").says("Card 1 of 1")
    assert tablet.authors("hand.bought") == [("Dmitri Sokolov", tablet.authors("hand.opened")[0][1])]


def test_polling_finds_the_end_too_and_a_badge_goes_on(paired: Paired) -> None:
    tablet = paired()
    screen = tablet.enter("dana").tap("#primary")
    tablet.ended()
    expect(tablet.dialog).to_be_visible(timeout=8_000)
    tablet.wave(BADGES["dana"])
    expect(tablet.dialog).to_be_hidden()
    screen.settle()
    screen.tap("#primary").says("Card 1 of 6")


def test_no_key_reaches_the_felt_behind_the_dialog(paired: Paired, office: Office) -> None:
    """Digits typed on a name are the PIN's; behind it `2` buys and `f` folds."""
    tablet = paired()
    screen = tablet.enter("dana")
    screen.deal("Td As Qh 8c Tc Qs").says("to act")
    before = office.facts(tablet.number)
    tablet.ended()
    expect(tablet.dialog).to_be_visible(timeout=8_000)
    tablet.dialog.locator(".person input:checked").focus()
    tablet.page.keyboard.type("fu?" + KEYS["dana"][0])
    expect(tablet.page.locator("#pin")).to_have_value(KEYS["dana"][0])
    tablet.page.keyboard.press("Enter")
    expect(tablet.dialog).to_be_hidden()
    expect(tablet.page.locator("#pending")).to_be_hidden()
    screen.settle()
    assert office.facts(tablet.number) == before
    assert tablet.page.url.endswith(f"/tables/{tablet.number}/")


def test_a_dialog_that_is_closed_can_be_opened_again(paired: Paired) -> None:
    tablet = paired()
    screen = tablet.enter("dana")
    tablet.ended()
    expect(tablet.dialog).to_be_visible(timeout=8_000)
    tablet.page.keyboard.press("Escape")
    expect(tablet.dialog).to_be_hidden()
    expect(screen.notice).to_contain_text("Nobody is signed in at this screen")
    tablet.page.locator("#sign-in-again").click()
    expect(tablet.dialog).to_be_visible()
    tablet.digits(KEYS["dana"][0])
    tablet.page.locator("#chair-ok").click()
    expect(tablet.dialog).to_be_hidden()
    expect(screen.notice).to_be_empty()


def test_a_deactivated_dealer_s_screen_asks_for_a_relief(paired: Paired, office: Office) -> None:
    office.person("newman")
    office._manage("set_pin", "newman", "--pin", "1928")
    tablet = paired()
    tablet.page.reload()
    tablet.page.locator(".person", has_text="Newman").click()
    tablet.digits("1928")
    tablet.page.locator("#chair-ok").click()
    tablet.page.wait_for_url(f"**/tables/{tablet.number}/")
    screen = tablet.screen().tap("#primary")
    office.deactivate("newman")
    expect(tablet.dialog).to_contain_text(
        "This account was deactivated; another dealer takes over.", timeout=8_000
    )
    expect(tablet.dialog.locator(".person", has_text="Newman")).to_have_count(0)
    tablet.choose("dana")
    tablet.digits(KEYS["dana"][0])
    tablet.page.locator("#chair-ok").click()
    expect(tablet.dialog).to_be_hidden()
    screen.settle()
    screen.tap("#primary").says("Card 1 of 6")
    assert [name for name, _ in tablet.authors("chair.taken")] == ["Newman", "Dana Reyes"]


# --- two devices ---------------------------------------------------------------------------------


def test_two_tablets_one_controls_the_other_looks_on_and_takes_over(paired: Paired, office: Office) -> None:
    one = paired()
    first = one.enter("dana").tap("#primary")
    two = paired(one.number, "T podium")
    two.choose("dmitri")
    two.digits(KEYS["dmitri"][0])
    two.page.locator("#chair-ok").click()
    second = two.screen()
    expect(one.page.locator("#chair")).to_contain_text("Controlled by Dmitri Sokolov at T podium since")
    expect(first.notice).to_contain_text("Dmitri Sokolov took over at")
    expect(one.page.locator("#primary")).to_be_disabled()
    one.page.wait_for_timeout(4_000)
    assert len(one.authors("chair.taken")) == 2, "it does not fight back"
    second.tap("#primary").says("Card 1 of 6")
    first.says("Card 1 of 6")
    first.settle()
    first.answered(lambda: one.page.locator("#take-over").click())
    expect(one.page.locator("#chair")).to_be_hidden()
    expect(two.page.locator("#chair")).to_contain_text(f"Controlled by Dana Reyes at {one.label} since")
    first.cards("Td", "As")
    expect(second.seat(5).locator(".card")).to_have_count(1)
    assert [name for name, _ in one.authors("chair.taken")] == ["Dana Reyes", "Dmitri Sokolov", "Dana Reyes"]
    assert {name for name, _ in one.authors("hand.card_dealt")} == {"Dana Reyes"}


def test_a_tap_during_a_change_of_dealer_is_nobody_else_s(paired: Paired, office: Office) -> None:
    """Dana's finger comes down on a page that she left open while Dmitri signed in beside it."""
    tablet = paired()
    screen = tablet.enter("dana")
    screen.deal("Td As Qh 8c Tc Qs").says("to act")
    beside = tablet.page.context.new_page()
    screen.page.route("**/felt/**", lambda route: route.abort())
    screen.page.route("**/live/**", lambda route: route.abort())
    beside.goto(tablet.chair)
    beside.locator(".person", has_text="Dmitri Sokolov").click()
    beside.fill("#pin", KEYS["dmitri"][0])
    beside.locator("#chair-ok").click()
    beside.wait_for_url(f"**/tables/{tablet.number}/")
    before = office.facts(tablet.number)
    screen.settle()
    screen.page.locator("#use-here").click()
    screen.answered(lambda: screen.page.locator("#fold").click())
    expect(screen.notice).to_contain_text("This page is out of date")
    assert office.facts(tablet.number) == before
    screen.page.unroute("**/felt/**")
    screen.page.unroute("**/live/**")
    expect(tablet.operator).to_have_text("Dmitri Sokolov", timeout=15_000)


def test_a_session_by_password_at_an_unpaired_screen_keeps_its_link(screen: Opened, office: Office) -> None:
    page = screen()
    page.tap("#primary").says("Posting")
    page.page.context.clear_cookies(name="sessionid")
    expect(page.page.locator("#sign-in-again")).to_be_visible(timeout=8_000)
    expect(page.page.locator("#pin-dialog")).to_be_hidden()
    assert "/sign-in/?next=/tables/" in (page.page.locator("#sign-in-again").get_attribute("href") or "")


def test_an_unpaired_tablet_asks_for_a_password(paired: Paired, office: Office) -> None:
    tablet = paired()
    screen = tablet.enter("dana")
    (terminal,) = office.room.rows(
        f"SELECT terminal FROM tables_pairedterminal WHERE table_id = {tablet.number}"  # noqa: S608
    )[0]
    office.floor(f"unpair {terminal}")
    expect(tablet.page.locator("#sign-in-again")).to_be_visible(timeout=8_000)
    expect(tablet.dialog).to_be_hidden()
    screen.says("No hand is open")


# --- the end of a session ------------------------------------------------------------------------


def test_who_does_nothing_is_warned_and_stays_with_one_tap(
    signed_in: Callable[..., BrowserContext], office: Office
) -> None:
    page = signed_in("flora").new_page()
    page.route("**/session/left/", lambda route: route.fulfill(json={"left": 200}))
    page.clock.install()
    page.goto("/floor/")
    expect(page.locator("#session-warning")).to_have_count(0)
    page.clock.fast_forward("11:58:00")
    expect(page.locator("#session-warning")).to_contain_text("Minutes until you are signed out: 4.")
    page.unroute("**/session/left/")
    with page.expect_response("**/session/stay/") as answer:
        page.locator("#session-stay").click()
    assert answer.value.status == 200
    expect(page.locator("#session-warning")).to_have_count(0)
