"""What is fixed when the first card comes: seats, condition, house rules. Pure. Money in integer cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar, Self

from tables.game.refusal import Refused

MAX_SEAT = 10
MAX_CENTS = 10**12
"""No condition and no unit is larger, so that every pot is an integer that JSON readers keep exact."""


@dataclass(frozen=True)
class Rules:
    """The house-rule settings of a game; a variant adds its own. `odd_chip_unit` is in cents."""

    odd_chip_unit: int = 100

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    @classmethod
    def read(cls, settings: Mapping[str, object]) -> Self:
        """Compose the defaults with `settings`. Raises Refused for an unknown rule or a value it does not take."""
        known = {f.name: f for f in fields(cls)}
        for name, value in settings.items():
            if name not in known:
                raise Refused("unknown_rule", "There is no rule {name!r} in this game.", name=name)
            default = known[name].default
            if type(value) is not type(default) or (name in cls.CHOICES and value not in cls.CHOICES[name]):
                allowed = ", ".join(cls.CHOICES.get(name, (type(default).__name__,)))
                raise Refused("bad_rule", "Rule {name!r} takes {allowed}.", name=name, allowed=allowed)
        rules = cls(**settings)  # type: ignore[arg-type]  # each value was compared with its default's type
        if not 1 <= rules.odd_chip_unit <= MAX_CENTS:
            raise Refused("bad_rule", "Rule 'odd_chip_unit' is an amount in cents above 0.")
        return rules

    @classmethod
    def settings(cls) -> dict[str, tuple[str, ...]]:
        """What the floor may set, in words: the choices of each rule, `False` and `True` for a flag."""
        flags = {f.name: ("False", "True") for f in fields(cls) if isinstance(f.default, bool)}
        return {**cls.CHOICES, **flags}

    @classmethod
    def from_word(cls, name: str, word: str) -> object:
        """A setting as it was chosen in words; what is none stays a word, and is refused by `read`."""
        flags = {f.name for f in fields(cls) if isinstance(f.default, bool)}
        return word == "True" if name in flags and word in ("False", "True") else word

    def composed(self) -> dict[str, object]:
        """Every setting, as a hand freezes them."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def changed(self) -> dict[str, object]:
        """The settings that differ from the defaults, as a record writes them."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}


@dataclass(frozen=True)
class Setup:
    """Seats in clockwise order, the condition in cents, the rules; `extra` is what a variant asks for besides."""

    seats: tuple[int, ...]
    condition: int
    rules: Rules
    extra: Mapping[str, object] = field(default_factory=dict)
