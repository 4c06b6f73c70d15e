"""Simulated evenings: hands as dealers deal them, and a dealer who leaves the table to any person who sits down."""

from __future__ import annotations

import io
from collections import Counter
from random import Random
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import OperationalError

from audit.selectors import read
from cardroom.accounts.models import Person
from cardroom.demo import evening as simulated
from cardroom.demo import play
from cardroom.demo.evening import LOOK_AGAIN_S, STAYS_AWAY_S, Evening
from tables import chronicle
from tables.game.base import Refused
from tables.models import Table
from tables.selectors import current, get_table
from tables.services import Answers, Command, act
from tests.desk import everything_holds
from tests.integration.test_demo_room import approved_for_real

pytestmark = pytest.mark.django_db


class Clock:
    """Time that passes when somebody sleeps."""

    def __init__(self, until: float = float("inf")) -> None:
        self.now = 0.0
        self.until = until
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        if self.now > self.until:
            raise TimeoutError


@pytest.fixture(autouse=True)
def room() -> None:
    chronicle.forget_all()
    call_command("demo_room", stdout=io.StringIO())


def plays(seconds: float, seed: int = 1) -> list[Evening]:
    """So long an evening at all simulated tables."""
    found = play.evenings(Random(seed))
    clock = Clock(until=seconds)
    with pytest.raises(TimeoutError):
        play.play(found, clock, clock.sleep)
    return found


def one(number: int = 4, seed: int = 1) -> Evening:
    return next(evening for evening in play.evenings(Random(seed)) if evening.table == number)


def steps(evening: Evening, count: int, now: float = 0.0) -> list[float]:
    return [evening.step(now) for _ in range(count)]


def types(number: int = 4) -> list[str]:
    return [record.type for record in read(f"T{number}")]


def row(number: int = 4) -> Table:
    found = get_table(number)
    assert found is not None
    return found


def does(action: str, who: str = "dana", number: int = 4, **about: str) -> None:
    told = current(row(number))
    answers = Answers(told.hand.id, told.last_seq) if told else Answers("", 0)
    order = Command(uuid4().hex, action, answers, **about)
    act(table=number, person=Person.objects.get(username=who), terminal="t1mine", order=order)


def test_an_evening_goes_on_by_itself_and_nothing_is_refused() -> None:
    plays(400)
    everything_holds()
    assert [record.type for record in read("access") if record.type == "command.refused"] == []
    for number in (4, 6, 7):
        seen = Counter(types(number))
        assert seen["hand.paid"] >= 2, (number, seen)
        assert seen["hand.bought"] > 3
        assert seen["hand.folded"] > 3
    for number in (1, 2, 3, 5):
        assert not row(number).hand
        assert not row(number).chair
    dealers = {record.actor for record in read("T4") if record.type.startswith("hand.")}
    names = Person.objects.filter(public_id__in=dealers).values_list("name", flat=True)
    assert [name.endswith("(simulated)") for name in names] == [True]


