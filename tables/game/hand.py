"""The life of a hand at a table: opened with everything frozen, posted, played, disputed, paid, closed. Pure.

A hand is what its facts say: `folded` reads them from the log, `tables.game.actions` makes new ones. Money in cents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tables.game import records, registry
from tables.game.base import Setup, State, Variant
from tables.game.facts import RULINGS, STANDS, Fact, Freeze, Undone
from tables.game.play import Play, begin
from tables.game.refusal import Phrase
from tables.game.settlement import Settlement, settled

__all__ = ["Fact", "Freeze", "Hand", "Undone", "applied", "folded", "opened"]


@dataclass(frozen=True)
class Hand:
    """A hand as its facts stand. `n` is the last number given to an action; numbers are never used again.

    By seat, in cents: `posts`, `fees` (collected and not returned), `waived`, `carried` (fee paid for the hand that
    is dealt again), `paid` and `refunded` (what went out last), `given_back` (fees returned with that refund).
    `hushed` are the secret actions among those taken back, with what everybody may read of them.
    """

    opening: Mapping[str, Any]
    seats: tuple[int, ...]
    players: Mapping[str, str]
    fee: Mapping[str, Any]
    play: Play
    posts: Mapping[int, int] = field(default_factory=dict)
    fees: Mapping[int, int] = field(default_factory=dict)
    waived: Mapping[int, int] = field(default_factory=dict)
    carried: Mapping[int, int] = field(default_factory=dict)
    n: int = 0
    dropped: int = 0
    undone: tuple[Undone, ...] = ()
    hushed: Mapping[int, str] = field(default_factory=dict)
    freezes: tuple[Freeze, ...] = ()
    paid: Mapping[int, int] | None = None
    refunded: Mapping[int, int] | None = None
    given_back: Mapping[int, int] = field(default_factory=dict)
    carried_to: str | None = None
    closed: bool = False

    @property
    def id(self) -> str:
        return str(self.opening["hand"])

    @property
    def variant(self) -> Variant[Any]:
        return self.play.variant

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def condition(self) -> int:
        return int(self.opening["condition"])

    @property
    def electronic(self) -> bool:
        return bool(self.opening["source"] == "electronic")

    @property
    def begun(self) -> bool:
        """An action of the game stands: seats, fee row and amounts are frozen."""
        return bool(self.play.moves)

    @property
    def seats_open(self) -> bool:
        """Before the first card: who is in may still change, and the fee row follows."""
        return not (self.begun or self.closed or self.state.over)

    def post_due(self, seat: int) -> int:
        """Cents of the condition that this seat has not posted yet."""
        return self.condition - self.posts.get(seat, 0)

    def fee_due(self, seat: int) -> int:
        """Cents of the collection fee that this seat has still to pay; in a void hand none is expected."""
        if self.state.void is not None:
            return 0
        settled_so_far = (m.get(seat, 0) for m in (self.fees, self.waived, self.carried))
        return max(0, int(self.fee["fee"]) - sum(settled_so_far))

    @property
    def unposted(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if self.post_due(seat) or self.fee_due(seat))

    @property
    def fees_held(self) -> int:
        """Cents of fees collected and neither returned nor dropped."""
        return sum(self.fees.values()) - self.dropped

    @property
    def money(self) -> Settlement:
        """Pot, payouts, net and winners as the hand stands; while posting, the pot is what has been posted."""
        return settled(self.variant, self.state, self.posted())

    def posted(self) -> dict[int, int]:
        """Cents in the pot by seat: the posts, and once the game has begun what was paid for cards too."""
        if any(self.post_due(seat) for seat in self.seats):
            return {seat: self.posts.get(seat, 0) for seat in self.seats}
        return self.variant.posted(self.state)

    @property
    def settled(self) -> bool:
        """The money has gone where the hand as it stands sends it."""
        if self.carried_to is not None:
            return True
        if self.state.void is not None:
            return self.refunded is not None
        return self.state.over and self.paid == self.money.payouts

    @property
    def dispute(self) -> str | None:
        """What is disputed, until the floor has ruled."""
        return self._unanswered(disputed=True)

    @property
    def unfit(self) -> str | None:
        """Why a correction did not fit with what came later, until the floor has ruled."""
        return self._unanswered(disputed=False)

    @property
    def kept_out(self) -> tuple[str, ...]:
        """The texts that no longer fit the correction which the floor has to rule upon."""
        return tuple(text for freeze in self._open(disputed=False) for text in freeze.kept_out)

    def _unanswered(self, *, disputed: bool) -> str | None:
        waits = self._open(disputed=disputed)
        return waits[-1].reason if waits else None

    def _open(self, *, disputed: bool) -> list[Freeze]:
        standing = {STANDS, *(move.n for move in self.play.moves)}
        return [f for f in self.freezes if f.disputed is disputed and f.answer not in standing]

    @property
    def frozen(self) -> str | None:
        """Why only the floor may act, or None."""
        if self.dispute is not None:
            return Phrase("The hand is disputed: {dispute}. The floor rules.", dispute=self.dispute)
        if self.unfit is not None:
            if not self.kept_out:
                return Phrase("The hand waits for a ruling: {unfit}.", unfit=self.unfit)
            return Phrase(
                "The hand waits for a ruling: {unfit}. Kept out with their cheques: {texts}.",
                unfit=self.unfit,
                texts=", ".join(self.kept_out),
            )
        return None

    @property
    def phase(self) -> str:
        """posting, drawing (cards are due), deciding, ruling, award, void, finished, disputed or closed."""
        state = self.state
        if self.closed:
            return "closed"
        if self.dispute is not None:
            return "disputed"
        if self.unfit is not None or (self.begun and self.variant.stuck(state) is not None):
            return "ruling"
        if state.over:
            return "finished" if self.settled else "void" if state.void is not None else "award"
        if not self.begun:
            return "posting" if self.unposted else "drawing"
        return "drawing" if self.variant.chance(state) is not None else "deciding"


def opened(data: Mapping[str, Any]) -> Hand:
    """The hand that a `hand.opened` begins."""
    return Hand(
        opening=data,
        seats=tuple(data["seats"]),
        players=data["players"],
        fee=data["fee"],
        play=begin(*_set_up(data, tuple(data["seats"]))),
        n=data["n"],
    )


def _set_up(opening: Mapping[str, Any], seats: tuple[int, ...]) -> tuple[Variant[Any], Setup]:
    """The first seat that was named is let go with its player who withdraws before the deal."""
    variant = registry.get(opening["variant"])
    extra = {name: value for name, value in opening["setup"].items() if name != "first" or value in seats}
    setup = records.set_up(
        variant, seats=seats, condition=opening["condition"], rules=opening["rules"], extra=extra
    )
    return variant, setup


def folded(facts: Iterable[Fact]) -> Hand:
    """The hand that these facts tell, from `hand.opened` on."""
    steps = iter(facts)
    hand = opened(next(steps).data)
    for fact in steps:
        hand = applied(hand, fact)
    return hand


def applied(hand: Hand, fact: Fact) -> Hand:
    """The hand after one more fact. Facts happened: nothing is refused here."""
    hand = replace(hand, n=max(hand.n, fact.data["n"]))
    if (life := _LIFE.get(fact.type)) is not None:
        return life(hand, fact.data)
    event = registry.game_events(hand.variant)[fact.type].read(fact.data)
    n, text, replaces = fact.data["n"], fact.data["text"], fact.data["replaces"]
    hand = replace(hand, play=hand.play.applies(n, text, event))
    if text is None:
        return hand
    if replaces is not None:
        return _renumbered(hand, replaces, n, text)
    if event.kind in RULINGS:
        hand = _answered(hand, n)
    return replace(hand, refunded=None, given_back={})


def _renumbered(hand: Hand, old: int, n: int, text: str) -> Hand:
    """An action that a correction played again: what only got another number was not taken back."""
    undone = tuple(entry for entry in hand.undone if (entry.n, entry.text) != (old, text))
    freezes = tuple(f._replace(answer=n) if f.answer == old else f for f in hand.freezes)
    return replace(hand, undone=undone, freezes=freezes)


def _answered(hand: Hand, answer: int) -> Hand:
    standing = {STANDS, *(move.n for move in hand.play.moves)}
    freezes = tuple(f if f.answer in standing else f._replace(answer=answer) for f in hand.freezes)
    return replace(hand, freezes=freezes)


def _frozen(hand: Hand, data: dict[str, Any], *, disputed: bool) -> Hand:
    kept_out = tuple(hand.hushed.get(entry["n"], entry["text"]) for entry in data.get("kept_out", ()))
    freeze = Freeze(data["n"], disputed, data["reason"], kept_out=kept_out)
    return replace(hand, freezes=(*hand.freezes, freeze))


def _add(amounts: Mapping[int, int], seat: int, cents: int) -> dict[int, int]:
    return {**amounts, seat: amounts.get(seat, 0) + cents}


def _posted(hand: Hand, data: dict[str, Any]) -> Hand:
    return replace(hand, posts=_add(hand.posts, data["seat"], data["cents"]))


def _unposted(hand: Hand, data: dict[str, Any]) -> Hand:
    return replace(hand, posts=_add(hand.posts, data["seat"], -data["cents"]))


def _seats_changed(hand: Hand, data: dict[str, Any]) -> Hand:
    seats = tuple(data["seats"])
    play = begin(*_set_up(hand.opening, seats))
    waived, carried = ({s: c for s, c in paid.items() if s in seats} for paid in (hand.waived, hand.carried))
    return replace(
        hand, seats=seats, players=data["players"], fee=data["fee"], play=play, waived=waived, carried=carried
    )


def _undone(hand: Hand, data: dict[str, Any]) -> Hand:
    at = hand.play.index(data["from_n"])
    moves = hand.play.moves[at:]
    taken = tuple(Undone(move.n, move.text, data["n"], data["reason"] or "") for move in moves)
    hushed = {move.n: move.bare_text for move in moves if move.events[0].secret_to is not None}
    return replace(
        hand,
        play=hand.play.before(data["from_n"]),
        undone=hand.undone + taken,
        hushed={**hand.hushed, **hushed},
    )


def _fee_returned(hand: Hand, data: dict[str, Any]) -> Hand:
    hand = replace(hand, fees=_add(hand.fees, data["seat"], -data["cents"]))
    if hand.refunded is None:
        return hand
    return replace(hand, given_back=_add(hand.given_back, data["seat"], data["cents"]))


def _paid(hand: Hand, data: dict[str, Any]) -> Hand:
    return replace(hand, paid={int(seat): cents for seat, cents in data["payouts"].items()}, refunded=None)


def _refunded(hand: Hand, data: dict[str, Any]) -> Hand:
    return replace(hand, refunded={int(seat): cents for seat, cents in data["returned"].items()}, paid=None)


_LIFE: dict[str, Callable[[Hand, dict[str, Any]], Hand]] = {
    "hand.posted": _posted,
    "hand.post_returned": _unposted,
    "hand.seats_changed": _seats_changed,
    "hand.substituted": lambda hand, data: replace(
        hand, players={**hand.players, str(data["seat"]): data["player"]}
    ),
    "hand.undone": _undone,
    "hand.held": lambda hand, data: _frozen(hand, data, disputed=False),
    "hand.disputed": lambda hand, data: _frozen(hand, data, disputed=True),
    "hand.ruled": lambda hand, data: _answered(hand, STANDS),
    "hand.paid": _paid,
    "hand.refunded": _refunded,
    "hand.carried": lambda hand, data: replace(hand, carried_to=data["to"]),
    "hand.closed": lambda hand, data: replace(hand, closed=True),
    "shoe.revealed": lambda hand, data: hand,
    "fee.collected": lambda hand, data: replace(hand, fees=_add(hand.fees, data["seat"], data["cents"])),
    "fee.returned": _fee_returned,
    "fee.carried": lambda hand, data: replace(hand, carried=_add(hand.carried, data["seat"], data["cents"])),
    "fee.waived": lambda hand, data: replace(hand, waived=_add(hand.waived, data["seat"], data["cents"])),
    "fee.dropped": lambda hand, data: replace(hand, dropped=hand.dropped + data["cents"]),
}
