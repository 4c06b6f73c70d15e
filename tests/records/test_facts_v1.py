"""Hands as the first version of the log tells them: what is written once must fold to the same hand for ever.

Nothing in `facts_v1/` is ever changed. A new version of an event gets a folder of its own beside it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from audit.core.registry import check
from tables.event_types import HAND_TYPES
from tables.game import registry
from tables.game.hand import Fact, Hand, applied, folded, opened
from tables.game.settlement import outcome
from tables.screens import has_screen

FILES = sorted((Path(__file__).parent / "facts_v1").glob("*.json"))


def told(hand: Hand) -> dict[str, Any]:
    """All that a hand says of itself."""
    return {
        "id": hand.id,
        "phase": hand.phase,
        "n": hand.n,
        "seats": list(hand.seats),
        "players": dict(hand.players),
        "fee": dict(hand.fee),
        **{
            name: by_seat(getattr(hand, name))
            for name in ("posts", "fees", "waived", "carried", "paid", "refunded")
        },
        "posted": by_seat(hand.posted()),
        "dropped": hand.dropped,
        "fees_held": hand.fees_held,
        "unposted": list(hand.unposted),
        "settled": hand.settled,
        "frozen": hand.frozen,
        "carried_to": hand.carried_to,
        "closed": hand.closed,
        "actions": [[move.n, move.text] for move in hand.play.moves],
        "undone": [list(entry) for entry in hand.undone],
        "outcome": outcome(hand.variant, hand.state),
        "awaiting": hand.variant.awaiting(hand.state),
    }


def by_seat(cents: Any) -> dict[str, int] | None:
    return None if cents is None else {str(seat): amount for seat, amount in sorted(cents.items())}


def read(path: Path) -> tuple[list[Fact], dict[str, Any]]:
    kept = json.loads(path.read_text("utf-8"))
    return [Fact(fact["type"], fact["data"]) for fact in kept["facts"]], kept["hand"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_hand_of_the_first_version_folds_as_it_did(path: Path) -> None:
    facts, hand = read(path)
    assert told(folded(facts)) == hand


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_texts_still_give_the_facts_that_they_gave(path: Path) -> None:
    """The rules of today, asked anew, decide as the log says."""
    facts, hand = read(path)
    play = opened({**facts[0].data, "seats": hand["seats"]}).play
    for n, text in hand["actions"]:
        play = play.plays(n, text)
    assert outcome(play.variant, play.state) == hand["outcome"]
    now = [
        (event.type, n, event.data())
        for n, move in zip(numbers(hand), play.moves, strict=True)
        for event in move.events
    ]
    standing = set(numbers(hand))
    types = registry.game_events(play.variant)
    then = [fact for fact in facts if fact.type in types and fact.data["n"] in standing]
    assert now == [
        (fact.type, fact.data["n"], {key: fact.data[key] for key in data})
        for fact, (_, _, data) in zip(then, now, strict=True)
    ]


def numbers(hand: dict[str, Any]) -> list[int]:
    return [n for n, _ in hand["actions"]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_log_takes_these_facts_still(path: Path) -> None:
    facts, _ = read(path)
    for kind, data in facts:
        assert check(kind, "T1", data).v == 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_first_part_of_a_hand_folds_too(path: Path) -> None:
    facts, _ = read(path)
    hand = opened(facts[0].data)
    for fact in facts[1:]:
        hand = applied(hand, fact)
        assert told(hand)["posted"]


def test_the_files_hold_every_type_of_event_that_a_hand_has() -> None:
    kept = {fact.type for path in FILES for fact in read(path)[0]}
    played = {read(path)[0][0].data["variant"] for path in FILES}
    assert played == {game.key for game in registry.variants() if has_screen(game.key)}
    game = {name for key in played for name in registry.game_events(registry.get(key))}
    fees = {f"fee.{word}" for word in ("collected", "returned", "carried", "waived", "dropped")}
    assert kept == {kind.name for kind in HAND_TYPES} | game | fees
    verdicts = {fact.data.get("verdict") for path in FILES for fact in read(path)[0]} - {None, "stands"}
    assert verdicts == {"beats", "not_yet", "tied", "fails"}
