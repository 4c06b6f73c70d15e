"""What a page can send that is wrong: a clear message, and the state untouched."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.office import Office
from tests.browser.screen import Screen

Opened = Callable[..., Screen]
FORGED = {
    "a boxed card while none is due": ("scrap 2c", "A boxed card is set aside only while a card is due"),
    "a wrong number": ("5 buy 03", "'03' is not a number from 1 to 3"),
    "buying more than three": ("5 buy 4", "'4' is not a number from 1 to 3"),
    "an action out of turn": ("9 buy 1", "Seat 5 acts now, not seat 9"),
    "a card that nobody waits for": ("card 2c", "No card is due: seat 5 folds or buys first"),
    "a seat that is not in": ("7 fold", "Seat 7 is not dealt into this hand"),
    "a misdeal after a fold": ("misdeal", "A misdeal is possible only until the first fold"),
    "no action at all": ("", "An action is words parted by single spaces"),
    "something else": ("5 raise 9", "'raise' is no action here"),
}


@pytest.fixture
def page(screen: Opened, office: Office) -> Screen:
    """Seat 2 has folded, seat 5 has to decide."""
    page = screen()
    office.dana.does(page.number, "chair")
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    return page


def test_what_no_button_offers_is_refused_with_its_reason(page: Screen, office: Office) -> None:
    before = office.facts(page.number)
    for what, (action, said) in FORGED.items():
        assert page.forge(action, reason="because") == 422, what
        expect(page.notice, what).to_contain_text(said)
        page.page.locator(".notice-close").click()
        expect(page.notice).to_be_empty()
    page.says("Seat 5, Maria, to act")
    assert office.facts(page.number) == before


def test_an_unknown_card(page: Screen, office: Office) -> None:
    page.tap("#buy-3")
    page.page.locator(".pad").wait_for()
    before = office.facts(page.number)
    assert page.forge("card 1x") == 422
    expect(page.notice).to_contain_text("'1x' is no card: rank 23456789TJQKA and suit c, d, h or s, as in Qh")
    assert office.facts(page.number) == before


def test_a_card_that_is_out_is_struck_and_says_where_it_lies(page: Screen, office: Office) -> None:
    page.tap("#buy-3")
    page.page.locator(".pad").wait_for()
    expect(page.key("Qs")).to_be_disabled()
    expect(page.key("Qs")).to_have_text(re.compile("queen of spades, with seat 9"))
    before = office.facts(page.number)
    page.settle()
    page.key("Qs").evaluate("key => { key.disabled = false; }")
    page.answered(lambda: page.key("Qs").click())
    expect(page.notice).to_contain_text("Qs lies with seat 9")
    assert office.facts(page.number) == before


def test_buying_more_than_may_still_be_received(screen: Opened, office: Office) -> None:
    page = screen()
    office.dana.does(page.number, "chair")
    office.dealt(page.number, "2 fold", "5 buy 1", "card Ah", "9 buy 1", "card Qd")
    page.says("Seat 5, Maria, to act")
    expect(page.page.locator(".buy.is-shut")).to_contain_text("holds 3 cards and can receive 2 more")
    before = office.facts(page.number)
    assert page.forge("5 buy 3") == 422
    expect(page.notice).to_contain_text("holds 3 cards and can receive 2 more")
    assert office.facts(page.number) == before


def test_the_last_live_hand_cannot_be_folded(page: Screen, office: Office) -> None:
    page.tap("#fold").says("Seat 9, Otis wins $15")
    before = office.facts(page.number)
    assert page.forge("9 fold") == 422
    expect(page.notice).to_contain_text("The hand is over")
    assert office.facts(page.number) == before


def test_a_hand_for_fewer_than_two_is_not_opened(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (4,)})
    office.dana.does(page.number, "chair")
    expect(page.page.locator("#primary")).to_be_disabled()
    expect(page.page.locator("#open-about")).to_have_text("A hand needs at least 2 seats that are in.")
    before = office.facts(page.number)
    assert page.forge("open") == 422
    expect(page.notice).to_contain_text("This table deals to 2 to 10 seats; 1 would be in")
    assert office.facts(page.number) == before


def test_an_eleventh_seat_is_refused(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": range(1, 11)})
    before = office.facts(page.number)
    assert page.forge("sit 11", alias="Eleven") == 422
    expect(page.notice).to_contain_text("'11' is not a number from 1 to 10")
    assert office.facts(page.number) == before


@pytest.mark.parametrize(
    ("alias", "said"),
    [
        ("", "A seat is taken by a name; it cannot be empty."),
        (" \u200d ", "A seat is taken by a name; it cannot be empty."),
        ("x" * 61, "A name has at most 60 characters; this one has 61."),
    ],
    ids=["empty", "nothing to be seen", "too long"],
)
def test_an_alias_that_is_none(screen: Opened, office: Office, alias: str, said: str) -> None:
    page = screen()
    page.panel("seats")
    before = office.facts(page.number)
    page.page.fill("#alias-7", alias)
    page.tap("#sit-7")
    expect(page.notice).to_contain_text(said)
    expect(page.page.locator("#alias-7")).to_have_value(alias)
    assert office.facts(page.number) == before


@pytest.mark.parametrize(
    ("alias", "shown", "note"),
    [
        ("<b>Max</b> & <script>x</script>", "<b>Max</b> & <script>x</script>", ""),
        ("\u202eenilO\u202c", "enilO", "Direction marks were taken out of the name."),
        ("O\u2019Brien a.b (host)", "O\u2019Brien a.b (host)", ""),
        ("Nun\u0303ez", "Nu\u00f1ez", ""),
        (
            "\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0645\u0631\u064a\u0645",
            "\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0645\u0631\u064a\u0645",
            "",
        ),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467", ""),
    ],
    ids=["markup", "bidi", "punctuation", "decomposed", "scripts", "family"],
)
def test_an_alias_is_text_and_turns_nothing_around(screen: Opened, alias: str, shown: str, note: str) -> None:
    page = screen()
    page.panel("seats")
    page.page.fill("#alias-7", alias)
    page.tap("#sit-7")
    expect(page.seat(7).locator("bdi")).to_have_text(shown)
    expect(page.page.locator(".seating bdi", has_text=shown).first).to_have_text(shown)
    expect(page.notice).to_have_text(re.compile(re.escape(note)) if note else "")


def test_a_condition_is_not_changed_in_mid_hand(
    screen: Opened, office: Office, signed_in: Callable[..., BrowserContext]
) -> None:
    page = screen()
    office.dealt(page.number)
    floor = signed_in("flora").new_page()
    floor.goto("/floor/")
    box = floor.locator(f"#T{page.number}")
    box.locator("select[name=words]").select_option(index=1)
    before = office.facts(page.number)
    box.get_by_role("button", name="Set from the next hand on").click()
    expect(floor.get_by_role("alert").filter(has_text="A hand is open")).to_be_visible()
    assert office.facts(page.number) == before


def test_an_expired_form_says_so_and_loses_nothing(page: Screen, office: Office) -> None:
    before = office.facts(page.number)
    page.page.context.clear_cookies(name="csrftoken")
    page.settle()
    page.page.locator("#fold").click()
    expect(page.notice).to_contain_text("This page is out of date")
    expect(page.notice).to_contain_text("Nothing was recorded and nothing is lost. Reload the page")
    assert office.facts(page.number) == before
    page.open().tap("#fold").says("Seat 9, Otis wins")


def test_a_dealer_who_is_deactivated_in_mid_hand(
    screen: Opened, office: Office, signed_in: Callable[..., BrowserContext]
) -> None:
    office.person("leaver")
    context = signed_in("nobody")
    entry = context.new_page()
    entry.goto("/sign-in/")
    entry.fill("[name=username]", "leaver")
    entry.fill("[name=password]", "low-hand-acts")
    entry.locator("main button[type=submit]").click()
    entry.wait_for_url("**/")
    page = Screen(entry, office, office.table())
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    page.settle()
    entry.route("**/felt/**", lambda route: route.abort())
    office.deactivate("leaver")
    before = office.facts(page.number)
    entry.locator("#fold").click()
    expect(page.notice).to_contain_text("This account was deactivated; another dealer takes over.")
    expect(page.page.locator("#pending")).to_contain_text("this was not recorded")
    assert office.facts(page.number) == before
    page.page.locator("#sign-in-again").click()
    entry.fill("[name=username]", "leaver")
    entry.fill("[name=password]", "low-hand-acts")
    entry.locator("main button[type=submit]").click()
    expect(entry.get_by_role("alert").filter(has_text="deactivated")).to_be_visible()
    other = screen(page.number, who="dmitri")
    other.tap("#fold").says("Seat 9, Otis wins")


def test_an_auditor_looks_and_does_nothing(office: Office, signed_in: Callable[..., BrowserContext]) -> None:
    number = office.table()
    office.dealt(number)
    page = signed_in("nobody").new_page()
    page.goto("/sign-in/")
    page.fill("[name=username]", "august")
    page.fill("[name=password]", "low-hand-acts")
    page.locator("main button[type=submit]").click()
    page.goto(f"/tables/{number}/")
    expect(page.locator("#status")).to_contain_text("Seat 2, Ada, to act")
    expect(page.locator("#table button")).to_have_count(0)
    expect(page.locator(".decision")).to_contain_text("You look on")
