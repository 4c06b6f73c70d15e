"""What a viewer of Wongar sees: the board is public; hands and the order of stacks are not. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tables.variants.wongar import scoring
from tables.variants.wongar.cards import FIGURES, KINDS
from tables.variants.wongar.land import Ceremony, Land, Piece
from tables.variants.wongar.steps import Step, actor, step


def view(state: Land, viewer: int | str) -> dict[str, Any]:
    """JSON-able. A seat sees its own hand, and the ritual stack while it picks from it; of others it sees counts.

    `"public"` sees no hand at all, `"all"` every hand, and what the stacks still hold.
    """
    seats, ground, track = state.setup.seats, state.board.map, state.board.track
    everything = viewer == "all"
    picks = step(state) is Step.PICK and actor(state) == viewer
    return {
        "step": str(step(state)),
        "actor": actor(state),
        "round": state.round,
        "boomerang": state.boomerang or None,
        "waiting": list(state.waiting),
        "map": {
            "rows": [list(row) for row in ground.rows],
            "borders": {name: list(near) for name, near in ground.neighbours.items()},
            "middle": [ground.ancestor_at, ground.elder_at],
            "house_set": ground.house_set,
        },
        "track": {
            "spaces": list(track.spaces),
            "space": state.scorpion,
            "phase": track.phase(state.scorpion),
            "house_set": track.house_set,
        },
        "chart": {trigger: list(points) for trigger, points in state.board.chart.items()},
        "territories": {name: _territory(state, name) for name in ground.territories},
        "figures": {
            name: {"owner": state.owners.get(name), "at": state.figures.get(name)} for name in FIGURES
        },
        "supply": {str(seat): _kinds(state.supply, seat) for seat in seats},
        "start": {str(seat): _kinds(state.start, seat) for seat in seats},
        "collected": {str(seat): list(state.collected[seat]) for seat in seats},
        "set_aside": state.set_aside,
        "figure_cards": {str(seat): list(cards) for seat, cards in state.figure_cards.items()},
        "cards_held": {str(seat): len(state.hands[seat]) for seat in seats},
        "hands": {str(seat): list(state.hands[seat]) for seat in seats if everything or seat == viewer},
        "rituals": {
            "stack": len(state.rituals),
            "discards": list(state.discards),
            "aside": state.aside,
            "gone": state.gone,
            "owed": state.owed,
            "owed_to": state.owed_seat if state.owed else None,
            "contents": list(state.rituals) if everything or picks else None,
        },
        "stacks": {name: list(_whole(state, name)) for name in state.stacks} if everything else None,
        "ceremony": _ceremony(state),
        "scores": {str(seat): points for seat, points in scoring.scores(state).items()},
        "last_round": bool(state.round) and scoring.ends(state),
    }


def _territory(state: Land, name: str) -> dict[str, Any]:
    pieces = state.pieces[name]
    owners = (seat for seat in state.setup.seats if state.takes_part(seat, name))
    return {
        "card": state.face_up.get(name),
        "stack": state.stacks[name].size,
        "pieces": {str(seat): _kinds(pieces, seat) for seat in owners},
    }


def _kinds(counted: Mapping[Piece, int], seat: int) -> dict[str, int]:
    return {kind: counted.get((seat, kind), 0) for kind in KINDS}


def _whole(state: Land, name: str) -> Iterable[str]:
    stack = state.stacks[name]
    return (*stack.left, *("scorpion",) * stack.under)


def _ceremony(state: Land) -> dict[str, Any] | None:
    task = state.task
    if not isinstance(task, Ceremony):
        return None
    return {
        "site": task.site,
        "trigger": task.trigger,
        "active": list(task.active),
        "points": state.board.points(task.trigger, state.scorpion),
    }
