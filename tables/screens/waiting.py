"""Whom a hand waits for, and since when: on the dealer's screen, and on the screens of seats."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from audit.selectors import read
from tables.chronicle import Told
from tables.screens.seen import PUBLIC, seen_of

_READ = 60


@dataclass(frozen=True)
class Waiting:
    """The seats whose decision is open, the oldest `since` (UTC)."""

    seats: tuple[int, ...]
    since: datetime


def waiting_of(told: Told | None, stream: str) -> Waiting | None:
    """Whom the hand waits for, None where it waits for no seat."""
    if told is None:
        return None
    seen = seen_of(told.hand, PUBLIC)
    if not seen.open:
        return None
    after = min(prompt.after for prompt in seen.open)
    return Waiting(seen.waits_for, _time_of(told, stream, after))


def _time_of(told: Told, stream: str, after: int) -> datetime:
    """When the decision opened that `after` actions stood before: at the last of them, or when all had posted."""
    moves = told.hand.play.moves
    n = moves[after - 1].n if after else 0
    first_later = moves[after].n if after < len(moves) else None
    found = told.changed_at
    for record in read(stream, max(told.first_seq, told.last_seq - _READ), told.last_seq):
        if record.subject != told.hand.id or (first_later is not None and record.data["n"] >= first_later):
            continue
        if record.data["n"] <= n or not n:
            found = record.time
    return found
