"""Games as the tests play them: records of whole games, and hands at a table with all their facts."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import tables.variants  # noqa: F401  # the games register themselves
from tables.game import records, registry
from tables.game.actions import Room, act
from tables.game.base import Draw, Drawn, Refused, decide
from tables.game.cards import DECK, TEXTS
from tables.game.hand import Fact, Hand, folded, opened
from tables.game.shoe import commitment, drawn
from tables.variants.boomerang_poker.felt import Felt

POKER = registry.get("boomerang_poker")
EXAMPLE_1 = (
    *("deal 1 Tc 7h", "deal 2 Jd 5s", "deal 3 Kc Qh", "1 fold"),
    *("2 buy 3", "card 4c", "card Qs", "card Kd", "3 buy 3", "card 8d", "card 3h", "card Ac"),
)
EXAMPLE_2 = (
    *("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 buy 3", "card Ah"),
    *("9 buy 3", "card 4d", "card Qc", "5 buy 2", "card 9c", "card 2s"),
)
DEALT = EXAMPLE_2[:3]
SEED = bytes(range(32))


def record(
    *actions: str,
    seats: Iterable[int] = (2, 5, 9),
    condition: int = 500,
    rules: Mapping[str, object] | None = None,
) -> str:
    """The text of a record of Boomerang Poker."""
    lines = [
        "format = 1",
        'variant = "boomerang_poker"',
        f"condition = {condition}",
        f"seats = {list(seats)}",
    ]
    lines += [f"rules.{name} = {json.dumps(value)}" for name, value in (rules or {}).items()]
    return "\n".join([*lines, f"actions = {json.dumps(actions)}"])


def replayed(*actions: str, **about: Any) -> dict[str, Any]:
    """The result of a record, which must not be refused."""
    result = records.replay(record(*actions, **about))
    assert result["refused"] is None, result["refused"]
    return result


def after(*actions: str, **about: Any) -> Felt:
    """The felt after these actions."""
    made = records.parse(record(*actions, **about))
    state = POKER.start(made.setup)
    for action in made.actions:
        _, state = decide(POKER, state, action)
    return state


def refusal(*actions: str, **about: Any) -> tuple[str, str]:
    """Code and reason of the last action's refusal; all before it must be accepted, and it must change nothing."""
    result = records.replay(record(*actions, **about))
    refused = result["refused"]
    assert refused is not None, "nothing was refused"
    assert (refused["action"], refused["text"]) == (len(actions) - 1, actions[-1]), refused
    assert result["outcome"] == replayed(*actions[:-1], **about)["outcome"]
    return refused["code"], refused["reason"]


def open_prompt(*actions: str, **about: Any) -> tuple[int, int, list[str]] | None:
    """(seat, to beat, options) that are open after these actions."""
    prompts = POKER.prompts(after(*actions, **about))
    return (
        (prompts[0].seat, int(str(prompts[0].about["to_beat"])), list(prompts[0].options))
        if prompts
        else None
    )


def opening(
    *,
    seats: Iterable[int] = (2, 5, 9),
    condition: int = 500,
    fee: int = 100,
    rules: Mapping[str, object] | None = None,
    drop_when: str = "after_award",
    source: str = "pad",
    hand: str = "T12/4711",
    carried_from: str | None = None,
) -> dict[str, Any]:
    """The data of `hand.opened`, with every field that it freezes."""
    seats = list(seats)
    return {
        "n": 1,
        "text": "open" if carried_from is None else None,
        "hand": hand,
        "variant": "boomerang_poker",
        "rules": dataclasses.asdict(POKER.rules.read(rules or {})),
        "rules_version": 1,
        "condition": condition,
        "cheque_value": condition,
        "min_seats": 2,
        "max_seats": 10,
        "seats": seats,
        "players": {str(seat): f"y{seat}" for seat in seats},
        "setup": {},
        "fee": fee_row(len(seats), fee, condition),
        "drop_when": drop_when,
        "source": source,
        "shuffle": "hand",
        "deck": "",
        "commitment": commitment(SEED, hand) if source == "electronic" else None,
        "piles": {"deck": [TEXTS[card] for card in DECK]} if source == "electronic" else {},
        "box": "B12",
        "shift": "day",
        "carried_from": carried_from,
    }


def fee_row(players: int, fee: int, condition: int = 500) -> dict[str, Any]:
    return {"schedule": "7", "version": 3, "condition": condition, "players": players, "fee": fee}


class Dealing:
    """A hand at a table. Every action is checked: its facts survive JSON and fold to the same hand, money is whole.

    `fees` is the fee in cents by number of players where it is not the same for all.
    """

    def __init__(self, *, fees: Mapping[int, int] | None = None, **about: Any) -> None:
        self.fees = fees or {}
        if fees:
            about["fee"] = fees[len(list(about.get("seats", (2, 5, 9))))]
        data = opening(**about)
        self.facts = [Fact("hand.opened", data)]
        self.hand: Hand = opened(data)

    def room(self, reason: str = "", rule: str = "") -> Room:
        fee = int(self.hand.opening["fee"]["fee"])
        return Room(
            reason=reason,
            rule=rule,
            seated={seat: f"y{seat}" for seat in range(1, 11)},
            fee_row=lambda players: fee_row(players, self.fees.get(players, fee), self.hand.condition),
            shoe=self.draw if self.hand.electronic else None,
            box="B12",
        )

    def draw(self, draw: Draw) -> tuple[str, Drawn]:
        return drawn(SEED, draw)

    def do(self, *texts: str, reason: str = "", rule: str = "") -> Dealing:
        """Carry out each text with the same reason and rule."""
        for text in texts:
            before = self.hand
            facts, after = act(before, text, self.room(reason, rule))
            assert facts
            assert facts[0].data["text"] is not None or facts[0].type == "fee.dropped"
            assert {fact.data["n"] for fact in facts} == set(range(before.n + 1, after.n + 1))
            self.take(facts, after)
        return self

    def post(self) -> Dealing:
        """Everybody posts who has not."""
        return self.do("post " + " ".join(map(str, self.hand.unposted)))

    def ruled(self, *texts: str) -> Dealing:
        """Carry out each text as a ruling with reason and rule."""
        return self.do(*texts, reason="seen on the tape", rule="H-4")

    def refuses(self, text: str, reason: str = "", rule: str = "") -> str:
        """The code with which `text` is refused."""
        with pytest.raises(Refused) as caught:
            act(self.hand, text, self.room(reason, rule))
        assert caught.value.reason
        assert "{" not in caught.value.reason
        return caught.value.code

    def take(self, facts: list[Fact], after: Hand) -> None:
        """Keep facts that another function made of this hand."""
        self.facts += facts
        self.hand = after
        assert folded(through_json(self.facts)) == after
        assert all(type(cents) is int for cents in (*after.money.payouts.values(), after.money.pot))
        assert sum(after.money.payouts.values()) in (0, after.money.pot)

    def said(self, *types: str) -> list[dict[str, Any]]:
        """The data of all facts of these types, in order."""
        return [fact.data for fact in self.facts if fact.type in types]


def through_json(facts: list[Fact]) -> list[Fact]:
    """The facts as they are read back from the log."""
    return [Fact(kind, json.loads(json.dumps(data))) for kind, data in facts]
