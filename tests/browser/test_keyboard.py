"""The dealer's screen without a pointer: keys that do a thing at once, and the long way round without them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.office import Office
from tests.browser.screen import Screen

Opened = Callable[..., Screen]


def press(page: Screen, *keys: str) -> None:
    """Press keys of which the last one sends a command."""
    page.settle()
    for key in keys[:-1]:
        page.page.keyboard.press(key)
    page.answered(lambda: page.page.keyboard.press(keys[-1]))


def test_a_whole_hand_by_keyboard_alone(screen: Opened, office: Office) -> None:
    page = screen()
    press(page, "n")
    page.says("Posting: 3 seats")
    press(page, "n")
    page.settle()
    for card in ("td", "as", "qh", "8c", "0c", "qs"):
        press(page, *card)
    page.says("Seat 2, Ada, to act")
    press(page, "f")
    page.says("Seat 5, Maria, to act")
    press(page, "3")
    press(page, "a", "h")
    page.says("A♥ beats")
    press(page, "1")
    press(page, "Q", "C")
    press(page, "2")
    press(page, "9", "c")
    press(page, "2", "s")
    page.says("Seat 9, Otis wins $45")
    press(page, "n")
    page.says("Paid: seat 9 gets $45")
    assert office.hand(page.number)["settled"]


def test_a_hand_by_tab_enter_and_arrows_with_the_keys_switched_off(screen: Opened, office: Office) -> None:
    page = screen()
    page.page.keyboard.press("?")
    expect(page.page.locator("#panel-title")).to_be_focused()
    page.settle()
    page.page.get_by_role("button", name="Keys are on").focus()
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("button", name="Keys are off")).to_have_attribute("aria-pressed", "false")
    expect(page.page.locator("#panel-title")).to_be_focused()
    page.settle()
    page.page.locator("#panel-close").focus()
    page.page.keyboard.press("Enter")
    expect(page.page.locator("#tool-rules")).to_be_focused()
    page.settle()
    before = office.facts(page.number)
    page.page.keyboard.press("n")
    page.page.wait_for_timeout(200)
    assert office.facts(page.number) == before
    tab_to(page, "#primary")
    press(page, "Enter")
    tab_to(page, "#primary")
    press(page, "Enter")
    page.page.locator(".pad").wait_for()
    tab_to(page, ".key")
    expect(page.key("2s")).to_be_focused()
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowDown")
    press(page, "Enter")
    expect(page.key("4h")).to_be_focused()
    press(page, "Space")
    assert office.moves(page.number) == ["card 3h", "card 4h"]
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.closest('.pad')") is None, "the pad is one stop"


def tab_to(page: Screen, selector: str) -> None:
    """Tab until the focus is there."""
    page.settle()
    for _ in range(60):
        page.page.keyboard.press("Tab")
        if page.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached")


def test_taking_back_by_keyboard(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    press(page, "f")
    page.settle()
    page.page.keyboard.press("u")
    expect(page.page.locator("#panel-title")).to_be_focused()
    page.settle()
    last = office.hand(page.number)["moves"][-1]["n"]
    tab_to(page, f"#undo-{last}")
    press(page, "Enter")
    page.says("Seat 2, Ada, to act")
    expect(page.page.locator("#tool-undo")).to_be_focused()
    assert office.hand(page.number)["undone"][0]["reason"] == "Tapped by mistake"


def test_keys_do_nothing_while_something_is_typed(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.panel("seats")
    before = office.facts(page.number)
    page.page.locator("#alias-7").press_sequentially("Finn 123?u")
    expect(page.page.locator("#alias-7")).to_have_value("Finn 123?u")
    assert office.facts(page.number) == before
    page.page.locator("#panel-close").focus()
    page.page.keyboard.press("Control+f")
    page.page.keyboard.press("Alt+1")
    assert office.facts(page.number) == before


def test_a_key_held_down_presses_once(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.settle()
    for _ in range(6):
        page.page.keyboard.down("f")
    page.says("Seat 5, Maria, to act")
    page.settle()
    page.page.keyboard.down("f")
    page.page.keyboard.up("f")
    page.page.wait_for_timeout(200)
    assert office.moves(page.number)[-1] == "2 fold"


def test_enter_in_a_text_field_presses_no_button(screen: Opened, office: Office) -> None:
    page = screen(who="flora")
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    before = office.facts(page.number)
    card = office.hand(page.number)["moves"][0]["n"]
    for query, field in (
        *(("undo", "#reason-text"), ("dispute", "#reason-text"), ("rulings", "#ruling-reason")),
        *(("rulings", "#ruling-rule"), (f"correct&n={card}", "#reason-text")),
    ):
        page.open(f"?panel={query}")
        page.page.locator(field).fill("because")
        page.page.locator(field).press("Enter")
        page.page.wait_for_timeout(150)
        expect(page.page.locator(field)).to_have_value("because")
    assert office.facts(page.number) == before


def test_the_evening_around_the_hands_by_keyboard_alone(screen: Opened, office: Office) -> None:
    """Call the floor, count the stub, pause and go on, look at the last hands, choose another deck."""
    page = screen()
    office.floor(f"watch {page.number}", count_every="1", display_delay="0")
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    page.settle()
    page.page.keyboard.press("l")
    expect(page.page.locator("#panel-title")).to_be_focused()
    press(page, "2")
    expect(page.status).to_contain_text(": Fill")
    expect(page.page.locator("#tool-call")).to_contain_text("Floor called")
    press(page, "f")
    press(page, "n")
    page.says("Paid: seat 9")
    expect(page.page.locator("#stub")).to_contain_text("Count the stub: 46 cards expected")
    press(page, "c")
    expect(page.page.locator("#stub")).to_contain_text("Stub counted: 46, as expected.")
    by_tab(page, "#tool-pause")
    expect(page.page.locator("#panel-title")).to_be_focused()
    press(page, "1")
    page.says("Paused: Shuffler")
    press(page, "n")
    by_tab(page, "#tool-last")
    expect(page.page.locator(".last-hand")).to_have_count(1)
    page.page.keyboard.press("Escape")
    expect(page.page.locator("#tool-last")).to_be_focused()
    by_tab(page, "#tool-screen")
    tab_to(page, "#look-deck-two")
    with page.page.expect_navigation():
        page.page.keyboard.press("Enter")
    page.settle()
    expect(page.page.locator("html")).to_have_attribute("data-deck", "two")
    page.page.keyboard.press("Escape")
    press(page, "n")
    page.says("Posting: 3 seats")
    assert office.count(page.number, "table.resumed") == 1


def by_tab(page: Screen, selector: str) -> None:
    """Tab to a control and press Enter on it."""
    tab_to(page, selector)
    page.page.keyboard.press("Enter")
    page.page.wait_for_timeout(100)
    page.settle()
