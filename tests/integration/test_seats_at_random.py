"""Evenings at a table of hunters, by chance: phones and takeovers, the tablet, substitutes, rulings, taking back. At
every step nobody is told what others have chosen, and at the end the log tells the rows that there are.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from cardroom.accounts.policies import NotAllowed
from tables.game.base import Refused
from tables.screens.seen import seen_of
from tables.selectors import current, get_table, hand_view
from tables.services import Stale
from tests.desk import Desk
from tests.hunters import TERRITORIES

STEPS = 160
SEATS = (1, 4, 6, 8)
CARDS = tuple(
    f"draw {species} {one} {other}"
    for species in ("fish", "turtle", "emu", "wallaby", "lizard", "armadillo")
    for at, one in enumerate(TERRITORIES)
    for other in TERRITORIES[at + 1 :]
)
Failures = (Refused, NotAllowed, Stale)


class Evening:
    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.chance = Random(seed)
        self.done: set[str] = set()

    def step(self) -> None:
        """Something that may happen just now; what is refused has changed nothing."""
        text, about = self.chance.choice(self.likely() * 12 + self.unlikely())
        by = self.desk.floor if about.pop("floor", False) else None
        try:
            self.desk.do(text, by=by, **about)
            self.done.add(text.split(" ")[1 if text[0].isdecimal() else 0])
        except Failures as refused:
            self.done.add(refused.code)
            if refused.code in ("seat_changed", "screen_closed", "screen_replaced", "screen_given"):
                self.desk.secrets.clear()

    def likely(self) -> list[tuple[str, dict[str, object]]]:
        hand = self.desk.view()["hand"]
        if hand is None or hand["phase"] in ("finished", "closed"):
            return [("open", {})]
        if hand["phase"] in ("disputed", "ruling"):
            return [("rule stands", {"floor": True, "reason": "seen", "rule": "H-1"})]
        if hand["phase"] in ("award", "void"):
            return [("pay", {})]
        if hand["unposted"]:
            return [("post " + " ".join(map(str, hand["unposted"])), {})]
        if "draw" in (hand["awaiting"] or {}):
            return [(self.chance.choice(CARDS), {}) for _ in range(4)]
        found: list[tuple[str, dict[str, object]]] = []
        for prompt in hand["prompts"]:
            seat = prompt["seat"]
            words = prompt["options"] or [f"choose {self.chance.choice(TERRITORIES)}"]
            found.append((f"{seat} {self.chance.choice(words)}", {}))
        return found

    def unlikely(self) -> list[tuple[str, dict[str, object]]]:
        seat, n = self.chance.choice(SEATS), self.chance.randint(1, 40)
        why = {"reason": "by chance", "floor": True}
        return [
            (f"screen {seat}", {}),
            (f"screen {seat} close", {}),
            (f"substitute {seat}", {"alias": f"Nils {n}", **why}),
            (f"neutral {seat}", dict(why)),
            (f"undo {n}", dict(why)),
            (f"correct {n} {self.chance.choice(CARDS)}", dict(why)),
            (f"{seat} choose {self.chance.choice(TERRITORIES)}", {"floor": True}),
            (f"first {seat}", {}),
            ("hand round", {}),
            self.chance.choice([("dispute", {"reason": "by chance"}), ("void", {"rule": "H-1", **why})]),
        ]

    def nobody_is_told(self) -> None:
        """Nothing that everybody sees of a hand names what somebody has chosen and nobody has revealed."""
        table = get_table(self.desk.number)
        assert table is not None
        told = current(table)
        if told is None:
            return
        for viewer in ("public", *told.hand.seats):
            shown = (
                json.dumps(hand_view(told, viewer)) + str(seen_of(told.hand, viewer)) + str(told.hand.frozen)
            )
            chosen = {seat: land for seat, land in told.hand.state.chosen.items() if seat != viewer}
            for seat, land in chosen.items():
                assert f"{seat} choose {land}" not in shown
            tokens = set(told.hand.variant.view(told.hand.state, viewer)["tokens"])
            revealed = {str(capture.seat) for capture in told.hand.state.captures}
            assert tokens <= revealed | {str(viewer)}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_evening_of_hunters(desks: type[Desk], seed: int) -> None:
    evening = Evening(desks(variant="boomerang_hunt", seats=SEATS), seed)
    for _ in range(STEPS):
        evening.step()
        evening.nobody_is_told()
    assert {"choose", "throw", "stop", "draw", "screen", "players_choice"} <= evening.done
