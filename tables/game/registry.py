"""The variants by their keys; each registers itself when its file is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tables.game.base import Awarded, Event, Refused, Variant, Voided, Won

_variants: dict[str, Variant[Any]] = {}


def register(variant: Variant[Any]) -> None:
    if variant.key in _variants:
        raise ValueError(f"two variants are called {variant.key!r}")
    _variants[variant.key] = variant


def get(key: str) -> Variant[Any]:
    """The variant of this key. Raises Refused when there is none."""
    try:
        return _variants[key]
    except KeyError:
        raise Refused("unknown_variant", "There is no variant {key!r}.", key=key) from None


def variants() -> tuple[Variant[Any], ...]:
    return tuple(_variants[key] for key in sorted(_variants))


@cache
def game_events(variant: Variant[Any]) -> Mapping[str, type[Event]]:
    """The event classes of a variant, those common to all included, by type."""
    events: tuple[type[Event], ...] = (*variant.events, Won, Awarded, Voided)
    return {event.type: event for event in events}
