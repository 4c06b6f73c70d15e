"""Every page in a language that nobody speaks: what stands there in English was never given to a translator.

A template that no scene here renders fails the last test: write a scene for it.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.test.signals import template_rendered

from audit.services import CommandRefused
from cardroom.accounts.policies import NotAllowed
from cardroom.management.commands.demo_room import PASSWORD as DEMO_PASSWORD
from cardroom.management.commands.demo_room import PEOPLE
from tables import chronicle
from tables.furnishing import link_display, watch_table
from tables.game.base import Refused
from tables.models import SeatCode
from tables.screens.boomerang_hunt import SCREEN as SCREEN_OF_HUNT
from tables.screens.holding import TABLET, keep
from tables.screens.places import places_of
from tables.screens.seen import seen_of
from tables.screens.simulated import ALIASES, MARK
from tables.screens.wording import refusal
from tables.seat_screens import tablet_secret
from tables.selectors import current, get_table
from tables.services import Answers, Stale
from tables.variants.boomerang_hunt.deck import WHOLE_DECK
from tests.catalogue import ROOT, speak_circled, templates, untranslated
from tests.dealing import POKER
from tests.desk import Desk
from tests.forms import Page
from tests.hunters import SHOWN
from tests.integration.test_views_console import HTMX, signed_in
from tests.people import PASSWORD, ROOM, person
from tests.random_room import RandomRoom
from tests.tablet import Tablet, with_keys

pytestmark = pytest.mark.django_db

WHY, RULE = "Zx why", "H-4"
DATA = {
    *("Dana Reyes", "Flora Nguyen", "Dmitri Sokolov", "August Klein", "Ada Moreau", "Some Body", "Vera Holt"),
    *("DR", "FN", "DS", "SB", "seen on the tape"),
    "command_id is 1 to 100 visible ASCII characters",  # what no form of ours sends
    *(verb.form for verb in (*POKER.table.values(), *POKER.seat.values())),  # how actions are written
    *(
        WHY,
        RULE,
        "Boomerang Poker",
        "Boomerang (Ehrhard & Lalet)",
        "Table 12",
        "T12 tablet",
        "Invented for tests",
        "none",
    ),
    *("Ada", "Maria", "Nils", "Ines", "Chen", "Lou", "Rolf", "Bea", "Otis", "Yuki"),
}
"""What people have typed, or what has a name of its own."""
DEMO = {
    *(name for _username, name, _role in (entry[:3] for entry in PEOPLE)),
    *ALIASES,
    *("Simon", "Sybil", "Silas", "Sonja", "Stella", "Seth", "Fay", MARK),
    *("Boomerang Poker", "Boomerang (Ehrhard & Lalet)", "Boomerang", "dana", DEMO_PASSWORD, "blue", "demo"),
    *("INVENTED demo schedule, not approved by any regulator", "Made up for the room.", "None."),
}
DECLARED: set[str] = set()
"""The templates that some scene renders; each scene is held to what it declares."""


def reaches(*names: str) -> Callable[[Any], Any]:
    """Says which templates a scene renders, among others."""

    def declared(scene: Any) -> Any:
        scene.reaches = {f"{name}.html" for name in names}
        DECLARED.update(scene.reaches)
        return scene

    return declared


@pytest.fixture(autouse=True)
def noted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Which templates are rendered: all that the scene declares."""
    reached: set[str] = set()

    def note(template: Any, **about: Any) -> None:
        reached.add(str(template.name))

    template_rendered.connect(note)
    yield
    template_rendered.disconnect(note)
    assert getattr(request.function, "reaches", set()) <= reached


