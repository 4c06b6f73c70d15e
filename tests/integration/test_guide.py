"""What the demo room adds to its screens: the guide of a first hand, simulated players, where a newcomer begins."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from cardroom.accounts.models import Person
from cardroom.demo.play import evenings
from cardroom.management.commands.demo_room import PASSWORD
from tables import chronicle
from tables.models import Seat, Table
from tables.screens.simulated import ALIASES
from tables.selectors import current, get_table
from tables.services import Answers, Command, act
from tests.desk import Desk, everything_holds, standing
from tests.forms import Page
from tests.integration.test_demo_room import approved_for_real
from tests.integration.test_views_console import signed_in

pytestmark = pytest.mark.django_db

GUIDE = '<aside class="guide'
CONTROL = re.compile(r'<strong class="control">(.*?)</strong>')


@pytest.fixture
def room() -> None:
    chronicle.forget_all()
    call_command("demo_room", stdout=io.StringIO())


def enters(username: str = "dana") -> Client:
    client = Client()
    client.post("/sign-in/", {"username": username, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


class Screen:
    """A screen of the demo room, as somebody uses it who reads what it says."""

    def __init__(self, number: int = 1, username: str = "dana") -> None:
        self.number = number
        self.client = enters(username)
        self.address = f"/tables/{number}/"

    def page(self, query: str = "") -> str:
        return self.client.get(self.address + query).text

    def guide(self, query: str = "") -> str:
        """What the box says, "" where there is none."""
        found = re.search(GUIDE + r".*?</aside>", self.page(query), re.DOTALL)
        return found[0] if found else ""

    def says(self, query: str = "") -> str:
        return " ".join(re.sub("<[^>]+>", " ", self.guide(query)).split())

    def step(self) -> int:
        found = re.search(r"Step (\d) of 7", self.says())
        return int(found[1]) if found else 0

    def press(self, action: str, query: str = "", **typed: str) -> None:
        """The first button that sends this action, or one that begins so."""
        page = Page(self.page(query))
        buttons = [b for b in page.buttons if b.action.startswith(action) and not b.disabled]
        buttons.sort(key=lambda button: button.action != action)
        answer = self.client.post(f"{self.address}act/", buttons[0].sends(**typed))
        assert answer.status_code == 302, answer.text

    def choose(self, show: str) -> None:
        self.client.post(f"{self.address}guide/", {"show": show})

    def sit_simulated(self, command: str = "") -> Any:
        return self.client.post(f"{self.address}players/", {"do": f"{command or uuid4().hex}:players"})


def does(number: int, action: str, username: str = "dana", **about: str) -> None:
    table = get_table(number)
    assert table is not None
    told = current(table)
    answers = Answers(told.hand.id, told.last_seq) if told else Answers("", 0)
    who = Person.objects.get(username=username)
    act(table=number, person=who, terminal="t1pit", order=Command(uuid4().hex, action, answers, **about))


def a_hand(screen: Screen) -> list[tuple[int, str]]:
    """A whole hand by what the screen says; every step with what was said."""
    told = []
    for _ in range(200):
        step = screen.step()
        if not told or told[-1][0] != step:
            told.append((step, screen.guide()))
        if step == 7:
            return told
        line = re.search(r"says: <strong>I (fold|buy) ?(\w*)</strong>", screen.guide())
        if step == 4:
            assert line is not None
            count = {"one": 1, "two": 2, "three": 3}.get(line[2])
            screen.client.post(*decided(screen, line[1], count))
        else:
            screen.press({1: "open", 2: "post", 3: "card ", 5: "card ", 6: "pay"}[step])
    raise AssertionError("the hand did not end")


def dealt_one(number: int = 1) -> None:
    """A hand that dana has dealt to its end."""
    does(number, "open")
    does(number, "post 1 2 3 5 6 8")
    for seat, cards in zip(
        (1, 2, 3, 5, 6, 8), ("2c 3d", "4c 5d", "6c 7d", "8c 9d", "Tc Jd", "Qc Kd"), strict=True
    ):
        does(number, f"deal {seat} {cards}")
    for action in ("1 fold", "2 fold", "3 fold", "5 fold", "6 fold", "pay"):
        does(number, action)


def decided(screen: Screen, word: str, count: int | None) -> tuple[str, Any]:
    ending = f"{word} {count}" if count else word
    button = next(b for b in Page(screen.page()).buttons if b.action.endswith(ending))
    return f"{screen.address}act/", button.sends()


@pytest.mark.usefixtures("room")
def test_a_first_hand_is_dealt_by_what_the_screen_says() -> None:
    screen = Screen()
    told = a_hand(screen)
    steps = [step for step, _guide in told]
    assert steps[:4] == [1, 2, 3, 4]
    assert steps[-2:] == [6, 7]
    assert 5 in steps
    everything_holds()


@pytest.mark.usefixtures("room")
def test_every_control_that_the_guide_names_stands_on_the_screen() -> None:
    screen = Screen()
    named = 0
    for query in ("", "?panel=rules"):
        named += controls_stand(screen, query)
    screen.press("open")
    named += controls_stand(screen)
    screen.press("post")
    screen.press("card ")
    named += controls_stand(screen)
    does(1, "dispute", reason="the pot", username="flora")
    named += controls_stand(screen)
    does(1, "rule stands", reason="seen", rule="H-1", username="flora")
    screen.press("misdeal", "?panel=misdeal", reason="Wrong count")
    named += controls_stand(screen)
    screen.press("redeal")
    while screen.step() == 3:
        screen.press("card ")
    named += controls_stand(screen)
    screen.press("pause", "?panel=pause", reason="Break")
    named += controls_stand(screen)
    assert named >= 9


def controls_stand(screen: Screen, query: str = "") -> int:
    page = screen.page(query)
    guide = re.search(GUIDE + r".*?</aside>", page, re.DOTALL)
    assert guide is not None
    names = CONTROL.findall(guide[0])
    shown = [" ".join(re.sub("<[^>]+>", " ", found[1]).split()) for found in BUTTONS.findall(page)]
    for name in names:
        assert any(text == name or text.startswith(f"{name} ") for text in shown), (name, shown)
    return len(names)


BUTTONS = re.compile(r"<(a|button)\b[^>]*>(.*?)</\1>", re.DOTALL)


@pytest.mark.usefixtures("room")
def test_it_is_for_who_has_not_dealt_there_yet_and_comes_back_when_asked_for() -> None:
    screen = Screen()
    assert screen.step() == 1
    screen.choose("off")
    assert screen.guide() == ""
    assert "Show the guide" in screen.page("?panel=rules")
    screen.choose("on")
    assert screen.step() == 1
    assert "Show the guide" not in screen.page("?panel=rules")
    del screen.client.cookies["guide"]
    dealt_one()
    screen.press("open")
    assert screen.step() == 0
    screen.choose("on")
    assert screen.step() == 2
    assert Screen(username="dmitri").guide() == ""  # dana is in the chair


@pytest.mark.usefixtures("room")
def test_the_choice_is_part_of_what_a_screen_hangs_on() -> None:
    screen = Screen()
    tag = screen.client.get(f"{screen.address}felt/").headers["ETag"]
    assert screen.client.get(f"{screen.address}felt/", headers={"if-none-match": tag}).status_code == 304
    screen.choose("off")
    again = screen.client.get(f"{screen.address}felt/", headers={"if-none-match": tag})
    assert (again.status_code, GUIDE in again.text) == (200, False)


@pytest.mark.usefixtures("room")
def test_who_looks_on_and_who_is_at_another_table_is_told_nothing() -> None:
    assert Screen(username="august").guide() == ""
    assert Screen(number=2).guide() == ""
    assert "Let simulated players sit" in Screen(number=3).guide()
    assert "Let simulated players sit" not in Screen(number=3, username="august").page()


@pytest.mark.usefixtures("room")
def test_no_other_room_has_any_of_it() -> None:
    screen = Screen(number=3)
    approved_for_real()
    assert screen.guide() == ""
    assert Screen().guide() == ""
    assert "guide-show" not in Screen().page("?panel=rules")
    before = standing()
    assert screen.sit_simulated().status_code == 404
    assert screen.client.post("/tables/1/guide/", {"show": "on"}).status_code == 404
    assert standing() == before
    assert "dana" not in Client().get("/sign-in/").text
    assert "New here?" not in screen.client.get("/").text


def test_a_room_that_never_was_the_demo_has_nothing_of_it(desk: Desk) -> None:
    client = signed_in(desk.dealer)
    assert GUIDE not in client.get("/tables/12/").text
    assert client.post("/tables/12/players/", {"do": "x:players"}).status_code == 404


@pytest.mark.usefixtures("room")
def test_simulated_players_sit_when_asked_to_and_once() -> None:
    screen = Screen(number=3)
    for _again in range(2):
        assert screen.sit_simulated("once").status_code == 302
        seats = Seat.objects.filter(table=3)
        assert [seat.number for seat in seats] == [1, 2, 3, 5, 6, 8]
    elsewhere = {seat.player for seat in Seat.objects.exclude(table=3)}
    assert not elsewhere & {seat.player for seat in Seat.objects.filter(table=3)}
    assert "Let simulated players sit" not in screen.guide()
    everything_holds()
    does(3, "leave 1")
    for seat in (2, 3, 5, 6):
        does(3, f"leave {seat}")
    does(3, "sit 4", alias="Somebody")
    screen.sit_simulated()
    assert Seat.objects.filter(table=3).count() == 6


@pytest.mark.usefixtures("room")
def test_who_may_not_seat_players_is_told_why() -> None:
    does(3, "chair", "dmitri")
    screen = Screen(number=3)
    assert screen.guide() == ""
    answer = screen.client.post("/tables/3/players/", {"do": "x:players"}, follow=True)
    assert "take the chair first" in answer.text
    assert not Seat.objects.filter(table=3).exists()
    assert (
        Client().post("/tables/3/players/", {"do": "x:players"}).headers["Location"].startswith("/sign-in/")
    )


@pytest.mark.usefixtures("room")
def test_what_a_simulated_player_says_is_the_same_again_and_records_nothing() -> None:
    screen = Screen(number=3)
    screen.choose("off")
    screen.sit_simulated()
    screen.press("open")
    assert "have put their cheques down" in screen.says()
    screen.press("post")
    while "says:" not in (said := screen.says()):
        screen.press("card ")
    before = standing()
    assert re.search(r"simulated \w+ says: I (fold|buy (one|two|three))", said)
    assert all(screen.says() == said for _again in range(3))
    assert "says:" not in screen.says("?panel=rules")
    assert standing() == before


@pytest.mark.usefixtures("room")
def test_a_player_whom_people_seated_speaks_for_himself() -> None:
    screen = Screen(number=3)
    for seat, alias in ((2, "Bob"), (5, "Somebody Else")):
        assert alias not in ALIASES
        does(3, f"sit {seat}", alias=alias)
    assert "Let simulated players sit" not in screen.guide()
    for action in ("open", "post 2 5", "deal 2 2c 3d", "deal 5 As Kd"):
        does(3, action)
    assert screen.guide() == ""


@pytest.mark.usefixtures("room")
def test_the_sign_in_and_the_start_page_say_where_to_begin() -> None:
    page = Client().get("/sign-in/").text
    assert "<strong>dana</strong>" in page
    assert f"<strong>{PASSWORD}</strong>" in page
    screen = Screen()
    assert "New here? Deal a hand at table 1" in screen.client.get("/").text
    assert "simulated dealers" not in screen.client.get("/").text
    simon = evenings(Random(1))[0]
    while not Table.objects.get(number=4).chair:
        simon.step(0.0)
    assert "At tables 4 simulated dealers are at work" in screen.client.get("/").text
    assert "New here?" not in enters("august").get("/").text
    dealt_one()
    screen.press("open")
    assert "New here?" not in screen.client.get("/").text
    assert "New here?" in enters("dmitri").get("/").text
