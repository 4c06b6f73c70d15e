"""A tiny game for tests: every seat picks `red` or `blue` in secret, all at once; the first seat wins. No cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from audit.core.registry import EventType
from audit.core.registry import _types as event_types
from audit.core.registry import register as register_event
from tables.event_types import shape
from tables.game import registry
from tables.game.base import Draw, Event, Prompt, Refused, State, Variant, Verb, Won

KEY = "picking"


@dataclass(frozen=True)
class Picks(State):
    picked: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Picked(Event):
    seat: int
    colour: str
    type = "hand.colour_picked"
    kind = "decision"
    said = "Seat {seat} picks {colour}."

    def apply(self, state: Picks) -> Picks:
        return state.but(picked={**state.picked, self.seat: self.colour})

    @property
    def secret_to(self) -> int:
        return self.seat


def pick(state: Picks, seat: int, colour: str) -> Picked:
    if seat in state.picked or colour not in ("red", "blue"):
        raise Refused("no_pick", "It is written '5 pick red', once.")
    return Picked(seat, colour)


class Picking(Variant[Picks]):
    key = KEY
    name = "Picking"
    seats = range(2, 11)
    events = (Picked,)
    own_screens = True
    table: Mapping[str, Verb] = {}
    seat = {"pick": Verb(pick, "5 pick red")}

    def start(self, setup: Any) -> Picks:
        return Picks(setup)

    def consequence(self, state: Picks) -> Event | None:
        first = state.setup.seats[0]
        return (
            Won((first,), first) if len(state.picked) == len(state.setup.seats) and not state.over else None
        )

    def prompts(self, state: Picks) -> list[Prompt]:
        waiting = [] if state.over else [seat for seat in state.setup.seats if seat not in state.picked]
        return [Prompt(seat, ("pick red", "pick blue"), secret=True) for seat in waiting]

    def chance(self, state: Picks) -> Draw | None:
        return None

    def stuck(self, state: Picks) -> str | None:
        return None

    def posted(self, state: Picks) -> dict[int, int]:
        return dict.fromkeys(state.setup.seats, state.setup.condition)

    def view(self, state: Picks, viewer: int | str) -> dict[str, Any]:
        shown = (seat for seat in state.picked if viewer in (seat, "all"))
        return {"picked": {str(seat): state.picked[seat] for seat in shown}}

    def outcome(self, state: Picks) -> dict[str, Any]:
        return {}


@contextmanager
def picking() -> Iterator[None]:
    """The game is known to the room while this lasts."""
    registry.register(Picking())
    register_event(EventType(Picked.type, streams="table", shape=shape(Picked)))
    try:
        yield
    finally:
        del registry._variants[KEY], event_types[Picked.type]
