"""What simulated players do: always legal, the same for the same cards, and such that hands are worth looking at."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tables.game.base import decide
from tables.screens.boomerang_poker.habits import SAYS, habit, wanted
from tables.variants.boomerang_poker.felt import Felt
from tests.dealing import POKER, Dealing, after, open_prompt


def played(seats: int, chance: Random, seen: Counter[int]) -> Felt:
    state: Felt = POKER.start(POKER.setup(tuple(range(1, seats + 1)), 500, POKER.rules(), {}))
    while not state.over:
        if (draw := POKER.chance(state)) is not None:
            text = draw.form.format(chance.choice(draw.contents))
        else:
            (prompt,) = POKER.prompts(state)
            count = wanted(state, prompt.seat, most=len(prompt.options) - 1)
            assert count == wanted(state, prompt.seat, most=len(prompt.options) - 1)
            seen[count] += 1
            text = f"{prompt.seat} buy {count}" if count else f"{prompt.seat} fold"
        _, state = decide(POKER, state, text)
    return state


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_hands_are_played_to_their_end_with_folds_and_buys(seats: int) -> None:
    seen: Counter[int] = Counter()
    for seed in range(40):
        played(seats, Random(seed), seen)
    assert set(seen) >= {0, 1}
    assert 0.1 < seen[0] / seen.total() < 0.9


def test_it_looks_at_the_cards_alone() -> None:
    deal = ("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    here, there = after(*deal), after(*deal, condition=10_000)
    assert wanted(here, 2, most=3) == wanted(there, 2, most=3)
    others = [after("deal 2 Td 8c", f"deal 5 {rank}h Tc", "deal 9 Qh Qs") for rank in "9JKA2"]
    assert len({wanted(felt, 2, most=3) for felt in others}) > 1


def test_no_more_than_can_come() -> None:
    deal = ("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    assert open_prompt(*deal) is not None
    assert all(wanted(after(*deal), 2, most=most) <= most for most in range(4))


def test_only_who_is_to_act_says_anything() -> None:
    hand = Dealing()
    assert habit(hand.hand) is None
    hand.post()
    assert habit(hand.hand) is None
    hand.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    said = habit(hand.hand)
    assert said is not None
    assert said.seat == 2
    assert said.action.split(" ")[1] in ("fold", "buy")
    assert said.says in {str(word) for word in SAYS}
    assert habit(hand.do("dispute", reason="the pot").hand) is None
    hand.ruled("rule stands").do("2 fold", "5 fold")
    assert habit(hand.hand) is None
