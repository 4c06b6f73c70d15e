"""Random games of Wongar: games that differ only in what a viewer may not know look the same to him."""

from __future__ import annotations

import random

import pytest

from tables.game.base import Refused, Variant
from tables.game.play import Move, Play
from tables.game.registry import get
from tables.game.settlement import outcome
from tables.variants.wongar.cards import in_order
from tables.variants.wongar.land import Land
from tests.wongar_by_chance import FORMS, game, land, texts

GAMES = 10


def twin(state: Land, viewer: int | str, chance: random.Random) -> Land:
    """The same but for what this viewer may not know: other hands, and the stack unless he is picking from it."""
    picks = state.form.picks and state.owed and state.owed_seat == viewer
    hidden = [seat for seat in state.setup.seats if seat != viewer]
    stack = [] if picks else [card for card in state.rituals if card != "scorpion"]
    cards = [*stack, *(card for seat in hidden for card in state.hands[seat])]
    chance.shuffle(cards)
    hands = dict(state.hands)
    for seat in hidden:
        hands[seat] = in_order(cards.pop() for _ in state.hands[seat])
    if picks:
        return state.but(hands=hands)
    return state.but(
        hands=hands, rituals=in_order((*cards, *("scorpion",) * state.rituals.count("scorpion")))
    )


def seen(variant: Variant[Land], state: Land, viewer: int | str) -> object:
    """All that a viewer is shown of a game, as screens show prompts."""
    prompts = [
        (prompt.seat, None if prompt.secret and prompt.seat != viewer else (prompt.options, prompt.closed))
        for prompt in variant.prompts(state)
    ]
    return variant.view(state, viewer), prompts, variant.awaiting(state), outcome(variant, state)


def keeps_its_secrets(play: Play, chance: random.Random) -> None:
    state, variant = land(play), play.variant
    viewer = chance.choice((*state.setup.seats, "public"))
    other = twin(state, viewer, chance)
    assert seen(variant, other, viewer) == seen(variant, state, viewer)
    if viewer == "public":
        return
    for text in chance.sample(texts(state), 10):
        refusals = []
        for one in (state, other):
            try:
                Play(variant, play.setup, one).plays(0, f"{viewer} {text}")
            except Refused as refused:
                refusals.append((refused.code, refused.reason))
            else:
                refusals.append(("", ""))
        assert refusals[0] == refusals[1]


def told_to_others(move: Move) -> None:
    """A card that comes to a hand is read by its seat alone; everything else is public."""
    event = move.events[0]
    words = move.text.split(" ")
    receives = (words[0] == "ritual" and words[2] != "scorpion") or words[1] == "pick"
    assert (event.secret_to is not None) is receives
    assert all(follows.secret_to is None for follows in move.events[1:])


@pytest.mark.parametrize("form", FORMS)
def test_nobody_sees_or_learns_what_he_may_not(form: str) -> None:
    chance = random.Random(f"secrets of {form}")
    for number in range(GAMES):
        for play in game(get(form), chance, 3 + number % 3):
            if play.moves:
                told_to_others(play.moves[-1])
            if chance.random() < 0.3:
                keeps_its_secrets(play, chance)


def test_twins_do_differ() -> None:
    """So a view that told a hand would be found out above."""
    chance = random.Random(1)
    found = 0
    for play in game(get("wongar"), chance, 4):
        state = land(play)
        found += any(
            twin(state, "public", chance).hands[seat] != state.hands[seat] for seat in state.setup.seats
        )
    assert found > 100
