"""Whole hands on the dealer's page, tapped as a dealer taps them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tables.game.play import Play, begin
from tables.game.records import set_up
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.dealing import POKER

Opened = Callable[..., Screen]
DEAL_OF_TEN = "3c 4d 5h 6s 7c 8d 9h Ts Jc Qd 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks"


def test_the_first_example_ends_at_nine_cheques(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (1, 2, 3)})
    page.deal("Tc Jd Kc 7h 5s Qh").says(
        "Seat 1, Ada, to act", "Must beat seat 2, jack-five high", "3 cards can come"
    )
    page.tap("#fold").says("Seat 2, Maria, to act", "Must beat seat 3, king-queen high")
    page.tap("#buy-3").cards("4c", "Qs", "Kd").says("K♦ beats: the dealing stops", "Seat 3, Otis, to act")
    assert page.pot() == "$30 6 cheques of $5"
    page.tap("#buy-3").cards("8d", "3h", "Ac")
    page.says("A♣ beats", "Seat 2 is lowest with five cards: out", "Seat 3, Otis wins $45, 9 cheques of $5")
    assert page.pot() == "$45 9 cheques of $5"
    page.tap("#primary").says("Paid: seat 3 gets $45")
    assert office.hand(page.number)["paid"] == {"3": 4500}


def test_the_second_example_ends_at_eleven_cheques_with_three_unused(screen: Opened, office: Office) -> None:
    page = screen()
    page.deal("Td As Qh 8c Tc Qs").tap("#fold")
    page.tap("#buy-3").cards("Ah").says("A♥ beats: the dealing stops. $10 unused stays in the pot")
    assert page.pot() == "$30 6 cheques of $5"
    page.tap("#buy-3").cards("4d", "Qc").says("Q♣ beats", "Seat 5, Maria, to act", "2 cards can come")
    assert page.pot() == "$45 9 cheques of $5"
    expect(page.page.locator(".buy.is-shut")).to_contain_text("Buy 3")
    expect(page.page.locator(".buy.is-shut small")).to_contain_text("can receive 2 more")
    page.tap("#buy-2").cards("9c", "2s").says("2♠ does not beat: seat 5 is out", "Seat 9, Otis wins $55")
    assert page.pot() == "$55 11 cheques of $5"
    assert page.sums("pot") == {"posted": "$15", "bought": "$40", "of it unused": "$15"}
    assert page.sums("fee") == {"due": "$0", "collected": "$3", "dropped": "$0"}
    page.tap("#primary").says("Paid: seat 9 gets $55")
    assert office.hand(page.number)["fee"]["dropped"] == 300


def test_the_tie_acts_by_suit_and_ends_at_three_cheques(screen: Opened) -> None:
    page = screen(table={"seats": (4, 7)})
    page.deal("Td Th 8c 8s").says("Seat 4, Ada, to act", "Must beat seat 7, ten-eight high")
    expect(page.seat(4).locator(".chip").first).to_have_text("to act")
    expect(page.seat(7).locator(".chip").first).to_have_text("to beat")
    page.tap("#buy-1").cards("2c").says("2♣ beats", "Seat 7, Maria, to act")
    page.tap("#fold").says("wins $15, 3 cheques of $5")
    assert page.pot() == "$15 3 cheques of $5"
    page.tap("#primary").says("Paid: seat 4 gets $15")


def test_a_split_shows_its_arithmetic_to_the_odd_dollar(screen: Opened) -> None:
    """Two equal three-card hands share seven cheques of $5: $17 and $18."""
    page = screen(table={"seats": (1, 3, 8)})
    page.deal("Qs Qh 2c 8h 8s 4d")
    page.tap("#buy-2").cards("5c", "6d").says("6♦ does not beat: seat 8 is out", "Seat 3, Maria, to act")
    page.tap("#buy-1").cards("7c").says("7♣ beats", "Seat 1, Ada, to act")
    page.tap("#buy-1").cards("7h").says("7♥ ties: seat 1 stays live", "Seats 1, 3 share the pot")
    page.says("$35 = 2 x $17 + $1: the odd $1 goes to seat 1, who acted last")
    expect(page.page.locator(".shares")).to_contain_text("Seat 1 gets $18")
    page.tap("#primary").says("Paid: seat 1 gets $18, seat 3 gets $17")


def test_a_wrong_first_card_is_corrected_four_actions_later_with_nothing_rekeyed(
    screen: Opened, office: Office
) -> None:
    page = screen()
    page.tap("#primary").tap("#primary").cards("9d", "As", "Qh", "8c", "Tc")
    page.settle()
    page.seat(2).locator(".card").first.click()
    expect(page.page.locator("#panel-title")).to_have_text("Instead of 9♦, seat 2: which card lies there?")
    page.cards("Td")
    assert office.moves(page.number) == ["card Td", "card As", "card Qh", "card 8c", "card Tc"]
    page.cards("Qs").says("Seat 2, Ada, to act", "Holds ten-eight high")
    undone = office.hand(page.number)["undone"]
    assert [(move["text"], move["reason"]) for move in undone] == [("card 9d", "Keyed wrong")]


def test_ten_seats_with_three_scraps_where_everybody_buys_until_the_stub_runs_out(
    screen: Opened, office: Office
) -> None:
    page = screen(table={"seats": range(1, 11)})
    page.tap("#primary").tap("#primary")
    game = begin(POKER, set_up(POKER, seats=range(1, 11), condition=500, rules={}, extra={}))
    for card in ("2c", "2d", "2h"):
        page.panel("odd").page.get_by_role("link", name="Boxed card").click()
        page.cards(card)
        game = game.plays(len(game.moves), f"scrap {card}")
    page.cards(*DEAL_OF_TEN.split(" "))
    for card in DEAL_OF_TEN.split(" "):
        game = game.plays(len(game.moves), f"card {card}")
    bought = 3 * (len(game.setup.seats) - 1)
    while not game.state.over:
        game = _buys_what_there_is(page, game)
    assert game.state.stub == 0  # type: ignore[attr-defined]
    assert sum(game.state.bought.values()) >= bought  # type: ignore[attr-defined]
    winner = game.state.winners[0] if game.state.winners else 0
    page.says(f"Seat {winner}, ")
    pot = sum(POKER.posted(game.state).values())
    assert page.pot() == f"${pot // 100} {pot // 500} cheques of $5"
    page.tap("#primary")
    assert office.moves(page.number) == [move.text for move in game.moves]


def _buys_what_there_is(page: Screen, game: Play) -> Play:
    """The seat to act buys as much as is open, or folds; every card is chosen so that the last one beats."""
    prompt = POKER.prompts(game.state)[0]
    option = prompt.options[-1]
    game = game.plays(len(game.moves), f"{prompt.seat} {option}")
    page.tap("#fold" if option == "fold" else f"#buy-{option[-1]}")
    came = []
    while (draw := POKER.chance(game.state)) is not None:
        came.append(_chosen(game, draw.contents))
        game = game.plays(len(game.moves), f"card {came[-1]}")
    if came:
        page.cards(*came)
    return game


def _chosen(game: Play, contents: tuple[str, ...]) -> str:
    wanted = ("not_yet", "beats", "tied", "fails")
    verdicts = {
        card: game.plays(0, f"card {card}").moves[-1].events[0].data()["verdict"] for card in contents
    }
    return min(contents, key=lambda card: (wanted.index(str(verdicts[card])), card))


def test_posts_go_from_four_players_to_three_and_two_before_the_deal(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (1, 4, 6, 9)})
    assert page.fee() == "4 x $1 = $4"
    page.tap("#primary").tap("#strip-1").tap("#strip-4")
    assert page.sums("fee") == {"due": "$2", "collected": "$2", "dropped": "$0"}
    assert page.pot() == "$10 2 cheques of $5"
    page.tap("#leave-4")
    assert page.fee() == "3 x $1 = $3"
    assert page.sums("fee") == {"due": "$2", "collected": "$1", "dropped": "$0"}
    assert page.pot() == "$5 1 cheque of $5"
    page.tap("#leave-9")
    assert page.fee() == "2 x $0 = $0"
    assert page.sums("fee") == {"due": "$0", "collected": "$0", "dropped": "$0"}
    page.tap("#strip-9")
    assert page.fee() == "3 x $1 = $3"
    page.tap("#primary").cards("2c")
    assert office.hand(page.number)["seats"] == [1, 6, 9]
    assert office.hand(page.number)["fee"]["players"] == 3


def test_a_hand_from_the_electronic_shoe(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (3, 8), "amount": 25, "source": "electronic"})
    page.tap("#primary").tap("#primary")
    expect(page.page.locator(".pad")).to_have_count(0)
    page.tap("#draw").says("Card 2 of 4")
    page.tap("#primary").says("to act")
    page.panel("rules")
    commitment = office.hand(page.number)["commitment"]
    expect(page.page.locator(".commitment")).to_have_text(commitment)
    page.page.locator("#panel-close").click()
    page.tap("#buy-3").tap("#tool-withdraw button, #tool-withdraw").tap("#buy-1").tap("#primary")
    while "to act" in page.status.inner_text():
        page.tap("#fold")
    page.tap("#primary").says("Paid: seat")
    page.tap("#primary")
    assert office.count(page.number, "shoe.revealed") == 1


def test_a_misdeal_is_dealt_again_with_the_same_posts_and_the_one_fee(screen: Opened, office: Office) -> None:
    page = screen()
    page.deal("Td As").panel("misdeal")
    page.page.get_by_label("Card to the wrong seat").check()
    page.tap("#misdeal").says("Misdeal")
    page.tap("#primary").says("is dealt next", "Card 1 of 6")
    hand = office.hand(page.number)
    assert hand["carried_from"]
    assert page.pot() == "$15 3 cheques of $5"
    assert page.sums("fee") == {"due": "$0", "collected": "$3", "dropped": "$0"}


def test_a_card_too_many_is_dead_and_a_seat_folds_out_of_turn(screen: Opened, office: Office) -> None:
    page = screen()
    page.deal("Td As Qh 8c Tc Qs").tap("#buy-3").cards("Ah").panel("odd")
    page.page.get_by_role("link", name="One card too many").click()
    page.cards("2d").says("2♦ came too many: it is dead")
    page.panel("odd").tap("#fold-9").says("Seat 9 folds")
    assert office.hand(page.number)["felt"]["dead"] == ["2d"]


def test_a_dispute_freezes_and_the_floor_rules(screen: Opened, office: Office) -> None:
    page = screen()
    page.deal("Td As Qh 8c Tc Qs").panel("dispute").tap(".panel-end button")
    page.says("Disputed: Whose turn it is")
    expect(page.page.locator("#fold")).to_have_count(0)
    expect(page.page.locator(".decision")).to_contain_text("Call the floor")
    floor = screen(page.number, who="flora")
    floor.panel("rulings").tap("#rule-stands")
    expect(floor.notice).to_contain_text("A ruling needs a reason and the rule")
    floor.page.fill("#ruling-reason", "seen on the tape")
    floor.page.fill("#ruling-rule", "H-4")
    floor.tap("#turn-5").says("Seat 5, Maria, to act")
    page.says("Seat 5, Maria, to act")
    floor.panel("rulings")
    floor.page.fill("#ruling-reason", "agreed by all")
    floor.page.fill("#ruling-rule", "H-9")
    floor.page.fill("#share-2", "5")
    floor.page.fill("#share-9", "10.00")
    floor.tap("#award").says("Seats 2, 9 share the pot")
    page.says("Seats 2, 9 share the pot")
    page.tap("#primary")
    assert office.hand(page.number)["paid"] == {"2": 500, "9": 1000}


def test_the_fee_is_dropped_before_the_deal_where_the_room_says_so(screen: Opened, office: Office) -> None:
    page = screen(table={"drop_when": "before_deal"})
    page.tap("#primary").tap("#primary").tap("#drop-now")
    assert page.sums("fee") == {"due": "$0", "collected": "$3", "dropped": "$3"}
    assert office.count(page.number, "fee.dropped") == 1
