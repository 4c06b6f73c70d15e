"""Games whose players choose on screens of their own: what such a game brings, and what the house makes of it.

A game's screens are made from `Seen`, so that none of them ever holds a hand or a state and what they hide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.safestring import SafeString

from tables.game.hand import Hand
from tables.screens.panels import Panel, Tool
from tables.screens.places import Place
from tables.screens.seen import PUBLIC, Seen, seen_of
from tables.screens.simulated import Habit


class SecretGame(Protocol):
    """What a game with screens of its own brings, beside `templates/variants/<key>/{dealer,felt,seat,public}.html`."""

    def table(self, seen: Seen, places: list[Place]) -> dict[str, Any]:
        """The context of `dealer.html`, `felt.html` and `public.html`; `seen.viewer` is "public" (or "all")."""

    def seat(self, seen: Seen, places: list[Place]) -> dict[str, Any]:
        """The context of `seat.html`; `seen.viewer` is the seat."""

    def status(self, seen: Seen, places: list[Place]) -> SafeString:
        """What happened last and what the game waits for, to everybody or to a seat: "3 of 4 have chosen"."""

    def panel(self, seen: Seen, panel: Panel) -> dict[str, Any] | None:
        """The context of one of the game's own panels at the console, None where it has none of this name."""

    def tools(self, seen: Seen | None) -> list[Tool]:
        """What the game offers at the console besides the decision; `seen` is None while no hand is open."""

    def rulings(self, seen: Seen) -> dict[str, Any]:
        """What the floor may rule in this game just now, for `rulings.html` of its folder."""

    def said(self, text: str) -> str:
        """An action of the game in a dealer's words. It is never asked about one that is secret to somebody."""

    def cards(self, cards: list[str]) -> list[str]:
        """Several cards in a line of the log, as the records write them, in as few words as tell them."""

    def rule_words(self, name: str) -> tuple[str, Mapping[str, str]]:
        """What a house rule is called, and each of its settings."""

    def habit(self, seen: Seen) -> Habit | None:
        """What the simulated player of seat `seen.viewer` does who is to act, from what he sees; None while he is not.

        What he says (`says`) is heard by everybody: of a secret choice no more than that it is made.
        """


class OwnScreens:
    """The console and the display of a `SecretGame`: a `GameScreen` that hands on what everybody may see."""

    def __init__(self, game: SecretGame) -> None:
        self.game = game

    def felt(self, hand: Hand, places: list[Place], correctable: frozenset[int]) -> dict[str, Any]:
        return self.game.table(seen_of(hand, PUBLIC), places) | {"correctable": sorted(correctable)}

    def status(self, hand: Hand, places: list[Place]) -> SafeString:
        return self.game.status(seen_of(hand, PUBLIC), places)

    def unused(self, hand: Hand) -> int:
        """Every seat posts one condition, and nothing is bought."""
        return 0

    def panel(self, hand: Hand, panel: Panel) -> dict[str, Any] | None:
        return self.game.panel(seen_of(hand, PUBLIC), panel)

    def tools(self, hand: Hand | None) -> list[Tool]:
        return self.game.tools(seen_of(hand, PUBLIC) if hand is not None else None)

    def rulings(self, hand: Hand) -> dict[str, Any]:
        return self.game.rulings(seen_of(hand, PUBLIC))

    def instead(self, hand: Hand, n: int) -> list[str]:
        """A player's own choice is his: it may be taken back, and he makes another."""
        return []

    def said(self, text: str) -> str:
        return self.game.said(text)

    def cards(self, cards: list[str]) -> list[str]:
        return self.game.cards(cards)

    def rule_words(self, name: str) -> tuple[str, Mapping[str, str]]:
        return self.game.rule_words(name)

    def habit(self, hand: Hand) -> Habit | None:
        """What the next simulated player does, each by what he himself sees."""
        found = (self.game.habit(seen_of(hand, seat)) for seat in hand.seats)
        return next((habit for habit in found if habit is not None), None)
