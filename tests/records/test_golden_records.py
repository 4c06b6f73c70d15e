"""Records of whole games with their results, kept to the letter: a change of the rules shows here first."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tables.game import records, registry
from tests.property.slow_hunt import SlowHunt
from tests.property.slow_poker import SlowPoker

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*/*.toml"))
POKER = registry.get("boomerang_poker")
OF_POKER = [path for path in RECORDS if path.parent.name == "boomerang_poker"]
OF_HUNT = [path for path in RECORDS if path.parent.name == "boomerang_hunt"]


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_record_replays_to_the_result_beside_it(path: Path) -> None:
    assert records.replay(path.read_text("utf-8")) == json.loads(path.with_suffix(".json").read_text("utf-8"))


def test_every_result_has_its_record() -> None:
    assert sorted(path.with_suffix(".toml") for path in FOLDER.glob("boomerang_*/*.json")) == RECORDS


@pytest.mark.parametrize("path", OF_POKER, ids=named)
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


@pytest.mark.parametrize("path", OF_HUNT, ids=named)
def test_the_results_of_the_hunt_are_those_of_the_slow_game(path: Path) -> None:
    table, result = (
        tomllib.loads(path.read_text("utf-8")),
        json.loads(path.with_suffix(".json").read_text("utf-8")),
    )
    refused = result["refused"]
    if refused is not None and refused["action"] < 0:
        assert result["outcome"] == {}
        return
    slow = SlowHunt(table["seats"], table["condition"], table.get("rules", {}), table.get("setup", {}))
    applied = len(table["actions"]) if refused is None else refused["action"]
    opened, before = [], slow.open()
    for after, action in enumerate(table["actions"][:applied], start=1):
        if action.split(" ")[0] in ("award", "void"):
            assert "awarded" in path.stem or "void" in path.stem
            return
        assert slow.can(action)
        slow.do(action)
        acted, now = action.split(" ")[0], slow.open()
        for seat, options in now.items():
            if str(seat) == acted or before.get(seat) != options:
                opened.append({"after": after, "seat": seat, "options": options})
        before = now
    assert result["prompts"] == opened
    assert result["complete"] == slow.over
    assert refused is None or not slow.can(refused["text"])
    outcome = result["outcome"]
    assert outcome["scores"] == slow.scores()
    assert outcome["boomerangs"] == {str(seat): count for seat, count in slow.stock.items()}
    assert outcome["winners"] == slow.winners()
    assert outcome["payouts"] == slow.paid()
    assert outcome["pot"] == table["condition"] * len(table["seats"])


def test_the_records_of_the_hunt_show_every_action_setting_and_wait() -> None:
    tables = [tomllib.loads(path.read_text("utf-8")) for path in OF_HUNT]
    results = [json.loads(path.with_suffix(".json").read_text("utf-8")) for path in OF_HUNT]
    words = {re.sub(r"^\d+ ", "", action).split(" ")[0] for table in tables for action in table["actions"]}
    assert words == {"draw", "choose", "throw", "stop", "award", "void"}
    assert {len(table["seats"]) for table in tables} >= {3, 4, 5}
    assert any(table.get("rules", {}).get("opening_throw_required") for table in tables)
    assert {key for table in tables for key in table.get("setup", {})} == {"deck", "first"}
    assert {key for result in results for key in result["awaiting"] or {}} == {
        *("draw", "remaining"),
        *("seat", "seats"),
    }
    refused = {result["refused"]["code"] for result in results if result["refused"]}
    assert refused >= {"no_choice_due", "chosen_already", "seat_stopped", "not_your_turn", "no_boomerangs"}
    assert refused >= {"card_out", "must_throw", "seat_count", "bad_first", "hand_over"}
