"""The benchmarks' own arithmetic: rates, ratios, rounds and verdicts, with a clock that is set by hand."""

from __future__ import annotations

import pytest

from tests.benchmarks.measure import Ratio, Row, measure
from tests.benchmarks.report import line, report


class Clock:
    """A clock that work moves on by itself."""

    def __init__(self) -> None:
        self.now = 0.0
        self.order: list[str] = []

    def __call__(self) -> float:
        return self.now

    def work(self, name: str, units: int, *seconds: float):
        times = iter(seconds)

        def done() -> int:
            self.order.append(name)
            self.now += next(times)
            return units

        return done


def test_a_ratio_compares_units_of_work_in_a_second():
    clock = Clock()
    ours = clock.work("ours", 10, *[1.0] * 6)
    theirs = clock.work("theirs", 4, *[2.0] * 6)
    assert measure(ours, theirs, rounds=5, clock=clock).rounds == (5.0,) * 5


def test_the_median_of_the_rounds_counts_and_the_first_round_does_not():
    clock = Clock()
    ours = clock.work("ours", 1, 100.0, 1.0, 0.5, 0.25, 2.0, 0.125)
    theirs = clock.work("theirs", 1, *[1.0] * 6)
    ratio = measure(ours, theirs, rounds=5, clock=clock)
    assert ratio.rounds == (1.0, 2.0, 4.0, 0.5, 8.0)
    assert ratio.median == 2.0
    assert ratio.spread == (0.5, 8.0)


def test_the_two_take_turns_at_being_first():
    clock = Clock()
    measure(clock.work("ours", 1, *[1.0] * 6), clock.work("theirs", 1, *[1.0] * 6), rounds=5, clock=clock)
    first, second = ["ours", "theirs"], ["theirs", "ours"]
    assert clock.order == first + first + second + first + second + first


def test_fewer_than_five_rounds_are_refused():
    clock = Clock()
    with pytest.raises(ValueError, match="fewer than five rounds"):
        measure(clock.work("ours", 1, 1.0), clock.work("theirs", 1, 1.0), rounds=4, clock=clock)
    assert clock.order == []


@pytest.mark.parametrize(
    ("target", "verdict"), [(1.9, "met"), (2, "met"), (2.1, "MISSED"), (None, "no target")]
)
def test_a_target_is_met_by_the_median(target, verdict):
    row = Row("P9", "work", "beside", target, Ratio((1.0, 2.0, 3.0, 1.5, 9.0)))
    assert row.verdict == verdict
    assert line(row).endswith(f"| 2.00 x | 1.00 – 9.00 | {verdict} |")


def test_the_report_holds_every_row_and_the_least_number_of_rounds():
    rows = [
        Row("P8", "much", "little", 2, Ratio((2.0,) * 9)),
        Row("P9", "little", "much", None, Ratio((0.5,) * 5)),
    ]
    text = report(rows)
    assert "the median of 5 rounds or more" in text
    assert [row for row in text.splitlines() if row.startswith("| P")] == [line(row) for row in rows]
