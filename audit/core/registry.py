"""Every type of event that may stand in the log, with the streams it belongs to and the shape of its data.

Apps register theirs in `AppConfig.ready()`. Types are for ever: when the data of one changes, a new version
is registered beside the old, and old records keep theirs.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from audit.core import streams
from audit.core.shapes import Map, Opt, describe, misfit

__all__ = [
    "BadData",
    "EventType",
    "Map",
    "Opt",
    "UnknownType",
    "WrongStream",
    "all_types",
    "check",
    "get",
    "register",
]

NAME = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*", re.ASCII)
NAME_LENGTH = 64


class UnknownType(ValueError):
    """No event of this name (or version) is registered."""


class WrongStream(ValueError):
    """The event's type does not belong to this kind of stream."""


class BadData(ValueError):
    """The event's data does not fit the shape of its type."""


@dataclass(frozen=True)
class EventType:
    """A past-tense dotted name (`hand.opened`), its kind of stream, the shape of its data and that version.

    `streams` is one of `streams.KINDS`; `about` is one line for readers of the table of event types.
    """

    name: str
    streams: str
    shape: Mapping[str, object]
    v: int = 1
    about: str = ""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name) or len(self.name) > NAME_LENGTH:
            raise ValueError(f"event names are like hand.opened: {self.name!r}")
        if self.streams not in streams.KINDS:
            raise ValueError(f"{self.name}: {self.streams!r} is none of {', '.join(streams.KINDS)}")
        if self.v < 1:
            raise ValueError(f"{self.name}: versions count from 1")
        if not isinstance(self.shape, Mapping):
            raise ValueError(f"{self.name}: a shape is a dict of fields")
        describe(self.shape)


_types: dict[str, dict[int, EventType]] = {}


def register(*types: EventType) -> None:
    """Make event types known. Raises ValueError if a name and version stand for something else already."""
    for new in types:
        versions = _types.setdefault(new.name, {})
        if versions.setdefault(new.v, new) != new:
            raise ValueError(f"{new.name} version {new.v} is registered already, with another definition")


def get(name: str, v: int | None = None) -> EventType:
    """The type of that name, its newest version unless `v` says which. Raises UnknownType."""
    versions = _types.get(name)
    if not versions:
        raise UnknownType(f"unknown event type {name!r}")
    found = versions.get(max(versions) if v is None else v)
    if found is None:
        raise UnknownType(f"unknown version {v} of event type {name!r}")
    return found


def all_types() -> Iterator[EventType]:
    """Every version of every registered type, by name and version."""
    for name in sorted(_types):
        for v in sorted(_types[name]):
            yield _types[name][v]


def check(name: str, stream: str, data: object) -> EventType:
    """The type to write this event as. Raises UnknownType, WrongStream, BadData (all ValueError)."""
    found = get(name)
    if streams.kind(stream) != found.streams:
        raise WrongStream(f"{name} belongs to a {found.streams} stream, not to {stream}")
    problem = misfit(found.shape, data)
    if problem:
        raise BadData(f"{name}: {problem}")
    return found
