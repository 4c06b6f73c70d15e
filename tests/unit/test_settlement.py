"""Shares of the pot: whole units, the remainder to one winner, and never a cent more or less than was posted."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.game.settlement import outcome, settled, shares
from tests.dealing import DEALT, POKER, after


@st.composite
def pots(draw: st.DrawFn) -> tuple[int, list[int], int, int]:
    """A pot of n cheques, its winners in any order, the one who acted last, and the odd-chip unit."""
    condition = draw(st.sampled_from([500, 1000, 2500, 10_000, 30_300, 12_345]))
    winners = draw(st.lists(st.integers(1, 10), min_size=1, max_size=10, unique=True))
    cheques = draw(st.integers(len(winners), 70))
    unit = draw(st.sampled_from([1, 100, 500, 2500]).filter(lambda unit: unit <= condition))
    return condition * cheques, winners, draw(st.sampled_from(winners)), unit


@given(pots())
def test_what_is_paid_is_the_pot_and_the_whole_remainder_goes_to_one(
    pot: tuple[int, list[int], int, int],
) -> None:
    total, winners, last, unit = pot
    paid = shares(total, winners, last, unit)
    assert sum(paid.values()) == total
    assert all(type(cents) is int and cents > 0 for cents in paid.values())
    assert list(paid) == sorted(winners)
    others = {paid[seat] for seat in winners if seat != last}
    assert len(others) <= 1
    for share in others:
        assert share % unit == 0
        assert 0 <= paid[last] - share < unit * len(winners) + unit
        assert share == total // len(winners) // unit * unit


@pytest.mark.parametrize(
    ("pot", "winners", "last", "unit", "paid"),
    [
        (17_500, (1, 2), 2, 100, {1: 8700, 2: 8800}),
        (17_500, (1, 2), 1, 2500, {1: 10_000, 2: 7500}),
        (30_300, (1, 2, 3), 2, 100, {1: 10_100, 2: 10_100, 3: 10_100}),
        (30_400, (1, 2, 3), 2, 100, {1: 10_100, 2: 10_200, 3: 10_100}),
        (30_500, (3, 1, 2), 2, 100, {1: 10_100, 2: 10_300, 3: 10_100}),
        (100, (4,), 4, 500, {4: 100}),
        (400, (4, 6), 6, 500, {6: 400}),
        (0, (4, 6), 6, 100, {}),
    ],
)
def test_cases(pot: int, winners: tuple[int, ...], last: int, unit: int, paid: dict[int, int]) -> None:
    assert shares(pot, winners, last, unit) == paid


def test_an_award_goes_before_the_winners_and_a_void_before_both() -> None:
    won = after(*DEALT, "2 fold", "5 fold")
    assert settled(POKER, won).payouts == {9: 1500}
    awarded = won.but(awarded=((5, 1000), (2, 500)))
    assert settled(POKER, awarded).payouts == {2: 500, 5: 1000}
    assert settled(POKER, awarded).winners == (2, 5)
    void = settled(POKER, awarded.but(void="void"))
    assert (void.pot, void.payouts, void.net, void.winners) == (0, {}, {2: 0, 5: 0, 9: 0}, ())


def test_money_is_whole_numbers_of_cents_everywhere() -> None:
    """No field of a state, an event or a settlement holds a float."""
    felt = after(*DEALT, "2 buy 3", "card 3c")
    for kind in (type(felt), type(felt.setup), type(felt.setup.rules), *POKER.events):
        assert not [f.name for f in dataclasses.fields(kind) if "float" in str(f.type)]
    shown = outcome(POKER, felt)
    assert {type(value) for value in (*shown["payouts"].values(), *shown["net"].values(), shown["pot"])} == {
        int
    }
