"""`python -m tests.benchmarks [P1 ...]`: measure and print; a run of all of them writes the document."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks import p1_hands, p2_ranking
from tests.benchmarks.measure import Row
from tests.benchmarks.report import line, report

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BENCHMARKS: dict[str, Callable[[], Iterator[Row]]] = {
    "P1": p1_hands.rows,
    "P2": p2_ranking.rows,
    "P3": p2_ranking.mixed_rows,
}


def main(asked: list[str]) -> int:
    if unknown := [key for key in asked if key not in BENCHMARKS]:
        sys.stderr.write(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}\n")
        return 2
    rows = []
    for key in asked or BENCHMARKS:
        for row in BENCHMARKS[key]():
            sys.stdout.write(line(row) + "\n")
            sys.stdout.flush()
            rows.append(row)
    if not asked:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(report(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