class Reader:
    """Somebody who reads pages in the language that nobody speaks."""

    def __init__(self, client: Client, monkeypatch: pytest.MonkeyPatch, data: set[str] = DATA) -> None:
        self.client = client
        self._monkeypatch = monkeypatch
        self._data = data
        self.english: dict[str, str] = {}

    def reads(self, address: str, label: str = "", **about: Any) -> HttpResponse:
        """A page, or what a form answers; what it says in English is kept, with where that was first."""
        with self._monkeypatch.context() as circled:
            speak_circled(circled)
            method = self.client.post if "form" in about else self.client.get
            answer: Any = method(address, about.pop("form", None), **about)
            text = answer.json()["reason"] if "json" in answer.headers["Content-Type"] else answer.text
        for said in untranslated(text, self._data):
            self.english.setdefault(said, f"{label} {address}")
        return answer


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reader]:
    return lambda client, data=DATA: Reader(client, monkeypatch, data)


PANELS = ("undo", "misdeal", "odd", "scrap", "extra", "dispute", "seats", "rules", "rulings")
PANELS += ("call", "pause", "count", "last", "screen", "byhand")


class Table12:
    """One table, looked at by its dealer, a floor manager and an auditor while a hand goes on."""

    def __init__(self, desk: Desk, reader: Callable[..., Reader]) -> None:
        self.desk = desk
        self.dealer, self.floor = reader(signed_in(desk.dealer)), reader(signed_in(desk.floor))
        self.auditor = reader(signed_in(person("auditor")))

    def look(self, label: str, *panels: str) -> None:
        """The screen as it is, and these panels of it."""
        self.auditor.reads("/tables/12/", label)
        for who in (self.dealer, self.floor):
            for query in ("", *(f"?panel={name}" for name in panels)):
                who.reads(f"/tables/12/{query}", label)
        moves = (self.desk.view()["hand"] or {}).get("moves", [])
        if moves and moves[-1]["text"].startswith(("card", "deal", "draw")):
            self.dealer.reads(f"/tables/12/?panel=correct&n={moves[-1]['n']}", label)

    def english(self) -> dict[str, str]:
        return {**self.dealer.english, **self.floor.english, **self.auditor.english}


@reaches(
    "base",
    "accounts/operator",
    "tables/console",
    "tables/fragment",
    *(
        f"tables/panels/{name}"
        for name in ("undo", "dispute", "seats", "rules", "rulings", "call", "pause", "count")
    ),
    *(f"tables/panels/{name}" for name in ("last", "screen", "head", "reasons", "taps")),
    *(
        f"tables/parts/{name}"
        for name in ("between", "posting", "award", "stub", "money", "tools", "log", "suits")
    ),
    *(
        f"tables/parts/{name}"
        for name in ("empty_felt", "seat_head", "look", "sample", "guide", "guide_back")
    ),
    *(f"tables/parts/{name}" for name in ("chair", "in_step", "pin_dialog")),
    *(
        f"variants/boomerang_poker/{name}"
        for name in ("dealer", "duel", "felt", "pad", "panels", "rules", "rulings")
    ),
)
def test_a_hand_on_the_console(desks: Any, reader: Callable[..., Reader]) -> None:
    at = Table12(desks(drop_when="before_deal"), reader)
    desk = at.desk
    at.look("no hand", *PANELS)
    desk.do("reserve 7", alias="Ada")
    desk.do("out 9", "open")
    at.look("posting, two seats", "seats")
    desk.do("in 9", "post 2")
    at.look("posting, some have")
    desk.post()
    at.look("drop before the deal")
    desk.do("card Td")
    at.look("dealing", *PANELS)
    desk.do("scrap 7c", "card As", "card Qh", "card 8c", "card Tc", "card Qs")
    at.look("decision", *PANELS)
    desk.do("2 buy 2")
    at.look("purchase", "odd", "scrap")
    desk.do("card 9c")
    at.look("not yet", "undo")
    desk.do("card 2c")
    at.look("does not beat")
    desk.do("5 buy 3", "card Ah")
    at.look("beats, some unused", "extra", "odd")
    desk.do("extra 3d")
    at.look("one too many")
    desk.do("9 fold")
    at.look("award", *PANELS)
    desk.do("pay")
    watch_table(table=12, count_every=1, display_delay=30, command_id="w", author=ROOM)
    at.look("paid, to be counted", "count", "undo", "last", "rulings")
    desk.do("count 40")
    at.look("counted wrong")
    assert at.english() == {}


