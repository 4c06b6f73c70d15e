"""How a device shows its screens: deck, theme, hand, keys, sound. Kept in a cookie, written into <html> by the server:
nothing flashes and nothing needs a script.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

COOKIE = "screen"
CHOICES: dict[str, tuple[str, ...]] = {
    "deck": ("four", "two", "contrast"),
    "theme": ("dark", "light"),
    "hand": ("right", "left"),
    "keys": ("on", "off"),
    "sound": ("off", "on"),
}
"""What can be chosen, the default first."""
TITLES: dict[str, Promise] = {
    "deck": gettext_lazy("Cards"),
    "theme": gettext_lazy("Colours"),
    "hand": gettext_lazy("Hand"),
    "keys": gettext_lazy("Keys"),
    "sound": gettext_lazy("Sound"),
}
LABELS: dict[tuple[str, str], Promise] = {
    ("deck", "four"): gettext_lazy("four colours"),
    ("deck", "two"): gettext_lazy("two colours"),
    ("deck", "contrast"): gettext_lazy("high contrast"),
    ("theme", "dark"): gettext_lazy("dark"),
    ("theme", "light"): gettext_lazy("light"),
    ("hand", "right"): gettext_lazy("right"),
    ("hand", "left"): gettext_lazy("left"),
    ("keys", "on"): gettext_lazy("on"),
    ("keys", "off"): gettext_lazy("off"),
    ("sound", "off"): gettext_lazy("off"),
    ("sound", "on"): gettext_lazy("on"),
}


@dataclass(frozen=True)
class Look:
    """The choices of one device."""

    deck: str = "four"
    theme: str = "dark"
    hand: str = "right"
    keys: str = "on"
    sound: str = "off"

    def but(self, word: str) -> Look:
        """With one choice more, `deck-two`; what is none changes nothing."""
        name, _dash, value = word.partition("-")
        return Look(**{**vars(self), name: value}) if value in CHOICES.get(name, ()) else self

    def written(self) -> str:
        """As the cookie holds it: what differs from the defaults."""
        kept = [f"{name}-{value}" for name, value in vars(self).items() if value != CHOICES[name][0]]
        return ".".join(kept)

    def groups(self) -> list[dict[str, Any]]:
        """What can be chosen, with what is."""
        return [
            {
                "name": name,
                "title": TITLES[name],
                "choices": [
                    (f"{name}-{value}", LABELS[name, value], value == getattr(self, name)) for value in values
                ],
            }
            for name, values in CHOICES.items()
        ]


def look_from(cookie: str) -> Look:
    """What a cookie says; words that are none are passed over."""
    look = Look()
    for word in cookie.split(".")[: len(CHOICES)]:
        look = look.but(word)
    return look


def look(request: HttpRequest) -> dict[str, Look]:
    """Context processor: `look` for <html> and for the form that changes it."""
    return {"look": look_from(request.COOKIES.get(COOKIE, ""))}
