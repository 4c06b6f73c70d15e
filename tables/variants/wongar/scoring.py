"""The end of a game of Wongar: when it comes, the final bonus, who has won. Pure."""

from __future__ import annotations

from tables.variants.wongar.cards import BONUS, KINDS
from tables.variants.wongar.land import Land


def ends(state: Land) -> bool:
    """The round is the last: the Scorpion is on its last space, or a territory has no card left (S:99, W22, W50)."""
    emptied = any(name not in state.face_up and not stack.size for name, stack in state.stacks.items())
    return emptied or state.scorpion == state.board.track.last


def bonuses(state: Land) -> dict[int, int]:
    """Points for most cards of a kind, to all who tie; cards of one kind alone count (S:100, W52-W54)."""
    points = dict.fromkeys(state.setup.seats, 0)
    for kind in KINDS:
        held = {seat: state.collected[seat].count(kind) for seat in state.setup.seats}
        most = max(held.values())
        for seat, count in held.items():
            points[seat] += BONUS if most and count == most else 0
    return points


def scores(state: Land) -> dict[int, dict[str, int]]:
    """Points on the track and, once the game has been played to its end, the bonus. They may be below 0 (W17)."""
    final = bonuses(state) if state.winners is not None else dict.fromkeys(state.setup.seats, 0)
    return {
        seat: {"track": state.score[seat], "bonus": final[seat], "total": state.score[seat] + final[seat]}
        for seat in state.setup.seats
    }


def winners(state: Land) -> tuple[int, ...]:
    """Most points with the bonus; who ties shares (S:101, W55)."""
    bonus = bonuses(state)
    total = {seat: state.score[seat] + bonus[seat] for seat in state.setup.seats}
    return tuple(sorted(seat for seat in total if total[seat] == max(total.values())))