@reaches("tables/parts/paused", "tables/parts/ruling", "tables/parts/void", "tables/parts/closed")
def test_what_interrupts_a_hand(desks: Any, reader: Callable[..., Reader]) -> None:
    at = Table12(desks(), reader)
    desk = at.desk
    desk.deal()
    desk.do("call", reason=WHY)
    at.look("called")
    desk.do("answered", by=desk.floor)
    desk.do("pause", reason=WHY)
    at.look("paused", "pause", "undo")
    desk.do("resume")
    desk.do("dispute", reason=WHY)
    at.look("disputed", "rulings", "undo", "dispute")
    desk.ruled("rule stands", "turn 5")
    desk.do("5 buy 1", "card Ad")
    desk.ruled("kill 5")
    at.look("killed", "rulings")
    desk.ruled("restore 5")
    n = desk.hand()["moves"][0]["n"]
    desk.do(f"correct {n} deal 2 9d 8c", reason=WHY)
    at.look("corrected", "undo", "rulings")
    desk.ruled("rule stands") if desk.hand()["frozen"] else None
    desk.ruled("void")
    at.look("void")
    desk.do("pay", "open")
    desk.do("misdeal", reason=WHY)
    at.look("misdeal before the posts")
    desk.do("pay", "open")
    desk.post()
    desk.do("card Td")
    desk.do("misdeal", reason=WHY)
    at.look("misdeal")
    desk.do("redeal")
    at.look("dealt again")
    desk.ruled("waive 5 H-4")
    desk.ruled("award 2 500 5 1000")
    at.look("awarded by the floor")
    desk.do("pay")
    desk.do("table close", by=desk.floor)
    at.look("closed")
    assert at.english() == {}


def test_a_tie_and_a_split(desks: Any, reader: Callable[..., Reader]) -> None:
    at = Table12(desks(seats=(2, 5)), reader)
    desk = at.desk
    desk.do("open", "post 2 5", "deal 2 Kd Qc", "deal 5 As Ks", "2 buy 1", "card Ad")
    at.look("beats with the last card")
    desk.do("5 buy 1", "card Qh")
    assert len(desk.hand()["winners"]) == 2
    at.look("a tie, split", "undo", "rules")
    desk.do("pay")
    at.look("paid to two", "last")
    assert at.english() == {}


@pytest.mark.parametrize("source", ["electronic", "reader"])
def test_cards_from_a_shoe(desks: Any, reader: Callable[..., Reader], source: str) -> None:
    at = Table12(desks(source=source), reader)
    at.desk.open()
    at.look("dealing", "byhand", "odd", "rules", "undo")
    if source == "electronic":
        at.desk.do("draw", "draw all")
    else:
        for card in ("Td", "As", "Qh", "8c", "Tc", "Qs"):
            at.desk.do(f"card {card}", reason=WHY)
    at.look("decision", "undo", "odd")
    assert at.english() == {}


HUNT = ("felt", "hunter", "cord", "reveals", "score", "dealer", "pad", "panels", "rules", "rulings", "public")


