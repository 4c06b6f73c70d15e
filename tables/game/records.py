"""Game records: a complete game as text, read, replayed and written. The form is described in docs/records.md. Pure."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.game import registry
from tables.game.base import MAX_SEAT, Refused, Setup, Variant, decide
from tables.game.play import Play, acting_seat, new_prompts
from tables.game.settlement import outcome
from tables.game.setup import MAX_CENTS

FORMAT = 1
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SEATS = range(1, MAX_SEAT + 1)
_KEYS = {"format", "variant", "rules", "rules_version", "condition", "seats", "setup", "actions"}


@dataclass(frozen=True)
class Record:
    """A record whose envelope and set-up hold; its actions are not yet played."""

    variant: Variant[Any]
    setup: Setup
    actions: tuple[str, ...]


def parse(text: str) -> Record:
    """Read the TOML text of a record. Raises Refused where it is no record of a known game."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise Refused("not_toml", "The record is not TOML: {error}.", error=error) from None
    return envelope(table)


def envelope(table: Mapping[str, Any]) -> Record:
    """Check the keys of a record. Raises Refused."""
    for key in table:
        if key not in _KEYS and not key.startswith("_"):
            raise Refused("unknown_key", "A record has no key {key!r}.", key=key)
    if type(table.get("format")) is not int or table["format"] != FORMAT:
        raise Refused("unknown_format", "The record's format must be the integer {format}.", format=FORMAT)
    variant = registry.get(_typed(table, "variant", str))
    if _typed(table, "rules_version", int, variant.rules_version) != variant.rules_version:
        raise Refused(
            "unknown_rules_version", "These rules are version {version}.", version=variant.rules_version
        )
    actions = _typed(table, "actions", list)
    if not all(isinstance(action, str) for action in actions):
        raise Refused("bad_key", "'actions' is a list of strings.")
    setup = set_up(
        variant,
        seats=_typed(table, "seats", list),
        condition=_typed(table, "condition", int, 0),
        rules=_typed(table, "rules", dict, {}),
        extra=_typed(table, "setup", dict, {}),
    )
    return Record(variant, setup, tuple(actions))


def set_up(
    variant: Variant[Any],
    *,
    seats: Sequence[Any],
    condition: int,
    rules: Mapping[str, object],
    extra: Mapping[str, object],
) -> Setup:
    """The set-up of a hand, from a record or from a table. Condition in cents. Raises Refused."""
    check_seats(variant, seats)
    if not 0 <= condition <= MAX_CENTS:
        raise Refused(
            "bad_condition",
            "A condition is an amount in cents, not below 0 and at most {most}.",
            most=MAX_CENTS,
        )
    return variant.setup(seats, condition, variant.rules.read(rules), extra)


def check_seats(variant: Variant[Any], seats: Sequence[Any]) -> None:
    """Seats are different numbers 1-10 in clockwise order, as many as the game takes. Raises Refused."""
    given = [seat for seat in seats if type(seat) is int and seat in _SEATS]
    if len(given) < len(seats) or len(set(given)) < len(given):
        raise Refused("bad_seats", "Seats are different numbers from 1 to {most}.", most=MAX_SEAT)
    if len(seats) not in variant.seats:
        least, most = variant.seats[0], variant.seats[-1]
        raise Refused(
            "seat_count",
            "{name} is dealt to {least} to {most} seats; these are {count}.",
            name=variant.name,
            least=least,
            most=most,
            count=len(seats),
        )
    first = given.index(min(given))
    if given[first:] + given[:first] != sorted(given):
        raise Refused("bad_seats", "Seats are listed clockwise, from any of them on.")


def _typed(table: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    value = table.get(key, default)
    if value is None:
        raise Refused("missing_key", "The record has no {key!r}.", key=key)
    if type(value) is not kind:
        names = {int: "an integer", str: "a string", list: "a list", dict: "a table"}
        raise Refused("bad_key", "{key!r} is {kind}.", key=key, kind=names[kind])
    return value


def replay(text: str) -> dict[str, Any]:
    """Play a record from its first action on; the result as `manage.py replay --json` prints it, without `file`."""
    try:
        record = parse(text)
    except Refused as refused:
        return refused_envelope(refused)
    variant = record.variant
    state = variant.start(record.setup)
    open_now = variant.prompts(state)
    asked = [{"after": 0, **prompt.public()} for prompt in open_now]
    failed = None
    for index, action in enumerate(record.actions):
        before = state
        try:
            _, state = decide(variant, state, action)
        except Refused as refused:
            failed = {"action": index, "text": action, "code": refused.code, "reason": refused.reason}
            break
        now = variant.prompts(state)
        opened = new_prompts(
            open_now, now, acted=acting_seat(action), reopened=before.over and not state.over
        )
        asked += [{"after": index + 1, **prompt.public()} for prompt in opened]
        open_now = now
    return {
        "variant": variant.key,
        "complete": state.over,
        "refused": failed,
        "prompts": asked,
        "awaiting": variant.awaiting(state),
        "outcome": outcome(variant, state),
    }


def refused_envelope(refused: Refused) -> dict[str, Any]:
    """The result of a record that is none: nothing of it is applied."""
    return {
        "variant": None,
        "complete": False,
        "refused": {"action": -1, "text": "", "code": refused.code, "reason": refused.reason},
        "prompts": [],
        "awaiting": None,
        "outcome": {},
    }


def write(
    play: Play,
    *,
    about: Mapping[str, object],
    undone: Iterable[Mapping[str, object]],
    rules_version: int | None = None,
) -> str:
    """A game as a record that replays to the same outcome. `about` and `undone` become keys that readers ignore.

    `rules_version` is what the game was played under; the rules of today where none is given.
    """
    setup = play.setup
    version = play.variant.rules_version if rules_version is None else rules_version
    lines = [f"format = {FORMAT}", f"variant = {_toml(play.variant.key)}"]
    lines.append(f"rules_version = {version}")
    lines += [f"condition = {setup.condition}", f"seats = {_toml(list(setup.seats))}"]
    if changed := setup.rules.changed():
        lines.append(f"rules = {_toml(changed)}")
    if setup.extra:
        lines.append(f"setup = {_toml(dict(setup.extra))}")
    lines += [f"{_key('_' + key)} = {_toml(value)}" for key, value in about.items()]
    lines += ["actions = [", *(f"  {_toml(move.text)}," for move in play.moves), "]"]
    if taken := list(undone):
        lines += ["_undone = [", *(f"  {_toml(dict(entry))}," for entry in taken), "]"]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _toml(name)


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_toml(v)}" for key, v in value.items()) + " }"
            if value
            else "{}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
