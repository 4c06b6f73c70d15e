"""The shape of an event's data: which fields, of which kinds. Written once beside the event's name.

A shape is a dict of field -> spec. A spec is `int`, `str`, `bool`, a list of one spec (`[int]`), `Map(spec)`
for an object with free keys, `Opt(spec)` where null may stand, a nested shape, or `typing.Any`.
Every field of the shape is present in the data, and no other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SCALARS = {int: "int", str: "str", bool: "bool"}


@dataclass(frozen=True)
class Map:
    """An object whose keys are free strings and whose values all fit `spec`."""

    spec: object


@dataclass(frozen=True)
class Opt:
    """A value that fits `spec`, or null."""

    spec: object


class BadShape(TypeError):
    """The shape itself is written wrongly (not the data)."""


def describe(spec: object) -> str:
    """A spec in one line, as the table of event types prints it. Raises BadShape if it is none."""
    if spec is Any:
        return "any"
    if isinstance(spec, type) and spec in SCALARS:
        return SCALARS[spec]
    if isinstance(spec, Opt):
        return f"{describe(spec.spec)}?"
    if isinstance(spec, Map):
        return f"{{*: {describe(spec.spec)}}}"
    if isinstance(spec, list):
        if len(spec) != 1:
            raise BadShape(f"a list in a shape holds the one spec of its items: {spec!r}")
        return f"[{describe(spec[0])}]"
    if isinstance(spec, Mapping):
        for field in spec:
            if not isinstance(field, str):
                raise BadShape(f"field name {field!r} is no string; an object with free keys is Map(spec)")
        return "{" + ", ".join(f"{field}: {describe(inner)}" for field, inner in spec.items()) + "}"
    raise BadShape(f"no spec: {spec!r}")


def misfit(spec: object, value: object, where: str = "data") -> str | None:
    """Where and why `value` does not fit `spec`, or None if it does. Raises BadShape if `spec` is none."""
    if spec is Any or (isinstance(spec, Opt) and value is None):
        return None
    if isinstance(spec, Opt):
        return misfit(spec.spec, value, where)
    if isinstance(spec, type) and spec in SCALARS:
        return None if type(value) is spec else _expected(where, SCALARS[spec], value)
    if isinstance(spec, list):
        if type(value) is not list:
            return _expected(where, "list", value)
        return _first(misfit(spec[0], item, f"{where}[{i}]") for i, item in enumerate(value))
    if type(value) is not dict:
        return _expected(where, "object", value)
    if isinstance(spec, Map):
        return _first(misfit(spec.spec, item, f"{where}.{key}") for key, item in value.items())
    if not isinstance(spec, Mapping):
        raise BadShape(f"no spec: {spec!r}")
    if value.keys() != spec.keys():
        missing = [f"missing {field}" for field in spec if field not in value]
        unknown = [f"unknown {field}" for field in value if field not in spec]
        return f"{where}: {', '.join(missing + unknown)}"
    return _first(misfit(inner, value[field], f"{where}.{field}") for field, inner in spec.items())


def _first(found: Iterable[str | None]) -> str | None:
    return next(filter(None, found), None)


def _expected(where: str, kind: str, value: object) -> str:
    return f"{where}: {kind} expected, {type(value).__name__} given"
