"""A table as it stood: from the log alone, the same to the letter as it was shown then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.template.loader import render_to_string

from audit.selectors import head, read
from fees.selectors import in_force
from tables.furnishing import configure_table, watch_table
from tables.past import as_it_stands, as_it_stood, end_before
from tables.screens.display import display
from tests.desk import Desk
from tests.people import ROOM


def shown(desk: Desk, seq: int | None = None) -> str:
    """The display's fragment: now, or as it was when the stream had come to `seq`."""
    then = as_it_stands(desk.number, head(desk.stream).seq) if seq is None else as_it_stood(desk.number, seq)
    return render_to_string("tables/display_felt.html", display(then, "fees/1"))


def evening(desk: Desk) -> list[Callable[[], object]]:
    """Everything that a display shows comes and goes."""
    ten = desk.conditions[1_000]
    floor = desk.floor
    return [
        lambda: desk.do("reserve 7", alias="Marek Nowak"),
        lambda: desk.do("sit 7"),
        lambda: desk.do("reserve 3", alias="Somebody Else"),
        lambda: desk.do("leave 3"),
        lambda: desk.do("reserve 3", alias="Third One"),
        lambda: desk.do("out 7"),
        lambda: desk.do("open"),
        lambda: desk.do("post 2", "post 5 9"),
        lambda: desk.do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs"),
        lambda: desk.do("sit 3", alias="Late Comer"),
        lambda: desk.do("pause", by=floor, reason="fill"),
        lambda: desk.do("resume", by=floor),
        lambda: desk.do("2 buy 2"),
        lambda: desk.do("card Ah"),
        lambda: desk.do("dispute", reason="the count"),
        lambda: desk.ruled("rule stands"),
        lambda: desk.do("5 fold"),
        lambda: desk.do(f"undo {desk.last_n()}", reason="Misheard"),
        lambda: desk.do("5 buy 1", "card 2c"),
        lambda: desk.do("9 fold"),
        lambda: desk.do("pay"),
        lambda: desk.do("leave 9"),
        lambda: desk.do("leave 2"),
        lambda: desk.do("sit 2", alias="Otto"),
        lambda: desk.do(f"condition {ten}", by=floor),
        lambda: desk.do("open"),
        desk.post,
        lambda: desk.do("sit 10", alias="Zoe"),
        lambda: desk.do("misdeal", reason="Wrong count"),
        lambda: desk.do("redeal"),
        lambda: desk.ruled("void"),
        lambda: desk.do("pay"),
        lambda: desk.do("table close", by=floor),
        lambda: desk.do("leave 10"),
        lambda: desk.do(f"table open {desk.conditions[500]}", by=floor),
        lambda: configure_table(table=12, command_id="machine", author=ROOM, shuffle="machine"),
        lambda: watch_table(table=12, count_every=3, display_delay=0, command_id="watch", author=ROOM),
    ]


def test_every_moment_of_an_evening_is_shown_again_as_it_was(desk: Desk) -> None:
    moments = {head(desk.stream).seq: shown(desk)}
    for happens in evening(desk):
        happens()
        moments[head(desk.stream).seq] = shown(desk)
    assert len(set(moments.values())) > 25
    for seq, then in moments.items():
        assert shown(desk, seq) == then, seq


def test_before_its_first_record_a_table_is_closed_and_empty(desk: Desk) -> None:
    desk.deal()
    then = as_it_stood(12, 0)
    assert (then.row.is_open, then.condition, then.seats, then.told) == (False, 0, {}, None)
    assert "This table is closed" in shown(desk, 0)
    assert "Maria" not in shown(desk, 0)


def test_a_seat_s_past_is_looked_for_as_far_back_as_it_takes(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.past.WINDOW", 3)
    seq = head(desk.stream).seq
    before = shown(desk)
    desk.deal()
    desk.do("2 fold", "5 fold", "pay", "leave 9")
    assert shown(desk, seq) == before
    at = head(desk.stream).seq - 1
    monkeypatch.setattr("tables.past.FAR", 4)
    assert as_it_stood(12, at).seats.keys() == {2, 5}, "what lies too far back is not known, and not guessed"


def test_the_end_at_a_moment_is_its_last_record(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.past.WINDOW", 2)
    desk.deal()
    records = list(read(desk.stream))
    assert end_before(desk.stream, records[0].time - timedelta(microseconds=1))[1] == 0
    for record in records:
        found = end_before(desk.stream, record.time)
        last = max(other.seq for other in records if other.time <= record.time)
        assert (found.seq, found.digest) == (last, records[last - 1].digest)
    assert end_before(desk.stream, records[-1].time + timedelta(days=1)).seq == records[-1].seq
    assert end_before("T77", records[-1].time).seq == 0


def test_the_schedule_of_a_moment(desk: Desk) -> None:
    (approved,) = read("fees")
    assert in_force(approved.time) == "fees/1"
    assert in_force(approved.time - timedelta(microseconds=1)) is None
