"""Random rooms looked at through the dealer's screen: whatever has happened it can be drawn, and what it offers is
accepted.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.core.signing import get_cookie_signer
from django.db import transaction
from django.http import QueryDict
from django.test import Client

from cardroom.accounts.models import Person
from cardroom.accounts.terminals import COOKIE, SALT
from tables.screens.console import console, standing
from tables.screens.panels import Panel
from tables.selectors import get_table
from tests.forms import Button, Page
from tests.integration.test_views_console import signed_in
from tests.random_room import RandomRoom

FORM = "application/x-www-form-urlencoded"
STEPS = 400
LOOKS = 4
PANELS = (
    "",
    "",
    "",
    "",
    "rulings",
    "undo",
    "misdeal",
    "odd",
    "scrap",
    "extra",
    "dispute",
    "seats",
    "rules",
    "rulings",
    *("call", "pause", "count", "last", "screen", "byhand"),
)
TYPED = {"reason_text": "seen on the tape", "rule": "H-4", "alias": "Otis", "words": "31"}
NEEDED = {"open", "post", "card", "fold", "buy", "undo", "pay", "call", "pause", "reserve"}
"""What has to have been offered, and play goes on until it has; otherwise the test shows less than it says."""


@pytest.mark.django_db
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [3, 4])
def test_what_a_screen_offers_is_accepted(seed: int) -> None:
    room, rng, offered = RandomRoom(seed), random.Random(seed), Counter[str]()
    clients = [(who, _at_the_table(signed_in(who))) for who in (room.floor, *room.dealers)]
    for step in range(4 * STEPS):
        if step >= STEPS and offered.keys() >= NEEDED:
            break
        number = rng.choice(room.tables)
        room.step(number)
        if step % LOOKS == 0 or (room.shown is not None and room.shown.hand.state.void is not None):
            who, client = rng.choice([clients[0], *(pair for pair in clients[1:] if _works(pair[0]))])
            offered.update(_look(number, who, client, rng))
    assert offered.keys() >= NEEDED, sorted(NEEDED - offered.keys())


def _at_the_table(client: Client) -> Client:
    """A browser at the terminal where the room's people work."""
    client.cookies[COOKIE] = get_cookie_signer(salt=COOKIE + SALT).sign("t1")
    return client


def _works(who: Person) -> bool:
    return Person.objects.get(pk=who.pk).is_active


def _look(number: int, who: Person, client: Client, rng: random.Random) -> list[str]:
    """The words of the actions that were tried: of the buttons that can be pressed just now, one for each word."""
    panel = rng.choice(PANELS)
    answer = client.get(f"/tables/{number}/", {"panel": panel})
    assert answer.status_code == 200
    buttons = [
        b for b in Page(answer.text).buttons if b.form.address == f"/tables/{number}/act/" and not b.disabled
    ]
    rng.shuffle(buttons)
    tried = {_word(button): button for button in buttons}
    for button in tried.values():
        _press(number, client, button)
    return list(tried)


def _word(button: Button) -> str:
    return next((word for word in button.action.split(" ") if not word.isdecimal()), "")


def _press(number: int, client: Client, button: Button) -> None:
    """Carry it out, and take it back out of the database."""
    sent = QueryDict(mutable=True)
    for name, value in button.sends(**TYPED).items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    if button.action == "award":
        _type_an_award(number, sent)
    point = transaction.savepoint()
    try:
        answer = client.post(button.form.address, sent.urlencode(), FORM, headers={"HX-Request": "true"})
    finally:
        transaction.savepoint_rollback(point)
    if " in the chair of T" in answer.text:
        return  # at another table, as somebody in a random room may be: dealing here would take him away from it
    assert answer.status_code == 200, f"{button.action!r} was offered and refused: {answer.text[:300]}"


def _type_an_award(number: int, sent: QueryDict) -> None:
    """The whole pot to the first seat."""
    table = get_table(number)
    assert table is not None
    found = console(table, Person.objects.filter(is_active=True)[0], Panel(), standing(number).table)
    hand = found["hand"]
    cents = sum(hand.posted().values())
    sent[f"share_{hand.seats[0]}"] = f"{cents // 100}.{cents % 100:02}"
