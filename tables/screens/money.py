"""Money on a screen: the pot, how it is shared, and the fee beside it. Amounts are integer cents.

An amount is shown in dollars first, then as cheques of their value. A fee never stands inside a pot.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fees.core.schedule import dollars
from fees.models import Schedule
from fees.selectors import frozen_row
from tables.game.hand import Hand


def cheques(cents: int, value: int) -> str:
    """`9 cheques of $5`; an amount that is no whole number of cheques says the rest."""
    count, rest = divmod(cents, value)
    said = ngettext("{count} cheque of {value}", "{count} cheques of {value}", count)
    text = said.format(count=count, value=dollars(value))
    return _("{cheques} and {rest}").format(cheques=text, rest=dollars(rest)) if rest else text


@dataclass(frozen=True)
class Pot:
    """`goes` says what becomes of it: "" while it is played for, else `out` (paid), `back` or `over` (to a redeal)."""

    total: int
    posted: int
    bought: int
    unused: int
    cheque: int
    goes: str = ""

    @property
    def cheques(self) -> str:
        return cheques(self.total, self.cheque)


def pot_of(hand: Hand, unused: int) -> Pot:
    """The cheques that lie there, or lay there until they were paid out, given back or carried to a redeal."""
    total, posted = sum(hand.posted().values()), sum(hand.posts.values())
    goes = "back" if hand.state.void is not None else "out" if hand.settled else ""
    goes = "over" if hand.carried_to is not None else goes
    return Pot(total, posted, max(0, total - posted), unused, int(hand.opening["cheque_value"]), goes)


@dataclass(frozen=True)
class Fee:
    """The fee of a hand, or of the next hand with those who are in: `each` for `players` by a schedule's version."""

    each: int
    players: int
    version: int
    label: str = ""
    invented: bool = False
    due: int = 0
    collected: int = 0
    dropped: int = 0
    waived: int = 0
    carried: int = 0

    @property
    def total(self) -> int:
        return self.each * self.players

    @property
    def held(self) -> int:
        return self.collected - self.dropped


def fee_of(hand: Hand) -> Fee:
    """The fee that this hand has frozen and what became of it so far."""
    label, invented = _label(str(hand.fee["schedule"]))
    return Fee(
        each=int(hand.fee["fee"]),
        players=len(hand.seats),
        version=int(hand.fee["version"]),
        label=label,
        invented=invented,
        due=sum(hand.fee_due(seat) for seat in hand.seats) if hand.state.void is None else 0,
        collected=sum(hand.fees.values()),
        dropped=hand.dropped,
        waived=sum(hand.waived.values()),
        carried=sum(hand.carried.values()),
    )


def next_fee(condition: int, players: int) -> Fee | None:
    """The row that a hand opened now would freeze; None where no approved schedule has one."""
    row = frozen_row(condition, players)
    return Fee(row["fee"], players, row["version"], *_label(row["schedule"])) if row is not None else None


def _label(schedule: str) -> tuple[str, bool]:
    """What a schedule is called, and whether it is invented."""
    return Schedule.objects.filter(id=schedule).values_list("label", "invented").first() or ("", False)


@dataclass(frozen=True)
class Share:
    seat: int
    cents: int
    odd: int
    cheques: str


def shares_of(hand: Hand) -> list[Share]:
    """Who gets what of the pot, with the part that could not be shared in whole units."""
    payouts, value = hand.money.payouts, int(hand.opening["cheque_value"])
    even = min(payouts.values()) if len(payouts) > 1 and hand.state.awarded is None else 0
    return [
        Share(seat, cents, cents - even if even else 0, cheques(cents, value))
        for seat, cents in payouts.items()
    ]


def arithmetic(hand: Hand) -> str:
    """How the rules split the pot, to the odd chip; "" where nothing is split."""
    shares = shares_of(hand)
    if len(shares) < 2:
        return ""
    if hand.state.awarded is not None:
        parts = " + ".join(dollars(share.cents) for share in shares)
        return _("{parts} = {pot}: the floor's award.").format(parts=parts, pot=dollars(hand.money.pot))
    even, odd = min(share.cents for share in shares), sum(share.odd for share in shares)
    text = _("{pot} = {count} x {even}").format(
        pot=dollars(hand.money.pot), count=len(shares), even=dollars(even)
    )
    if not odd:
        return _("{text}: equal shares.").format(text=text)
    return _("{text} + {odd}: the odd {odd} goes to seat {seat}, who acted last.").format(
        text=text, odd=dollars(odd), seat=hand.state.odd_seat
    )
