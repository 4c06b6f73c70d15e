"""What the log keeps of a hand, and what is remembered of actions that no longer stand or were ruled upon. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

RULINGS = ("ruling", "procedure")
"""Kinds of action that end a dispute or another wait for the floor."""


class Fact(NamedTuple):
    """One event of a hand as the log keeps it; the data's shapes are in docs/events.md."""

    type: str
    data: dict[str, Any]


class Undone(NamedTuple):
    """An action that was taken back or corrected, and not entered again as it was, with the reason."""

    n: int
    text: str
    by: int
    reason: str


class Freeze(NamedTuple):
    """Why only the floor may act, from action `n` on. `answer` is the number of the ruling that ended it.

    A ruling that is taken back ends nothing: the hand is frozen again. What was ruled to stand (STANDS) stays so.
    `kept_out` are the texts that no longer fit a correction.
    """

    n: int
    disputed: bool
    reason: str
    answer: int | None = None
    kept_out: tuple[str, ...] = ()


STANDS = 0
