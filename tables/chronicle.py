"""Hands as the log tells them: a fold of records, kept in memory and trusted only by digest.

The memory is of this process alone and never Redis: a hand may hold secrets.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from audit.core.record import Record
from audit.selectors import read
from tables.game.hand import Fact, Hand, applied, opened

_KEPT = 512


class NoSuchHand(LookupError):
    """The log has no hand of this name."""


@dataclass(frozen=True)
class Told:
    """A hand with its place in the log: a range of its table's stream. Times are UTC."""

    hand: Hand
    stream: str
    first_seq: int
    last_seq: int
    dealer: str
    opened_at: datetime
    changed_at: datetime
    finished_at: datetime | None = None


def tell(told: Told | None, record: Record) -> Told:
    """One record further. The first must be `hand.opened`; the same function folds live, for undo and for a rebuild."""
    if told is None:
        hand = opened(record.data)
        return Told(hand, record.stream, record.seq, record.seq, record.actor, record.time, record.time)
    hand = applied(told.hand, Fact(record.type, record.data))
    finished = (told.finished_at or record.time) if hand.settled else None
    return replace(told, hand=hand, last_seq=record.seq, changed_at=record.time, finished_at=finished)


def told_by(records: Iterable[Record]) -> Told:
    """The hand that these records of one hand tell. Raises ValueError if there are none."""
    told: Told | None = None
    for record in records:
        told = tell(told, record)
    if told is None:
        raise ValueError("no record tells this hand")
    return told


def place(hand: str) -> tuple[str, int]:
    """Stream and first sequence that a hand's name says. Raises NoSuchHand where it is no such name."""
    stream, _, seq = hand.partition("/")
    if not stream or not seq.isdecimal() or len(seq) > 18:
        raise NoSuchHand(hand)
    return stream, int(seq)


class _Shelf:
    """The hands folded last: each with how far its stream was read, and the digest there."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hands: OrderedDict[str, tuple[Told, int, bytes]] = OrderedDict()

    def get(self, hand: str) -> tuple[Told, int, bytes] | None:
        with self._lock:
            return self._hands.get(hand)

    def put(self, told: Told, seq: int, digest: bytes) -> None:
        with self._lock:
            if told.hand.closed:
                self._hands.pop(told.hand.id, None)
                return
            self._hands[told.hand.id] = (told, seq, digest)
            self._hands.move_to_end(told.hand.id)
            while len(self._hands) > _KEPT:
                self._hands.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._hands.clear()


_shelf = _Shelf()
forget_all = _shelf.clear


def hand_at(hand: str, seq: int, digest: bytes) -> Told:
    """The hand as its stream stands at `seq`, whose digest is `digest` (a locked head, or one just read).

    What is remembered counts only if the log still has it: the same digest, or a tail that chains to it. Closed hands
    are not remembered.
    Raises NoSuchHand.
    """
    stream, first = place(hand)
    kept = _shelf.get(hand)
    told = None
    if kept is not None and kept[1] <= seq:
        told, read_to, known = kept
        if read_to == seq and known == digest:
            return told
        tail = list(read(stream, read_to + 1, seq)) if read_to < seq else []
        told = _further(told, tail) if tail and tail[0].prev == known else None
    if told is None:
        told = _whole(hand, stream, first, seq)
    _shelf.put(told, seq, digest)
    return told


def _further(told: Told, records: Iterable[Record]) -> Told:
    for record in records:
        if record.subject == told.hand.id:
            told = tell(told, record)
    return told


def _whole(hand: str, stream: str, first: int, last: int) -> Told:
    told: Told | None = None
    for record in read(stream, first, last):
        if told is None and (record.type != "hand.opened" or record.subject != hand):
            break
        if record.subject == hand:
            told = tell(told, record)
            if told.hand.closed:
                break
    if told is None:
        raise NoSuchHand(hand)
    return told


def remember(told: Told, seq: int, digest: bytes) -> None:
    """Keep a hand that has just been committed; what was rolled back is found out by its digest."""
    _shelf.put(told, seq, digest)


def records_of(told: Told, first: int | None = None) -> Iterator[Record]:
    """The records of a hand, from sequence `first` on if given."""
    for record in read(told.stream, max(told.first_seq, first or 0), told.last_seq):
        if record.subject == told.hand.id:
            yield record
