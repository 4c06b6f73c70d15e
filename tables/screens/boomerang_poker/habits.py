"""What a simulated player of Boomerang Poker would do: a fixed rule over the cards that lie face up, so that whoever
looks again is told the same. It knows nothing that the others at the table do not see.
"""

from __future__ import annotations

from zlib import crc32

from django.utils.translation import gettext_lazy

from tables.game.cards import CARDS, TEXTS
from tables.game.hand import Hand
from tables.game.ranking import value
from tables.screens.boomerang_poker.seats import felt_of
from tables.screens.simulated import Habit
from tables.variants.boomerang_poker.felt import Felt

SAYS = (
    gettext_lazy("I fold"),
    gettext_lazy("I buy one"),
    gettext_lazy("I buy two"),
    gettext_lazy("I buy three"),
)


def habit(hand: Hand) -> Habit | None:
    """What the seat does that is to act; None while nobody is."""
    felt = felt_of(hand)
    if felt.actor is None or hand.frozen or hand.unposted or hand.state.over:
        return None
    options = hand.variant.prompts(felt)[0].options
    count = wanted(felt, felt.actor, most=sum(option != "fold" for option in options))
    action = f"{felt.actor} buy {count}" if count else f"{felt.actor} fold"
    return Habit(felt.actor, action, str(SAYS[count]))


def wanted(felt: Felt, seat: int, most: int) -> int:
    """How many cards the seat buys, of `most` that can come, 0 to fold: as many as seem worth their cheques."""
    above = felt.order[felt.order.index(seat) + 1]
    held, aim = felt.hands[seat], felt.values[above]
    hits = sum(value((*held, CARDS[card])) > aim for card in felt.left)
    one = hits / max(1, felt.stub)
    pot = len(felt.setup.seats) + sum(felt.bought.values())
    share = pot * _courage(felt, seat, above) / len(felt.order)
    worth = {n: (1 - (1 - one) ** n) * share - n for n in range(1, most + 1)}
    best = max(worth, key=lambda n: (worth[n], -n), default=0)
    return best if best and worth[best] > 0 else 0


def _courage(felt: Felt, seat: int, above: int) -> float:
    """From 0.5 to 3.5, by the cards that both hold."""
    cards = "".join(TEXTS[card] for who in (seat, above) for card in felt.hands[who])
    return 0.5 + crc32(cards.encode()) % 1_000 / 333
