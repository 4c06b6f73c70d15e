"""What simulated hunters do: always legal, the same again, without a look at the others' tokens; and whole games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tables.screens.boomerang_hunt import SCREEN
from tables.screens.boomerang_hunt.habits import habit
from tables.screens.seen import Seen, seen_of
from tables.screens.simulated import Habit
from tests.hunting import hunt_hand, plays


def played(seats: tuple[int, ...], chance: Random, seen: Counter[str]) -> int:
    """A whole game by habit; the number of its rounds."""
    hand = hunt_hand(seats)
    while not hand.state.over:
        if (draw := hand.variant.chance(hand.state)) is not None:
            hand = plays(hand, draw.form.format(chance.choice(draw.contents)))
            continue
        said = SCREEN.habit(hand)
        assert said is not None
        assert chance.random() > 0.1 or said == SCREEN.habit(hand)
        seen[said.action.split(" ")[1]] += 1
        hand = plays(hand, said.action)
    return int(hand.variant.view(hand.state, "public")["round"])


@pytest.mark.parametrize("count", [3, 4, 5])
def test_games_are_played_to_their_end_with_throws_and_stops(count: int) -> None:
    seen: Counter[str] = Counter()
    assert 5 < played(tuple(range(1, count + 1)), Random(count), seen) < 25
    assert seen["throw"] > seen["stop"] / 2
    assert seen["choose"] > 0


def test_what_others_have_chosen_changes_nothing() -> None:
    """Whatever token lies face down before another seat, a hunter chooses, throws and says the same."""
    said: set[tuple[Habit | None, ...]] = set()
    for token in ("water", "forest", "meadow", "desert", "mountain"):
        hand = hunt_hand((1, 4, 6))
        for text in ("draw fish water forest", "draw turtle meadow desert", "draw emu forest mountain"):
            hand = plays(hand, text)
        hand = plays(hand, f"4 choose {token}")
        one = habit(seen_of(hand, 1))
        for text in ("1 choose forest", "6 choose water"):
            hand = plays(hand, text)
        said.add((one, habit(seen_of(hand, 1)), habit(seen_of(hand, 6))))
    assert len(said) == 1


def test_a_secret_choice_is_said_without_what_it_is() -> None:
    hand = hunt_hand((1, 4, 6))
    assert SCREEN.habit(hand) is None
    for text in ("draw fish water forest", "draw turtle meadow desert", "draw emu forest mountain"):
        hand = plays(hand, text)
    seen: Seen = seen_of(hand, 4)
    said = habit(seen)
    assert said is not None
    assert said.action.startswith("4 choose ")
    assert said.says == "I have chosen"
    assert habit(seen_of(hand, "public")) is None
