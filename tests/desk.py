"""A dealer's desk for tests: a furnished room with one open table, driven by record texts through the service.

Everything is made by the services; no projection is written here.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from audit.core.chain import Head, walk
from audit.core.record import Record
from audit.selectors import head, links, read, streams
from audit.services import Author, CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import FLOOR
from fees import projections as fee_projections
from fees.core.schedule import FeeRow
from fees.models import Collection, Schedule
from fees.services import approve_schedule
from tables import chronicle, projections, selectors
from tables import joining as screens
from tables.furnishing import add_condition, add_table, configure_table
from tables.game import registry
from tables.game.base import Refused
from tables.models import (
    Condition,
    DisplayKey,
    Hand,
    HandedTablet,
    Player,
    Seat,
    SeatCode,
    SeatLease,
    ShoeSeed,
    Table,
)
from tables.players import Actor, SeatPlayer, player_at
from tables.policies import chosen_in_secret
from tables.services import Answer, Answers, Command, Stale, act
from tests.people import ROOM, person

TERMINAL = "t1pit"
NAMES = {
    1: "Ada",
    2: "Maria",
    3: "Nils",
    4: "Ines",
    5: "Chen",
    6: "Lou",
    7: "Rolf",
    8: "Bea",
    9: "Otis",
    10: "Yuki",
}
FEES = {2: 0, 3: 100, 4: 150}
"""Cents by number of players at $5 and $25; four or more pay as four do."""
UNPRICED = 10_000
"""A condition in cents that the schedule has no row for."""
ROWS: dict[str, Any] = {
    "Table": Table,
    "Seat": Seat,
    "Hand": Hand,
    "Condition": Condition,
    "Collection": Collection,
    "Schedule": Schedule,
}
MINE = {
    "Player": Player,
    "ShoeSeed": ShoeSeed,
    "DisplayKey": DisplayKey,
    "SeatCode": SeatCode,
    "SeatLease": SeatLease,
    "HandedTablet": HandedTablet,
}


class Desk:
    """One table with its people. `do` acts as the dealer's screen does: it answers what it has just seen."""

    def __init__(
        self,
        *,
        number: int = 12,
        seats: Iterable[int] = (2, 5, 9),
        amount: int = 500,
        floor: Person | None = None,
        variant: str = "boomerang_poker",
        **settings: object,
    ) -> None:
        self.number = number
        self.stream = f"T{number}"
        self.dealer = person("dealer", name="Dana Reyes")
        self.floor = floor or person("floor", name="Flora Nguyen")
        self.conditions = furnish(self.floor)
        self.variant = registry.get(variant)
        self.secrets: dict[int, str] = {}
        add_table(number=number, name="", variant=variant, command_id=f"table-{number}", author=ROOM)
        if settings:
            configure_table(table=number, command_id=f"settings-{number}", author=ROOM, **settings)
        self.do(f"table open {self.conditions[amount]}", by=self.floor)
        for seat in seats:
            self.do(f"sit {seat}", alias=NAMES[seat])

    # What is seen.

    def view(self) -> dict[str, Any]:
        table = selectors.get_table(self.number)
        assert table is not None
        return selectors.table_view(table)

    def hand(self) -> dict[str, Any]:
        """The hand as the dealer's screen shows it."""
        found = self.view()["hand"]
        assert isinstance(found, dict)
        return found

    def answers(self) -> Answers:
        table = selectors.get_table(self.number)
        assert table is not None
        told = selectors.current(table)
        return Answers(told.hand.id, told.last_seq) if told else Answers("", 0)

    def records(self, answer: Answer | None = None, *types: str) -> list[Record]:
        """The records that a command wrote (all of the table without one), those of `types` if any are named."""
        found = read(self.stream, answer.first, answer.last) if answer else read(self.stream)
        return [record for record in found if not types or record.type in types]

    def last_n(self) -> int:
        """The number of the last action that stands."""
        n = self.hand()["moves"][-1]["n"]
        assert isinstance(n, int)
        return n

    # What is done.

    def order(self, action: str, *, id: str = "", answers: Answers | None = None, **about: str) -> Command:
        return Command(id or uuid.uuid4().hex, action, answers or self.answers(), **about)

    def send(self, order: Command, by: Actor | None = None, terminal: str = TERMINAL) -> Answer:
        return act(table=self.number, person=by or self.by_whom(order.action), terminal=terminal, order=order)

    def by_whom(self, action: str) -> Actor:
        """The dealer; of what is chosen in secret, the player himself."""
        words = action.split(" ")
        secret = words[0].isdecimal() and chosen_in_secret(words, self.variant)
        return self.player(int(words[0])) if secret else self.dealer

    def player(self, seat: int) -> SeatPlayer:
        """The player of a seat, on a screen of his own; it is opened if there is none."""
        if seat not in self.secrets:
            self.do(f"screen {seat}", by=self.floor)
            self.secrets[seat] = self.joins(seat)
        return player_at(self.number, seat, self.secrets[seat])

    def joins(self, seat: int) -> str:
        """Another browser becomes the seat's screen, by the code that was given last; its secret."""
        code = SeatCode.objects.get(table=self.number, seat=seat).code
        opened = screens.join(code=code, form=uuid.uuid4().hex, askers={"test": 10}, terminal="", holds=None)
        return opened.secret

    def do(self, *actions: str, by: Actor | None = None, **about: Any) -> Answer:
        """Carry out the actions one after the other; the answer to the last."""
        for action in actions:
            answer = self.send(self.order(action, **about), by)
        return answer

    def ruled(self, *actions: str) -> Answer:
        """The floor rules, with a reason and a rule."""
        return self.do(*actions, by=self.floor, reason="seen on the tape", rule="H-4")

    def refuses(self, action: str, *, by: Actor | None = None, **about: Any) -> Any:
        """The refusal of an action, which must have left everything as it was and be recorded with word and code."""
        return self.refuses_order(self.order(action, **about), by)

    def refuses_order(self, order: Command, by: Actor | None = None) -> Any:
        by = by or self.by_whom(order.action)
        before, seen = standing(), head("access").seq
        with pytest.raises((Refused, Stale, NotAllowed, CommandRefused)) as caught:
            self.send(order, by)
        refusal: Any = caught.value
        assert standing() == before
        (recorded,) = read("access", seen + 1)
        assert recorded.type == "command.refused"
        assert (recorded.actor, recorded.terminal) == (by.public_id, TERMINAL)
        assert recorded.data.keys() == {"stream", "word", "code"}
        assert (recorded.data["stream"], recorded.data["code"]) == (self.stream, refusal.code)
        return refusal

    # Short ways to a known place.

    def open(self) -> Desk:
        """A hand is open and everybody has posted."""
        self.do("open")
        return self.post()

    def post(self) -> Desk:
        self.do("post " + " ".join(map(str, self.hand()["unposted"])))
        return self

    def deal(self, hands: Mapping[int, str] | None = None) -> Desk:
        """Opened, posted, and dealt: two cards a seat, as in the second example unless given."""
        self.open()
        for seat, cards in (hands or {2: "Td 8c", 5: "As Tc", 9: "Qh Qs"}).items():
            self.do(f"deal {seat} {cards}")
        return self

    def won(self) -> Desk:
        """Dealt and won by seat 9, with three conditions in the pot: the award is due."""
        self.deal().do("2 fold", "5 fold")
        return self


