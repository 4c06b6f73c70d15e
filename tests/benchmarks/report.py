"""`docs/benchmarks.md` from what was measured: targets, medians, spreads, and whether each target was met."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version

from tests.benchmarks.measure import Row

COMPARED = ("pokerkit", "phevaluator", "eval7")

HEAD = """\
# Benchmarks

Written by `make bench`, which measures everything anew; nothing here is typed by hand.

Each figure is a ratio of rates (units of work in a second, ours to theirs) measured side by side in one run.
The two take turns; the median of {rounds} rounds or more is shown with the smallest and the largest. Above 1
is faster than what stands beside it. Absolute times are left out: they hold on one machine only.
"""


def report(rows: Sequence[Row]) -> str:
    """The whole document."""
    versions = ", ".join(f"{name} {version(name)}" for name in COMPARED)
    lines = [
        HEAD.format(rounds=min(len(row.ratio.rounds) for row in rows)),
        f"Measured with {platform.python_implementation()} {platform.python_version()}; {versions}.",
        "",
        "| # | work | compared with, in the same run | target | median | spread | |",
        "|---|---|---|---|---|---|---|",
        *(line(row) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def line(row: Row) -> str:
    low, high = row.ratio.spread
    target = "" if row.target is None else f"at least {row.target:g} x"
    figures = f"{row.ratio.median:.2f} x | {low:.2f} – {high:.2f}"
    return f"| {row.key} | {row.work} | {row.beside} | {target} | {figures} | {row.verdict} |"
