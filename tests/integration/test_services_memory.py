"""Hands kept in memory count only by digest: what was rolled back, or done by another process, never misleads."""

from collections.abc import Iterator
from typing import Any

import pytest

from audit.core.record import Record
from audit.selectors import head
from tables import chronicle, services
from tables.chronicle import Told
from tests.desk import Desk


class Crash(Exception):
    """Something fails after the hand was folded and remembered, before the commit."""


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sequences that were read from the log, as they are read."""
    seen: list[int] = []
    original = chronicle.read

    def read(*args: Any) -> Iterator[Record]:
        for record in original(*args):
            seen.append(record.seq)
            yield record

    monkeypatch.setattr(chronicle, "read", read)
    return seen


class Processes:
    """Two processes of one room, each with a memory of its own; `become` says in which one the test runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self._shelves = {name: chronicle._Shelf() for name in "AB"}

    def become(self, name: str) -> None:
        self._patch.setattr(chronicle, "_shelf", self._shelves[name])


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    made = Processes(monkeypatch)
    made.become("A")
    return made


def crash(desk: Desk, action: str) -> None:
    """The command folds, remembers, and is rolled back."""

    def remember(told: Told, seq: int, digest: bytes) -> None:
        original(told, seq, digest)
        raise Crash

    original = chronicle.remember
    end = head(desk.stream)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services.chronicle, "remember", remember)
        with pytest.raises(Crash):
            desk.do(action)
    assert head(desk.stream) == end


def in_log(desk: Desk) -> Told:
    """The hand folded from its first record, whatever is remembered."""
    end = head(desk.stream)
    told = current(desk)
    return chronicle.told_by(
        record
        for record in chronicle.read(desk.stream, told.first_seq, end.seq)
        if record.subject == told.hand.id
    )


def current(desk: Desk) -> Told:
    return chronicle.hand_at(desk.answers().hand, *head(desk.stream)[1:])


def test_what_was_rolled_back_is_not_remembered(desk: Desk) -> None:
    desk.deal()
    before = desk.hand()
    crash(desk, "2 fold")
    assert desk.hand() == before
    assert desk.hand()["prompts"][0]["seat"] == 2
    desk.do("2 buy 1", "card 3s")
    assert desk.hand()["felt"]["hands"]["2"] == ["Td", "8c", "3s"]
    assert current(desk) == in_log(desk)


def test_another_history_of_the_same_length(desk: Desk, processes: Processes) -> None:
    """Rolled back here, and written otherwise there: kept by sequence alone, `2 fold` would be believed."""
    desk.deal()
    crash(desk, "2 fold")
    processes.become("B")
    desk.do("2 buy 3")
    processes.become("A")
    assert desk.hand()["felt"]["owed"] == 3
    assert current(desk) == in_log(desk)


def test_another_history_that_went_further(desk: Desk, processes: Processes, reads: list[int]) -> None:
    """The tail does not continue what is remembered, so the hand is folded from its first record."""
    desk.deal()
    crash(desk, "2 fold")
    processes.become("B")
    desk.do("2 buy 3", "card Kd")
    processes.become("A")
    reads.clear()
    told = current(desk)
    assert told.first_seq in reads
    assert told == in_log(desk)


def test_two_processes_take_turns(desk: Desk, processes: Processes) -> None:
    desk.open()
    for number, action in enumerate(
        (
            "deal 2 Td 8c",
            "deal 5 As Tc",
            "deal 9 Qh Qs",
            "2 fold",
            "5 buy 3",
            "card Ah",
            "9 fold",
            "pay",
            "open",
        )
    ):
        processes.become("AB"[number % 2])
        desk.do(action)
        assert current(desk) == in_log(desk), action
    assert len({seat["alias"] for seat in desk.view()["seats"]}) == 4


def test_an_old_process_catches_up_by_the_tail(desk: Desk, processes: Processes, reads: list[int]) -> None:
    desk.deal()
    processes.become("B")
    desk.do("2 buy 3", "card Kd")
    desk.do("sit 7", alias="Rolf")
    processes.become("A")
    reads.clear()
    end = head(desk.stream).seq
    desk.do("card 2s")
    assert reads == [end - 2, end - 1, end]
    reads.clear()
    desk.do("card 3s")
    assert reads == [], "what this process wrote itself is not read again"


def test_a_screen_reads_a_known_hand_without_the_log(desk: Desk, reads: list[int]) -> None:
    desk.deal()
    reads.clear()
    for _ in range(3):
        desk.view()
    assert reads == []


def test_memory_is_bounded(desks: type[Desk], monkeypatch: pytest.MonkeyPatch, processes: Processes) -> None:
    monkeypatch.setattr(chronicle, "_KEPT", 2)
    made, names = [], []
    for number in (1, 2, 3):
        made.append(desks(number=number).open())
        names.append(made[-1].answers().hand)
    assert [chronicle._shelf.get(name) is None for name in names] == [True, False, False]
    made[0].do("deal 2 Td 8c")
    assert [current(desk) == in_log(desk) for desk in made] == [True] * 3


def test_a_closed_hand_is_not_kept(desk: Desk, processes: Processes) -> None:
    desk.won().do("pay")
    name = desk.answers().hand
    assert chronicle._shelf.get(name) is not None
    desk.do("open")
    assert chronicle._shelf.get(name) is None
    assert chronicle.hand_at(name, *head(desk.stream)[1:]).hand.closed
    assert chronicle._shelf.get(name) is None
