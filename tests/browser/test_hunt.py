"""Whole games of Boomerang (Ehrhard/Lalet) in real browsers: a dealer, and a phone for every seat."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tables.variants.boomerang_hunt.deck import TERRITORIES, WHOLE_DECK
from tests.browser.hunter import Hunter
from tests.browser.office import Office
from tests.browser.phone import INERT_MS, PHONE
from tests.browser.screen import Screen
from tests.property.slow_hunt import SlowHunt

SEATS = (1, 3, 4, 6, 9)


class Hunt:
    """One table with its dealer and its phones; cards come from a shuffled deck. `game` is what should come of it."""

    def __init__(
        self,
        count: int,
        office: Office,
        screen: Callable[..., Screen],
        signed_in: Callable[..., BrowserContext],
    ) -> None:
        seats = SEATS[:count]
        self.office = office
        self.number = office.table(seats=seats, variant="boomerang_hunt")
        self.dealer = screen(self.number)
        self.phones = {
            seat: Hunter(signed_in("nobody", **PHONE), office, self.number, seat) for seat in seats
        }
        for phone in self.phones.values():
            phone.join()
        self.chance = random.Random(count)
        self.deck = self.chance.sample(WHOLE_DECK, len(WHOLE_DECK))
        self.game = SlowHunt(list(seats), 500)
        self.dealer.tap("#primary").tap("#primary")

    @property
    def felt(self) -> dict[str, Any]:
        found = self.office.hand(self.number)["felt"]
        assert isinstance(found, dict)
        return found

    def card(self) -> str:
        """The next card, which comes in the game too."""
        self.game.do(f"draw {self.deck[-1]}")
        return self.deck.pop()

    def turn_up(self) -> None:
        """The dealer keys cards until tokens are chosen."""
        while self.game.due():
            self.dealer.cards(self.card())

    def choose(self, seat: int, land: str) -> None:
        self.phones[seat].chooses(land)
        self.game.do(f"{seat} choose {land}")

    def bid(self, seat: int, word: str) -> None:
        self.phones[seat].bid(word)
        self.game.do(f"{seat} {word}")

    def finish(self, dead: int = 0) -> None:
        """The rest of the game: the dealer keys, each player decides by the form on his own phone, the floor lets the
        neutral choice be made for the seat that is `dead`.
        """
        while not self.game.over:
            if self.game.due():
                cards = []
                while self.game.due():
                    cards.append(f"draw {self.card()}")
                self.office.dana.does(self.number, *cards)
                continue
            seat, options = next(iter(self.game.open().items()))
            if seat == dead:
                action = "stop" if "stop" in options else options[0]
                self.office.flora.does(self.number, f"neutral {seat}", reason="the phone is dead", rule="H-9")
            else:
                action = self.chance.choice(options) if options[0].startswith("choose") else "stop"
                assert self.phones[seat].sends(f"{seat} {action}") == 200
            self.game.do(f"{seat} {action}")

    def awarded(self) -> None:
        """The dealer pays; the pot has gone out to the cent, the fee stands beside it."""
        self.dealer.open()
        expect(self.dealer.page.locator(".score")).to_be_visible()
        self.dealer.tap("#primary")
        hand = self.office.hand(self.number)
        assert hand["settled"]
        assert hand["paid"] == self.game.paid()
        assert sum(hand["paid"].values()) == 500 * len(self.phones)
        assert hand["fee"]["dropped"] == hand["fee"]["fee"] * len(self.phones)
        assert hand["felt"]["scores"] == self.game.scores()


@pytest.fixture
def hunt(
    office: Office, screen: Callable[..., Screen], signed_in: Callable[..., BrowserContext]
) -> Callable[[int], Hunt]:
    return lambda count: Hunt(count, office, screen, signed_in)


def a_round_by_hand(table: Hunt) -> None:
    """Cards keyed on the pad, tokens picked and confirmed, throws and stops tapped; the reveal in its order."""
    table.turn_up()
    dealer, phones = table.dealer, table.phones
    expect(dealer.page.locator(".decision")).to_contain_text(f"0 of {len(phones)} have chosen")
    for count, seat in enumerate(phones, start=1):
        table.choose(seat, TERRITORIES[seat % 5])
        if count < len(phones):
            expect(dealer.status).to_contain_text(f"{count} of {len(phones)} have chosen")
    first, *others = phones
    expect(dealer.status).to_contain_text(f"Seat {first}, ")
    table.bid(first, "throw")
    for seat in others:
        table.bid(seat, "stop")
    expect(dealer.page.locator(".reveal")).to_have_count(len(phones))
    order = [text.split()[2] for text in dealer.page.locator(".reveal").all_inner_texts()]
    assert order == [str(seat) for seat in (first, *reversed(others))]
    felt = table.felt
    assert felt["round"] == 2
    assert felt["boomerangs"] == {str(seat): stock for seat, stock in table.game.stock.items()}


@pytest.mark.timeout(600)
def test_a_whole_game_of_three(hunt: Callable[[int], Hunt]) -> None:
    """A round tap by tap, then phone by phone to the end; the winner is paid what was posted."""
    table = hunt(3)
    a_round_by_hand(table)
    table.finish()
    phone = table.phones[1].look()
    expect(phone.page.locator(".score")).to_be_visible()
    table.awarded()


@pytest.mark.timeout(600)
def test_a_whole_game_of_four_and_a_phone_that_dies(hunt: Callable[[int], Hunt]) -> None:
    """Three of four have chosen and the fourth phone is dead: the floor lets neutral choices be made."""
    table = hunt(4)
    a_round_by_hand(table)
    table.turn_up()
    *alive, dead = table.phones
    table.phones[dead].page.context.close()
    for seat in alive:
        table.choose(seat, "desert")
    expect(table.dealer.status).to_contain_text("3 of 4 have chosen")
    expect(table.dealer.status).to_contain_text(f"Waiting for Seat {dead}")
    table.finish(dead)
    table.awarded()


@pytest.mark.timeout(600)
def test_a_whole_game_of_five(hunt: Callable[[int], Hunt]) -> None:
    table = hunt(5)
    a_round_by_hand(table)
    table.finish()
    table.awarded()


def test_what_one_phone_chooses_reaches_no_other_page(hunt: Callable[[int], Hunt], office: Office) -> None:
    """Neither the dealer's page, nor the display, nor another phone holds the token before it is revealed."""
    table = hunt(3)
    table.turn_up()
    display = table.dealer.page.context.new_page()
    display.goto(office.address + office.display(table.number))
    mine, *others = table.phones.values()
    shown = {name: page.content() for name, page in (("dealer", table.dealer.page), ("display", display))}
    assert "have chosen" in shown["display"]
    mine.chooses("desert")
    expect(mine.page.locator(".my-token")).to_contain_text("desert")
    expect(display.locator("#line")).to_contain_text("1 of 3 have chosen")
    table.dealer.open()
    for page in (table.dealer.page, display, *(phone.look().page for phone in others)):
        hunters = page.locator(".hunters").inner_html()
        assert "land-desert" not in hunters
        assert not re.search(r"my-token", page.content())


