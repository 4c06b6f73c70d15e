"""Whatever schedule there is: sound ones answer every hand with exactly one fixed fee, broken ones are found out."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fees.core.schedule import PLAYERS_MAX, PLAYERS_MIN, FeeRow, pick, problems

CONDITIONS = st.lists(st.integers(1, 1_000_000), min_size=1, max_size=4, unique=True)
COUNTS = range(PLAYERS_MIN, PLAYERS_MAX + 1)


@st.composite
def sound_schedules(draw: st.DrawFn) -> list[FeeRow]:
    """Per condition a partition of the player counts and at most five rates; rows in any order."""
    rows = []
    for condition in draw(CONDITIONS):
        starts = [PLAYERS_MIN, *sorted(draw(st.sets(st.integers(PLAYERS_MIN + 1, PLAYERS_MAX))))]
        rates = draw(st.lists(st.integers(1, 100_000), min_size=1, max_size=5))
        for first, following in zip(starts, [*starts[1:], PLAYERS_MAX + 1], strict=True):
            fee = draw(st.sampled_from([0, *rates]))
            rows.append(FeeRow(condition, first, following - 1, fee))
    return draw(st.permutations(rows))


@given(sound_schedules())
def test_a_sound_schedule_is_found_sound(rows: list[FeeRow]) -> None:
    assert problems(rows) == []


@given(sound_schedules())
def test_every_hand_has_exactly_one_row(rows: list[FeeRow]) -> None:
    for condition in {row.condition for row in rows}:
        for players in COUNTS:
            covering = [row for row in rows if row.covers(condition, players)]
            assert covering == [pick(rows, condition, players)]


@given(sound_schedules())
def test_the_fee_does_not_depend_on_the_order_of_the_rows(rows: list[FeeRow]) -> None:
    other = sorted(rows, key=lambda row: (row.fee, -row.players_min))
    for row in rows:
        assert pick(other, row.condition, row.players_min) == pick(rows, row.condition, row.players_min)


@given(sound_schedules(), st.data())
def test_a_row_taken_out_leaves_a_gap(rows: list[FeeRow], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(rows))
    left = [row for row in rows if row != gone]
    if any(row.condition == gone.condition for row in left):
        assert any("no row for" in problem for problem in problems(left))
    for players in range(gone.players_min, gone.players_max + 1):
        assert pick(left, gone.condition, players) is None


@given(sound_schedules(), st.data())
def test_a_row_made_longer_overlaps_or_leaves_the_table(rows: list[FeeRow], data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(rows))
    longer = replace(row, players_max=row.players_max + 1)
    found = problems([longer if other == row else other for other in rows])
    assert any("more than one row for" in problem or "players run from" in problem for problem in found)


@given(sound_schedules(), st.data())
def test_a_negative_fee_is_never_sound(rows: list[FeeRow], data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(rows))
    cents = data.draw(st.integers(max_value=-1))
    found = problems([replace(other, fee=cents) if other == row else other for other in rows])
    assert any("must not be negative" in problem for problem in found)


@given(st.sets(st.integers(1, 10**6), min_size=6, max_size=9))
def test_more_than_five_rates_at_one_condition_are_never_sound(fees: set[int]) -> None:
    rows = [FeeRow(500, players, players, fee) for players, fee in zip(COUNTS, fees, strict=False)]
    rows[-1] = replace(rows[-1], players_max=PLAYERS_MAX)
    assert problems(rows) == [f"$5: {len(fees)} different fees, at most 5 are allowed per table."]
