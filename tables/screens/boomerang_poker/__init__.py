"""Boomerang Poker on the dealer's screen: cards on the felt, what to beat, the pad, the prices of cards.

All cards are face up, so that everybody sees the same. What it shows is read from the hand; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.game.base import Refused, State, decide
from tables.game.cards import TEXTS
from tables.game.hand import Hand
from tables.screens.boomerang_poker import habits, words
from tables.screens.boomerang_poker.pad import correction, pad
from tables.screens.boomerang_poker.seats import TAPPED_SINGLY, due_card, duel, felt_of, seat_shown
from tables.screens.cards import Card, in_signs
from tables.screens.money import cheques
from tables.screens.panels import Panel, Tool
from tables.screens.places import Place
from tables.screens.simulated import Habit
from tables.screens.wording import worded
from tables.variants.boomerang_poker.felt import EXTRA_CARDS

RULINGS = ("turn", "restore", "kill")
WHY_MISDEAL = (
    gettext_lazy("Wrong count"),
    gettext_lazy("Card to the wrong seat"),
    gettext_lazy("Entitled seat left out"),
    gettext_lazy("Two or more boxed cards"),
    gettext_lazy("Opened by mistake"),
)
WHY_BY_HAND = (
    gettext_lazy("Not read"),
    gettext_lazy("Misread"),
    gettext_lazy("Shoe empty"),
)
HOUSE_RULES: dict[str, tuple[Promise, dict[str, Promise]]] = {
    "tie_after_draw": (
        gettext_lazy("tie after draw"),
        {"live": gettext_lazy("live"), "out": gettext_lazy("out")},
    ),
    "tied_finish": (
        gettext_lazy("tied finish"),
        {"split": gettext_lazy("split"), "play_on": gettext_lazy("play on")},
    ),
    "overdealt_card": (
        gettext_lazy("overdealt card"),
        {"dead": gettext_lazy("dead"), "next": gettext_lazy("next")},
    ),
}
SAID = {
    "card": gettext_lazy("card {cards}"),
    "deal": gettext_lazy("deal {word} {cards}"),
    "scrap": gettext_lazy("scrap {cards}"),
    "extra": gettext_lazy("extra {cards}"),
    "turn": gettext_lazy("turn {word}"),
    "restore": gettext_lazy("restore {word}"),
    "kill": gettext_lazy("kill {word}"),
    "misdeal": gettext_lazy("misdeal"),
    "award": gettext_lazy("award"),
    "void": gettext_lazy("void"),
}
"""Actions of the table in a dealer's words; those of a seat have sentences of their own."""


@dataclass(frozen=True)
class Buy:
    """A purchase with its price; `closed` says why it is shut."""

    count: int
    action: str
    price: int
    cheques: str
    closed: str = ""


