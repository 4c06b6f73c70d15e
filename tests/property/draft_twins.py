"""Twins of a drafting game that differ only in what a viewer may not know: they must look the same to him."""

from __future__ import annotations

import random
from typing import Any

from tables.game.base import Prompt
from tables.game.play import Play
from tables.variants.boomerang_draft import Draft
from tables.variants.boomerang_draft.deck import LETTERS, in_order
from tables.variants.boomerang_draft.journey import Journey
from tests.drafting import AUSTRALIA, EUROPE


def twin(chance: random.Random, state: Journey, viewer: int | str) -> Journey:
    """The same game with other cards where this viewer sees none, and other choices that are sealed from him."""
    known = {card for row in state.rows.values() for card in row}
    if isinstance(viewer, int):
        known.update(state.hands.get(viewer, ()))
        known.update(held[viewer] for held in (state.throws, state.picks) if viewer in held)
    hidden = [card for card in LETTERS if card not in known]
    swap = {card: card for card in known} | dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def swapped(held: Any) -> Any:
        return {
            seat: swap[cards] if isinstance(cards, str) else tuple(swap[card] for card in cards)
            for seat, cards in held.items()
        }

    hands = {seat: in_order(cards) for seat, cards in swapped(state.hands).items()}
    sealed = {
        seat: choice if seat == viewer else chance.choice((*state.edition.icons, "skip"))
        for seat, choice in state.choices.items()
    }
    return state.but(
        dealt=swapped(state.dealt),
        hands=hands,
        picks=swapped(state.picks),
        throws=swapped(state.throws),
        rows=swapped(state.rows),
        choices=sealed,
    )


def variant_of(state: Journey) -> Draft:
    return AUSTRALIA if state.edition is AUSTRALIA.edition else EUROPE


def seen_prompts(state: Journey, viewer: int | str) -> list[tuple[int, Prompt | None]]:
    return [
        (p.seat, p if p.seat == viewer or not p.secret else None) for p in variant_of(state).prompts(state)
    ]


def nothing_secret_is_seen(chance: random.Random, state: Journey, viewer: int | str) -> None:
    """Two games that differ only in what this viewer may not know look the same to him."""
    variant = variant_of(state)
    other = twin(chance, state, viewer)
    assert variant.view(other, viewer) == variant.view(state, viewer)
    assert variant.awaiting(other) == variant.awaiting(state)
    assert seen_prompts(other, viewer) == seen_prompts(state, viewer)


def events_name_only_what_is_seen(play: Play) -> None:
    """What is not secret to one seat names no card that does not lie face up, or lay there in an earlier round."""
    state = play.state
    assert isinstance(state, Journey)
    face_up = {card for row in state.rows.values() for card in row}
    past = {card for lines in state.sheets.values() for line in lines for card in line.row}
    for event in play.moves[-1].events:
        if event.secret_to is not None or event.type == "hand.pile_formed":
            continue
        values = [value for value in event.data().values() if isinstance(value, str)]
        assert {value for value in values if value in LETTERS and value} <= face_up | past
