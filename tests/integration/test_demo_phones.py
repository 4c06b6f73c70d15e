"""Simulated players on phones of their own: a game goes on whoever deals, and a seat is left to who joins it."""

from __future__ import annotations

import io
from collections import Counter
from random import Random

import pytest
from django.core.management import call_command

from audit.selectors import read
from cardroom.accounts.models import Person
from cardroom.demo import play
from cardroom.demo.phones import LOOK_AGAIN_S, Phones
from tables import chronicle, joining
from tables.models import SeatCode, Table
from tables.selectors import current, get_table
from tables.services import Answers, Command, act
from tests.desk import everything_holds
from tests.integration.test_demo_evening import Clock

pytestmark = pytest.mark.django_db
TABLE = 8


@pytest.fixture(autouse=True)
def room() -> None:
    chronicle.forget_all()
    call_command("demo_room", stdout=io.StringIO())


def phones() -> Phones:
    (found,) = play.phones(Random(1))
    return found


def does(*actions: str) -> None:
    dana = Person.objects.get(username="dana")
    for at, action in enumerate(actions):
        told = current(row())
        answers = Answers(told.hand.id, told.last_seq) if told else Answers("", 0)
        seq = told.last_seq if told else 0
        act(table=TABLE, person=dana, terminal="t1mine", order=Command(f"{seq}-{at}", action, answers))


def row() -> Table:
    found = get_table(TABLE)
    assert found is not None
    return found


def felt() -> dict[str, object]:
    told = current(row())
    assert told is not None
    return dict(told.hand.variant.view(told.hand.state, "public"))


def turned_up() -> None:
    """Somebody of the room deals: cards are turned up until tokens are chosen."""
    does(
        "open",
        "post 2 4 7 9",
        "draw fish water forest",
        "draw turtle meadow desert",
        "draw emu forest mountain",
    )


def test_an_evening_at_the_hunt_goes_on_by_itself_and_nothing_is_refused() -> None:
    chance = Random(2)
    found = [evening for evening in play.evenings(chance) if evening.table == TABLE]
    clock = Clock(until=600)
    with pytest.raises(TimeoutError):
        play.play([*found, *play.phones(chance)], clock, clock.sleep)
    everything_holds()
    assert [record.data for record in read("access") if record.type == "command.refused"] == []
    seen = Counter(record.type for record in read(f"T{TABLE}"))
    assert seen["hand.round_begun"] >= 1
    assert seen["hand.boomerang_thrown"] > 3
    assert seen["hand.animals_captured"] >= 4
    roles = {record.role for record in read(f"T{TABLE}") if record.type == "hand.territory_chosen"}
    assert roles == {"player"}


def test_players_choose_whoever_deals_and_the_dealer_learns_that_they_did() -> None:
    turned_up()
    table = phones()
    waits = [table.step(0.0) for _ in range(12)]
    assert felt()["chosen"] == [2, 4, 7, 9]
    assert felt()["tokens"] == {}
    assert LOOK_AGAIN_S not in waits[:8]
    assert felt()["actor"] is not None


def test_a_seat_that_somebody_has_joined_is_his_until_its_screen_is_closed() -> None:
    turned_up()
    does("screen 4")
    table = phones()
    for _ in range(10):
        table.step(0.0)
    assert felt()["chosen"] == [2, 7, 9], "a code has been given: somebody is about to join"
    code = SeatCode.objects.get(table=TABLE, seat=4).code
    joining.join(code=code, form="a-phone", askers={"somebody": 10}, terminal="", holds=None)
    assert {table.step(0.0) for _ in range(4)} == {LOOK_AGAIN_S}
    assert felt()["chosen"] == [2, 7, 9]
    does("screen 4 close")
    for _ in range(3):
        table.step(0.0)
    assert felt()["chosen"] == [2, 4, 7, 9]


def test_after_a_restart_the_phones_are_opened_anew() -> None:
    turned_up()
    table = phones()
    for _ in range(4):
        table.step(0.0)
    again = phones()
    for _ in range(8):
        again.step(0.0)
    assert felt()["chosen"] == [2, 4, 7, 9]


def test_nothing_is_done_while_the_table_is_paused_or_no_hand_is_open() -> None:
    table = phones()
    assert table.step(0.0) == LOOK_AGAIN_S
    turned_up()
    dana = Person.objects.get(username="dana")
    act(table=TABLE, person=dana, terminal="t1mine", order=Command("p", "pause", reason="Fill"))
    assert table.step(0.0) == LOOK_AGAIN_S
    assert felt()["chosen"] == []
