"""Who is paid what: the pot is shared in whole units, and what is paid is what was posted, to the cent. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tables.game.base import State, Variant


@dataclass(frozen=True)
class Settlement:
    """Cents throughout. `net` names every seat; `payouts` only seats that are paid; before the end nobody is."""

    pot: int
    payouts: dict[int, int]
    net: dict[int, int]
    winners: tuple[int, ...]


def shares(pot: int, winners: Iterable[int], odd_seat: int, unit: int) -> dict[int, int]:
    """Split `pot` (cents) into equal multiples of `unit`; the whole remainder goes to `odd_seat`, a winner."""
    seats = sorted(winners)
    share = pot // len(seats) // unit * unit
    paid = dict.fromkeys(seats, share)
    paid[odd_seat] += pot - share * len(seats)
    return {seat: cents for seat, cents in paid.items() if cents}


def settled(variant: Variant[Any], state: State, posted: Mapping[int, int] | None = None) -> Settlement:
    """The money as the state stands: a void hand gives everything back, an award goes before the rules' winners.

    `posted` (cents by seat) is what lies in the pot while posting is not complete; else it follows from the state.
    """
    posted = variant.posted(state) if posted is None else posted
    if state.void is not None:
        return Settlement(0, {}, dict.fromkeys(posted, 0), ())
    pot = sum(posted.values())
    payouts: dict[int, int] = {}
    winners: tuple[int, ...] = ()
    if state.awarded is not None:
        payouts = dict(sorted(state.awarded))
        winners = tuple(payouts)
    elif state.winners is not None and state.odd_seat is not None:
        winners = state.winners
        payouts = shares(pot, winners, state.odd_seat, state.setup.rules.odd_chip_unit)
    return Settlement(
        pot, payouts, {seat: payouts.get(seat, 0) - cents for seat, cents in posted.items()}, winners
    )


def outcome(variant: Variant[Any], state: State) -> dict[str, Any]:
    """The outcome as a record's result shows it: money in cents, keyed by seat as a string."""
    money = settled(variant, state)
    common: dict[str, Any] = {
        "pot": money.pot,
        "payouts": {str(seat): cents for seat, cents in money.payouts.items()},
        "net": {str(seat): cents for seat, cents in money.net.items()},
        "winners": list(money.winners),
    }
    if state.void is not None:
        return {"void": state.void, **common}
    return {**common, **variant.outcome(state)}
