"""The simulated players of a game with screens of its own: each decides on a phone, whoever deals at the table.

A seat whose screen is opened elsewhere belongs to whoever holds it; once the dealer closes that screen, the simulated
player is back.
"""

from __future__ import annotations

import uuid
from random import Random

from django.db import DatabaseError, InterfaceError, close_old_connections

from audit.services import CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from tables.game.base import Refused
from tables.game.hand import Hand
from tables.joining import join
from tables.models import Player, SeatCode, SeatLease, Table
from tables.players import player_at, proof
from tables.screens import screen_of
from tables.screens.own_screens import OwnScreens
from tables.screens.seen import seen_of
from tables.screens.simulated import ALIASES, Habit
from tables.selectors import current, get_table
from tables.services import Answers, Command, Stale, act

LOOK_AGAIN_S = 3.0
THINKS_S = (1.5, 5.0)


class Phones:
    """The phones at one table. `step` lets one player decide and says after how many seconds to call it again."""

    def __init__(self, table: int, floor: Person, chance: Random) -> None:
        self.table = table
        self._floor = floor
        self._chance = chance
        self._secrets: dict[int, str] = {}

    def step(self, now: float) -> float:
        try:
            if self._decides():
                return self._chance.uniform(*THINKS_S)
        except (Refused, Stale, NotAllowed, CommandRefused):
            pass  # somebody was faster
        except (DatabaseError, InterfaceError):
            close_old_connections()
        return LOOK_AGAIN_S

    def close(self) -> None:
        """Whoever plays plays the hand out."""

    def _decides(self) -> bool:
        row = get_table(self.table)
        told = current(row) if row is not None and not row.paused else None
        if row is None or told is None or told.hand.settled or told.hand.closed:
            return False
        answers = Answers(told.hand.id, told.last_seq)
        for habit in self._habits(row, told.hand):
            if habit.seat not in self._secrets or not self._holds(habit.seat):
                self._opens(habit.seat, answers)
                return True
            player = player_at(self.table, habit.seat, self._secrets[habit.seat])
            order = Command(uuid.uuid4().hex, habit.action, answers)
            act(table=self.table, person=player, terminal=player.device, order=order)
            return True
        return False

    def _habits(self, row: Table, hand: Hand) -> list[Habit]:
        """What the simulated players do now who are asked, each by what he sees himself."""
        screen = screen_of(row.variant)
        assert isinstance(screen, OwnScreens)
        aliases = dict(
            Player.objects.filter(public_id__in=hand.players.values()).values_list("public_id", "alias")
        )
        mine = [seat for seat in hand.seats if aliases.get(hand.players[str(seat)]) in ALIASES]
        free = [seat for seat in mine if not self._elsewhere(seat)]
        self._chance.shuffle(free)
        habits = (screen.game.habit(seen_of(hand, seat)) for seat in free)
        return [habit for habit in habits if habit is not None]

    def _lease(self, seat: int) -> SeatLease | None:
        return SeatLease.objects.filter(table=self.table, seat=seat).first()

    def _holds(self, seat: int) -> bool:
        lease = self._lease(seat)
        return lease is not None and lease.proof == proof(self._secrets[seat])

    def _elsewhere(self, seat: int) -> bool:
        """A browser of somebody's is the seat's screen, or is asked to be."""
        lease = self._lease(seat)
        if lease is None:
            return SeatCode.objects.filter(table=self.table, seat=seat).exists()
        return lease.device != _device(self.table, seat)

    def _opens(self, seat: int, answers: Answers) -> None:
        """The seat's phone is opened by a code, as anybody's is."""
        order = Command(uuid.uuid4().hex, f"screen {seat}", answers)
        act(table=self.table, person=self._floor, terminal="", order=order)
        code = SeatCode.objects.get(table=self.table, seat=seat).code
        form, device = uuid.uuid4().hex, _device(self.table, seat)
        made = join(code=code, form=form, askers={}, terminal=device, holds=None)
        self._secrets[seat] = made.secret


def _device(table: int, seat: int) -> str:
    """What the phone of a simulated player is called: known again after a restart."""
    return f"tsim{table}x{seat}"