def test_a_game_is_dealt_by_keyboard(hunt: Callable[[int], Hunt]) -> None:
    """Pad, token, throw and stop without a finger or a mouse."""
    table = hunt(3)
    dealer = table.dealer.page
    while table.game.due():
        table.dealer.settle()
        table.dealer.key(table.card()).focus()
        table.dealer.answered(lambda: dealer.keyboard.press("Enter"))
    phone = table.phones[1].look().page
    phone.locator("#pick-water").focus()
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowDown")
    expect(phone.locator("#pick-forest")).to_be_checked()
    expect(phone.locator("#sure")).to_contain_text("Hunt in: forest. Sure?")
    phone.locator("#sure").focus()
    phone.wait_for_timeout(INERT_MS + 50)
    with phone.expect_response(lambda response: response.request.method == "POST"):
        phone.keyboard.press("Enter")
    expect(phone.locator(".my-token")).to_contain_text("forest")
    for seat in (3, 4):
        table.phones[seat].chooses("water")
    phone = table.phones[1].look().page
    phone.locator("#bid-throw").focus()
    phone.wait_for_timeout(INERT_MS + 50)
    with phone.expect_response(lambda response: response.request.method == "POST"):
        phone.keyboard.press("Enter")
    assert table.felt["circle"] == 1
