"""What a room's database says after rough treatment, read past the product: the chain, the hands, the money."""

from __future__ import annotations

from itertools import groupby

from audit.core.chain import Head, Link, walk
from audit.core.record import Record, load
from tables.chronicle import Told, told_by
from tests.server import Room


def links(room: Room, stream: str) -> list[Link]:
    rows = room.rows("SELECT stream, seq, body, prev, digest FROM audit_record ORDER BY stream, seq")
    return [Link(row[0], *row[1:3], bytes(row[3]), bytes(row[4])) for row in rows if row[0] == stream]


def records(room: Room, stream: str, *types: str) -> list[Record]:
    """The records of a stream, those of `types` if any are named."""
    found = [load(link.body, link.prev, link.digest) for link in links(room, stream)]
    return [record for record in found if not types or record.type in types]


def hands(room: Room, stream: str) -> list[Told]:
    """Every hand of a table as its records tell it, oldest first."""
    told: dict[str, list[Record]] = {}
    for record in records(room, stream):
        if record.subject:
            told.setdefault(record.subject, []).append(record)
    return [told_by(found) for found in told.values()]


def commands(room: Room, stream: str) -> dict[str, tuple[int, int]]:
    """First and last sequence by command id. Fails where a command's records do not lie together."""
    found: dict[str, tuple[int, int]] = {}
    for command_id, run in groupby(records(room, stream), key=lambda record: record.command_id):
        written = [record.seq for record in run]
        assert command_id not in found, f"{command_id} was written twice"
        found[command_id] = (written[0], written[-1])
    return found


def chains_hold(room: Room) -> None:
    """Every stream is one chain from its first record to its head."""
    for stream, seq, digest in room.rows("SELECT stream, seq, digest FROM audit_head WHERE seq > 0"):
        assert walk(stream, links(room, stream), until=Head(seq, bytes(digest))).fault is None


def money_adds_up(room: Room, stream: str) -> int:
    """Rows say what the records say, and what was posted is paid; how many hands were paid."""
    rows = {row[0]: row[1:] for row in room.rows("SELECT id, last_seq, phase, pot FROM tables_hand")}
    collected = room.rows("SELECT hand, collected, returned, dropped FROM fees_collection")
    fees = {row[0]: row[1:] for row in collected}
    paid = 0
    found = hands(room, stream)
    names = {told.hand.id for told in found}
    assert {name for name in rows if name.startswith(f"{stream}/")} == names
    for told in found:
        hand = told.hand
        pot = 0 if hand.state.void else sum(hand.posted().values())
        assert rows[hand.id] == (told.last_seq, hand.phase, pot)
        assert fees[hand.id][0] - fees[hand.id][1] == sum(hand.fees.values())
        assert fees[hand.id][2] == hand.dropped
        if hand.paid is not None:
            paid += 1
            assert sum(hand.paid.values()) == sum(hand.posted().values())
            assert hand.dropped == int(hand.fee["fee"]) * len(hand.seats)
    return paid
