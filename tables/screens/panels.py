"""Which panel a dealer's screen shows in place of the next decision, as its address says: `?panel=correct&n=7`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True)
class Panel:
    """`name` is "" for the decision itself; `n` is an action of the hand and `place` a card of it."""

    name: str = ""
    n: int = 0
    place: int = 0

    @property
    def query(self) -> str:
        """`?panel=...`, or "" for none."""
        words = {"panel": self.name, "n": self.n or "", "place": self.place or ""}
        found = urlencode({name: value for name, value in words.items() if value})
        return f"?{found}" if found else ""


@dataclass(frozen=True)
class Tool:
    """What may be done besides the decision. It opens the panel of its name, or sends `action` at once; `shut` says why
    it cannot just now. `key` is the key that presses it, `note` stands below its name, `lit` draws the eye to it.
    """

    name: str
    label: str
    shut: str = ""
    action: str = ""
    key: str = ""
    note: str = ""
    lit: bool = False


def panel_from(words: Mapping[str, str]) -> Panel:
    """The panel that a query or a form names; what cannot be one is none."""
    name = words.get("panel", "")
    return (
        Panel(name, _number(words.get("n", "")), _number(words.get("place", "")))
        if name.isidentifier()
        else Panel()
    )


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0
