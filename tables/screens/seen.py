"""A game as one viewer may see it: all that the screens of a game with secrets are made from. Money is cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tables.game.hand import Hand
from tables.game.play import Move, acting_seat
from tables.game.prompts import open_prompts
from tables.game.settlement import outcome

PUBLIC, ALL = "public", "all"


@dataclass(frozen=True)
class Open:
    """An open decision as this viewer may read it. A secret one of another seat has neither options nor `about`.

    `options` are written without the seat (`throw`); `closed` says of options that are shut just now why; `after`
    counts the actions before the decision opened, which a command that answers it names.
    """

    seat: int
    options: tuple[str, ...] = ()
    closed: Mapping[str, str] = field(default_factory=dict)
    after: int = 0
    about: Mapping[str, object] = field(default_factory=dict)
    secret: bool = False


@dataclass(frozen=True)
class Made:
    """An action that stands, as this viewer may read it: of a secret one no more than who has made it (`text` "")."""

    n: int
    text: str
    kind: str
    seat: int | None = None
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()


@dataclass(frozen=True)
class Seen:
    """A game as one viewer may see it: what its fragments are made from, and nothing else.

    `viewer` is a seat, `"public"` or, of a finished hand, `"all"`. `felt` is the game's own view for him. `frozen` says
    why only the floor may act, "" where play goes on. `outcome` is {} until the game is over,
    `moves` are the actions that stand.
    """

    variant: str
    viewer: int | str
    seats: tuple[int, ...]
    felt: dict[str, Any]
    open: tuple[Open, ...]
    awaiting: dict[str, Any] | None
    phase: str
    frozen: str
    over: bool
    source: str
    condition: int
    cheque_value: int
    winners: tuple[int, ...] = ()
    outcome: dict[str, Any] = field(default_factory=dict)
    moves: tuple[Made, ...] = ()

    @property
    def mine(self) -> Open | None:
        """The decision that the viewer himself has to make, None where none of his is open."""
        return next((prompt for prompt in self.open if prompt.seat == self.viewer), None)

    @property
    def choosing(self) -> bool:
        """Seats choose in secret, all at once."""
        return any(prompt.secret for prompt in self.open)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats whose decision is open."""
        return tuple(prompt.seat for prompt in self.open)

    @property
    def chosen(self) -> tuple[int, ...]:
        """While seats choose in secret: those that have chosen."""
        return tuple(seat for seat in self.seats if seat not in self.waits_for) if self.choosing else ()


def seen_of(hand: Hand, viewer: int | str) -> Seen:
    """What `viewer` may see of a hand. Nobody is asked for a decision before all have posted, or while it is frozen."""
    plays = not (hand.unposted or hand.closed)
    over = hand.state.over
    return Seen(
        variant=hand.variant.key,
        viewer=viewer,
        seats=hand.seats,
        felt=hand.variant.view(hand.state, viewer),
        open=_open(hand, viewer) if plays and hand.frozen is None else (),
        awaiting=hand.variant.awaiting(hand.state) if plays else None,
        phase=hand.phase,
        frozen=hand.frozen or "",
        over=over,
        source=str(hand.opening["source"]),
        condition=hand.condition,
        cheque_value=int(hand.opening["cheque_value"]),
        winners=tuple(hand.money.winners) if over else (),
        outcome=outcome(hand.variant, hand.state) if over else {},
        moves=tuple(_made(move, viewer) for move in hand.play.moves),
    )


def going_round(hand: Hand, seat: int) -> Seen:
    """As the player of a seat sees the game on a device that others take up after him: what he has to decide, and no
    secret of his besides, since anybody can say that he is this player.
    """
    own = seen_of(hand, seat)
    if own.mine is not None and own.mine.secret:
        return own
    return replace(seen_of(hand, PUBLIC), viewer=seat, open=own.open)


def _open(hand: Hand, viewer: int | str) -> tuple[Open, ...]:
    found = []
    for after, prompt in open_prompts(hand.play).values():
        if prompt.secret and viewer not in (prompt.seat, ALL):
            found.append(Open(prompt.seat, after=after, secret=True))
        else:
            found.append(
                Open(prompt.seat, prompt.options, dict(prompt.closed), after, prompt.about, prompt.secret)
            )
    return tuple(found)


def _made(move: Move, viewer: int | str) -> Made:
    first = move.events[0]
    if first.secret_to is None or viewer in (first.secret_to, ALL):
        seat = acting_seat(move.text)
        return Made(move.n, move.text, first.kind, seat, tuple((e.type, e.data()) for e in move.events))
    follows = tuple((event.type, event.data()) for event in move.events[1:] if event.secret_to is None)
    return Made(move.n, "", first.kind, first.secret_to, follows)
