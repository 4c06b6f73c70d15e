"""Who dealt a finished hand: every record has its own person, and who looks at it changes nothing of that."""

from __future__ import annotations

import re

import pytest

from cardroom.accounts.models import Person
from cardroom.accounts.services import rename_person
from tests.desk import Desk
from tests.integration.test_views_console import said, signed_in
from tests.people import ROOM, person


@pytest.fixture
def dmitri(desk: Desk) -> Person:
    return person("dealer", name="Dmitri Sokolov")


def played(desk: Desk, *turns: tuple[int, Person]) -> str:
    """A hand of seven actions by dana; each turn is the number of actions before somebody takes the chair."""
    who = desk.dealer
    actions = ["post 2 5 9", "deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold", "pay"]
    desk.do("chair", "open")
    for number, action in enumerate(actions):
        for before, other in turns:
            if before == number:
                desk.do("chair", by=other)
                who = other
        desk.do(action, by=who)
    name = desk.hand()["hand"]
    assert isinstance(name, str)
    return name


def header(desk: Desk, hand: str, who: Person | None = None) -> str:
    """The line below the title."""
    page = signed_in(who or desk.floor).get(f"/hands/{hand}/")
    text = " ".join(said(page).split())
    return text.rpartition(f"Hand {hand} ")[2].partition("rules version")[0]


def test_a_relief_stands_in_the_header_with_its_event(desk: Desk, dmitri: Person) -> None:
    hand = played(desk, (4, dmitri))
    seq = desk.records(None, "chair.taken")[-1].seq
    assert f"Dana Reyes, relieved by Dmitri Sokolov at event {seq}." in header(desk, hand)
    page = signed_in(desk.floor).get(f"/hands/{hand}/")
    assert f'<li id="e{seq}" class="record is-relief">' in page.text
    names = re.findall(r'record-who quiet"><bdi>(.*?)</bdi>', page.text)
    assert set(names) == {"Dana Reyes", "Dmitri Sokolov"}
    assert names.index("Dmitri Sokolov") > 4
    assert names[-1] == "Dmitri Sokolov"


def test_one_dealer_alone_is_named_alone(desk: Desk) -> None:
    assert header(desk, played(desk)).startswith("Dana Reyes. Boomerang Poker")


def test_and_back_again(desk: Desk, dmitri: Person) -> None:
    hand = played(desk, (1, dmitri), (4, desk.dealer))
    one, two = (record.seq for record in desk.records(None, "chair.taken")[-2:])
    line = f"Dana Reyes, relieved by Dmitri Sokolov at event {one}, relieved by Dana Reyes at event {two}."
    assert line in header(desk, hand)


def test_the_next_dealer_relieves_nobody_in_a_hand_that_is_paid(desk: Desk, dmitri: Person) -> None:
    hand = played(desk)
    desk.do("chair", "open", by=dmitri)
    assert desk.records(None, "hand.closed")[-1].actor == dmitri.public_id
    assert header(desk, hand).startswith("Dana Reyes. Boomerang Poker")


def test_another_device_of_the_same_dealer_is_no_relief(desk: Desk) -> None:
    desk.do("chair", "open")
    desk.send(desk.order("chair"), terminal="t2other")
    desk.do("chair")
    desk.post().do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold", "pay")
    assert header(desk, desk.hand()["hand"]).startswith("Dana Reyes. Boomerang Poker")


def test_where_nobody_took_the_chair_it_is_read_from_who_dealt(desk: Desk, dmitri: Person) -> None:
    desk.deal()
    desk.do("2 fold", by=dmitri)
    seq = desk.records()[-1].seq
    desk.do("dispute", by=desk.floor, reason="the count")
    desk.ruled("rule stands")
    desk.do("5 fold", "pay", by=dmitri)
    line = header(desk, desk.hand()["hand"])
    assert f"Dana Reyes, relieved by Dmitri Sokolov at event {seq}." in line


def test_who_looks_changes_nothing(desk: Desk, dmitri: Person) -> None:
    hand = played(desk, (4, dmitri))
    before = desk.records()
    viewers = [desk.dealer, dmitri, desk.floor, person("auditor", name="August Klein")]
    lines = {header(desk, hand, who) for who in viewers}
    assert len(lines) == 1
    assert desk.records() == before


def test_a_new_name_is_the_same_person(desk: Desk, dmitri: Person) -> None:
    hand = played(desk, (4, dmitri))
    rename_person(person=dmitri, name="Dmitri Petrov", author=ROOM)
    assert "relieved by Dmitri Petrov at event" in header(desk, hand)
