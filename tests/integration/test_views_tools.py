"""The tools beside the decision over HTTP: call, pause, count, seats kept, last hands, how the screen looks."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.furnishing import watch_table
from tables.models import Table
from tests.desk import Desk
from tests.forms import Page
from tests.integration.test_views_console import ACT, FELT, PAGE, press, said, signed_in
from tests.people import author

CALLED = "Floor called"


@pytest.fixture
def dana(desk: Desk) -> Client:
    return signed_in(desk.dealer)


@pytest.fixture
def flora(desk: Desk) -> Client:
    return signed_in(desk.floor)


def row(desk: Desk) -> Table:
    return Table.objects.get(number=desk.number)


def actions(client: Client, query: str = "") -> list[str]:
    """What the screen offers: the actions of buttons that can be pressed."""
    page = Page(client.get(PAGE + query).text)
    return [b.action for b in page.buttons if b.form.address == ACT and not b.disabled]


def pressed(client: Client, action: str, nth: int, query: str, **typed: str) -> None:
    """The button that sends `action`, counted from 0 where several do."""
    found = [b for b in Page(client.get(PAGE + query).text).buttons if b.action == action]
    assert client.post(ACT, found[nth].sends(**typed)).status_code == 302


def test_the_floor_is_called_in_two_taps_and_nothing_freezes(desk: Desk, dana: Client) -> None:
    desk.deal()
    page = dana.get(PAGE, {"panel": "call"}).text
    for reason in ("Decision", "Fill", "Seat", "Drinks", "Shuffler"):
        assert f'name="reason" value="{reason}"' in page
    pressed(dana, "call", 1, "?panel=call")
    assert row(desk).called == "Fill"
    at = row(desk).called_at
    assert at is not None
    page = dana.get(PAGE).text
    assert said(dana.get(PAGE)).count(f"{at:%H:%M}: Fill") == 1, "in the status"
    assert CALLED in page
    assert "2 fold" in actions(dana)
    assert "answered" not in actions(dana)
    assert f"Called at {at:%H:%M}: Fill." in said(dana.get(PAGE, {"panel": "call"}))
    pressed(dana, "call", 3, "?panel=call")
    assert row(desk).called == "Fill; Drinks"
    press(dana, "call off", "?panel=call")
    assert row(desk).called == ""


def test_a_call_in_his_own_words(desk: Desk, dana: Client) -> None:
    pressed(dana, "call", -1, "?panel=call", reason_text="seat 5 feels ill")
    assert row(desk).called == "seat 5 feels ill"


def test_the_floor_answers_on_the_console_and_on_its_page(desk: Desk, dana: Client, flora: Client) -> None:
    desk.do("call", reason="Fill")
    press(flora, "answered")
    assert row(desk).called == ""
    assert CALLED not in flora.get(PAGE).text
    desk.do("call", reason="Seat")
    page = flora.get("/floor/").text
    assert "Seat" in said(flora.get("/floor/"))
    (answer,) = [b for b in Page(page).buttons if b.action == "at 12 answered"]
    assert flora.post("/floor/", answer.sends()).status_code == 302
    assert row(desk).called == ""


def test_a_paused_table_offers_nothing_that_would_be_refused(desk: Desk, dana: Client) -> None:
    desk.deal()
    pressed(dana, "pause", 0, "?panel=pause")
    assert row(desk).paused == "Shuffler"
    page = dana.get(PAGE)
    assert "Paused: Shuffler" in said(page)
    offered = actions(dana)
    assert offered.count("resume") == 2, "the primary button and the tool"
    for gone in ("2 fold", "2 buy 1", "card Qh", "misdeal", "pause"):
        assert gone not in offered
    assert 'data-panel=""' in dana.get(PAGE, {"panel": "misdeal"}).text
    assert 'data-panel="correct"' in dana.get(PAGE, {"panel": "correct", "n": str(desk.last_n())}).text
    pressed(dana, "resume", 0, "")
    assert "2 fold" in actions(dana)


@pytest.mark.parametrize("actions_before", [(), ("open",), ("open", "post 2 5 9", "card Td")])
def test_pausing_in_every_state(desk: Desk, dana: Client, actions_before: tuple[str, ...]) -> None:
    for action in actions_before:
        desk.do(action)
    desk.do("pause", reason="Break")
    assert "Paused: Break" in said(dana.get(PAGE))
    assert not {"open", "post 2 5 9", "card As"} & set(actions(dana))


def test_the_stub_is_counted_when_the_room_wants_it(desk: Desk, dana: Client) -> None:
    watch_table(table=12, count_every=2, display_delay=0, command_id="w", author=author(desk.floor, "floor"))
    desk.won()
    assert "Stub: 46 cards expected" in said(dana.get(PAGE)), "the award says it"
    desk.do("pay")
    page = said(dana.get(PAGE))
    assert "Stub: 46 cards expected" in page
    assert "Count the stub" not in page
    desk.won().do("pay")
    assert "Count the stub: 46 cards expected" in said(dana.get(PAGE))
    press(dana, "count 46")
    page = said(dana.get(PAGE))
    assert "Stub counted: 46, as expected." in page
    assert not [action for action in actions(dana) if action.startswith("count")]
    desk.do("chair")
    desk.won().do("pay")
    assert "Count the stub" not in said(dana.get(PAGE)), "counted one hand ago"


def test_another_number_is_said_plainly_and_freezes_nothing(desk: Desk, dana: Client) -> None:
    desk.won().do("pay")
    press(dana, "count", "?panel=count", words="45")
    assert "Stub counted: 45, expected 46: 1 card is missing." in said(dana.get(PAGE))
    assert "open" in actions(dana)
    desk.do("chair")
    desk.won().do("pay", "count 48")
    assert "2 cards too many" in said(dana.get(PAGE))


def test_what_is_no_count_is_refused_and_kept(desk: Desk, dana: Client) -> None:
    desk.won().do("pay")
    answer = press(dana, "count", "?panel=count", words="many")
    assert answer.status_code == 422
    assert row(desk).counted == ""


def test_an_electronic_shoe_has_no_stub(desk: Desk, dana: Client) -> None:
    desk.do("source electronic", by=desk.floor)
    desk.open()
    desk.ruled("void")
    desk.do("pay")
    assert "Stub" not in said(dana.get(PAGE))


def test_seats_are_told_apart_by_a_word(desk: Desk, dana: Client) -> None:
    desk.do("out 5")
    pressed(dana, "reserve 7", 0, "?panel=seats", alias="Max")
    page = Page(dana.get(PAGE).text)
    felt = said(dana.get(FELT))
    for word in ("reserved", "empty", "out", "in"):
        assert word in felt
    assert [b.action for b in page.buttons if b.action == "sit 7"] == ["sit 7"], "on the strip, in one tap"
    press(dana, "sit 7")
    assert "out 7" in actions(dana)
    pressed(dana, "reserve 8", 0, "?panel=seats", alias="Ann")
    pressed(dana, "leave 8", 0, "?panel=seats")
    assert "sit 8" in actions(dana, "?panel=seats")


def test_the_last_ten_hands_in_one_tap(desk: Desk, dana: Client) -> None:
    assert "No hand has been finished here yet." in dana.get(PAGE, {"panel": "last"}).text
    for _ in range(11):
        desk.won().do("pay")
    desk.deal().do("misdeal", reason="Wrong count")
    desk.do("pay")
    page = dana.get(PAGE, {"panel": "last"}).text
    links = [a["href"] for tag, a in Page(page).elements if tag == "a" and "last-hand" in a.get("class", "")]
    assert len(links) == 10
    text = " ".join(said(dana.get(PAGE, {"panel": "last"})).split())
    assert "no winner: misdeal" in text
    assert "$15 Seat 9 Otis" in text
    assert dana.get(links[1]).status_code == 200
    assert 'href="/tables/12/"' in dana.get(links[1]).text, "back in one tap"


# The reader shoe's table.


@pytest.fixture
def reader(desk: Desk) -> Desk:
    desk.do("source reader", by=desk.floor)
    return desk.open()


def test_the_pad_gives_way_to_the_shoe(reader: Desk, dana: Client) -> None:
    assert "The shoe deals: waiting for the card of seat 2" in said(dana.get(PAGE))
    assert not [action for action in actions(dana) if action.startswith("card")]


def test_a_card_keyed_by_hand_carries_its_reason(reader: Desk, dana: Client) -> None:
    page = dana.get(PAGE, {"panel": "byhand"})
    for reason in ("Not read", "Misread", "Shoe empty"):
        assert reason in page.text
    press(dana, "card Td", "?panel=byhand")
    assert reader.records(None, "hand.card_dealt")[-1].data["reason"] == "Not read"
    answer = press(dana, "card As", "?panel=byhand", reason_text="two stuck together")
    assert reader.records()[-1].data["reason"] == "two stuck together"
    assert 'data-panel="byhand"' in answer.text, "an empty shoe leaves several to key"
    press(dana, "scrap 7c", "?panel=scrap")
    assert reader.records()[-1].data["reason"] == "Not read"


def test_no_panel_by_hand_where_the_pad_is(desk: Desk, dana: Client) -> None:
    desk.open()
    assert 'data-panel=""' in dana.get(PAGE, {"panel": "byhand"}).text


# What is shut says why.


def test_rulings_on_a_turn_wait_for_the_cards(desk: Desk, flora: Client) -> None:
    desk.open()
    assert "The deal comes first: every seat gets two cards." in flora.get(PAGE, {"panel": "rulings"}).text
    desk.do("card Td", "card As", "card Qh", "card 8c", "card Tc", "card Qs", "2 fold", "5 buy 2")
    page = flora.get(PAGE, {"panel": "rulings"}).text
    assert "Cards are due to seat 5 first." in page
    assert not [a for a in actions(flora, "?panel=rulings") if a.split(" ")[0] in ("turn", "kill", "restore")]


def test_an_award_before_everybody_has_posted_says_so(desk: Desk) -> None:
    desk.do("open")
    refused = desk.refuses("award 5 500", by=desk.floor, reason="agreed", rule="H-9")
    assert refused.code == "unposted"
    assert "Not everybody has posted: seat 2, 5, 9" in refused.reason


# How a screen looks.


def html(client: Client, path: str = "/") -> dict[str, str]:
    found = next(attributes for tag, attributes in Page(client.get(path).text).elements if tag == "html")
    return {name.removeprefix("data-"): value for name, value in found.items() if name.startswith("data-")}


def test_a_device_keeps_how_its_screens_look(desk: Desk, dana: Client) -> None:
    plain = {"theme": "dark", "deck": "four", "hand": "right", "keys": "on", "sound": "off"}
    assert html(dana) == plain
    for word in ("deck-two", "theme-light", "hand-left", "keys-off", "sound-on"):
        answer = dana.post("/screen/", {"set": word, "next": "/tables/12/?panel=screen"})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/tables/12/?panel=screen")
    assert html(dana, PAGE) == {
        "theme": "light",
        "deck": "two",
        "hand": "left",
        "keys": "off",
        "sound": "on",
    }
    assert html(dana, "/screen/")["deck"] == "two"
    assert 'id="look-deck-two" aria-pressed="true"' in dana.get(PAGE, {"panel": "screen"}).text
    dana.post("/screen/", {"set": "deck-four"})
    assert html(dana)["deck"] == "four"


@pytest.mark.parametrize("there", ["https://evil.test/", "//evil.test/", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(desk: Desk, dana: Client, there: str) -> None:
    answer = dana.post("/screen/", {"set": "deck-two", "next": there})
    assert answer.headers["Location"] == "/screen/"


def test_words_that_are_no_choice_change_nothing(desk: Desk, dana: Client) -> None:
    dana.cookies["screen"] = 'deck-pink.theme-light"><script>.hand-left'
    assert html(dana)["hand"] == "left"
    assert html(dana)["theme"] == "dark"
    dana.post("/screen/", {"set": "deck-pink"})
    assert html(dana)["deck"] == "four"


def test_the_keys_are_listed_and_switched_off(desk: Desk, dana: Client) -> None:
    page = dana.get(PAGE, {"panel": "rules"}).text
    for key in ("F", "1", "N", "U", "L", "C", "K", "?"):
        assert f"<kbd>{key}</kbd>" in page
    (switch,) = [b for b in Page(page).buttons if b.value == "keys-off"]
    dana.post(switch.form.address, switch.sends())
    assert "Keys are off" in dana.get(PAGE, {"panel": "rules"}).text


def test_the_floor_sets_how_often_the_stub_is_counted(desk: Desk, flora: Client) -> None:
    (keep,) = [b for b in Page(flora.get("/floor/").text).buttons if b.action == "watch 12"]
    assert flora.post("/floor/", keep.sends(count_every="20", display_delay="30")).status_code == 302
    assert (row(desk).count_every, row(desk).display_delay) == (20, 30)
    refused = flora.post("/floor/", keep.sends(count_every="many"))
    assert refused.status_code == 422
