"""What a dealer of Boomerang Poker says: what came last, who acts, what he holds and has to beat."""

from __future__ import annotations

from typing import cast

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from fees.core.schedule import dollars
from tables.game.hand import Hand
from tables.game.play import Move
from tables.screens.boomerang_poker.seats import due_card, felt_of, holds
from tables.screens.cards import Card
from tables.screens.places import Place
from tables.variants.boomerang_poker.felt import Felt

VERDICTS: dict[str, Promise] = {
    "beats": gettext_lazy("{card} beats: the dealing stops."),
    "not_yet": gettext_lazy("{card}: not yet."),
    "tied": gettext_lazy("{card} ties: seat {seat} stays live."),
    "fails": gettext_lazy("{card} does not beat: seat {seat} is out."),
}


def status(hand: Hand, places: list[Place]) -> SafeString:
    felt = felt_of(hand)
    who = {place.number: place.who for place in places}
    now = SafeString("")
    due = due_card(hand)
    if due is not None and not felt.dealt:
        dealt = sum(map(len, felt.hands.values()))
        now = format_html(
            _("<strong>{} is dealt next.</strong> Card {} of {}."), who[due], dealt + 1, 2 * len(hand.seats)
        )
    elif due is not None and felt.to_beat is not None:
        now = _buying(hand, felt, who)
    elif felt.actor is not None:
        now = _deciding(hand, felt, who)
    last = _last(hand)
    return format_html("{} {}", last, now) if last else now


def _deciding(hand: Hand, felt: Felt, who: dict[int, SafeString]) -> SafeString:
    seat, order = felt.actor, felt.order
    assert seat is not None
    target = order[order.index(seat) + 1]
    prompt = hand.variant.prompts(felt)[0]
    most = max((int(option.split(" ")[1]) for option in prompt.options if option != "fold"), default=0)
    can = ngettext("{n} card can come.", "{n} cards can come.", most).format(n=most)
    return format_html(
        _("<strong>{}, to act.</strong> Holds {}. Must beat seat {}, {}. {}"),
        who[seat],
        holds(felt, seat),
        target,
        holds(felt, target),
        can if most else _("No card can come: only folding is open."),
    )


def _buying(hand: Hand, felt: Felt, who: dict[int, SafeString]) -> SafeString:
    seat, target = felt.buyer, felt.to_beat
    assert seat is not None
    assert target is not None
    buy = next(move for move in reversed(hand.play.moves) if move.text.startswith(f"{seat} buy "))
    count = int(buy.text.split(" ")[2])
    return format_html(
        _("<strong>{} bought {}, {}.</strong> Card {} of {}. Holds {}. Must beat seat {}, {}."),
        who[seat],
        count,
        dollars(count * hand.condition),
        count - felt.owed + 1,
        count,
        holds(felt, seat),
        target,
        holds(felt, target),
    )


def _last(hand: Hand) -> str:
    """What the last action brought, where the dealer has to say it."""
    if not hand.play.moves:
        return ""
    move = hand.play.moves[-1]
    return " ".join(line for event in move.events if (line := _told(hand, move, event.type, event.data())))


def _told(hand: Hand, move: Move, kind: str, data: dict[str, object]) -> str:
    card = Card(str(data["card"])).short if "card" in data else ""
    if kind == "hand.bought_card":
        text = str(VERDICTS[str(data["verdict"])]).format(card=card, seat=data["seat"])
        unused = _left_over(hand, move) if data["verdict"] == "beats" else 0
        return (
            _("{text} {amount} unused stays in the pot.").format(text=text, amount=dollars(unused))
            if unused
            else text
        )
    if kind == "hand.folded":
        return _("Seat {seat} folds.").format(seat=data["seat"])
    if kind == "hand.exhausted":
        return _("Seat {seat} is lowest with five cards: out.").format(seat=data["seat"])
    if kind == "hand.card_scrapped":
        return _("{card} is set aside.").format(card=card)
    if kind == "hand.card_overdealt":
        fate = _("it goes to the next buyer") if data["fate"] == "next" else _("it is dead")
        return _("{card} came too many: {fate}.").format(card=card, fate=fate)
    return ""


def _left_over(hand: Hand, move: Move) -> int:
    """Cents paid for cards that the beat at `move` has made needless."""
    before = [earlier for earlier in hand.play.moves if earlier.n < move.n]
    felt = cast(Felt, before[-1].state)
    return max(0, felt.owed - 1) * hand.condition
