"""What the tablet itself brings: a clock that is wrong, a screen that goes dark, sound that may be held back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.server import HOST

Opened = Callable[..., Screen]
LONG = 40_000
TWO_HOURS = 2 * 60 * 60 * 1000
WRONG_CLOCK = """
window.off = %d;
const Right = Date;
window.Date = class extends Right {
  constructor(...words) { words.length ? super(...words) : super(Right.now() + window.off); }
  static now() { return Right.now() + window.off; }
};"""
LOCKS = """
window.locks = { asked: 0, held: 0 };
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
  window.locks.asked += 1;
  window.locks.held += 1;
  const lock = new EventTarget();
  lock.released = false;
  lock.release = async () => { if (!lock.released) window.locks.held -= 1; lock.released = true; };
  window.lastLock = lock;
  return lock;
} } });"""
TONES = """
window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...words) {
  window.tones.push(this.frequency.value);
  return start.apply(this, words);
};"""
CHIP = "#sound-blocked"


# --- the clock -----------------------------------------------------------------------------------


def shown_time(page: Page) -> timedelta:
    """How far the clock on the screen is from the room's, which is UTC here."""
    hours, minutes, seconds = map(int, page.locator("#clock").inner_text()[:8].split(":"))
    now = datetime.now(UTC)
    shown = now.replace(hour=hours, minute=minutes, second=seconds)
    return min((abs(shown + timedelta(days=days) - now) for days in (-1, 0, 1)), default=timedelta.max)


@pytest.mark.parametrize("off", [TWO_HOURS, -TWO_HOURS])
def test_a_tablet_two_hours_off_shows_the_room_s_time(screen: Opened, office: Office, off: int) -> None:
    page = screen()
    page.page.add_init_script(WRONG_CLOCK % off)
    page.open()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    expect(page.pill).to_have_text("Live")
    assert shown_time(page.page) < timedelta(minutes=1)
    assert page.page.locator("#clock").inner_text().endswith("+0000")
    page.page.context.set_offline(True)
    expect(page.pill).to_have_text("Offline - read only", timeout=LONG)
    since = page.page.locator("#offline").inner_text()
    near = [datetime.now(UTC) - timedelta(seconds=ago) for ago in range(90)]
    assert any(f"{moment:%H:%M:%S}" in since for moment in near), since


@pytest.mark.parametrize("off", [TWO_HOURS, -TWO_HOURS])
def test_a_clock_that_is_set_while_the_page_is_open(screen: Opened, office: Office, off: int) -> None:
    """The tablet finds a time server: neither the clock on the screen nor any age jumps with it."""
    page = screen()
    page.page.add_init_script(WRONG_CLOCK % 0)
    page.open()
    expect(page.pill).to_have_text("Live")
    page.page.evaluate("off => { window.off = off; }", off)
    with page.page.expect_response("**/felt/"):
        pass
    page.page.wait_for_timeout(1_500)
    assert shown_time(page.page) < timedelta(minutes=1)
    expect(page.pill).to_have_text("Live")
    page.page.context.set_offline(True)
    expect(page.pill).to_contain_text("Reconnecting")
    assert int(page.pill.inner_text().split()[1]) < 60


# --- the screen ----------------------------------------------------------------------------------


def test_the_screen_stays_on_while_a_hand_is_open(screen: Opened, office: Office) -> None:
    page = screen()
    page.page.add_init_script(LOCKS)
    page.open()
    assert page.page.evaluate("window.locks.asked") == 0
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.page.wait_for_function("() => window.locks.held === 1")
    office.dana.does(page.number, "2 fold", "5 fold")
    page.says("wins")
    assert page.page.evaluate("window.locks") == {"asked": 1, "held": 1}
    office.dana.does(page.number, "pay")
    page.says("Paid")
    page.page.wait_for_function("() => window.locks.held === 0")


def test_a_lock_that_the_browser_took_away_is_asked_for_again(screen: Opened, office: Office) -> None:
    page = screen()
    page.page.add_init_script(LOCKS)
    page.open()
    office.dealt(page.number)
    page.page.wait_for_function("() => window.locks.held === 1")
    page.page.evaluate("window.lastLock.release()")
    page.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.page.wait_for_function("() => window.locks.asked === 2 && window.locks.held === 1")


@pytest.mark.parametrize(
    "given",
    [
        "Object.defineProperty(navigator, 'wakeLock', { value: undefined });",
        "Object.defineProperty(navigator, 'wakeLock', { value: { request: () => Promise.reject(new Error('no')) } });",
    ],
)
def test_a_tablet_that_cannot_stay_on_is_used_all_the_same(
    screen: Opened, office: Office, given: str
) -> None:
    page = screen()
    page.page.add_init_script(given)
    page.open()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.tap("#fold").says("Seat 5, Maria, to act")
    expect(page.notice).to_be_empty()


# --- sound ---------------------------------------------------------------------------------------


def test_it_is_silent_unless_somebody_asked_for_sound(screen: Opened, office: Office) -> None:
    page = screen()
    page.page.add_init_script(TONES)
    page.open()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    office.dana.does(page.number, "call", reason="decision")
    page.page.wait_for_function("() => document.querySelector('#table').dataset.called")
    assert page.page.evaluate("window.tones") == []
    expect(page.page.locator(CHIP)).to_be_hidden()


@pytest.fixture
def loud(screen: Opened, office: Office) -> Screen:
    """A table on a tablet whose people asked for sound."""
    page = screen()
    cookie = {"name": "screen", "value": "sound-on", "domain": HOST, "path": "/"}
    page.page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.page.add_init_script(TONES)
    return page.open()


def test_what_somebody_else_does_is_heard(loud: Screen, office: Office) -> None:
    loud.page.mouse.click(2, 300)
    expect(loud.page.locator(CHIP)).to_be_hidden()
    loud.tap("#primary").says("Posting")
    loud.page.wait_for_timeout(500)
    assert loud.page.evaluate("window.tones") == [], "what one does oneself makes no sound"
    office.dana.does(loud.number, "post 2 5 9")
    loud.says("is dealt next")
    loud.page.wait_for_function("() => window.tones.length === 2")
    office.dana.does(loud.number, "call", reason="decision")
    loud.page.wait_for_function("() => window.tones.length === 5")
    loud.page.context.set_offline(True)
    expect(loud.page.locator("#offline")).to_be_visible(timeout=LONG)
    loud.page.wait_for_function("() => window.tones.length === 8")


def test_sound_that_the_browser_holds_back_is_said_and_let_out_by_a_tap(loud: Screen, office: Office) -> None:
    """A fresh tablet that nobody has touched: the call is seen, and not heard before the first tap."""
    expect(loud.page.locator(CHIP)).to_have_text("Sound is blocked: tap to allow")
    office.dana.does(loud.number, "call", reason="decision")
    expect(loud.page.locator("#table[data-called='1']")).to_be_attached()
    expect(loud.page.locator("#log p").last).to_contain_text("The floor is called")
    loud.page.mouse.click(2, 300)
    expect(loud.page.locator(CHIP)).to_be_hidden()
    office.flora.does(loud.number, "answered")
    office.dana.does(loud.number, "call", reason="decision")
    loud.page.wait_for_function("() => window.tones.length === 3")


def test_the_chip_itself_lets_it_out_by_key(loud: Screen) -> None:
    loud.page.locator(CHIP).focus()
    loud.page.keyboard.press("Enter")
    expect(loud.page.locator(CHIP)).to_be_hidden()