def furnish(floor: Person) -> dict[int, int]:
    """Conditions ($5 to $100) and the fee schedule, approved by `floor`; condition numbers by cents."""
    made = {}
    for amount, cheque in ((500, 500), (1_000, 500), (2_500, 2_500), (UNPRICED, UNPRICED)):
        made[amount] = add_condition(
            amount=amount,
            cheque_value=cheque,
            odd_chip_unit=100,
            command_id=f"condition-{amount}",
            author=ROOM,
        ).id
    approve_schedule(
        label="Invented for tests",
        rows=fee_rows(FEES),
        reference="none",
        invented=True,
        command_id="schedule-1",
        author=Author(floor.public_id, FLOOR),
    )
    return made


def fee_rows(fees: Mapping[int, int]) -> list[FeeRow]:
    return [
        FeeRow(amount, players, 10 if players == max(fees) else players, fee)
        for amount in (500, 1_000, 2_500)
        for players, fee in fees.items()
    ]


def standing() -> dict[str, Any]:
    """Every row of tables and fees, players and seeds, and where every stream but `access` ends."""
    ends = {end.stream: (end.seq, end.digest) for end in streams() if end.stream != "access"}
    return {"ends": ends, **rows(ROWS), **rows(MINE)}


def rows(models: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {name: list(model.objects.order_by("pk").values()) for name, model in models.items()}


def everything_holds() -> None:
    """The chains are clean, money adds up, memory and log agree, and a rebuild finds the rows there are."""
    for end in streams():
        assert walk(end.stream, links(end.stream), until=Head(end.seq, end.digest)).fault is None
    for row in Hand.objects.all():
        in_memory = chronicle.hand_at(row.id, *head(row.stream)[1:])
        assert in_memory == chronicle.told_by(chronicle.records_of(in_memory))
        money = in_memory.hand.money
        assert sum(money.payouts.values()) in (0, money.pot)
    live = rows(ROWS)
    projections.clear()
    fee_projections.clear()
    rebuild = projections.Rebuild()
    for record in everything():
        fee_projections.apply(record)
        rebuild.apply(record)
    rebuild.finish()
    again = rows(ROWS)
    for found in (live, again):
        for seat in found["Seat"]:
            del seat["id"]
        found["Seat"].sort(key=lambda seat: (seat["table_id"], seat["number"]))
    assert again == live


def everything() -> Iterator[Record]:
    """The log, in the order in which rows are rebuilt: what tables stand upon first."""
    names = sorted((end.stream for end in streams()), key=lambda name: (name.startswith("T"), name))
    for name in names:
        yield from read(name)
