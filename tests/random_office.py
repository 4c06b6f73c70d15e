"""A furnished room for random play: people, conditions, fees, tables, and one way to send a command.

Chance is seeded; what the office does between hands is random too.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import count, cycle

from audit.services import Author
from cardroom.accounts.models import Person, Terminal
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.services import deactivate_person
from fees.core.schedule import FeeRow
from fees.services import approve_schedule
from tables import furnishing
from tables.chronicle import Told, forget_all
from tables.game.base import Refused
from tables.models import Condition
from tables.pairing import pair_terminal, unpair_terminal
from tables.services import Answer, Answers, Command, Stale, act
from tests.people import author, person

REASON, RULE = "it was seen by the floor", "H-7"
AMOUNTS = ((500, 500, 100), (1_000, 500, 500), (2_500, 2_500, 100), (700, 100, 100))
SOURCES = ("pad", "electronic", "electronic", "reader")


class RandomOffice:
    """Tables 1 to `tables`, furnished on construction. `seen` counts what was done and what was refused; `ids` gives
    the next command its id; `shown` is the hand that the screen shows.
    """

    def __init__(self, seed: int, tables: int = 4) -> None:
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.shown: Told | None = None
        self._office = cycle(range(4))
        self.ids = (f"r{seed}-{n}" for n in count(1))
        self.floor, self.admin = person("floor"), person("admin")
        self.dealers = [person("dealer"), person("dealer")]
        self.tables = range(1, tables + 1)
        self.approve_fees()
        for terms in AMOUNTS:
            self.add_condition(*terms)
        for number in self.tables:
            self._furnish(number)
            self._pair(number)

    def approve_fees(self) -> None:
        rows = []
        for amount, _, _ in AMOUNTS:
            few, many = self.rng.choice((0, 50, 100)), self.rng.choice((100, 150, 200))
            rows += [FeeRow(amount, 2, 3, few, waiver="" if few else "W-1"), FeeRow(amount, 4, 10, many)]
        approve_schedule(
            label="random",
            rows=rows,
            reference="none",
            invented=True,
            command_id=next(self.ids),
            author=self.as_floor(),
        )

    def add_condition(self, amount: int, cheque: int, unit: int) -> Condition:
        least, most = self.rng.choice(((2, 10), (2, 10), (2, 8), (3, 10)))
        return furnishing.add_condition(
            amount=amount,
            cheque_value=cheque,
            odd_chip_unit=unit,
            min_seats=least,
            max_seats=most,
            command_id=next(self.ids),
            author=self.as_floor(),
        )

    def as_floor(self) -> Author:
        return author(self.floor, "floor")

    def _furnish(self, number: int) -> None:
        command_id = next(self.ids)
        furnishing.add_table(
            number=number, name="", variant="boomerang_poker", command_id=command_id, author=self.as_floor()
        )
        furnishing.configure_table(
            table=number,
            drop_when="before_deal" if number % 4 < 2 else "after_award",
            source=SOURCES[number % len(SOURCES)],
            command_id=next(self.ids),
            author=self.as_floor(),
        )
        self.order(number, f"table open {self.some_condition().id}", self.floor)

    def _pair(self, number: int) -> None:
        """A tablet stands at the table; every other one has been there before."""
        terminal = f"t{number}tablet"
        Terminal.objects.create(public_id=terminal)
        for again in range(1 + number % 2):
            if again:
                unpair_terminal(terminal=terminal, command_id=next(self.ids), author=self.as_floor())
            pair_terminal(
                table=number, terminal=terminal, label="", command_id=next(self.ids), author=self.as_floor()
            )

    def some_condition(self) -> Condition:
        return self.rng.choice(list(Condition.objects.filter(active=True).order_by("id")))

    def elsewhere(self) -> None:
        """What the office does while hands are played."""
        match next(self._office):
            case 0:
                self.approve_fees()
            case 1:
                self.add_condition(*self.rng.choice(AMOUNTS))
                old = Condition.objects.filter(active=True).order_by("id")[0]
                furnishing.retire_condition(
                    condition=old.id, command_id=next(self.ids), author=self.as_floor()
                )
            case 2:
                gone = self.dealers.pop(0)
                deactivate_person(person=gone, author=author(self.admin, "admin"), reason="shift over")
                self.dealers.append(person("dealer"))
                self.order(self.rng.choice(self.tables), "open", gone)
            case 3:
                forget_all()  # as another process, or this one started again

    # One command.

    def often(self, share: float) -> bool:
        return self.rng.random() < share

    def order(
        self,
        number: int,
        action: str,
        who: Person | None = None,
        *,
        reason: str = "",
        rule: str = "",
        alias: str = "",
        answers: Answers | None = None,
    ) -> Answer | None:
        """Send a command, sometimes twice; None if it is refused, which is counted by its code."""
        answers = answers or self._answers()
        order = Command(next(self.ids), action, answers, reason, rule, alias)
        who = who or self.rng.choice(self.dealers)
        word = next(word for word in action.split(" ") if not word.isdecimal())
        try:
            answer = act(table=number, person=who, terminal="t1", order=order)
            if self.often(0.01):
                again = act(table=number, person=who, terminal="t1", order=order)
                assert again.replayed
                assert (again.first, again.last) == (answer.first, answer.last)
                self.seen["sent again"] += 1
        except (Refused, Stale, NotAllowed) as refusal:
            self.seen[f"refused {refusal.code}"] += 1
            self.seen[f"refused {word}"] += 1
            if refusal.code == "not_in_chair" and self.often(0.5):
                self.order(number, "chair", who)
            return None
        self.seen[word] += 1
        return answer

    def rule(self, number: int, action: str) -> Answer | None:
        return self.order(number, action, self.floor, reason=REASON, rule=RULE)

    def _answers(self) -> Answers:
        """What the table's screen shows; now and then it is one record behind."""
        if self.shown is None:
            return Answers("", 0)
        return Answers(self.shown.hand.id, self.shown.last_seq - self.often(0.003))
