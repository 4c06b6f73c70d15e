"""Where a game stands and what happens in it: the state, events that change it, and the three ways it ends. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from tables.game.refusal import gettext_noop
from tables.game.setup import Setup


@dataclass(frozen=True)
class State:
    """Where a game stands. A variant's state adds its own fields; `but` copies with changes.

    `over`: nothing more is played, unless the floor reopens the hand; it goes with `winners`, `awarded` and `void`.
    """

    setup: Setup
    winners: tuple[int, ...] | None = None
    odd_seat: int | None = None
    awarded: tuple[tuple[int, int], ...] | None = None
    void: str | None = None
    over: bool = False

    def but(self, **changes: Any) -> Self:
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", {**self.__dict__, **changes})
        return new


@dataclass(frozen=True)
class Event:
    """A fact that happened. Its fields are JSON-able and stay readable for ever; `apply` never refuses.

    `kind`: `chance` (a card or piece that came), `decision` (a seat's own), `ruling` (the floor's),
    `procedure` (what the dealer reports), `consequence` (what followed by itself). `keyed` names the fields that
    may have been keyed wrong; what is left is how the action turned out. `withdrawable`: a declaration that may be
    withdrawn without a reason until something has come after it. `said` tells it in a sentence, fields in braces.
    `bare` tells what others hear of a secret one, `{seat}` in braces. `several`: the electronic shoe draws more than
    one thing for it, so that its `draw` is a list.
    """

    type: ClassVar[str]
    kind: ClassVar[str] = "consequence"
    reveals: ClassVar[bool] = False
    keyed: ClassVar[tuple[str, ...]] = ()
    withdrawable: ClassVar[bool] = False
    several: ClassVar[bool] = False
    said: ClassVar[str] = ""
    bare: ClassVar[str] = gettext_noop("Seat {seat} chooses.")

    def apply(self, state: Any) -> Any:
        raise NotImplementedError

    @property
    def secret_to(self) -> int | None:
        """The only seat that may read this event's text before it is revealed; None: everybody may."""
        return None

    def bare_text(self, text: str) -> str:
        """The action's text as everybody may read it: of a secret one only whose it is."""
        if self.secret_to is None:
            return text
        return (
            f"{self.secret_to} chooses"
            if self.kind == "decision"
            else f"{text.split(' ', maxsplit=1)[0]} {self.secret_to}"
        )

    def data(self) -> dict[str, object]:
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in self.__dict__.items()
        }

    def turnout(self) -> tuple[object, ...]:
        return self.type, *(value for name, value in self.__dict__.items() if name not in self.keyed)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        return cls(**{f.name: _frozen(data[f.name]) for f in fields(cls)})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Won(Event):
    """The game is over by its own rules; `odd_seat` takes what cannot be shared in whole units."""

    winners: tuple[int, ...]
    odd_seat: int
    type = "hand.won"
    said = gettext_noop("The hand is over.")

    def apply(self, state: Any) -> Any:
        return state.but(winners=self.winners, odd_seat=self.odd_seat, over=True)


@dataclass(frozen=True)
class Awarded(Event):
    """The floor's award: (seat, cents) pairs that add up to the pot."""

    shares: tuple[tuple[int, int], ...]
    type = "hand.awarded"
    kind = "ruling"
    said = gettext_noop("The floor awards the pot.")

    def apply(self, state: Any) -> Any:
        return state.but(awarded=self.shares, over=True)

    def data(self) -> dict[str, object]:
        return {"shares": [list(share) for share in self.shares]}


@dataclass(frozen=True)
class Voided(Event):
    """The hand is void: everything posted goes back. `cause` is `void` or a game's own word."""

    cause: str
    type = "hand.voided"
    kind = "ruling"
    said = gettext_noop("The hand is void; everything posted goes back.")

    def apply(self, state: Any) -> Any:
        return state.but(void=self.cause, over=True)
