"""The piles that chance draws from, their contents in canonical order, and the draw that is due. Pure.

Stacks are called `stack_emu`, and `stack_emu_under` once only the Scorpions put under one at set-up are left. A shuffle
makes a new pile: `rituals` is dealt from, then come `rituals_2`, `rituals_3`. `bag` and `lots` are of the set-up.
"""

from __future__ import annotations

from itertools import permutations

from tables.game.base import Draw
from tables.variants.wongar.cards import KINDS
from tables.variants.wongar.land import Land
from tables.variants.wongar.steps import Step, due_to, next_reveal, next_site, step


def turned(state: Land, territory: str) -> tuple[str, ...]:
    """The cards that may be turned up next in a territory: a Scorpion put under comes last (W1)."""
    stack = state.stacks[territory]
    return stack.left or ("scorpion",) * stack.under


def bag(state: Land) -> tuple[str, ...]:
    """The pieces in the bag, by seat and kind."""
    return tuple(
        f"{seat} {kind}"
        for seat in state.setup.seats
        for kind in KINDS
        for _ in range(state.start[seat, kind])
    )


def lots(state: Land) -> tuple[str, ...]:
    """Every pair of seats that may receive Ancestor and Elder."""
    return tuple(f"{first} {second}" for first, second in permutations(state.setup.seats, 2))


def contents(state: Land) -> dict[str, tuple[str, ...]]:
    """Every pile as it lies before the first draw."""
    stacks = {f"stack_{name}": state.stacks[name].left for name in state.board.map.territories}
    pieces = {} if state.form.free_setup else {"bag": bag(state)}
    return {**stacks, **pieces, "rituals": state.rituals, "lots": lots(state)}


def due(state: Land) -> Draw | None:
    """The draw that chance owes, or None."""
    match step(state):
        case Step.REVEAL:
            return _reveal(state)
        case Step.PIECE:
            left = bag(state)
            drawn = sum(sum(there.values()) for there in state.pieces.values())
            return Draw("bag", left, drawn, None, f"piece {{}} {next_site(state)}")
        case Step.RITUAL:
            seat = due_to(state)
            pile = f"rituals_{state.shuffles + 1}" if state.shuffles else "rituals"
            return Draw(pile, state.rituals, state.drawn, seat, f"ritual {seat} {{}}")
        case Step.LOTS:
            return Draw("lots", lots(state), 0, None, "figures {}")
    return None


def _reveal(state: Land) -> Draw:
    name = next_reveal(state)
    assert name is not None
    stack = state.stacks[name]
    if stack.left:
        drawn = len(state.form.stack) - len(stack.left)
        return Draw(f"stack_{name}", stack.left, drawn, None, f"reveal {name} {{}}")
    return Draw(f"stack_{name}_under", turned(state, name), stack.raised, None, f"reveal {name} {{}}")