def test_what_is_rare_happens_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Often for once: corrections, what is taken back, misdeals, calls, pauses, players who come and go."""
    often = {"CALLS": 0.1, "PAUSES": 0.3, "CORRECTS": 0.15, "TAKES_BACK": 0.2, "MISDEALS": 0.02, "GOES": 0.3}
    for name, part in often.items():
        monkeypatch.setattr(simulated, name, part)
    plays(800)
    everything_holds()
    assert [record.data for record in read("access") if record.type == "command.refused"] == []
    seen = Counter(types(4) + types(6) + types(7))
    for kind in (
        *("hand.undone", "hand.misdealt", "floor.called", "floor.answered", "table.paused", "table.resumed"),
        *("seat.left", "seat.taken", "hand.card_dealt", "hand.bought_card"),
    ):
        assert seen[kind], kind
    corrected = [r for n in (4, 7) for r in read(f"T{n}") if str(r.data.get("text")).startswith("correct ")]
    assert corrected


def test_the_pace_is_that_of_a_hand() -> None:
    evening = one()
    waits = steps(evening, 120)
    assert min(waits) >= 1.0
    assert max(waits) <= 14.0


def test_who_takes_the_chair_has_the_table_to_himself() -> None:
    evening = one()
    steps(evening, 12)
    assert "hand.opened" in types()
    does("chair")
    before = types()
    assert set(steps(evening, 10, now=100.0)) == {LOOK_AGAIN_S}
    assert types() == before
    does("chair", "dmitri")
    assert set(steps(evening, 3, now=200.0)) == {LOOK_AGAIN_S}
    told = current(row())
    assert told is not None
    if not told.hand.settled:
        does("void", "flora", reason="seen", rule="H-1")
        does("pay", "dmitri")
    does("chair leave", "dmitri")
    before = types()
    assert set(steps(evening, 3, now=200.0 + STAYS_AWAY_S - 1)) == {LOOK_AGAIN_S}
    assert types() == before
    steps(evening, 12, now=201.0 + STAYS_AWAY_S)
    assert types().count("hand.opened") == 2
    assert [record for record in read("access") if record.type == "command.refused"] == []


def test_after_a_restart_it_goes_on_with_the_hand_as_it_stands() -> None:
    steps(one(), 14)
    told = current(row())
    assert told is not None
    assert not told.hand.settled
    chronicle.forget_all()
    again = one(seed=7)
    while types().count("hand.paid") < 1:
        again.step(0.0)
    assert types().count("chair.taken") == 1
    everything_holds()


@pytest.mark.django_db(transaction=True)
def test_a_refusal_and_a_locked_database_are_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = one()
    steps(evening, 4)
    failures = [
        *(OperationalError("database is locked"), Refused("table_paused", "Paused.")),
        *(OperationalError("database is locked"), OperationalError("database is locked")),
    ]

    def failing(**about: object) -> None:
        raise failures.pop()

    before = types()
    with monkeypatch.context() as broken:
        broken.setattr(simulated, "act", failing)
        waits = [evening.step(0.0) for _ in range(8)]
    assert not failures
    assert max(waits) == 16 * LOOK_AGAIN_S
    assert types() == before
    steps(evening, 10)
    assert len(types()) > len(before)


def test_pauses_calls_and_disputes_of_people_are_theirs() -> None:
    evening = one()
    steps(evening, 6)
    does("pause", "flora", reason="Break")
    assert set(steps(evening, 40)) == {LOOK_AGAIN_S}
    assert row().paused == "Break"
    does("resume", "flora")
    does("call", "flora", reason="Fill")
    steps(evening, 60)
    assert row().called == "Fill"
    while not current(row()) or current(row()).hand.settled:  # type: ignore[union-attr]
        evening.step(0.0)
    does("dispute", "flora", reason="the pot")
    steps(evening, 2)
    before = types()
    assert set(steps(evening, 20)) == {LOOK_AGAIN_S}
    assert types() == before


def test_a_closed_table_and_a_reader_shoe_are_left_alone() -> None:
    evening = one()
    does("table close", "flora")
    assert set(steps(evening, 5)) == {LOOK_AGAIN_S}
    does("table open", "flora")
    does("source reader", "flora")
    assert set(steps(evening, 5)) == {LOOK_AGAIN_S}
    assert not row().chair


def test_at_closing_time_the_chairs_are_left_between_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "LASTS_S", 60)
    found, clock = play.evenings(Random(1)), Clock()
    play.play(found, clock, clock.sleep)
    for number in (4, 6, 7):
        told = current(row(number))
        assert told is not None
        assert told.hand.settled or told.hand.closed
        assert row(number).chair == ""
    everything_holds()


def test_it_ends_where_the_room_is_the_demo_no_more() -> None:
    found, clock = play.evenings(Random(1)), Clock()
    approved_for_real()
    play.play(found, clock, clock.sleep)
    assert clock.now < 2 * play.IS_DEMO_EVERY_S
    said = io.StringIO()
    call_command("demo_evening", stdout=said)
    assert "Nothing is simulated" in said.getvalue()
