"""P1: whole hands, from set-up to settlement, beside PokerKit's.

Ours composes the set-up with its rules, commits to a fresh seed, draws every card from the electronic shoe,
reads the prompts, writes each action as text, has it read and checked, keeps texts and events, and settles.
Theirs creates a state with everything automated, acts for the players, and runs until the chips are pulled.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from pokerkit import Automation, NoLimitTexasHoldem
from pokerkit import State as PokerKitState

from tables.game import shoe
from tables.game.base import Event, decide
from tables.game.records import set_up
from tables.game.settlement import Settlement, settled
from tables.variants.boomerang_poker import VARIANT
from tests.benchmarks.measure import Row, measure

SEATS = (1, 2, 3, 4, 5, 6)
CONDITION = 500
FOLDS = 0.3
Move = tuple[str, tuple[Event, ...]]
OUR_HANDS = 400
THEIR_HANDS = 20
ROUNDS = 31  # short rounds, many of them: what else the machine does falls on few


def rows() -> Iterator[Row]:
    ours, theirs = random.Random(1), random.Random(1)

    boomerang_is_whole(ours)
    holdem_is_whole(theirs)

    def our_hands() -> int:
        for number in range(OUR_HANDS):
            boomerang_hand(ours, f"T1/{number}")
        return OUR_HANDS

    def their_hands() -> int:
        for _ in range(THEIR_HANDS):
            holdem_hand(theirs)
        return THEIR_HANDS

    yield Row(
        "P1",
        "full Boomerang hands, 6 seats, 30 % folds; texts, checks, events and electronic shoe included",
        "PokerKit: no-limit hold'em, 6 players, all automations, 30 % folds facing a bet, else check or call",
        20,
        measure(our_hands, their_hands, ROUNDS),
    )


def boomerang_hand(chance: random.Random, hand: str) -> tuple[list[Move], Settlement]:
    """The actor folds with 30 %, else buys as many cards as it likes of what is open."""
    setup = set_up(VARIANT, seats=SEATS, condition=CONDITION, rules={}, extra={})
    seed = chance.randbytes(shoe.SEED_BYTES)
    shoe.commitment(seed, hand)
    moves: list[Move] = []
    state = VARIANT.start(setup)
    while not state.over:
        draw = VARIANT.chance(state)
        if draw is not None:
            text, _ = shoe.drawn(seed, draw)
        else:
            (prompt,) = VARIANT.prompts(state)
            buys = len(prompt.options) - 1
            option = prompt.options[
                1 + int(buys * chance.random()) if buys and chance.random() >= FOLDS else 0
            ]
            text = f"{prompt.seat} {option}"
        events, state = decide(VARIANT, state, text)
        moves.append((text, events))
    return moves, settled(VARIANT, state)


def holdem_hand(chance: random.Random) -> PokerKitState:
    """A player who faces a bet folds with 30 %, else checks or calls."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
        raw_starting_stacks=200,
        player_count=len(SEATS),
    )
    while state.status:
        if state.checking_or_calling_amount and chance.random() < FOLDS:
            state.fold()
        else:
            state.check_or_call()
    return state


def boomerang_is_whole(chance: random.Random) -> None:
    """What is timed are whole hands: two cards a seat, folds and buys, and as much paid as posted."""
    words: Counter[str] = Counter()
    for number in range(OUR_HANDS):
        moves, money = boomerang_hand(chance, f"T1/{number}")
        texts = [text for text, _ in moves]
        assert all(text.startswith("card ") for text in texts[: 2 * len(SEATS)])
        bought = sum(int(text.split()[2]) for text in texts if " buy " in text)
        assert sum(money.payouts.values()) == money.pot == CONDITION * (len(SEATS) + bought)
        words.update("card" if text.startswith("card ") else text.split()[1] for text in texts)
    assert 0.28 < words["fold"] / (words["fold"] + words["buy"]) < 0.40, (
        "some folds are forced by an empty room"
    )


def holdem_is_whole(chance: random.Random) -> None:
    for _ in range(THEIR_HANDS):
        assert sum(holdem_hand(chance).stacks) == 200 * len(SEATS)