class BoomerangPokerScreen:
    def felt(self, hand: Hand, places: list[Place], correctable: frozenset[int]) -> dict[str, Any]:
        felt = felt_of(hand)
        due = due_card(hand)
        actor = felt.actor if not (hand.frozen or hand.unposted) else None
        return {
            "seats": [seat_shown(hand, place, correctable) for place in places],
            "dead": [Card(TEXTS[card]) for card in felt.dead],
            "waiting": None if felt.waiting is None else Card(TEXTS[felt.waiting]),
            "stub": felt.stub,
            "due": due,
            "pad": pad(hand, "card {}") if due is not None and hand.opening["source"] == "pad" else None,
            "reads": hand.opening["source"] == "reader",
            "duel": duel(hand, places) if due is not None or actor is not None else None,
            "actor": actor,
            "buys": _buys(hand, actor) if actor is not None else [],
        }

    def status(self, hand: Hand, places: list[Place]) -> SafeString:
        return words.status(hand, places)

    def unused(self, hand: Hand) -> int:
        felt = felt_of(hand)
        received = sum(max(0, len(felt.hands.get(seat, ())) - 2) for seat in felt.bought)
        return (sum(felt.bought.values()) - received - felt.owed) * hand.condition

    def tools(self, hand: Hand | None) -> list[Tool]:
        labels = {"withdraw": _("Withdraw"), "misdeal": _("Misdeal"), "odd": _("Odd cards")}
        if hand is None or hand.closed or hand.settled or hand.frozen:
            why = _("the floor rules first") if hand is not None and hand.frozen else _("no hand open")
            return [Tool(name, label, why) for name, label in labels.items()]
        felt = felt_of(hand)
        buy = _withdrawable(hand)
        open_ = {
            "withdraw": "" if buy else _("no open buy"),
            "misdeal": "" if felt.misdeal_open and not hand.state.over else _no_misdeal(hand),
            "odd": "" if any(_odd(hand).values()) else _("not just now"),
        }
        actions = {"withdraw": f"undo {buy}"}
        return [Tool(name, label, open_[name], actions.get(name, "")) for name, label in labels.items()]

    def panel(self, hand: Hand, panel: Panel) -> dict[str, Any] | None:
        felt = felt_of(hand)
        if any(tool.shut for tool in self.tools(hand) if tool.name == panel.name):
            return None
        if panel.name == "misdeal":
            return {"reasons": WHY_MISDEAL}
        if panel.name == "odd":
            return _odd(hand)
        by_hand = {"reasons": WHY_BY_HAND if hand.opening["source"] == "reader" else ()}
        if panel.name == "byhand" and by_hand["reasons"] and due_card(hand) is not None:
            return by_hand | {"pad": pad(hand, "card {}"), "seat": due_card(hand)}
        if panel.name == "scrap" and _odd(hand)["scrap"]:
            return by_hand | {"pad": pad(hand, "scrap {}")}
        if panel.name == "extra" and _odd(hand)["extra"]:
            return by_hand | {"pad": pad(hand, "extra {}"), "fate": felt.rules().overdealt_card}
        if panel.name == "cards" and len(felt.hands.get(panel.n, ())) > TAPPED_SINGLY:
            return {"seat": panel.n}
        if panel.name == "correct":
            return correction(hand, panel.n, panel.place)
        return None

    def rulings(self, hand: Hand) -> dict[str, Any]:
        """The seats that the floor may give the turn, declare dead, or restore, as the rules stand; why none, if so."""
        open_ = {
            word: [seat for seat in hand.seats if _stands(hand, hand.state, f"{word} {seat}")]
            for word in RULINGS
        }
        return open_ | {"shut": _no_ruling(hand)}

    def instead(self, hand: Hand, n: int) -> list[str]:
        """Fold or another buy in the place of a decision, as far as it could have been made there."""
        at = next((at for at, move in enumerate(hand.play.moves) if move.n == n), None)
        if at is None or hand.play.moves[at].events[0].kind != "decision":
            return []
        made, before = hand.play.moves[at].text, hand.play.before(n).state
        seat = made.split(" ")[0]
        texts = [f"{seat} fold", *(f"{seat} buy {count}" for count in range(1, EXTRA_CARDS + 1))]
        return [text for text in texts if text != made and _stands(hand, before, text)]

    def said(self, text: str) -> str:
        words = text.split(" ")
        if len(words) > 1 and words[0].isdecimal():
            if words[1] == "fold":
                return _("Seat {seat} folds").format(seat=words[0])
            if words[1] == "buy":
                return _("Seat {seat} buys {count}").format(seat=words[0], count=words[2])
        cards = " ".join(in_signs(word) for word in words[1:] if in_signs(word) != word)
        if (form := SAID.get(words[0])) is not None:
            return str(form).format(cards=cards, word=words[1] if len(words) > 1 else "")
        return in_signs(text)

    def cards(self, cards: list[str]) -> list[str]:
        return [in_signs(card) for card in cards]

    def rule_words(self, name: str) -> tuple[str, Mapping[str, str]]:
        label, settings = HOUSE_RULES[name]
        return str(label), {value: str(word) for value, word in settings.items()}

    def habit(self, hand: Hand) -> Habit | None:
        return habits.habit(hand)


SCREEN = BoomerangPokerScreen()


def _no_misdeal(hand: Hand) -> str:
    if hand.state.over:
        return _("the hand is void") if hand.state.void is not None else _("the hand is over")
    return _("play has begun")


def _stands(hand: Hand, state: State, text: str) -> bool:
    """Whether the rules would accept this action there."""
    try:
        decide(hand.variant, state, text)
    except Refused:
        return False
    return True


def _no_ruling(hand: Hand) -> str:
    """Why nobody's turn or hand can be ruled on just now, "" where the rules leave it to each seat."""
    felt = felt_of(hand)
    if hand.state.over:
        return _("The hand is over.")
    if hand.unposted:
        return _("Not everybody has posted.")
    if not felt.dealt:
        return _("The deal comes first: every seat gets two cards.")
    if felt.owed:
        return _("Cards are due to seat {seat} first.").format(seat=felt.buyer)
    return ""


def _odd(hand: Hand) -> dict[str, Any]:
    """What may be recorded besides the regular course: a boxed card, a card too many, a fold out of turn."""
    felt = felt_of(hand)
    quiet = felt.actor is not None and not hand.frozen
    return {
        "scrap": due_card(hand) is not None and not hand.electronic,
        "extra": felt.just_beat and not (hand.electronic or hand.settled or hand.frozen),
        "folds": [s for s in hand.seats if s not in felt.out and s != felt.actor] if quiet else [],
    }


def _buys(hand: Hand, seat: int) -> list[Buy]:
    prompt = next(prompt for prompt in hand.variant.prompts(hand.state) if prompt.seat == seat)
    closed, value = dict(prompt.closed), int(hand.opening["cheque_value"])
    return [
        Buy(
            count,
            f"{seat} buy {count}",
            count * hand.condition,
            cheques(count * hand.condition, value),
            str(worded(closed.get(f"buy {count}", ""))),
        )
        for count in range(1, EXTRA_CARDS + 1)
    ]


def _withdrawable(hand: Hand) -> int:
    """The action of the buy that may still be withdrawn, since nothing has come after it; 0 for none."""
    moves = hand.play.moves
    if not moves or not moves[-1].events[0].withdrawable or len(moves[-1].events) > 1:
        return 0
    return moves[-1].n
