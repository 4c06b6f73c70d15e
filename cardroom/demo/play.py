"""All simulated evenings of a room in one process: until closing time, or until it is no demo room any more."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from random import Random
from typing import Protocol

from cardroom.demo.evening import Evening
from cardroom.demo.people import dealer_of, floor_manager, terminal_at
from cardroom.demo.phones import Phones
from cardroom.demo.room import TABLES, is_ours
from fees.demo import is_demo
from tables.game import registry

LASTS_S = 8 * 60 * 60
"""A room that is forgotten does not fill its log for ever."""
LEAVES_WITHIN_S = 15 * 60
IS_DEMO_EVERY_S = 60.0


class Steps(Protocol):
    """What goes on by itself: a step when it is due, and how many seconds until the next."""

    def step(self, now: float) -> float: ...

    def close(self) -> None: ...


def evenings(chance: Random) -> list[Evening]:
    """An evening for each simulated table that the demo made. Nothing where the room is not the demo."""
    if not is_demo():
        return []
    numbers = [table.number for table in TABLES if table.simulated and is_ours(table.number)]
    floor = floor_manager() if numbers else None
    return [
        Evening(number, dealer_of(number), floor, terminal_at(number), chance)
        for number in numbers
        if floor is not None
    ]


def phones(chance: Random) -> list[Phones]:
    """The phones of simulated players, at each table of the demo whose game has screens of its own."""
    if not is_demo():
        return []
    own = [table.number for table in TABLES if registry.get(table.variant).own_screens]
    return [Phones(number, floor_manager(), chance) for number in own if is_ours(number)]


def play(
    tables: Sequence[Steps],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Step each evening when it is due. Returns after closing time, or when the room is the demo no more."""
    begun = asked = clock()
    due = [(begun + place, place) for place in range(len(tables))]
    heapify(due)
    while due and clock() < begun + LASTS_S + LEAVES_WITHIN_S:
        at, place = heappop(due)
        sleep(max(0.0, at - clock()))
        now = clock()
        if now - asked > IS_DEMO_EVERY_S:
            asked = now
            if not is_demo():
                return
        if now > begun + LASTS_S:
            tables[place].close()
        heappush(due, (now + tables[place].step(now), place))
