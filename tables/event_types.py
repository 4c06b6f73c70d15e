"""What a table's stream may say: the event types with the shapes of their data.

The shapes of a game's events are those of its dataclasses; what every action carries stands before them.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from audit.core.registry import EventType, Map, Opt, register
from tables.game import registry
from tables.game.base import Event
from tables.variants import VARIANTS

ACTION = {"n": int, "text": Opt(str)}
DRAW = {"pile": str, "k": int, "n": int, "index": int}
MOVE = {**ACTION, "replaces": Opt(int), "draw": Opt(DRAW), "reason": Opt(str), "rule": Opt(str)}
FEE = {"schedule": str, "version": int, "condition": int, "players": int, "fee": int}

CONDITION = {
    "condition": int,
    "amount": int,
    "cheque_value": int,
    "odd_chip_unit": int,
    "min_seats": int,
    "max_seats": int,
}

SYSTEM_TYPES = (
    EventType(
        "condition.added", streams="system", shape=CONDITION, about="a condition that tables may offer"
    ),
    EventType(
        "condition.retired", streams="system", shape={"condition": int}, about="no table may choose it again"
    ),
    EventType(
        "table.added",
        streams="system",
        shape={"table": int, "name": str, "variant": str},
        about="a new table",
    ),
    EventType(
        "join.refused",
        streams="access",
        shape={"cause": str},
        about="a code for a seat's screen was wrong, or too many had been; never what was typed",
    ),
    EventType(
        "command.refused",
        streams="access",
        shape={"stream": str, "word": str, "code": str},
        about="an action was refused; nothing was done",
    ),
)
TABLE_TYPES = (
    EventType("table.opened", streams="table", shape=CONDITION, about="open for play at this condition"),
    EventType("table.closed", streams="table", shape={}, about="closed: no hand is opened"),
    EventType("table.condition_set", streams="table", shape=CONDITION, about="holds from the next hand on"),
    EventType(
        "table.configured",
        streams="table",
        shape={
            "rules": Map(Any),
            "drop_when": str,
            "source": str,
            "shuffle": str,
            "deck": str,
            "box": str,
            "shift": str,
        },
        about="settings that the next hand freezes",
    ),
    EventType(
        "table.watched",
        streams="table",
        shape={"count_every": int, "display_delay": int},
        about="hands between counts of the stub (0: none), seconds that the public display lags",
    ),
    EventType("table.paused", streams="table", shape={"reason": str}, about="nothing is dealt for a while"),
    EventType("table.resumed", streams="table", shape={}, about="the pause is over"),
    EventType(
        "table.display_linked", streams="table", shape={}, about="the public display got a new address"
    ),
    EventType(
        "terminal.paired",
        streams="table",
        shape={"terminal": str, "label": str},
        about="a device stands at this table from now on",
    ),
    EventType(
        "terminal.unpaired", streams="table", shape={"terminal": str}, about="the device is at no table"
    ),
    EventType(
        "chair.taken",
        streams="table",
        shape={"person": str, "terminal": str, "relieves": str},
        about="who deals from here on, at which device, and whom he relieves",
    ),
    EventType("chair.left", streams="table", shape={"person": str}, about="nobody deals"),
    EventType("floor.called", streams="table", shape={"reason": str}, about="a floor manager is wanted"),
    EventType("floor.answered", streams="table", shape={}, about="a floor manager has come"),
    EventType("floor.call_withdrawn", streams="table", shape={}, about="he is no longer wanted"),
    EventType(
        "stub.counted",
        streams="table",
        shape={"hand": str, "expected": int, "counted": int},
        about="the cards left of the deck after a hand, as they were found",
    ),
    EventType(
        "seat.reserved",
        streams="table",
        shape={"seat": int, "player": str},
        about="the seat is kept for a player who is not here",
    ),
    EventType("seat.taken", streams="table", shape={"seat": int, "player": str}, about="a player sits down"),
    EventType(
        "seat.left", streams="table", shape={"seat": int, "player": str}, about="the seat is empty again"
    ),
    EventType("seat.dealt_in", streams="table", shape={"seat": int}, about="in from the next hand on"),
    EventType(
        "seat.substituted",
        streams="table",
        shape={"seat": int, "player": str, "before": str, "reason": str},
        about="somebody else plays on in the seat",
    ),
    EventType(
        "seat.code_given", streams="table", shape={"seat": int}, about="a new code for the seat's own screen"
    ),
    EventType(
        "seat.screen_opened",
        streams="table",
        shape={"seat": int, "device": str, "replaced": bool},
        about="a browser is the seat's screen now, perhaps in the place of another",
    ),
    EventType(
        "seat.screen_closed", streams="table", shape={"seat": int}, about="no browser is the seat's screen"
    ),
    EventType(
        "tablet.handed_round",
        streams="table",
        shape={"device": str},
        about="the tablet goes round the seats that have no screen",
    ),
    EventType(
        "tablet.taken_back", streams="table", shape={"device": str}, about="the tablet is the dealer's again"
    ),
    EventType("table.first_named", streams="table", shape={"seat": int}, about="who begins the next hand"),
    EventType("seat.dealt_out", streams="table", shape={"seat": int}, about="out from the next hand on"),
)
OPENED = {
    "n": int,
    "text": Opt(str),
    "hand": str,
    "variant": str,
    "rules": Map(Any),
    "rules_version": int,
    "condition": int,
    "cheque_value": int,
    "min_seats": int,
    "max_seats": int,
    "seats": [int],
    "players": Map(str),
    "setup": Map(Any),
    "fee": FEE,
    "drop_when": str,
    "source": str,
    "shuffle": str,
    "deck": str,
    "commitment": Opt(str),
    "piles": Map([str]),
    "box": str,
    "shift": str,
    "carried_from": Opt(str),
}
SEAT_CENTS = {**ACTION, "seat": int, "cents": int}
HAND_TYPES = (
    EventType("hand.opened", streams="table", shape=OPENED, about="posting begins; what the hand freezes"),
    EventType(
        "hand.seats_changed",
        streams="table",
        shape={**ACTION, "seats": [int], "players": Map(str), "fee": FEE},
        about="in or out before the first card, with the fee row of the new count",
    ),
    EventType(
        "hand.substituted",
        streams="table",
        shape={**ACTION, "seat": int, "player": str},
        about="somebody else plays the hand on in the seat",
    ),
    EventType("hand.posted", streams="table", shape=SEAT_CENTS, about="a seat posted the condition"),
    EventType(
        "hand.post_returned", streams="table", shape=SEAT_CENTS, about="a seat withdrew before the first card"
    ),
    EventType(
        "hand.undone",
        streams="table",
        shape={**ACTION, "from_n": int, "taken": [int], "reason": Opt(str)},
        about="actions that no longer stand; readers skip them",
    ),
    EventType(
        "hand.held",
        streams="table",
        shape={**ACTION, "reason": str, "kept_out": [{"n": int, "text": str}]},
        about="after a correction later entries no longer fit: the floor rules",
    ),
    EventType(
        "hand.disputed", streams="table", shape={**ACTION, "reason": str}, about="frozen until a ruling"
    ),
    EventType(
        "hand.ruled",
        streams="table",
        shape={**ACTION, "verdict": str, "reason": str, "rule": str},
        about="what happened stands",
    ),
    EventType(
        "hand.paid", streams="table", shape={**ACTION, "pot": int, "payouts": Map(int)}, about="the award"
    ),
    EventType(
        "hand.refunded",
        streams="table",
        shape={**ACTION, "returned": Map(int)},
        about="a void hand gives back",
    ),
    EventType(
        "hand.carried",
        streams="table",
        shape={**ACTION, "to": str, "posts": Map(int)},
        about="the posts of a void hand go over to the redeal",
    ),
    EventType("hand.closed", streams="table", shape=ACTION, about="the next deal begins; the result stands"),
    EventType(
        "shoe.revealed",
        streams="table",
        shape={**ACTION, "seed": str},
        about="the seed behind the commitment",
    ),
)


def register_all() -> None:
    """Make the events of tables and of every game known to the log. Raises ValueError if two games clash."""
    register(*SYSTEM_TYPES, *TABLE_TYPES, *HAND_TYPES)
    for variant in VARIANTS:
        for name, event in registry.game_events(variant).items():
            about = (event.__doc__ or "").split("\n")[0]
            about = "" if about.startswith(f"{event.__name__}(") else about
            register(EventType(name, streams="table", shape=shape(event), about=about))


def shape(event: type[Event]) -> dict[str, object]:
    """The data of a game's event, from its fields. Raises ValueError where a field hides what every action carries."""
    hints = get_type_hints(event)
    own = {f.name: _spec(hints[f.name]) for f in fields(event)}
    if clash := own.keys() & MOVE.keys():
        raise ValueError(f"{event.type}: {', '.join(clash)} is what every action carries")
    move = {**MOVE, "draw": Opt([DRAW])} if event.several else MOVE
    return {**move, **own}


def _spec(hint: Any) -> object:
    if get_origin(hint) is tuple:
        kinds = {_freeze(_spec(arg)) for arg in get_args(hint) if arg is not Ellipsis}
        if len(kinds) != 1:
            raise ValueError(f"no shape for {hint}")
        return [_spec(get_args(hint)[0])]
    if hint in (int, str, bool):
        return hint
    raise ValueError(f"no shape for {hint}")


def _freeze(spec: object) -> str:
    return repr(spec)
