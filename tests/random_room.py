"""A room that plays by itself: random hands and all that goes wrong in them, through `tables.services.act` alone.

Chance is seeded, the electronic shoe's included; only opaque ids differ between two rooms of one seed.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from unittest.mock import patch

from tables import furnishing
from tables.chronicle import Told
from tables.game.cards import CARDS
from tables.game.hand import Hand
from tables.game.play import Move
from tables.game.prompts import open_prompts
from tables.models import Table
from tables.selectors import current, get_table
from tables.services import Answers
from tests.random_office import RULE, SOURCES, RandomOffice

SETTINGS: tuple[dict[str, object], ...] = (
    {"drop_when": "before_deal"},
    {"drop_when": "after_award"},
    {"rules": {"tie_after_draw": "out", "overdealt_card": "next"}},
    {"rules": {"tied_finish": "play_on"}},
    {"rules": {}},
    {"deck": "blue 7", "shuffle": "machine"},
    {"box": "B-2", "shift": "swing"},
)


class RandomRoom(RandomOffice):
    """Tables that play. `play` goes on until so many hands have been opened; `step` is a table's next command."""

    def play(self, hands: int, look: Callable[[Told], None] = lambda told: None) -> None:
        """Until so many more hands have been opened; the last of each table stays as it stands.

        `look` is called with a hand as this process remembers it: whenever one is finished, and now and then before.
        """
        wanted = self.seen["open"] + self.seen["redeal"] + hands
        with patch("tables.opening.secrets", SimpleNamespace(token_bytes=self.rng.randbytes)):
            while self.seen["open"] + self.seen["redeal"] < wanted:
                self.step(self.rng.choice(self.tables))
                if self.shown is not None and (self.shown.hand.settled or self.often(0.01)):
                    look(self.shown)

    # A table's next step.

    def step(self, number: int) -> None:
        """The next command at a table, most often the one that the hand waits for."""
        row = get_table(number)
        assert row is not None
        self.shown = current(row)
        hand = self.shown.hand if self.shown else None
        if self.often(0.006):
            self.elsewhere()
        elif self.often(0.02):
            self._seating(number, row)
        elif self.often(0.5 if row.paused else 0.01):
            self._people(number, row)
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

    def _people(self, number: int, row: Table) -> None:
        """Who deals, and what goes on beside the hand."""
        if row.paused:
            self.order(number, "resume")
            return
        match self.rng.randrange(5):
            case 0:
                self.order(number, "chair")
            case 1:
                self.order(number, "chair leave")
            case 2:
                self.order(number, "pause", reason="shuffler")
            case 3 if row.called:
                self.order(number, "answered", self.floor)
            case 3:
                self.order(number, "call", reason="fill")
            case 4:
                self.order(number, f"reserve {self.rng.randint(1, 10)}", alias="Somebody")

    def _between(self, number: int, row: Table, hand: Hand | None) -> None:
        if not row.is_open:
            text = f"table open {self.some_condition().id}" if self.often(0.5) else "table open"
            if self.order(number, text, self.floor) is None:
                self.order(number, f"table open {self.some_condition().id}", self.floor)
            return
        if self.often(0.03):
            self.order(number, f"condition {self.some_condition().id}", self.floor)
        if self.often(0.03):
            self.order(number, f"source {self.rng.choice(SOURCES)}", self.floor)
        if self.often(0.05):
            settings = self.rng.choice(SETTINGS)
            furnishing.configure_table(
                table=number, command_id=next(self.ids), author=self.as_floor(), **settings
            )
            self.seen["configured"] += 1
        if self.often(0.03):
            self.order(number, "table close", self.floor)
            return
        if hand is not None and not hand.closed and self.often(0.06):
            self._late(number, hand)
            return
        in_chair = [dealer for dealer in self.dealers if dealer.public_id == row.chair]
        if in_chair and self.often(0.1):
            self.order(number, "chair leave", in_chair[0])
        if hand is not None and self.often(0.05):
            self.order(number, f"count {hand.variant.stub(hand.state)}")
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
            self.order(number, f"extra {self.rng.choice(list(CARDS))}", reason=_override(hand))
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
            text = " ".join(("deal", str(self.rng.choice(empty)), *self.rng.sample(contents, 2)))
        else:
            text = f"card {self.rng.choice(contents)}"
        self.order(number, text, reason=_override(hand))

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
                self.order(number, f"scrap {card}", reason=_override(hand))
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


def _override(hand: Hand) -> str:
    """Where a reader shoe deals, a card keyed by hand says why."""
    return "not read" if hand.opening["source"] == "reader" else ""
