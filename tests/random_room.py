"""A room that plays by itself: random hands and all that goes wrong in them, through `tables.services.act` alone.

Chance is seeded, the electronic shoe's included; only opaque ids differ between two rooms of one seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import count, cycle
from types import SimpleNamespace
from unittest.mock import patch

from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.services import deactivate_person
from fees.core.schedule import FeeRow
from fees.services import approve_schedule
from tables import furnishing
from tables.chronicle import Told, forget_all
from tables.game.base import Refused
from tables.game.cards import CARDS
from tables.game.hand import Hand
from tables.game.play import Move
from tables.game.prompts import open_prompts
from tables.models import Condition, Table
from tables.selectors import current, get_table
from tables.services import Answer, Answers, Command, Stale, act
from tests.people import author, person

REASON, RULE = "it was seen by the floor", "H-7"
AMOUNTS = ((500, 500, 100), (1_000, 500, 500), (2_500, 2_500, 100), (700, 100, 100))
SOURCES = ("pad", "electronic", "electronic", "reader")
SETTINGS: tuple[dict[str, object], ...] = (
    {"drop_when": "before_deal"},
    {"drop_when": "after_award"},
    {"rules": {"tie_after_draw": "out", "overdealt_card": "next"}},
    {"rules": {"tied_finish": "play_on"}},
    {"rules": {}},
    {"deck": "blue 7", "shuffle": "machine"},
    {"box": "B-2", "shift": "swing"},
)


class RandomRoom:
    """Tables 1 to `tables`, furnished on construction. `seen` counts what was done and what was refused."""

    def __init__(self, seed: int, tables: int = 4) -> None:
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self._shown: Told | None = None
        self._office = cycle(range(4))
        self._ids = (f"r{seed}-{n}" for n in count(1))
        self.floor, self.admin = person("floor"), person("admin")
        self.dealers = [person("dealer"), person("dealer")]
        self.tables = range(1, tables + 1)
        self.approve_fees()
        for terms in AMOUNTS:
            self.add_condition(*terms)
        for number in self.tables:
            self._furnish(number)

    def play(self, hands: int, look: Callable[[Told], None] = lambda told: None) -> None:
        """Until so many more hands have been opened; the last of each table stays as it stands.

        `look` is called with a hand as this process remembers it: whenever one is finished, and now and then before.
        """
        wanted = self.seen["open"] + self.seen["redeal"] + hands
        with patch("tables.opening.secrets", SimpleNamespace(token_bytes=self.rng.randbytes)):
            while self.seen["open"] + self.seen["redeal"] < wanted:
                self.step(self.rng.choice(self.tables))
                if self._shown is not None and (self._shown.hand.settled or self.often(0.01)):
                    look(self._shown)

    # The room around the tables.

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
            command_id=next(self._ids),
            author=self._as_floor(),
        )

    def add_condition(self, amount: int, cheque: int, unit: int) -> Condition:
        least, most = self.rng.choice(((2, 10), (2, 10), (2, 8), (3, 10)))
        return furnishing.add_condition(
            amount=amount,
            cheque_value=cheque,
            odd_chip_unit=unit,
            min_seats=least,
            max_seats=most,
            command_id=next(self._ids),
            author=self._as_floor(),
        )

    def _as_floor(self) -> Author:
        return author(self.floor, "floor")

    def _furnish(self, number: int) -> None:
        command_id = next(self._ids)
        furnishing.add_table(
            number=number, name="", variant="boomerang_poker", command_id=command_id, author=self._as_floor()
        )
        furnishing.configure_table(
            table=number,
            drop_when="before_deal" if number % 4 < 2 else "after_award",
            source=SOURCES[number % len(SOURCES)],
            command_id=next(self._ids),
            author=self._as_floor(),
        )
        self.order(number, f"table open {self._some_condition().id}", self.floor)

    def _some_condition(self) -> Condition:
        return self.rng.choice(list(Condition.objects.filter(active=True).order_by("id")))

    def _elsewhere(self) -> None:
        """What the office does while hands are played."""
        match next(self._office):
            case 0:
                self.approve_fees()
            case 1:
                self.add_condition(*self.rng.choice(AMOUNTS))
                old = Condition.objects.filter(active=True).order_by("id")[0]
                furnishing.retire_condition(
                    condition=old.id, command_id=next(self._ids), author=self._as_floor()
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
        order = Command(next(self._ids), action, answers, reason, rule, alias)
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
            return None
        self.seen[word] += 1
        return answer

    def rule(self, number: int, action: str) -> Answer | None:
        return self.order(number, action, self.floor, reason=REASON, rule=RULE)

    def _answers(self) -> Answers:
        """What the table's screen shows; now and then it is one record behind."""
        if self._shown is None:
            return Answers("", 0)
        return Answers(self._shown.hand.id, self._shown.last_seq - self.often(0.003))

    # A table's next step.

    def step(self, number: int) -> None:
        """The next command at a table, most often the one that the hand waits for."""
        row = get_table(number)
        assert row is not None
        self._shown = current(row)
        hand = self._shown.hand if self._shown else None
        if self.often(0.006):
            self._elsewhere()
        elif self.often(0.02):
            self._seating(number, row)
        elif hand is None or hand.closed or (hand.settled and not hand.frozen):
            self._between(number, row, hand)
        elif hand.frozen is not None or hand.phase == "ruling":
            self._floor_rules(number, hand)
        elif hand.state.over:
            self._end(number, hand)
        elif not hand.begun and hand.unposted:
            self._posting(number, hand)
        elif self.often(0.08):
            self._irregular(number, hand)
        else:
            self._regular(number, hand)

    def _seating(self, number: int, row: Table) -> None:
        seat = self.rng.randint(1, 10)
        taken = row.seats.filter(number=seat).first()
        if taken is None:
            self.order(number, f"sit {seat}", alias=f"Player {self.rng.randrange(1_000)}")
        else:
            self.order(number, f"{self.rng.choice(('leave', 'out' if taken.dealt_in else 'in'))} {seat}")

    def _between(self, number: int, row: Table, hand: Hand | None) -> None:
        if not row.is_open:
            text = f"table open {self._some_condition().id}" if self.often(0.5) else "table open"
            if self.order(number, text, self.floor) is None:
                self.order(number, f"table open {self._some_condition().id}", self.floor)
            return
        if self.often(0.03):
            self.order(number, f"condition {self._some_condition().id}", self.floor)
        if self.often(0.03):
            self.order(number, f"source {self.rng.choice(SOURCES)}", self.floor)
        if self.often(0.05):
            settings = self.rng.choice(SETTINGS)
            furnishing.configure_table(
                table=number, command_id=next(self._ids), author=self._as_floor(), **settings
            )
            self.seen["configured"] += 1
        if self.often(0.03):
            self.order(number, "table close", self.floor)
            return
        if hand is not None and not hand.closed and self.often(0.06):
            self._late(number, hand)
            return
        if self.often(0.2) or row.seats.filter(dealt_in=True).count() < 3:
            self._fill(number, row)
        self.order(number, "open")

    def _fill(self, number: int, row: Table) -> None:
        """Seats for the next hand: few most often, a full table now and then."""
        wanted = self.rng.choice((2, 3, 3, 3, 3, 3, 3, 4, 5, 10))
        taken = {seat.number: seat for seat in row.seats.all()}
        seats = self.rng.sample(range(1, 11), 10)
        for seat in seats[:wanted]:
            if seat not in taken:
                self.order(number, f"sit {seat}", alias=f"Player {self.rng.randrange(1_000)}")
            elif not taken[seat].dealt_in:
                self.order(number, f"in {seat}")
        for seat in seats[wanted:]:
            if seat in taken and (taken[seat].dealt_in or self.often(0.1)):
                self.order(number, f"{'leave' if self.often(0.5) else 'out'} {seat}")

    def _posting(self, number: int, hand: Hand) -> None:
        chance = self.rng.random()
        posted = [seat for seat in hand.seats if seat not in hand.unposted]
        if chance < 0.08 and len(hand.seats) > 2:
            self.order(number, f"out {self.rng.choice(posted or hand.seats)}")
        elif chance < 0.11:
            self.order(number, f"in {self.rng.randint(1, 10)}")
        elif chance < 0.14:
            self.order(number, f"waive {self.rng.choice(hand.seats)} {RULE}", self.floor)
        elif chance < 0.15:
            self.rule(number, "void")
        elif chance < 0.16:
            self.rule(number, "misdeal")
        else:
            some = self.rng.sample(hand.unposted, self.rng.randint(1, len(hand.unposted)))
            seats = hand.unposted if self.often(0.6) else some
            self.order(number, " ".join(("post", *map(str, seats))))

    def _end(self, number: int, hand: Hand) -> None:
        if self.often(0.08):
            self._late(number, hand)
        elif hand.state.void is not None and self.often(0.75):
            if self.order(number, "redeal") is None:
                self.order(number, "pay")
        else:
            self.order(number, "pay")

    # Play.

    def _regular(self, number: int, hand: Hand) -> None:
        draw = hand.variant.chance(hand.state)
        prompts = open_prompts(hand.play)
        beaten = hand.begun and getattr(hand.play.moves[-1].events[0], "verdict", "") == "beats"
        if self.often(0.01):
            self.order(number, "drop")
        elif beaten and not hand.electronic and self.often(0.1):
            self.order(number, f"extra {self.rng.choice(list(CARDS))}")
        elif draw is not None and hand.electronic:
            self.order(number, "draw all" if self.often(0.9) else "draw")
        elif draw is not None:
            self._card(number, hand, draw.contents)
        elif prompts:
            seat = self.rng.choice(list(prompts))
            after, prompt = prompts[seat]
            options = (
                prompt.options[1:]
                if prompt.options[1:] and self.often(self._keen(hand))
                else prompt.options[:1]
            )
            answers = Answers(hand.id, seat=seat, after=after) if self.often(0.3) else None
            self.order(number, f"{seat} {self.rng.choice(options)}", answers=answers)
        else:
            self.rule(number, "void")

    def _keen(self, hand: Hand) -> float:
        """How often a seat buys: a full table until the stub runs out, few hands at length, most are short."""
        return 0.9 if len(hand.seats) == 10 else 0.7 if int(hand.id[-1]) < 3 else 0.25

    def _card(self, number: int, hand: Hand, contents: tuple[str, ...]) -> None:
        view = hand.variant.view(hand.state, "public")
        empty = [seat for seat in hand.seats if not view["hands"].get(str(seat))]
        if view["buyer"] is None and empty and self.often(0.9):
            self.order(number, " ".join(("deal", str(self.rng.choice(empty)), *self.rng.sample(contents, 2))))
        else:
            self.order(number, f"card {self.rng.choice(contents)}")

    def _irregular(self, number: int, hand: Hand) -> None:
        """What goes wrong while a card is due, or between two decisions."""
        seat, card = self.rng.choice(hand.seats), self.rng.choice(list(CARDS))
        due = hand.variant.chance(hand.state) is not None
        match self.rng.randrange(9):
            case 0 | 1:
                self._undo(number, hand)
            case 2 | 3:
                self._correct(number, hand)
            case 4 if due and not hand.electronic:
                self.order(number, f"scrap {card}")
            case 4:
                self.order(number, f"{seat} {self.rng.choice(('fold', 'fold', 'buy 1', 'buy 4'))}")
            case 5:
                self.order(number, "dispute", reason="the count")
            case 6 if due:
                self.order(number, "misdeal", reason="wrong count")
            case 6 | 7:
                self._floor_rules(number, hand)
            case 8:
                wrong = (f"card {card}", f"extra {card}", "pay", "open", "5 sing", "", "draw", "void", "drop")
                self.order(number, self.rng.choice(wrong))

    def _undo(self, number: int, hand: Hand) -> None:
        """The last moves, or a buy whose first card has not come, which needs no reason."""
        if not hand.play.moves:
            return
        back = self.rng.choice((1, 1, 1, 2, 3, len(hand.play.moves)))
        move = hand.play.moves[-min(back, len(hand.play.moves))]
        if hand.play.moves[-1].events[0].withdrawable:
            self.order(number, f"undo {hand.play.moves[-1].n}")
        elif self.order(number, f"undo {move.n}", reason="keyed wrong") is None:
            self.order(number, f"undo {move.n}", self.floor, reason="keyed wrong")

    def _correct(self, number: int, hand: Hand) -> None:
        moves = [
            m
            for m in hand.play.moves
            if not hand.electronic or m.events[0].kind != "chance" or self.often(0.1)
        ]
        if not moves:
            return
        move = self.rng.choice(moves[-12:])
        text = self._otherwise(hand, move)
        if self.order(number, f"correct {move.n} {text}", reason="misread") is None:
            self.order(number, f"correct {move.n} {text}", self.floor, reason="misread", rule=RULE)

    def _otherwise(self, hand: Hand, move: Move) -> str:
        words = move.text.split(" ")
        if words[-1] in CARDS:
            return " ".join((*words[:-1], self.rng.choice(list(CARDS))))
        if words[-2:-1] == ["buy"]:
            return f"{words[0]} {self.rng.choice(('fold', 'buy 1', 'buy 2', 'buy 3'))}"
        return f"{self.rng.choice(hand.seats)} {' '.join(words[1:])}"

    def _floor_rules(self, number: int, hand: Hand) -> None:
        """A ruling; where it does not fit, what always ends a frozen or stuck hand."""
        out = [int(seat) for seat in hand.variant.view(hand.state, "public")["out"]]
        live = [seat for seat in hand.seats if seat not in out]
        back = self.rng.choice(out or hand.seats)
        seat = self.rng.choice(live or hand.seats)
        pot = sum(hand.posted().values())
        first, second = self.rng.sample(hand.seats, 2)
        some = self.rng.randrange(100, pot) if pot > 100 else 0
        award = (
            f"award {first} {some} {second} {pot - some}"
            if some and self.often(0.5)
            else f"award {first} {pot}"
        )
        texts = [
            f"turn {seat}",
            f"restore {back}",
            f"kill {seat}",
            "rule stands",
            "rule stands",
            award,
            "void",
        ]
        if hand.frozen is None and hand.phase != "ruling":
            texts = texts[:3] * 3 + texts[4:]
        if self.rule(number, self.rng.choice(texts)) is None and hand.phase == "ruling":
            self.rule(number, self.rng.choice(("void", award, f"restore {back}")))

    def _late(self, number: int, hand: Hand) -> None:
        """Before the next deal a result can still be changed."""
        match self.rng.randrange(4):
            case 0:
                self._undo(number, hand)
            case 1:
                self._correct(number, hand)
            case 2:
                self._floor_rules(number, hand)
            case 3:
                self.order(number, "dispute", reason="the award")
