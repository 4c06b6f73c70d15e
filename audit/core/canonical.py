"""Canonical JSON (RFC 8785) for the values a record may hold. Pure: imports nothing of the project.

Allowed are `None`, `bool`, `int` within ±(2^53-1), `str`, `list` and `dict` with `str` keys, each of exactly
that type. Everything else is refused: a float has no one spelling that people agree on, and a subclass
would not come back from the text as what it was.
"""

import json
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

LARGEST = 2**53 - 1
DEEPEST = 32


class NotCanonical(ValueError):
    """The value has no canonical form here, or the text is not the canonical form of any value."""


def canonical(value: object) -> str:
    """The one text for `value`: no spaces, keys in the order of their UTF-16 code units (RFC 8785, 3.2.3).

    Raises NotCanonical for a type, number, depth or lone surrogate that cannot stand in a record.
    """
    text = _encoder.encode(_ordered(value, 0))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise NotCanonical(f"lone surrogate U+{ord(text[error.start]):04X} in a string") from None
    return text


def parse(text: str) -> Json:
    """The value of a canonical text. Raises NotCanonical if this is not the one right spelling of it."""
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotCanonical(f"not JSON: {error}") from None
    if canonical(value) != text:
        raise NotCanonical("JSON, but not in its canonical form")
    return value


def _ordered(value: object, depth: int) -> object:
    if value is None or type(value) is str or type(value) is bool:
        return value
    if type(value) is int:
        if not -LARGEST <= value <= LARGEST:
            raise NotCanonical("integer outside ±(2^53-1)")
        return value
    if depth == DEEPEST:
        raise NotCanonical(f"nested more than {DEEPEST} deep")
    if type(value) is list:
        return [_ordered(item, depth + 1) for item in value]
    if type(value) is dict:
        for key in value:
            if type(key) is not str:
                raise NotCanonical(f"object key of type {type(key).__name__}")
        return {key: _ordered(value[key], depth + 1) for key in sorted(value, key=_code_units)}
    raise NotCanonical(f"{type(value).__name__} cannot stand in a record")


def _code_units(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")


_encoder = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"))
