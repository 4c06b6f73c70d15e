"""A thousand random hands with everything that goes wrong at a table: what the log says of them is all there is.

Two rooms of five hundred (fewer on a server), each looked at from all sides. Money and shoe are added up from records
alone, without the fold.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model

from audit.core.chain import Head, walk
from audit.core.record import Record
from audit.selectors import links, read, streams
from audit.tasks import index_records
from cardroom.management.commands.rebuild_projections import PROJECTIONS, differences, rebuild
from fees.models import Collection
from tables.chronicle import Told, told_by
from tables.exports import record_text
from tables.game import records
from tables.game.shoe import uniform
from tables.models import Hand
from tables.selectors import finished_hand, hand_view, result
from tests.random_room import RandomRoom

HANDS = 500 if connection.vendor == "sqlite" else 150
SURROGATE = {"audit_index", "fees_row", "tables_seat"}

EVENTS = {
    *("hand.opened", "hand.seats_changed", "hand.posted", "hand.post_returned", "hand.undone", "hand.held"),
    *("hand.disputed", "hand.ruled", "hand.paid", "hand.refunded", "hand.carried", "hand.closed"),
    *(
        "hand.card_dealt",
        "hand.pair_dealt",
        "hand.folded",
        "hand.bought",
        "hand.bought_card",
        "hand.exhausted",
    ),
    *("hand.card_scrapped", "hand.card_overdealt", "hand.turn_given", "hand.restored", "hand.killed"),
    *("hand.misdealt", "hand.voided", "hand.awarded", "hand.won", "shoe.revealed"),
    *("fee.collected", "fee.returned", "fee.carried", "fee.waived", "fee.dropped"),
    *("seat.taken", "seat.left", "seat.dealt_in", "seat.dealt_out"),
    *("chair.taken", "chair.left", "table.paused", "table.resumed", "floor.called", "floor.answered"),
    *("stub.counted", "seat.reserved"),
    *("table.opened", "table.closed", "table.condition_set", "table.configured", "table.added"),
    *("condition.added", "condition.retired", "schedule.approved", "command.refused", "person.deactivated"),
}
"""What has to have happened in the play, which goes on until it has; otherwise the test shows less than it says."""
MORE = 30


@pytest.mark.django_db
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_room_of_random_hands_is_what_its_log_says(seed: int) -> None:
    room = RandomRoom(seed)
    seen: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)

    def look(told: Told) -> None:
        if told.last_seq not in seen[told.hand.id]:
            seen[told.hand.id][told.last_seq] = hand_view(told)

    played = HANDS
    room.play(played, look)
    while missing() and played < 3 * HANDS:
        room.play(MORE, look)
        played += MORE
    assert not missing()
    log = {head.stream: list(read(head.stream)) for head in streams()}
    assert {"refused stale", "refused inactive", "sent again"} <= room.seen.keys()
    assert Hand.objects.count() == played

    every_chain_is_whole()
    every_row_is_rebuilt()

    hands = by_hand(log)
    finished = {row.id: row for row in Hand.objects.filter(finished_at__isnull=False)}
    assert played - len(room.tables) <= len(finished) < played, (
        "a hand is open at some table, to be rebuilt too"
    )
    for name, views in seen.items():
        memory_was_the_log(hands[name], views)
    for name, row in finished.items():
        told = finished_hand(name)
        the_row_says_what_the_fold_says(row, told)
        the_export_replays(row, told)
    for name, told_of in hands.items():
        money_of_a_hand(told_of, finished.get(name))
        fees_of_a_hand(told_of, name in finished)
    money_of_the_room(hands, finished)
    assert sum(every_draw_of_the_shoe(told_of) for told_of in hands.values()) > HANDS


def missing() -> set[str]:
    """What has not happened yet."""
    return EVENTS - {record.type for stream in streams() for record in read(stream.stream)}


def by_hand(log: dict[str, list[Record]]) -> dict[str, list[Record]]:
    hands: dict[str, list[Record]] = defaultdict(list)
    for name, stream in log.items():
        for record in stream:
            if name[0] == "T" and record.subject:
                hands[record.subject].append(record)
    return hands


# The log, the rows, the memory.


def every_chain_is_whole() -> None:
    for head in streams():
        walked = walk(head.stream, links(head.stream), until=Head(head.seq, head.digest))
        assert walked.fault is None
        assert walked.head == Head(head.seq, head.digest)


def every_row_is_rebuilt() -> None:
    index_records()  # the index is behind the log until its job has run
    before = {model: rows(model) for model in PROJECTIONS}
    assert all(before.values()), "a projection without a row shows nothing"
    assert differences() == []
    assert {model: rows(model) for model in PROJECTIONS} == before, "a check changed something"
    rebuild()
    for model in PROJECTIONS:
        assert rows(model) == before[model], model


def rows(model: type[Model]) -> Counter[str]:
    names = [field.attname for field in model._meta.concrete_fields]
    if model._meta.db_table in SURROGATE:
        names.remove("id")
    return Counter(map(repr, model._default_manager.values_list(*names)))


def memory_was_the_log(hand: list[Record], views: dict[int, dict[str, Any]]) -> None:
    for seq, view in views.items():
        assert hand_view(told_by(record for record in hand if record.seq <= seq)) == view


def the_row_says_what_the_fold_says(row: Hand, told: Told) -> None:
    money = told.hand.money
    assert (row.pot, row.winners) == (money.pot, list(money.winners))
    assert (row.void or None, row.finished_at) == (told.hand.state.void, told.finished_at)
    assert row.payouts == {str(seat): cents for seat, cents in money.payouts.items()}
    assert (row.last_seq, row.phase) == (told.last_seq, told.hand.phase)


def the_export_replays(row: Hand, told: Told) -> None:
    played = records.replay(record_text(told))
    assert played["refused"] is None
    assert played["complete"]
    outcome = played["outcome"]
    assert outcome == result(told.hand)
    assert (outcome["pot"], outcome["payouts"], outcome["winners"]) == (row.pot, row.payouts, row.winners)
    assert outcome.get("void", "") == row.void


# Money, from records alone.


def standing(hand: Iterable[Record]) -> list[Record]:
    hand = list(hand)
    taken = {n for record in hand if record.type == "hand.undone" for n in record.data["taken"]}
    return [record for record in hand if record.data["n"] not in taken]


def cents(hand: Iterable[Record], kind: str) -> int:
    return sum(record.data["cents"] for record in hand if record.type == kind)


def in_the_pot(hand: list[Record]) -> int:
    """Posted and not withdrawn, and every cheque paid for a card by a decision that stands."""
    bought = sum(record.data["count"] for record in standing(hand) if record.type == "hand.bought")
    condition: int = hand[0].data["condition"]
    return cents(hand, "hand.posted") - cents(hand, "hand.post_returned") + bought * condition


def went_out(hand: list[Record]) -> tuple[int, int]:
    """What was given out when the hand was settled for the last time: over the felt, and to the redeal."""
    last = next((r for r in reversed(hand) if r.type in ("hand.paid", "hand.refunded")), None)
    carried = next((r for r in hand if r.type == "hand.carried"), None)
    given = last.data["payouts" if last.type == "hand.paid" else "returned"] if last else {}
    return sum(given.values()), sum(carried.data["posts"].values()) if carried else 0


def money_of_a_hand(hand: list[Record], row: Hand | None) -> None:
    out, carried = went_out(hand)
    if row is not None:
        assert in_the_pot(hand) == out + carried
        assert row.pot == (0 if row.void else out)


def money_of_the_room(hands: dict[str, list[Record]], finished: dict[str, Hand]) -> None:
    """What players put down is what they took up, or lies on a table now; a redeal's posts were put down once."""
    put_down = taken_up = on_the_tables = 0
    carried_in: Counter[str] = Counter()
    for name, hand in hands.items():
        out, carried = went_out(hand)
        put_down += in_the_pot(hand)
        if carried:
            to = next(record.data["to"] for record in hand if record.type == "hand.carried")
            carried_in[to] += carried
            assert hands[to][0].data["carried_from"] == name
        taken_up += out if name in finished else 0
        on_the_tables += in_the_pot(hand) if name not in finished else 0
    assert carried_in
    assert put_down - carried_in.total() == taken_up + on_the_tables


