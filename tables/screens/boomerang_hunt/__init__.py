"""Boomerang (Ehrhard & Lalet) on the screens: the camp for everybody, the pad, and each hunter's own screen.

Made from what the viewer may see, and nothing else; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.screens.boomerang_hunt import habits, words
from tables.screens.boomerang_hunt.pad import pad
from tables.screens.boomerang_hunt.pictures import Animal, counted
from tables.screens.boomerang_hunt.seat import bids, reveals_as, seat_of
from tables.screens.boomerang_hunt.table import hunt_of
from tables.screens.own_screens import OwnScreens
from tables.screens.panels import Panel, Tool
from tables.screens.places import Place
from tables.screens.seen import Seen
from tables.screens.simulated import Habit

WHY_CORRECT = (gettext_lazy("Keyed wrong"), gettext_lazy("Card misread"))
WHY_BY_HAND = (gettext_lazy("Not read"), gettext_lazy("Misread"), gettext_lazy("Shoe empty"))
HOUSE_RULES: dict[str, tuple[Promise, dict[str, Promise]]] = {
    "opening_throw_required": (
        gettext_lazy("opening throw"),
        {"False": gettext_lazy("free"), "True": gettext_lazy("required")},
    ),
}
SAID = {
    "choose": gettext_lazy("Seat {seat} chooses"),
    "throw": gettext_lazy("Seat {seat} throws"),
    "stop": gettext_lazy("Seat {seat} stops"),
    "award": gettext_lazy("award"),
    "void": gettext_lazy("void"),
}


class BoomerangHuntGame:
    def table(self, seen: Seen, places: list[Place]) -> dict[str, Any]:
        due = bool(seen.awaiting and "draw" in seen.awaiting and not seen.frozen)
        return hunt_of(seen, places) | {
            "due": due,
            "pad": pad(seen, "draw {}") if due and seen.source == "pad" else None,
            "source": seen.source,
            "actor": seen.felt["actor"] if seen.open else None,
            "bids": bids(seen),
        }

    def seat(self, seen: Seen, places: list[Place]) -> dict[str, Any]:
        return seat_of(seen, places) | {"reveals_as": reveals_as(seen)}

    def status(self, seen: Seen, places: list[Place]) -> SafeString:
        return words.status(seen, places)

    def panel(self, seen: Seen, panel: Panel) -> dict[str, Any] | None:
        due = bool(seen.awaiting and "draw" in seen.awaiting and not seen.frozen)
        if panel.name == "byhand" and due and seen.source == "reader":
            return {"reasons": WHY_BY_HAND, "pad": pad(seen, "draw {}")}
        if panel.name == "correct" and seen.source != "electronic":
            made = next((move for move in seen.moves if move.n == panel.n and move.kind == "chance"), None)
            if made is not None:
                card = made.text.removeprefix("draw ")
                keys = pad(seen, f"correct {made.n} draw {{}}", current=card)
                return {"n": made.n, "card": Animal(card), "pad": keys, "reasons": WHY_CORRECT}
        return None

    def tools(self, seen: Seen | None) -> list[Tool]:
        return []

    def rulings(self, seen: Seen) -> dict[str, Any]:
        return {}

    def said(self, text: str) -> str:
        words = text.split(" ")
        if words[0] == "draw" and len(words) == 4:
            return _("turned up: {card}").format(card=Animal(" ".join(words[1:])).name)
        if words[0].isdecimal() and len(words) > 1 and words[1] in SAID:
            return str(SAID[words[1]]).format(seat=words[0])
        return str(SAID[words[0]]) if words[0] in SAID else text

    def cards(self, cards: list[str]) -> list[str]:
        return counted(cards)

    def rule_words(self, name: str) -> tuple[str, Mapping[str, str]]:
        label, settings = HOUSE_RULES[name]
        return str(label), {value: str(word) for value, word in settings.items()}

    def habit(self, seen: Seen) -> Habit | None:
        return habits.habit(seen)


SCREEN = OwnScreens(BoomerangHuntGame())
