"""The walk along a stream's chain: from its first link on, and the first one that is wrong named.

The walk needs nothing but the links. It finds a changed, missing, moved or foreign record. It cannot know
that the last ones are gone, or that everything from one record on was written anew: for that it must be told
of a head or a checkpoint to pass through (`until`).
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from audit.core.record import ZERO, digest_of, stands_at

Reason = Literal["digest", "prev", "gap", "order"]


class Link(NamedTuple):
    """A stored record as the chain sees it: where it stands, its text, and the two digests beside it."""

    stream: str
    seq: int
    body: str
    prev: bytes
    digest: bytes


class Head(NamedTuple):
    """A point of a chain: the seq of its last record and that record's digest."""

    seq: int
    digest: bytes


class Fault(NamedTuple):
    """The first place where a chain is wrong. `seq` is the bad record's, or the missing one's for a gap."""

    stream: str
    seq: int
    reason: Reason
    detail: str


class Walk(NamedTuple):
    """How far the chain held, and the first fault after that (None: it held to the end)."""

    head: Head
    fault: Fault | None


EMPTY = Head(0, ZERO)


def walk(stream: str, links: Iterable[Link], *, after: Head = EMPTY, until: Head | None = None) -> Walk:
    """Walk the links of one stream in the order given, beginning behind `after`, in constant memory.

    `until` is a point known from elsewhere (the stored head, a checkpoint) that the chain must pass through.
    Reasons: `gap` a record is missing, `order` one stands where another belongs, `prev` it does not continue
    the record before it, `digest` its text is not the one that was hashed.
    """
    head = after
    for link in links:
        fault = _fault(stream, link, head)
        if fault is None and until is not None and link.seq == until.seq and link.digest != until.digest:
            fault = Fault(stream, link.seq, "digest", "another digest is known for this place")
        if fault is not None:
            return Walk(head, fault)
        head = Head(link.seq, link.digest)
    if until is not None and head.seq < until.seq:
        return Walk(head, Fault(stream, head.seq + 1, "gap", f"the chain ends; it once reached {until.seq}"))
    return Walk(head, None)


def _fault(stream: str, link: Link, head: Head) -> Fault | None:
    expected = head.seq + 1
    if link.stream != stream:
        return Fault(stream, expected, "order", f"a record of {link.stream} stands here")
    if link.seq > expected:
        return Fault(stream, expected, "gap", f"{link.seq} follows {head.seq}")
    if link.seq < expected:
        return Fault(stream, link.seq, "order", f"{link.seq} follows {head.seq}")
    if link.prev != head.digest:
        return Fault(stream, link.seq, "prev", "it does not continue the record before it")
    if link.digest != digest_of(link.prev, link.body):
        return Fault(stream, link.seq, "digest", "its text is not the one that was hashed")
    if not stands_at(link.body, stream, link.seq):
        return Fault(stream, link.seq, "order", "its text names another stream or seq")
    return None
