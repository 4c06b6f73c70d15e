"""A fee schedule as rows of fixed amounts: which row a hand pays, and what is wrong with a set of rows.

Pure: no Django, no clock. Amounts are integer cents. A fee is a fixed amount known before the hand starts; a
share of wagers or winnings is not a kind of row (Penal Code 337j(f); `pick` looks at nothing but condition
and players).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

PLAYERS_MIN = 2
PLAYERS_MAX = 10
MAX_RATES = 5
MAX_CENTS = 1_000_000_000

PAYERS = ("player",)
TAKEN = ("posting",)
MAX_TEXT = 200


@dataclass(frozen=True, slots=True)
class FeeRow:
    """One line of a schedule: at `condition` with so many players dealt in, each pays `fee` (cents) per hand.

    `payer` and `taken` say who pays and when; every player when posting is all there is so far. `waiver`
    cites the published rule by which a row is $0.
    """

    condition: int
    players_min: int
    players_max: int
    fee: int
    payer: str = "player"
    taken: str = "posting"
    waiver: str = ""

    def covers(self, condition: int, players: int) -> bool:
        return self.condition == condition and self.players_min <= players <= self.players_max


def pick(rows: Iterable[FeeRow], condition: int, players: int) -> FeeRow | None:
    """The row that a hand at `condition` (cents) with `players` dealt in pays, or None where the schedule has
    none.
    """
    return next((row for row in rows if row.covers(condition, players)), None)


def problems(rows: Sequence[FeeRow], max_rates: int = MAX_RATES) -> list[str]:
    """Everything that keeps `rows` from being approved, as sentences; empty for a sound schedule.

    Per condition the player counts 2 to 10 are covered without gap or overlap, and there are at most
    `max_rates` different fees. One condition is one table limit, so this is the limit of rates per table; $0
    by waiver is not one of them (existing law as told in the AB 820 digest, 2013).
    """
    if not rows:
        return ["The schedule has no rows."]
    found = [problem for number, row in enumerate(rows, 1) for problem in _row_problems(number, row)]
    if found:
        return found
    for condition in sorted({row.condition for row in rows}):
        of_condition = [row for row in rows if row.condition == condition]
        found += _coverage_problems(condition, of_condition)
        rates = {row.fee for row in of_condition} - {0}
        if len(rates) > max_rates:
            count = f"{len(rates)} different fees, at most {max_rates} are allowed per table"
            found.append(f"{dollars(condition)}: {count}.")
    return found


def dollars(cents: int) -> str:
    """Whole dollars without a point, else with two places: $5, $0.50, -$5."""
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


def _row_problems(number: int, row: FeeRow) -> list[str]:
    here = f"Row {number}"
    numbers = ("condition", "players_min", "players_max", "fee")
    inexact = [name for name in numbers if type(getattr(row, name)) is not int]
    if inexact:
        names = ", ".join(inexact)
        return [f"{here}: {names} must be a whole number (cents for amounts; a percentage is not a fee)."]
    found = []
    if row.condition <= 0:
        found.append(f"{here}: the condition must be more than $0.")
    if row.fee < 0:
        found.append(f"{here}: the fee must not be negative.")
    if max(row.condition, row.fee) > MAX_CENTS:
        found.append(f"{here}: an amount is at most {dollars(MAX_CENTS)}.")
    if not PLAYERS_MIN <= row.players_min <= row.players_max <= PLAYERS_MAX:
        found.append(f"{here}: players run from {PLAYERS_MIN} to {PLAYERS_MAX}, the lower number first.")
    if row.payer not in PAYERS:
        found.append(f"{here}: the payer must be one of: {', '.join(PAYERS)}.")
    if row.taken not in TAKEN:
        found.append(f"{here}: when the fee is taken must be one of: {', '.join(TAKEN)}.")
    waiver: object = row.waiver  # whoever reads rows from a form or from JSON may have put anything there
    if not isinstance(waiver, str) or len(waiver) > MAX_TEXT:
        found.append(f"{here}: the waiver rule is a text of at most {MAX_TEXT} characters.")
    elif waiver and row.fee:
        found.append(f"{here}: a waiver rule stands only on a row whose fee is $0.")
    return found


def _coverage_problems(condition: int, rows: Sequence[FeeRow]) -> list[str]:
    """Runs of player counts that no row of the condition covers, or more than one."""
    counts = range(PLAYERS_MIN, PLAYERS_MAX + 1)
    covering = [(players, sum(row.covers(condition, players) for row in rows)) for players in counts]
    found = []
    for number, run in groupby(covering, key=lambda pair: min(pair[1], 2)):
        players = [count for count, _ in run]
        if number != 1:
            what = "no row" if number == 0 else "more than one row"
            found.append(f"{dollars(condition)}: {what} for {_span(players[0], players[-1])}.")
    return found


def _span(first: int, last: int) -> str:
    return f"{first} players" if first == last else f"{first} to {last} players"