def fees_of_a_hand(hand: list[Record], finished: bool) -> None:
    """Cash: collected = returned + dropped + held. A seat's fee: paid, waived, or in the box since the hand before."""
    kinds = ("fee.collected", "fee.returned", "fee.dropped", "fee.waived", "fee.carried")
    collected, returned, dropped, waived, carried = (cents(hand, kind) for kind in kinds)
    row = Collection.objects.get(hand=hand[0].subject)
    stored = (row.collected, row.returned, row.dropped, row.waived, row.carried_in)
    assert stored == (collected, returned, dropped, waived, carried)
    assert row.held == collected - returned - dropped >= 0
    if not finished:
        return
    assert row.held == 0
    assert row.fee == last_fee(hand)["fee"]
    if not any(record.type in ("hand.voided", "hand.misdealt") for record in standing(hand)):
        for seat in last_seats(hand):
            assert settled_of(hand, seat) >= row.fee


def last_fee(hand: list[Record]) -> dict[str, Any]:
    fee: dict[str, Any] = [record.data["fee"] for record in hand if "fee" in record.data][-1]
    return fee


def last_seats(hand: list[Record]) -> list[int]:
    seats: list[int] = [record.data["seats"] for record in hand if "seats" in record.data][-1]
    return seats


def settled_of(hand: list[Record], seat: int) -> int:
    own = [record for record in hand if record.data.get("seat") == seat]
    paid = ("fee.collected", "fee.waived", "fee.carried")
    return sum(cents(own, kind) for kind in paid) - cents(own, "fee.returned")


# The electronic shoe, with its seed.


def every_draw_of_the_shoe(hand: list[Record]) -> int:
    """Recompute every draw from seed and piles as published, knowing no rules. How many there were."""
    opened = hand[0].data
    seed = next((bytes.fromhex(r.data["seed"]) for r in hand if r.type == "shoe.revealed"), None)
    if seed is None:
        assert not opened["commitment"] or not any(record.type == "hand.closed" for record in hand)
        return 0
    committed = hashlib.sha256(seed + b"\0" + opened["hand"].encode() + b"\0" + b"1").hexdigest()
    assert opened["commitment"] == committed
    standing: dict[int, tuple[str, str]] = {}
    draws: dict[int, tuple[str, str]] = {}
    for record in hand:
        data = record.data
        for n in data.get("taken", ()):
            standing.pop(n, None)
        if data.get("draw"):
            pile, card = data["draw"]["pile"], data["text"].split(" ")[-1]
            gone = [drawn for name, drawn in standing.values() if name == pile]
            remaining = [other for other in opened["piles"][pile] if other not in gone]
            expected = uniform(seed, pile, len(gone), len(remaining))
            assert data["draw"] == {"pile": pile, "k": len(gone), "n": len(remaining), "index": expected}
            assert remaining[expected] == card
            draws[data["n"]] = standing[data["n"]] = (pile, card)
        elif data.get("replaces") in draws:  # played again after a correction: the same card lies there
            draws[data["n"]] = standing[data["n"]] = draws[data["replaces"]]
    return len(draws)