@reaches(*(f"variants/boomerang_hunt/{name}" for name in (*HUNT, "seat", "decide")))
def test_a_hunt(desks: Any, reader: Callable[..., Reader], monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game on the console, on the hunters' own screens and in the history."""
    at = Table12(desks(variant="boomerang_hunt", seats=(2, 5, 9)), reader)
    desk, english, chance = at.desk, dict[str, str](), random.Random(3)
    at.look("no hand", "rules", "rulings")
    desk.do("open")
    at.look("posting", "rules")
    desk.post()
    for step in range(1_000):
        hand = desk.hand()
        if (awaiting := hand["awaiting"]) is None:
            break
        if step < 12 or hand["felt"]["pile"] == 1:
            at.look(f"step {step}", *(PANELS if step in (2, 8) else ()))
            english |= dict.fromkeys(own_screens(desk, monkeypatch), f"own screen, step {step}")
        if "draw" in awaiting:
            desk.do(next_card(hand))
        else:
            seat = awaiting["seats"][0]
            choice = chance.choice(("throw", "stop")) if hand["felt"]["boomerangs"][str(seat)] else "stop"
            land = chance.choice(("water", "forest", "meadow", "desert", "mountain"))
            desk.do(f"{seat} {choice}" if hand["felt"]["actor"] else f"{seat} choose {land}")
    at.look("award", "undo", "rulings")
    english |= dict.fromkeys(own_screens(desk, monkeypatch), "own screen, over")
    desk.do("pay")
    at.look("paid", "last")
    page = at.dealer.reads("/tables/12/hands/").text
    (address,) = {
        attrs["href"]
        for tag, attrs in Page(page).elements
        if tag == "a" and attrs["href"].startswith("/hands/")
    }
    steps = [attrs["href"] for tag, attrs in Page(at.dealer.reads(address).text).elements if tag == "a"]
    for query in [step for step in steps if step.startswith("?at=")][::40]:
        at.dealer.reads(address + query.partition("#")[0])
    assert {**at.english(), **english} == {}


@pytest.mark.parametrize("source", ["electronic", "reader"])
def test_a_hunt_from_a_shoe(desks: Any, reader: Callable[..., Reader], source: str) -> None:
    at = Table12(desks(variant="boomerang_hunt", source=source, seats=(2, 5, 9)), reader)
    at.desk.open()
    at.look("cards are due", "byhand", "rules")
    if source == "electronic":
        at.desk.do("draw", "draw all")
    else:
        at.desk.do(next_card(at.desk.hand()), reason=WHY)
    at.look("a card has come", "undo")
    assert at.english() == {}


def next_card(hand: dict[str, Any]) -> str:
    gone = {*hand["felt"]["shown"], *(card for cards in hand["felt"]["captured"].values() for card in cards)}
    return f"draw {next(card for card in WHOLE_DECK if card not in gone)}"


def own_screens(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the fragments of the seats say in English, each as its own player sees it."""
    table = get_table(12)
    assert table is not None
    told = current(table)
    assert told is not None
    places, found = places_of(table, told.hand), []
    for seat in told.hand.seats:
        with monkeypatch.context() as circled:
            speak_circled(circled)
            felt = SCREEN_OF_HUNT.game.seat(seen_of(told.hand, seat), places)
            about = {"felt": felt, "places": places, "act_url": "/", "fields": ""}
            page = render_to_string("variants/boomerang_hunt/seat.html", about)
            said = SCREEN_OF_HUNT.game.status(seen_of(told.hand, seat), places)
        found += untranslated(f"{page}<p>{said}</p>", DATA)
    return found


ODD = (
    *(
        "card Xx",
        "card Qh",
        "2 buy 9",
        "5 fold",
        "deal 2 Td Td",
        "pay",
        "drop",
        "undo 99",
        "redeal",
        "post 2",
    ),
    *(
        "sit 2",
        "in 3",
        "leave 2",
        "turn 5",
        "void",
        "sing",
        "count 3",
        "resume",
        "award 2",
        "reserve 99",
        "call",
    ),
    *("source pad", "table open", "condition 1", "open", "draw", "extra Qh", "scrap Qh", "correct 1 card Qh"),
    *(
        "waive 2",
        "rule stands",
        "answered",
        "misdeal",
        "5 buy 3",
        "chair leave",
        "in 2",
        "out 99",
        "undo x",
        "5",
    ),
)


@pytest.mark.parametrize("source", ["pad", "electronic"])
def test_whatever_is_refused_says_why(desks: Any, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """What does not fit, before a hand, in it and after it, for a dealer and for the floor."""
    desk = desks(source=source)
    other = person("dealer")
    said: dict[str, str] = {}
    states = ("", "open", "post 2 5 9", "draw all" if source == "electronic" else "deal 2 Td 8c", "chair")
    for state in states:
        if state:
            desk.do(state)
        for action in ODD:
            for who in (desk.dealer, desk.floor, other):
                before = transaction.savepoint()
                try:
                    desk.send(
                        desk.order(action, alias="Ada", reason="x" * 501 if action == "call" else ""), who
                    )
                except (Refused, NotAllowed, CommandRefused) as refused:
                    with monkeypatch.context() as circled:
                        speak_circled(circled)
                        said[refusal(refused)] = f"{state}: {action}"
                else:  # it was none to be refused
                    transaction.savepoint_rollback(before)
                    chronicle.forget_all()
    stale = Answers(desk.hand()["hand"], seq=1)
    with pytest.raises(Stale) as caught, monkeypatch.context() as circled:
        desk.send(desk.order("5 fold", answers=stale))
    with monkeypatch.context() as circled:
        speak_circled(circled)
        said[refusal(caught.value)] = "stale"
    assert {text: where for text, where in said.items() if untranslated(text, DATA)} == {}
    assert len(said) > 30


@reaches("house/notice", "tables/parts/conflict")
def test_what_a_screen_answers(desk: Desk, reader: Callable[..., Reader]) -> None:
    """A refusal, what is out of date, who is not in the chair: beside the screen, and as a page."""
    who = reader(signed_in(desk.dealer))
    desk.open()
    seen = desk.answers()
    desk.do("card Qh")
    fresh, old = desk.answers(), {"hand": seen.hand, "seq": str(seen.seq)}
    other = reader(signed_in(person("dealer", name="Dmitri Sokolov")))
    for headers in (HTMX, {}):
        about = f"{len(headers)}"
        now = {"hand": fresh.hand, "seq": str(fresh.seq)}
        who.reads("/tables/12/act/", "refused", form={**now, "do": f"a{about}:card Qh"}, headers=headers)
        who.reads("/tables/12/act/", "stale", form={**old, "do": f"b{about}:card 2c"}, headers=headers)
        who.reads(
            "/tables/12/act/", "other", form={**old, "hand": "T1/1", "do": f"c{about}:drop"}, headers=headers
        )
        who.reads("/tables/12/act/", "no id", form={**now, "do": ":card 2c"}, headers=headers)
        who.reads("/tables/12/act/", "award", form={**now, "do": "d:award", "share_2": "x"}, headers=headers)
    desk.do("chair")
    for headers in (HTMX, {}):
        form = {**now, "do": f"e{len(headers)}:card 2c"}
        other.reads("/tables/12/act/", "no chair", form=form, headers=headers)
    other.reads("/tables/12/", "looks on")
    assert {**who.english, **other.english} == {}


@reaches("tables/hands", "tables/hand", "variants/boomerang_poker/public")
def test_finished_hands(desks: Any, reader: Callable[..., Reader]) -> None:
    desk = desks()
    who = reader(signed_in(desk.dealer))
    who.reads("/tables/12/hands/", "none")
    desk.won().do("pay")
    desk.open()
    desk.do("misdeal", reason=WHY)
    desk.do("redeal")
    desk.do("card Td")
    desk.do(f"correct {desk.last_n()} card 9d", reason=WHY)
    desk.do("chair", by=(relief := person("dealer", name="Dmitri Sokolov")))
    desk.do("misdeal", reason=WHY, by=relief)
    desk.do("pay", "open", by=relief)
    page = who.reads("/tables/12/hands/").text
    for address in {attrs["href"] for tag, attrs in Page(page).elements if tag == "a"}:
        if address.startswith("/hands/"):
            steps = who.reads(address).text
            ats = [
                a["href"] for tag, a in Page(steps).elements if tag == "a" and a["href"].startswith("?at=")
            ]
            for at in ats[:: max(1, len(ats) // 4)]:
                who.reads(address + at.partition("#")[0])
    assert who.english == {}


@reaches("tables/floor", "tables/parts/alerts", "tables/parts/devices", "tables/parts/display_link")
def test_the_floor_page(desk: Desk, reader: Callable[..., Reader]) -> None:
    who, admin = reader(signed_in(desk.floor)), reader(signed_in(person("admin")))
    desk.open()
    desk.do("call", reason=WHY)
    link_display(table=12, command_id="link", author=ROOM)
    Tablet(12, desk.floor)
    for reads in (who, admin):
        reads.reads("/floor/")
    for do in (
        *("at 12 table open", "at 12 table close", "at 12 sing", "sing", "add_table", "add_condition"),
        *("retire_condition 77", "configure 12", "configure 99", "watch 12", "watch x", "link_display 12"),
        *("at 12 answered", "at 12 resume", "pair 12", "unpair x", "unlock x y"),
    ):
        form = {"do": f"{do.replace(' ', '-')}:{do}", "number": "12", "amount": "x", "count_every": "9999"}
        who.reads("/floor/", do, form=form)
        who.reads("/floor/", f"after {do}")
    who.reads("/floor/alerts/")
    assert {**who.english, **admin.english} == {}


@reaches("accounts/sign_in", "accounts/keys", "tables/room", "tables/screen", "house/demo_login")
def test_the_room_and_who_enters_it(desk: Desk, reader: Callable[..., Reader]) -> None:
    nobody = reader(Client())
    nobody.reads("/sign-in/")
    nobody.reads("/sign-in/?next=/tables/12/")
    nobody.reads("/sign-in/", form={"username": "x", "password": "y"})
    nobody.reads("/sign-in/", form={"username": "", "password": ""})
    english = dict(nobody.english)
    for role in ("dealer", "floor", "auditor", "admin"):
        somebody = with_keys(person(role)) if role in ("dealer", "floor") else person(role)
        who = reader(signed_in(somebody))
        for address in ("/", "/screen/", "/my/pin/", "/tables/12/", "/tables/99/", "/floor/"):
            who.reads(address, role)
        for form in (
            {},
            {"password": "wrong", "pin": "1111", "do": "set"},
            {"password": PASSWORD, "pin": "1111"},
        ):
            who.reads("/my/pin/", role, form={"pin_again": form.get("pin", ""), **form})
        who.reads(
            "/my/pin/", role, form={"password": PASSWORD, "pin": "2580", "pin_again": "2581", "do": "set"}
        )
        english |= who.english
    assert english == {}


@reaches("tables/chair", "tables/chair_form", "tables/chair_elsewhere", "tables/elsewhere")
def test_taking_turns_at_a_device(desk: Desk, reader: Callable[..., Reader]) -> None:
    dmitri = with_keys(person("dealer", name="Dmitri Sokolov"))
    flora = with_keys(desk.floor, "3690")
    tablet = Tablet(12, desk.floor)
    who = reader(tablet.client)
    who.reads(tablet.chair, "nobody deals")
    who.reads(tablet.chair, "nobody chosen", form={"pin": "1"})
    for times in range(6):
        who.reads(tablet.chair, f"wrong {times}", form={"person": dmitri.public_id, "pin": "9999"})
    who.reads(tablet.chair, "badge", form={"badge": "none"})
    who.reads(tablet.chair, "badge", form={"badge": "none"}, headers=HTMX)
    floor = reader(signed_in(desk.floor))
    floor.reads("/floor/", "locked")
    floor.reads("/", "locked")
    floor.reads("/floor/alerts/", "locked")
    who.reads(tablet.chair, "the floor", form={"person": flora.public_id, "pin": "3690", "as": "chair"})
    who.reads("/tables/12/", "in the chair")
    who.reads("/floor/", "elsewhere")
    who.reads("/floor/", "elsewhere", headers=HTMX)
    desk.do("chair", by=dmitri)
    who.reads("/tables/12/", "relieved")
    who.reads(tablet.chair, "relieved")
    reader(Client()).reads("/tables/12/chair/")
    elsewhere = reader(Client())
    elsewhere.reads("/tables/12/chair/", "no device")
    assert {**who.english, **floor.english, **elsewhere.english} == {}


@reaches("tables/display", "tables/display_felt", "tables/display_gone")
def test_the_public_display(desks: Any, reader: Callable[..., Reader]) -> None:
    desk = desks()
    address = f"/tables/12/display/{link_display(table=12, command_id='link', author=ROOM)}/"
    who = reader(Client())
    who.reads("/tables/12/display/x/")
    deal = ("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    for action in ("open", "post 2 5 9", *deal, "2 buy 1", "card 2c", "5 fold"):
        who.reads(address, action)
        who.reads(f"{address}felt/", action)
        desk.do(action)
    who.reads(address, "over")
    who.reads(f"{address}?minimal=1", "over")
    desk.do("pay")
    who.reads(address, "paid")
    desk.do("reserve 7", alias="Ada")
    desk.do("pause", reason=WHY)
    who.reads(address, "paused")
    desk.do("resume")
    desk.do("table close", by=desk.floor)
    who.reads(address, "closed")
    watch_table(table=12, count_every=0, display_delay=900, command_id="w", author=ROOM)
    who.reads(address, "late")
    assert who.english == {}


@reaches("tables/parts/newcomer", "tables/parts/guide", "house/demo_login")
def test_the_demo_room(reader: Callable[..., Reader]) -> None:
    chronicle.forget_all()
    call_command("demo_room", stdout=io.StringIO())
    nobody = reader(Client(), DEMO)
    nobody.reads("/sign-in/")
    client = Client()
    client.post("/sign-in/", {"username": "dana", "password": DEMO_PASSWORD})
    who = reader(client, DEMO)
    for address in ("/", "/tables/3/", "/tables/5/", "/tables/1/?panel=rules"):
        who.reads(address)
    for number in (1, 2):
        for action in ("", "open", "post", "card", "draw all", "fold"):
            page = Page(who.reads(f"/tables/{number}/", action).text)
            found = [b for b in page.buttons if b.action == action or (action and b.action.endswith(action))]
            found += [b for b in page.buttons if action and b.action.startswith(f"{action} ")]
            if found:
                client.post(f"/tables/{number}/act/", found[0].sends())
        who.reads(f"/tables/{number}/", "after")
    client.post("/tables/1/guide/", {"show": "off"})
    who.reads("/tables/1/?panel=rules", "shut")
    assert {**nobody.english, **who.english} == {}


@reaches("404", "400", "403", "500", "house/refused")
def test_errors(desk: Desk, reader: Callable[..., Reader], settings: Any) -> None:
    who = reader(signed_in(desk.dealer))
    who.reads("/nowhere/")
    strict = reader(Client(enforce_csrf_checks=True))
    for headers in ({}, HTMX):
        strict.reads("/sign-in/", "no token", form={"username": "x"}, headers=headers)
    from django.views import defaults

    for status, view in (
        (400, defaults.bad_request),
        (403, defaults.permission_denied),
        (500, defaults.server_error),
    ):
        request: Any = who.client.get("/").wsgi_request
        with who._monkeypatch.context() as circled:
            speak_circled(circled)
            answer = view(request) if status == 500 else view(request, Exception())
        assert untranslated(answer.content.decode(), DATA) == [], status
    assert {**who.english, **strict.english} == {}


def test_whatever_happens_in_a_random_room(reader: Callable[..., Reader]) -> None:
    room, rng = RandomRoom(5), random.Random(5)
    data = {
        *DATA,
        "it was seen by the floor",
        "the count",
        "wrong count",
        "keyed wrong",
        "misread",
        "not read",
    }
    data |= {"the award", "shuffler", "fill", "Somebody", "Player", "random", "Table"}
    clients = [reader(signed_in(who), data) for who in (room.floor, room.dealers[-1])]
    for step in range(200):
        number = rng.choice(room.tables)
        room.step(number)
        if step % 5 == 0:
            who = rng.choice(clients)
            answer = who.reads(f"/tables/{number}/?panel={rng.choice(('', '', *PANELS))}")
            if answer.status_code == 302:
                clients.remove(who)
    for number in room.tables:
        page = clients[0].reads(f"/tables/{number}/hands/").text
        links = [
            a["href"] for tag, a in Page(page).elements if tag == "a" and a["href"].startswith("/hands/")
        ]
        for address in links[:4]:
            clients[0].reads(address)
    assert {said: where for client in clients for said, where in client.english.items()} == {}


JOIN = {"777777", "http://testserver/join/", "Maria", "Zx"}


@reaches(
    *("tables/join", "tables/seat", "tables/seat_fragment", "tables/seat_gone", "tables/seat_gone_part"),
    *("tables/panels/phones", "tables/parts/waits"),
)
def test_a_seats_own_screen(desks: Any, reader: Callable[..., Reader]) -> None:
    """From its code to its end, and the panel that the dealer has of it."""
    desk = desks(variant="boomerang_hunt", seats=(2, 5, 9))
    desk.do("screen 5")
    code = SeatCode.objects.get().code
    at, data = Table12(desk, reader), DATA | JOIN | {code}
    phone, stranger = reader(Client(), data), reader(Client(), data)
    at.dealer._data = at.floor._data = data
    at.look("a code", "phones")
    seat = "/tables/12/seats/5/"
    at.dealer.reads("/join/")
    for client, typed in ((stranger, "777777"), (phone, code)):
        client.reads(f"/join/{code}/")
        client.reads("/join/", form={"code": typed, "form": f"form-{typed}"})
    for _ in range(11):
        stranger.reads("/join/", form={"code": "777777", "form": "again"})
    phone.reads("/join/")
    steps: dict[str, Callable[[], Any]] = {
        "no hand": lambda: desk.do("first 5"),
        "posting": lambda: desk.do("open"),
        "posted": lambda: desk.do("post 5"),
        "asked": lambda: desk.post().do(*SHOWN),
        "chosen": lambda: chooses(phone, seat, desk),
        "paused": lambda: desk.do("pause", reason=WHY),
        "disputed": lambda: desk.do("resume", "dispute", reason=WHY),
        "void": lambda: desk.ruled("rule stands", "void"),
        "closed": lambda: desk.do("pay", "table close", by=desk.floor),
        "gone": lambda: desk.do("screen 5 close"),
    }
    for label, step in steps.items():
        step()
        at.look(label, "phones", "rulings")
        phone.reads(seat, label)
        phone.reads(f"{seat}look/", label, form={})
    stranger.reads(seat)
    phone.reads(f"{seat}leave/", form={})
    assert {**at.english(), **phone.english, **stranger.english} == {}


def chooses(phone: Reader, seat: str, desk: Desk) -> None:
    """With what is refused, and once more than is open; with and without scripts."""
    hand = desk.hand()["hand"]
    for number, action in enumerate(("5 choose sea", "2 choose water", "5 choose water", "5 choose desert")):
        form = {"do": f"s{number}:{action}", "hand": hand, "seat": 5, "after": 3}
        phone.reads(f"{seat}act/", action, form=form, headers=HTMX)
        phone.reads(f"{seat}act/", action, form=form)


@reaches("tables/seats", "tables/seat_gone")
def test_the_tablet_goes_round(desks: Any, reader: Callable[..., Reader]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(2, 5, 9)).open()
    desk.do(*SHOWN)
    at, tablet = Table12(desk, reader), Client()
    desk.player(5)
    desk.do("neutral 2", by=desk.floor, reason=WHY)
    desk.do("substitute 9", by=desk.floor, reason=WHY, alias="Ada")
    desk.do("hand round")
    at.look("handed round", "last")
    keep_tablet(tablet, desk)
    round_, stranger = reader(tablet, DATA | JOIN), reader(Client())
    for address in ("", "2/", "5/", "9/"):
        round_.reads(f"/tables/12/seats/{address}")
    for seat in (2, 5, 9):
        round_.reads(f"/tables/12/seats/{seat}/look/", form={})
    stranger.reads("/tables/12/seats/")
    assert {**at.english(), **round_.english, **stranger.english} == {}


def keep_tablet(client: Client, desk: Desk) -> None:
    """The browser holds what the tablet was given that was handed round last."""
    (handed,) = desk.records(None, "tablet.handed_round")
    response = HttpResponse()
    keep(response, TABLET, desk.number, tablet_secret(handed.command_id, handed.terminal))
    client.cookies.update(response.cookies)


def test_every_template_is_in_some_scene() -> None:
    assert {str(path.relative_to(ROOT / "templates")) for path in templates()} == DECLARED
