"""An evening that goes on by itself at one table of the demo room, tap by tap, through `tables.services.act`.

A simulated dealer does what a dealer would do next, as the hand stands: nothing needs to be remembered between two
taps, so that he goes on after a restart. Where a person has sat down he does nothing.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from random import Random

from django.db import DatabaseError, InterfaceError, close_old_connections

from audit.selectors import head
from audit.services import CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from tables.chair import going
from tables.game import registry
from tables.game.base import MAX_SEAT, Refused
from tables.game.hand import Hand
from tables.models import Player, Seat, Table
from tables.screens import screen_of
from tables.screens.simulated import ALIASES, MARK
from tables.selectors import current, get_table
from tables.services import Answers, Command, Stale, act

LOOK_AGAIN_S = 5.0
STAYS_AWAY_S = 60.0
"""How long the table is left alone after a person has left its chair."""
LONGEST_WAIT_S = 300.0
SEATS = range(3, 7)
"""How many players sit at a simulated table."""

# How often, of so many occasions.
CALLS, PAUSES, ANSWERS, RESUMES = 0.003, 0.04, 0.08, 0.15
COMES, GOES = 0.2, 0.1
CORRECTS, TAKES_BACK, MISDEALS = 0.012, 0.04, 0.0015


@dataclass(frozen=True)
class Tap:
    """One command, and how long the dealer takes before it: seconds, from and to."""

    action: str
    seconds: tuple[float, float] = (1.0, 2.5)
    reason: str = ""
    alias: str = ""
    by_floor: bool = False


class Evening:
    """The evening of one table. `step` does what is due and says after how many seconds to call it again."""

    def __init__(self, table: int, dealer: Person, floor: Person, terminal: str, chance: Random) -> None:
        self.table = table
        self._dealer = dealer
        self._floor = floor
        self._terminal = terminal
        self._chance = chance
        self._due: tuple[Tap, Answers, int] | None = None
        self._refused = 0
        self._free_at = 0.0
        self.over = False

    def step(self, now: float) -> float:
        """The tap that was planned, if it still fits, then the plan of the next. `now` is a clock in seconds."""
        try:
            if self._due is not None:
                self._act(*self._due)
                self._refused = 0
            return self._plan(now)
        except (Refused, Stale, NotAllowed, CommandRefused):
            self._refused += 1
        except (DatabaseError, InterfaceError):
            self._refused += 1
            close_old_connections()
        self._due = None
        wait: float = min(LONGEST_WAIT_S, LOOK_AGAIN_S * 2**self._refused)
        return wait

    def close(self) -> None:
        """The next hand is not opened any more: the dealer leaves his chair."""
        self.over = True

    def _plan(self, now: float) -> float:
        self._due = None
        seen = head(f"T{self.table}").seq  # read first: what comes later changes the plan
        row = get_table(self.table)
        if row is None or not self._mine(row, now):
            return LOOK_AGAIN_S
        told = current(row)
        hand = told.hand if told is not None else None
        tap = self._next(row, hand)
        if tap is None:
            return LOOK_AGAIN_S
        answers = Answers(told.hand.id, told.last_seq) if told is not None else Answers("", 0)
        self._due = tap, answers, seen
        return self._chance.uniform(*tap.seconds)

    def _act(self, tap: Tap, answers: Answers, seen: int) -> None:
        """Nothing is sent when anything has happened at the table since it was planned."""
        if head(f"T{self.table}").seq != seen:
            return
        act(
            table=self.table,
            person=self._floor if tap.by_floor else self._dealer,
            terminal="" if tap.by_floor else self._terminal,
            order=Command(uuid.uuid4().hex, tap.action, answers, reason=tap.reason, alias=tap.alias),
        )

    # Whose table it is.

    def _free(self, row: Table) -> bool:
        return row.chair == "" or (row.chair, row.chair_terminal) == (self._dealer.public_id, self._terminal)

    def _mine(self, row: Table, now: float) -> bool:
        """Open, and nobody else deals there, or has just done so."""
        if not self._free(row):
            self._free_at = now + STAYS_AWAY_S
            return False
        return row.is_open and row.source != Table.Source.READER and now >= self._free_at

    # What comes next.

    def _next(self, row: Table, hand: Hand | None) -> Tap | None:
        """The dealer's next tap, or None while he waits for somebody else."""
        if row.paused:
            resumes = row.paused.endswith(MARK) and self._often(RESUMES)
            return Tap("resume") if resumes else None
        if row.called.endswith(MARK) and self._often(ANSWERS):
            return Tap("answered", by_floor=True)
        if hand is not None and (hand.frozen or hand.phase == "ruling"):
            return None
        if self.over and not going(hand):
            return Tap("chair leave") if row.chair else None
        if not row.chair:
            return Tap("chair", (3.0, 8.0))
        if not going(hand):
            return self._between(row)
        assert hand is not None
        if hand.state.void is not None:
            return Tap("pay" if hand.unposted else "redeal", (4.0, 8.0))
        if hand.state.over:
            return Tap("pay", (3.0, 6.0))
        if hand.unposted:
            return self._posting(hand)
        return self._irregular(row, hand) or self._card(hand) or self._decision(row, hand)

    def _between(self, row: Table) -> Tap:
        seats = {seat.number: seat for seat in row.seats.all()}
        playing = [number for number, seat in seats.items() if seat.dealt_in and not seat.reserved]
        most = min(SEATS[-1], registry.get(row.variant).seats[-1])
        if len(playing) < SEATS[0] or (len(seats) < most and self._often(COMES)):
            return self._comes(row, set(seats))
        if len(playing) > SEATS[0] and self._often(GOES):
            return Tap(f"leave {self._chance.choice(playing)}", (3.0, 8.0))
        if self._often(PAUSES):
            return Tap("pause", (2.0, 5.0), reason=f"Shuffler {MARK}")
        return Tap("open", (6.0, 14.0))

    def _posting(self, hand: Hand) -> Tap:
        """Now and then seat by seat, mostly all at once."""
        if len(hand.unposted) > 1 and self._often(0.2):
            return Tap(f"post {hand.unposted[0]}")
        return Tap("post " + " ".join(map(str, hand.unposted)), (2.0, 5.0))

    def _irregular(self, row: Table, hand: Hand) -> Tap | None:
        """What does not happen in every hand. A slip is made afterwards: what was keyed is said to be wrong."""
        if not row.called and self._often(CALLS):
            return Tap("call", reason=f"{self._chance.choice(('Fill', 'Drinks', 'Decision'))} {MARK}")
        if not hand.begun or hand.variant.own_screens:
            return None
        last, draw = hand.play.moves[-1], hand.variant.chance(hand.state)
        if last.events[0].kind == "decision" and self._often(TAKES_BACK):
            return Tap(f"undo {last.n}", (2.0, 4.0), reason=f"Keyed wrong {MARK}")
        if draw is None or any(move.events[0].kind == "decision" for move in hand.play.moves):
            return None
        if not hand.electronic and self._often(CORRECTS):
            card = draw.form.format(self._chance.choice(draw.contents))
            return Tap(f"correct {last.n} {card}", (2.0, 5.0), reason=f"Keyed wrong {MARK}")
        if self._often(MISDEALS):
            return Tap("misdeal", (3.0, 6.0), reason=f"Card to the wrong seat {MARK}")
        return None

    def _often(self, part: float) -> bool:
        return self._chance.random() < part

    def _comes(self, row: Table, taken: set[int]) -> Tap:
        """Somebody who stood out is in again, else somebody sits down whom nobody here has met."""
        out = [seat.number for seat in row.seats.all() if not (seat.dealt_in or seat.reserved)]
        if out:
            return Tap(f"in {out[0]}", (2.0, 5.0))
        free = [number for number in range(1, MAX_SEAT + 1) if number not in taken]
        met = Player.objects.filter(public_id__in=Seat.objects.values("player")).values_list(
            "alias", flat=True
        )
        aliases = [alias for alias in ALIASES if alias not in set(met)] or list(ALIASES)
        return Tap(f"sit {self._chance.choice(free)}", (3.0, 8.0), alias=self._chance.choice(aliases))

    def _card(self, hand: Hand) -> Tap | None:
        """The card that is due: from the shoe, or one of those that may come."""
        draw = hand.variant.chance(hand.state)
        if draw is None:
            return None
        if hand.electronic:
            return Tap("draw all" if self._often(0.6) else "draw")
        return Tap(draw.form.format(self._chance.choice(draw.contents)))

    def _decision(self, row: Table, hand: Hand) -> Tap | None:
        """What a player says. Where players have screens, it is theirs (`phones`)."""
        habit = None if hand.variant.own_screens else screen_of(row.variant).habit(hand)
        return None if habit is None else Tap(habit.action, (2.0, 6.0))
