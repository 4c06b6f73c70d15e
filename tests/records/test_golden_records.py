"""Records of whole games with their results, kept to the letter: a change of the rules shows here first."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tables.game import records, registry
from tests.property.slow_poker import SlowPoker

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*/*.toml"))
POKER = registry.get("boomerang_poker")


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_record_replays_to_the_result_beside_it(path: Path) -> None:
    assert records.replay(path.read_text("utf-8")) == json.loads(path.with_suffix(".json").read_text("utf-8"))


def test_every_result_has_its_record() -> None:
    assert sorted(path.with_suffix(".toml") for path in FOLDER.glob("boomerang_*/*.json")) == RECORDS


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_results_of_poker_are_those_of_the_slow_game(path: Path) -> None:
    """So that a golden result cannot simply be what the product once said."""
    table, result = (
        tomllib.loads(path.read_text("utf-8")),
        json.loads(path.with_suffix(".json").read_text("utf-8")),
    )
    if result["refused"] is not None and result["refused"]["action"] < 0:
        assert result["outcome"] == {}
        return
    slow = SlowPoker(table["seats"], table["condition"], table.get("rules", {}))
    applied = len(table["actions"]) if result["refused"] is None else result["refused"]["action"]
    opened: list[dict[str, Any]] = []
    for after, action in enumerate(table["actions"][:applied], start=1):
        before = slow.prompt()
        assert slow.can(action)
        slow.do(action)
        if (prompt := slow.prompt()) is not None and prompt != before:
            opened.append({"after": after, **prompt})
    assert result["prompts"] == opened
    assert result["complete"] == slow.ended()
    assert result["outcome"]["payouts"] == {str(seat): cents for seat, cents in sorted(slow.paid().items())}
    assert result["outcome"].get("void") == slow.void
    if slow.void is None:
        assert result["outcome"]["out"] == {str(s): slow.out[s] for s in slow.seats if s in slow.out}
        assert result["outcome"]["pot"] == sum(slow.posted().values())


def test_the_records_of_poker_show_every_action_ruling_setting_and_wait() -> None:
    tables = [tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("boomerang_poker/*.toml")]
    results = [json.loads(path.read_text("utf-8")) for path in FOLDER.glob("boomerang_poker/*.json")]
    assert len(tables) >= 15
    words = {re.sub(r"^\d+ ", "", action).split(" ")[0] for table in tables for action in table["actions"]}
    assert words >= {*POKER.table, *POKER.seat, "award", "void"}
    settings = {(name, value) for table in tables for name, value in table.get("rules", {}).items()}
    for rule, choices in POKER.rules.CHOICES.items():
        assert {value for name, value in settings if name == rule} | {getattr(POKER.rules(), rule)} >= set(
            choices
        )
    ways = {why for result in results for why in result["outcome"].get("out", {}).values()}
    assert ways == {"folded", "failed", "exhausted", "killed"}
    assert {key for result in results for key in result["awaiting"] or {}} == {
        "draw",
        "remaining",
        "seat",
        "seats",
        "ruling",
    }
    assert {result["outcome"].get("void") for result in results} == {None, "void", "misdeal"}
