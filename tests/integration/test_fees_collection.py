"""What the fee events of a table say about each hand's money: cash adds up, to the cent, from records alone."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from audit.core.record import Record, build
from audit.selectors import read
from audit.services import Author, Entry, command
from fees import projections
from fees.events import FEE_TYPES, SCHEDULE_APPROVED
from fees.models import Collection, Row, Schedule
from fees.selectors import collection

HAND = "T12/4711"
FROZEN = {"schedule": "fees/1", "version": 1, "condition": 500, "players": 3, "fee": 100}


class Table:
    """Writes records of table 12 as `audit` would, without a database."""

    def __init__(self) -> None:
        self.seq = 0

    def record(self, kind: str, hand: str = HAND, **data: Any) -> Record:
        self.seq += 1
        return build(
            stream="T12",
            seq=self.seq,
            at=f"2026-03-07T20:00:{self.seq % 60:02}.000000Z",
            actor="p1",
            role="dealer",
            terminal="",
            command_id=f"c{self.seq}",
            request="0" * 64,
            subject=hand,
            type=kind,
            v=1,
            data=data,
            prev=bytes(32),
        )

    def fee(self, kind: str, hand: str = HAND, **data: Any) -> Record:
        extra = {"fee.collected": {}, "fee.dropped": {"box": "B7"}}.get(kind, {"rule": "House rule 9"})
        return self.record(kind, hand, **{"n": self.seq + 1, "text": None} | extra | data)


@pytest.fixture
def table(db: None) -> Table:
    return Table()


def amounts(hand: str = HAND) -> dict[str, int]:
    row = collection(hand)
    assert row is not None
    names = ("collected", "returned", "waived", "carried_in", "dropped", "held")
    return {name: getattr(row, name) for name in names if getattr(row, name)}


def test_a_hand_has_a_row_with_what_it_froze_even_when_the_fee_is_nothing(table: Table) -> None:
    projections.apply(table.record("hand.opened", n=1, fee=FROZEN | {"players": 2, "fee": 0}))
    row = collection(HAND)
    assert row is not None
    assert (row.stream, row.schedule, row.version, row.players, row.fee) == ("T12", "fees/1", 1, 2, 0)
    assert amounts() == {}


def test_a_withdrawal_before_the_deal_freezes_the_other_row(table: Table) -> None:
    projections.apply(table.record("hand.opened", n=1, fee=FROZEN | {"players": 3, "fee": 100}))
    projections.apply(table.record("hand.seats_changed", n=2, fee=FROZEN | {"players": 2, "fee": 0}))
    row = collection(HAND)
    assert row is not None
    assert (row.players, row.fee) == (2, 0)


def test_collected_fees_are_held_until_they_drop(table: Table) -> None:
    for seat in (2, 5, 9):
        projections.apply(table.fee("fee.collected", seat=seat, cents=100))
    assert amounts() == {"collected": 300, "held": 300}
    projections.apply(table.fee("fee.dropped", cents=300, box="B7"))
    assert amounts() == {"collected": 300, "dropped": 300}
    row = collection(HAND)
    assert row is not None
    assert (row.box, row.dropped_at) == ("B7", datetime(2026, 3, 7, 20, 0, 4, tzinfo=UTC))


def test_a_void_hand_gives_the_fee_back(table: Table) -> None:
    projections.apply_all(table.fee("fee.collected", seat=seat, cents=100) for seat in (2, 5))
    projections.apply_all(table.fee("fee.returned", seat=seat, cents=100) for seat in (2, 5))
    assert amounts() == {"collected": 200, "returned": 200}


def test_a_waived_fee_is_no_cash(table: Table) -> None:
    projections.apply(table.fee("fee.collected", seat=2, cents=100))
    projections.apply(table.fee("fee.waived", seat=5, cents=100))
    assert amounts() == {"collected": 100, "waived": 100, "held": 100}


def test_a_fee_in_the_box_stands_for_the_redeal_and_is_dropped_once(table: Table) -> None:
    projections.apply(table.fee("fee.collected", seat=2, cents=100))
    projections.apply(table.fee("fee.dropped", cents=100))
    projections.apply(table.fee("fee.carried", "T12/4800", seat=2, cents=100, from_hand=HAND))
    assert amounts() == {"collected": 100, "dropped": 100}
    assert amounts("T12/4800") == {"carried_in": 100}


def test_records_that_say_nothing_about_fees_leave_no_row(table: Table) -> None:
    projections.apply(table.record("hand.bought", n=4, text="5 buy 3", seat=5))
    projections.apply(table.record("hand.undone", n=5, text="undo 4", from_n=4))
    projections.apply(table.record("hand.odd", n=6, fee=100))
    assert Collection.objects.count() == 0


def test_each_record_counts_once_however_often_it_is_applied(table: Table) -> None:
    records = [table.fee("fee.collected", seat=seat, cents=100) for seat in (2, 5, 9)]
    for record in (records[0], records[0], records[1], records[0], records[1], records[2], *records):
        projections.apply(record)
    assert amounts() == {"collected": 300, "held": 300}


def test_one_command_reads_and_writes_a_hand_once(table: Table, django_assert_num_queries: Any) -> None:
    records = [table.fee("fee.collected", seat=seat, cents=100) for seat in range(1, 11)]
    with django_assert_num_queries(2):
        projections.apply_all(records)
    assert amounts() == {"collected": 1_000, "held": 1_000}


@pytest.mark.parametrize("rows", [Collection, Schedule, Row])
def test_money_is_never_a_float(rows: Any) -> None:
    kinds = {field.get_internal_type() for field in rows._meta.get_fields() if field.concrete}
    assert not kinds & {"FloatField", "DecimalField"}


def test_the_log_takes_every_fee_event_of_a_table(db: None) -> None:
    seat = {"n": 1, "text": None, "seat": 2, "cents": 100}
    entries = [
        Entry("fee.collected", seat, HAND),
        Entry("fee.returned", seat | {"rule": "R"}, HAND),
        Entry("fee.waived", seat | {"rule": "R"}, HAND),
        Entry("fee.carried", seat | {"rule": "R", "from_hand": "T12/1"}, HAND),
        Entry("fee.dropped", {"n": 1, "text": "drop", "cents": 100, "box": "B7"}, HAND),
    ]
    assert {entry.type for entry in entries} == {kind.name for kind in FEE_TYPES}
    with command("T12", "c1", author=Author("p1", "dealer"), request={}) as log:
        log.append(entries)
    assert [record.type for record in read("T12")] == [entry.type for entry in entries]


def test_no_fee_event_has_room_for_anything_but_whole_numbers_and_text() -> None:
    def leaves(spec: Any) -> Iterator[Any]:
        if isinstance(spec, dict):
            for inner in spec.values():
                yield from leaves(inner)
        elif isinstance(spec, list):
            yield from leaves(spec[0])
        else:
            yield getattr(spec, "spec", spec)

    for kind in (*FEE_TYPES, SCHEDULE_APPROVED):
        assert set(leaves(kind.shape)) <= {int, str, bool}


# --- any hand ------------------------------------------------------------------------------------

MOVES = st.lists(
    st.tuples(
        st.sampled_from(["fee.collected", "fee.returned", "fee.waived", "fee.carried", "fee.dropped"]),
        st.sampled_from([HAND, "T12/4800", "T12/4900"]),
        st.integers(1, 10),
        st.integers(0, 10**9),
    ),
    max_size=30,
)


def written(moves: list[tuple[str, str, int, int]]) -> list[Record]:
    """The moves as records, as far as a table could make them: no more goes out than is held."""
    table, held, records = Table(), dict.fromkeys((HAND, "T12/4800", "T12/4900"), 0), []
    for kind, hand, seat, wanted in moves:
        leaves = kind in ("fee.returned", "fee.dropped")
        cents = min(wanted, held[hand]) if leaves else wanted
        if leaves or kind == "fee.collected":
            held[hand] += -cents if leaves else cents
        where = {} if kind == "fee.dropped" else {"seat": seat}
        more = {"from_hand": "T12/1"} if kind == "fee.carried" else {}
        records.append(table.fee(kind, hand, cents=cents, **where, **more))
    return records


def stored() -> list[dict[str, Any]]:
    return list(Collection.objects.order_by("hand").values())


@pytest.mark.django_db
@hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(moves=MOVES, cut=st.integers(0, 30))
def test_cash_adds_up_and_a_rebuild_finds_the_same_rows(
    moves: list[tuple[str, str, int, int]], cut: int
) -> None:
    records = written(moves)
    projections.clear()
    for record in records:
        projections.apply(record)
    for row in Collection.objects.all():
        mine = [(m.type, m.data["cents"]) for m in records if m.subject == row.hand]
        assert row.collected == sum(cents for kind, cents in mine if kind == "fee.collected")
        assert row.dropped == sum(cents for kind, cents in mine if kind == "fee.dropped")
        assert row.waived == sum(cents for kind, cents in mine if kind == "fee.waived")
        assert row.carried_in == sum(cents for kind, cents in mine if kind == "fee.carried")
        assert row.collected == row.returned + row.dropped + row.held
        assert row.held >= 0
    live = stored()
    projections.clear()
    projections.apply_all(records[:cut])
    projections.apply_all(records)
    assert stored() == live
