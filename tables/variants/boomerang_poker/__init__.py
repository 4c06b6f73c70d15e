"""Boomerang Poker: two cards face up, the lowest hand folds or buys up to three to beat the next higher one.

Source: the procedure published by the game's maker; where it is silent, the house rules named in `PokerRules`.
Pure: no Django, no clock, no random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tables.game.base import MAX_SEAT, Draw, Event, Prompt, Refused, Rules, Setup, Variant, Verb, Won
from tables.game.cards import TEXTS
from tables.variants.boomerang_poker import checks, events
from tables.variants.boomerang_poker.felt import EXTRA_CARDS, FULL, WHOLE_DECK, Felt, PokerRules

BUYS = tuple(f"buy {n}" for n in range(1, EXTRA_CARDS + 1))
OPTIONS = tuple(("fold", *BUYS[:n]) for n in range(EXTRA_CARDS + 1))

NEW_FELT = Felt(Setup((), 0, PokerRules()))  # copied, since making one sets every field anew


class BoomerangPoker(Variant[Felt]):
    key = "boomerang_poker"
    name = "Boomerang Poker"
    seats = range(2, MAX_SEAT + 1)
    rules = PokerRules
    sources = ("Boomerang Poker Class II procedures, published by the game's maker",)
    events = (
        *(events.Dealt, events.DealtTwo, events.Folded, events.Bought, events.CardBought, events.Exhausted),
        *(
            events.SetAside,
            events.Overdealt,
            events.TurnGiven,
            events.Restored,
            events.Killed,
            events.Misdealt,
        ),
    )
    table = {
        "card": Verb(checks.check_card, "card Qh", chance=True),
        "deal": Verb(checks.check_deal, "deal 5 As Td"),
        "scrap": Verb(checks.check_scrap, "scrap 7c"),
        "extra": Verb(checks.check_extra, "extra Qh", late=True),
        "turn": Verb(checks.check_turn, "turn 7", floor=True),
        "restore": Verb(checks.check_restore, "restore 5", late=True, floor=True),
        "kill": Verb(checks.check_kill, "kill 5", late=True, floor=True),
        "misdeal": Verb(checks.check_misdeal, "misdeal"),
    }
    seat = {"fold": Verb(checks.check_fold, "5 fold"), "buy": Verb(checks.check_buy, "5 buy 3")}

    def setup(self, seats: Sequence[int], condition: int, rules: Rules, extra: Mapping[str, object]) -> Setup:
        made = super().setup(seats, condition, rules, extra)
        if condition < 1:
            raise Refused("bad_condition", "Boomerang Poker is played for a condition above 0.")
        if rules.odd_chip_unit > condition:
            raise Refused("bad_rule", "Rule 'odd_chip_unit' is at most the condition.")
        return made

    def start(self, setup: Setup) -> Felt:
        return NEW_FELT.but(setup=setup)

    def consequence(self, state: Felt) -> Event | None:
        if not state.dealt or state.over:
            return None
        if state.owed:
            if state.waiting is None:
                return None
            return checks.bought_card(state, state.waiting, TEXTS[state.waiting])
        live = len(state.setup.seats) - len(state.out)
        if live < 1:
            return None
        if live == 1:
            winner = next(seat for seat in state.setup.seats if seat not in state.out)
            return Won((winner,), winner)
        order = state.order
        held = len(state.hands[order[0]])
        if state.values[order[0]] == state.values[order[-1]]:
            split = state.rules().tied_finish == "split"
            if held == FULL or (split and held > 2):
                return Won(tuple(sorted(order)), next(s for s in reversed(state.last_bought) if s in order))
        elif held == FULL:
            return events.Exhausted(order[0])
        return None

    def prompts(self, state: Felt) -> list[Prompt]:
        seat = state.actor
        if seat is None:
            return []
        order = state.order
        room = min(EXTRA_CARDS, FULL - len(state.hands[seat]), state.stub)
        options = OPTIONS[room]
        closed = tuple(
            (option, checks.buy_closed(state, seat, n) or "")
            for n, option in enumerate(BUYS[room:], room + 1)
        )
        return [Prompt(seat, options, {"to_beat": order[order.index(seat) + 1]}, closed)]

    def chance(self, state: Felt) -> Draw | None:
        if state.over or (state.dealt and not state.owed) or state.stub == 0:
            return None
        seat = state.buyer if state.dealt else checks.next_of_deal(state)
        return Draw("deck", state.left, len(WHOLE_DECK) - len(state.left), seat, "card {}")

    def stuck(self, state: Felt) -> str | None:
        return None if state.over else checks.stuck(state)

    def posted(self, state: Felt) -> dict[int, int]:
        condition, bought = state.setup.condition, state.bought
        return {seat: condition * (1 + bought.get(seat, 0)) for seat in state.setup.seats}

    def in_play(self, state: Felt, seat: int) -> bool:
        return seat not in state.out

    def stub(self, state: Felt) -> int:
        return state.stub

    def piles(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        return {"deck": WHOLE_DECK}

    def view(self, state: Felt, viewer: int | str) -> dict[str, Any]:
        """Everything is face up: every viewer sees the same."""
        order = state.order if state.dealt else []
        return {
            "hands": {str(s): [TEXTS[c] for c in state.hands.get(s, ())] for s in state.setup.seats},
            "out": {str(s): why for s, why in state.out.items()},
            "order": list(order),
            "actor": state.actor,
            "buyer": state.buyer,
            "owed": state.owed,
            "to_beat": state.to_beat if state.owed else self._above(state, order),
            "dead": [TEXTS[c] for c in state.dead],
            "waiting": None if state.waiting is None else TEXTS[state.waiting],
            "stub": state.stub,
            "misdeal_open": state.misdeal_open and not state.over,
            "extra_open": state.just_beat and state.awarded is None and state.void is None,
            "bought": {str(s): n for s, n in state.bought.items()},
        }

    @staticmethod
    def _above(state: Felt, order: list[int]) -> int | None:
        actor = state.actor
        return None if actor is None else order[order.index(actor) + 1]

    def outcome(self, state: Felt) -> dict[str, Any]:
        return {
            "hands": {str(s): [TEXTS[c] for c in state.hands.get(s, ())] for s in state.setup.seats},
            "out": {str(s): state.out[s] for s in state.setup.seats if s in state.out},
        }


VARIANT = BoomerangPoker()
