"""P2 and P3: ranking hands from Python, through each library's public call, on cards as each holds them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any
from warnings import catch_warnings, simplefilter

from phevaluator import evaluate_cards

from tables.game.cards import DECK, TEXTS
from tables.game.ranking import value
from tests.benchmarks.measure import Row, Work, measure

with catch_warnings():
    simplefilter(
        "ignore", DeprecationWarning
    )  # eval7 reads its range strings with names pyparsing has renamed
    import eval7

HANDS = 100_000
PASSES = 4
EVAL7_DECK = [eval7.Card(TEXTS[card]) for card in DECK]
PHEVALUATOR_DECK = range(len(DECK))


def rows() -> Iterator[Row]:
    hands = dealt(random.Random(2), sizes=(5,))
    agree(hands)
    ours = ranked_by_value(held(hands, DECK))
    work = "ranking of 5-card hands from Python"
    yield Row(
        "P2",
        work,
        "phevaluator's `evaluate_cards` on its own integers",
        2,
        measure(ours, ranked_by_phevaluator(held(hands, PHEVALUATOR_DECK))),
    )
    yield Row(
        "P2",
        work,
        "eval7's `evaluate` on its own cards",
        1,
        measure(ours, ranked_by_eval7(held(hands, EVAL7_DECK))),
    )


def mixed_rows() -> Iterator[Row]:
    chance = random.Random(3)
    five = dealt(chance, sizes=(5,))
    mixed = dealt(chance, sizes=(2, 3, 4, 5))
    yield Row(
        "P3",
        "ranking of mixed 2-5 card hands",
        "own ranking of 5-card hands",
        0.5,
        measure(ranked_by_value(held(mixed, DECK)), ranked_by_value(held(five, DECK))),
    )


def dealt(chance: random.Random, sizes: Sequence[int]) -> list[list[int]]:
    """Hands as places in the deck, every size equally often."""
    return [chance.sample(range(len(DECK)), chance.choice(sizes)) for _ in range(HANDS)]


def held(hands: list[list[int]], deck: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The same hands, in the same order, as tuples of a library's own cards."""
    return [tuple(deck[place] for place in hand) for hand in hands]


def agree(hands: list[list[int]]) -> None:
    """All three put these hands in one order, or the times would compare different things."""
    trios = {
        (value(ours), -evaluate_cards(*phevaluators), eval7.evaluate(eval7s))
        for ours, phevaluators, eval7s in zip(
            held(hands, DECK), held(hands, PHEVALUATOR_DECK), held(hands, EVAL7_DECK), strict=True
        )
    }
    for opinion in zip(*sorted(trios), strict=True):
        assert list(opinion) == sorted(set(opinion)), "the evaluators disagree"


def ranked_by_value(hands: list[tuple[Any, ...]]) -> Work:
    def work() -> int:
        for _ in range(PASSES):
            for hand in hands:
                value(hand)
        return PASSES * len(hands)

    return work


def ranked_by_phevaluator(hands: list[tuple[Any, ...]]) -> Work:
    def work() -> int:
        for _ in range(PASSES):
            for hand in hands:
                evaluate_cards(*hand)
        return PASSES * len(hands)

    return work


def ranked_by_eval7(hands: list[tuple[Any, ...]]) -> Work:
    evaluate = eval7.evaluate

    def work() -> int:
        for _ in range(PASSES):
            for hand in hands:
                evaluate(hand)
        return PASSES * len(hands)

    return work
