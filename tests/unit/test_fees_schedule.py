"""Which row a hand pays, and each reason that keeps a schedule from being approved."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from fees.core.schedule import FeeRow, dollars, pick, problems
from fees.demo import demo_rows

SOUND = [FeeRow(500, 2, 2, 0, waiver="House rule 4"), FeeRow(500, 3, 6, 100), FeeRow(500, 7, 10, 150)]


@pytest.mark.parametrize(("players", "fee"), [(2, 0), (3, 100), (6, 100), (7, 150), (10, 150)], ids=str)
def test_a_hand_pays_the_row_of_its_player_count(players: int, fee: int) -> None:
    row = pick(SOUND, 500, players)
    assert row is not None
    assert row.fee == fee


@pytest.mark.parametrize(("condition", "players"), [(1_000, 4), (500, 1), (500, 11), (500, 0)])
def test_there_is_no_row_beyond_the_schedule(condition: int, players: int) -> None:
    assert pick(SOUND, condition, players) is None


def test_a_sound_schedule_has_no_problems() -> None:
    assert problems(SOUND) == []


def test_the_demo_schedule_is_sound_and_has_the_stated_amounts() -> None:
    rows = demo_rows()
    assert problems(rows) == []
    paid = {
        (condition, players): row.fee
        for condition in (500, 1_000, 2_500, 10_000)
        for players in range(2, 11)
        if (row := pick(rows, condition, players))
    }
    expected = {500: 100, 1_000: 100, 2_500: 200, 10_000: 400}
    assert paid == {(c, p): 0 if p == 2 else fee for c, fee in expected.items() for p in range(2, 11)}


def row(**changes: Any) -> FeeRow:
    return FeeRow(**{"condition": 500, "players_min": 2, "players_max": 10, "fee": 100} | changes)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "The schedule has no rows."),
        ([row(condition=0)], "Row 1: the condition must be more than $0."),
        ([row(condition=-500)], "Row 1: the condition must be more than $0."),
        ([row(fee=-1)], "Row 1: the fee must not be negative."),
        ([row(fee=1_000_000_001)], "Row 1: an amount is at most $10,000,000."),
        ([row(condition=2**70)], "Row 1: an amount is at most $10,000,000."),
        ([row(players_min=1)], "Row 1: players run from 2 to 10, the lower number first."),
        ([row(players_max=11)], "Row 1: players run from 2 to 10, the lower number first."),
        ([row(players_min=6, players_max=5)], "Row 1: players run from 2 to 10, the lower number first."),
        ([row(payer="player-dealer")], "Row 1: the payer must be one of: player."),
        ([row(taken="after the flop")], "Row 1: when the fee is taken must be one of: posting."),
        ([row(waiver="House rule 4")], "Row 1: a waiver rule stands only on a row whose fee is $0."),
        ([row(fee=0, waiver="x" * 201)], "Row 1: the waiver rule is a text of at most 200 characters."),
        ([row(fee=0, waiver=None)], "Row 1: the waiver rule is a text of at most 200 characters."),
        ([row(players_max=9)], "$5: no row for 10 players."),
        ([row(players_min=4)], "$5: no row for 2 to 3 players."),
        ([row(players_max=4), row(players_min=7)], "$5: no row for 5 to 6 players."),
        ([row(players_max=5), row(players_min=5)], "$5: more than one row for 5 players."),
        ([row(), row(players_min=3, players_max=4)], "$5: more than one row for 3 to 4 players."),
        ([row(), row()], "$5: more than one row for 2 to 10 players."),
    ],
)
def test_each_problem_is_said_once_and_plainly(rows: list[FeeRow], said: str) -> None:
    assert problems(rows) == [said]


@pytest.mark.parametrize("name", ["condition", "players_min", "players_max", "fee"])
@pytest.mark.parametrize("value", [2.0, 2.5, "5%", "3", None, True, float("nan")])
def test_only_whole_numbers_are_amounts_and_counts(name: str, value: Any) -> None:
    assert problems([row(**{name: value})]) == [
        f"Row 1: {name} must be a whole number (cents for amounts; a percentage is not a fee)."
    ]


def rates(*fees: int, condition: int = 500) -> list[FeeRow]:
    last = len(fees) + 1
    return [
        FeeRow(condition, players, players if players < last else 10, fee)
        for players, fee in enumerate(fees, start=2)
    ]


def test_five_rates_and_a_waiver_are_allowed_at_one_condition() -> None:
    assert problems(rates(0, 50, 100, 150, 200, 250)) == []


def test_a_sixth_rate_is_one_too_many() -> None:
    assert problems(rates(50, 100, 150, 200, 250, 300)) == [
        "$5: 6 different fees, at most 5 are allowed per table."
    ]


def test_the_same_rate_twice_is_one_rate() -> None:
    assert problems(rates(50, 100, 150, 200, 250, 50)) == []


def test_rates_are_counted_per_condition() -> None:
    both = rates(50, 100, 150, condition=500) + rates(200, 250, 300, condition=1_000)
    assert problems(both) == []


def test_a_room_may_set_a_lower_limit_of_rates() -> None:
    assert problems(rates(50, 100, 150, 200), max_rates=3) == [
        "$5: 4 different fees, at most 3 are allowed per table."
    ]


@pytest.mark.parametrize(
    ("cents", "said"), [(500, "$5"), (50, "$0.50"), (0, "$0"), (1_234_567, "$12,345.67")]
)
def test_amounts_are_said_in_dollars(cents: int, said: str) -> None:
    assert dollars(cents) == said


WRITES = re.compile(
    r"\b(Schedule|Row|Collection)\.objects\b.*"
    r"\.(create|update|delete|save|bulk_create|bulk_update|get_or_create|update_or_create)\(",
    re.DOTALL,
)


def test_only_the_projections_write_schedules_and_collections() -> None:
    """No change without a record: everything else reads."""
    root = Path(settings.BASE_DIR)
    sources = [file for app in ("fees", "tables", "cardroom", "audit") for file in (root / app).rglob("*.py")]
    importing = [file for file in sources if "fees.models" in file.read_text()]
    writing = {
        str(file.relative_to(root))
        for file in importing
        for statement in ast.walk(ast.parse(file.read_text()))
        if isinstance(statement, ast.Expr | ast.Assign | ast.Return) and WRITES.search(ast.unparse(statement))
    }
    assert writing == {"fees/projections.py"}
