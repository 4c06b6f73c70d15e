"""The decisions of Wongar with their options, in the order of records, and why others are closed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tables.game.base import Prompt
from tables.variants.wongar import ceremony, turn_checks
from tables.variants.wongar.cards import EXTRA, FIGURES, KINDS, RITUAL_CARDS
from tables.variants.wongar.ceremony import WAYS
from tables.variants.wongar.ceremony_checks import way_closed
from tables.variants.wongar.land import Ceremony, Land, Moving, Placing
from tables.variants.wongar.steps import Step, actor, step

Option = tuple[str, str | None]
"""An option as it is written without the seat, and why it is closed, or None."""


def prompts(state: Land) -> list[Prompt]:
    """The one decision that is open, or none. One whose options tell of hidden cards is secret."""
    seat = actor(state)
    if seat is None:
        return []
    now = step(state)
    listed = list(_LISTED[now](state, seat))
    options = tuple(option for option, why in listed if why is None)
    closed = tuple((option, why) for option, why in listed if why is not None)
    return [Prompt(seat, options, closed=closed, secret=now in (Step.PICK, Step.PLAY))]


def _settling(state: Land, seat: int) -> Iterator[Option]:
    for kind in KINDS:
        why = turn_checks.settle_closed(state, seat, kind)
        for name in state.board.map.territories:
            yield f"place {kind} {name}", why


def _taking(state: Land, seat: int) -> Iterator[Option]:
    for name in state.board.map.territories:
        yield f"take {name}", turn_checks.take_closed(state, name)
    for figure in FIGURES if state.form.figure_cards else ():
        yield f"figure {figure}", turn_checks.figure_closed(state, seat, figure)


def _naming(state: Land, seat: int) -> Iterator[Option]:
    for kind in KINDS:
        yield f"kind {kind}", None


def _placing(state: Land, seat: int) -> Iterator[Option]:
    task = state.task
    assert isinstance(task, Placing)
    why = turn_checks.place_closed(state, task)
    for name in state.board.map.territories:
        yield f"place {task.kind} {name}", why
    if task.may_end:
        for cards in range(1, EXTRA + 1):
            yield f"draw {cards}", turn_checks.draw_closed(task, cards)
        yield "done", None


def _moving(state: Land, seat: int) -> Iterator[Option]:
    task = state.task
    assert isinstance(task, Moving)
    for name in state.board.map.territories:
        yield f"move {name}", turn_checks.move_closed(state, task, name)


def _playing(state: Land, seat: int) -> Iterator[Option]:
    """Every play of every card held, each once; a way that no card of this kind can go is closed (W41)."""
    task = state.task
    assert isinstance(task, Ceremony)
    for card in RITUAL_CARDS:
        if card not in state.hands[seat]:
            continue
        for kind in KINDS if card == "double" else (card,):
            for way in WAYS:
                found = ceremony.choices(state, task.site, seat, card, kind, way)
                for targets in found:
                    yield ceremony.play_text(card, kind, way, targets), None
                if not found:
                    yield ceremony.play_text(card, kind, way), way_closed(task.site, kind, way)
    yield "pass", None


def _picking(state: Land, seat: int) -> Iterator[Option]:
    for card in RITUAL_CARDS:
        if card in state.form.rituals:
            yield f"pick {card}", turn_checks.pick_closed(state, card)


_LISTED: Final[dict[Step, Callable[[Land, int], Iterator[Option]]]] = {
    Step.SETTLE: _settling,
    Step.TAKE: _taking,
    Step.KIND: _naming,
    Step.PLACE: _placing,
    Step.MOVE: _moving,
    Step.PLAY: _playing,
    Step.PICK: _picking,
}
