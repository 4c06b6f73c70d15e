"""The pad of fifty-two keys: each writes one action, or says where its card lies already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.game.cards import CARDS, RANKS
from tables.game.hand import Hand
from tables.screens.boomerang_poker.seats import felt_of
from tables.screens.cards import SUITS_SHOWN, Card, suit_name
from tables.screens.wording import worded

CARD_WORDS = ("card", "deal", "scrap", "extra")
WHY_CORRECT = (gettext_lazy("Keyed wrong"), gettext_lazy("Card misread"))


@dataclass(frozen=True)
class Key:
    """A key of the pad; struck out it says where its card lies, and in short on the key itself."""

    card: Card
    action: str
    lies: str = ""
    short: str = ""


@dataclass(frozen=True)
class Pad:
    """The keys by suit. While `serves` stays the same, no tap on them is ever held back."""

    rows: list[tuple[str, str, list[Key]]]
    serves: str


def pad(hand: Hand, form: str, current: str = "") -> Pad:
    """Keys that write `form`, e.g. `card {}`; `current` is the card that a correction replaces."""
    felt = felt_of(hand)
    holder = {card: seat for seat, cards in felt.hands.items() for card in cards}
    rows = []
    for suit in SUITS_SHOWN:
        keys = []
        for rank in RANKS:
            text = rank + suit
            card = CARDS[text]
            lies = _("as it was keyed") if text == current else str(worded(felt.lies(card) or ""))
            short = str(holder[card]) if card in holder else "-" if lies else ""
            keys.append(Key(Card(text), form.format(text), lies, short))
        rows.append((suit, suit_name(suit), keys))
    purchase = "deal" if not felt.dealt else f"{felt.buyer} {sum(felt.bought.values())}"
    return Pad(rows, f"{hand.id} {purchase}" if form == "card {}" else f"{hand.id} {hand.n} {form}")


def correction(hand: Hand, n: int, place: int) -> dict[str, Any] | None:
    """The pad that puts another card in the place of the one that action `n` keyed, None where there is none."""
    move = next((move for move in hand.play.moves if move.n == n), None)
    if move is None or hand.electronic or hand.closed:
        return None
    words = move.text.split(" ")
    if words[0] not in CARD_WORDS:
        return None
    at = 2 + min(place, 1) if words[0] == "deal" else 1
    old, words[at] = words[at], "{}"
    return {
        "n": n,
        "card": Card(old),
        "seat": move.events[0].data().get("seat"),
        "pad": pad(hand, f"correct {n} {' '.join(words)}", current=old),
        "reasons": WHY_CORRECT,
    }
