"""What a dealer's screen shows of a table: the house's part here, each game's own part in a module of its key."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from django.utils.safestring import SafeString

from tables.game.hand import Hand
from tables.screens.panels import Panel, Tool
from tables.screens.places import Place
from tables.screens.simulated import Habit


class GameScreen(Protocol):
    """What a game brings to the screens, beside `templates/variants/<key>/{dealer,public}.html`."""

    def felt(self, hand: Hand, places: list[Place], correctable: frozenset[int]) -> dict[str, Any]:
        """The context of the game's fragments; `correctable` are the actions whose cards may be corrected now."""

    def status(self, hand: Hand, places: list[Place]) -> SafeString:
        """What happened last and what the hand waits for, as the dealer would say it."""

    def unused(self, hand: Hand) -> int:
        """Cents that were paid for what never came and stay in the pot."""

    def panel(self, hand: Hand, panel: Panel) -> dict[str, Any] | None:
        """The context of one of the game's own panels, None where it has none of this name or it is shut."""

    def tools(self, hand: Hand | None) -> list[Tool]:
        """The game's own panels and what it does besides the decision."""

    def rulings(self, hand: Hand) -> dict[str, Any]:
        """What the floor may rule in this game just now, for `rulings.html` of its folder."""

    def instead(self, hand: Hand, n: int) -> list[str]:
        """The texts that the floor may put in the place of the decision of action `n`."""

    def said(self, text: str) -> str:
        """An action of the game in a dealer's words."""

    def cards(self, cards: list[str]) -> list[str]:
        """Several cards in a line of the log, as the records write them, in as few words as tell them."""

    def rule_words(self, name: str) -> tuple[str, Mapping[str, str]]:
        """What a house rule is called, and each of its settings."""

    def habit(self, hand: Hand) -> Habit | None:
        """What a simulated player does who is to act, by a fixed rule from what everybody sees; None while none is."""


def screen_of(variant: str) -> GameScreen:
    """The screen of a game by its key."""
    made: GameScreen = import_module(f"tables.screens.{variant}").SCREEN
    return made


def has_screen(variant: str) -> bool:
    """Whether a table of this game can be worked at: its records can be replayed without."""
    return find_spec(f"tables.screens.{variant}") is not None
