"""Two pieces of work side by side in one run, and the ratio of their rates.

Absolute times say nothing about another machine; the ratio of what ran alternately on this one says more.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

Work = Callable[[], int]
"""Does a fixed piece of work and answers how many units of it (hands, actions) were done."""


@dataclass(frozen=True)
class Ratio:
    """How many times the rate of theirs ours has: one ratio a round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)

    @property
    def spread(self) -> tuple[float, float]:
        return min(self.rounds), max(self.rounds)


@dataclass(frozen=True)
class Row:
    """A line of the report. `target` is the least median of the ratio; None: the figure only informs."""

    key: str
    work: str
    beside: str
    target: float | None
    ratio: Ratio

    @property
    def verdict(self) -> str:
        if self.target is None:
            return "no target"
        return "met" if self.ratio.median >= self.target else "MISSED"


def measure(ours: Work, theirs: Work, rounds: int = 9, *, clock: Callable[[], float] = process_time) -> Ratio:
    """Run both `rounds` times, at least five, taking turns at being first, after a round that does not count.

    The default clock counts this process's own time on the processor, so that other work on the machine
    disturbs less; work that waits (a database, a server) needs `time.perf_counter`.
    """
    if rounds < 5:
        raise ValueError("a median of fewer than five rounds is not reported")
    rate(ours, clock), rate(theirs, clock)
    ratios = []
    for number in range(rounds):
        if number % 2:
            their_rate, our_rate = rate(theirs, clock), rate(ours, clock)
        else:
            our_rate, their_rate = rate(ours, clock), rate(theirs, clock)
        ratios.append(our_rate / their_rate)
    return Ratio(tuple(ratios))


def rate(work: Work, clock: Callable[[], float]) -> float:
    """Units of work done in a second."""
    gc.collect()
    start = clock()
    units = work()
    return units / (clock() - start)
