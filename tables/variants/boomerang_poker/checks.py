"""What an action of Boomerang Poker may be: each check answers the event that it is, or raises Refused. Pure."""

from __future__ import annotations

from tables.game.base import Event, Refused, dealt_in, number
from tables.game.cards import CARDS
from tables.game.ranking import value
from tables.game.refusal import Phrase
from tables.variants.boomerang_poker.events import (
    Bought,
    CardBought,
    Dealt,
    DealtTwo,
    Folded,
    Killed,
    Misdealt,
    Overdealt,
    Restored,
    SetAside,
    TurnGiven,
)
from tables.variants.boomerang_poker.felt import EXTRA_CARDS, FULL, Felt


def _fresh(state: Felt, text: str) -> int:
    """The card that `text` names, which must not have been seen in this hand."""
    card = CARDS.get(text)
    if card is None:
        raise Refused(
            "unknown_card",
            "{text!r} is no card: rank 23456789TJQKA and suit c, d, h or s, as in Qh.",
            text=text,
        )
    if (text not in state.left or card == state.waiting) and (where := state.lies(card)) is not None:
        raise Refused(
            "card_out",
            "{text} lies {where}. If the deck holds it twice, the floor voids the hand.",
            text=text,
            where=where,
        )
    return card


def next_of_deal(state: Felt) -> int:
    """The seat that the next card of the deal goes to: the first clockwise with the fewest cards."""
    hands = state.hands
    for seat in state.setup.seats:
        if seat not in hands:
            return seat
    for seat in state.setup.seats:
        if len(hands[seat]) == 1:
            return seat
    raise ValueError("the deal is complete")


def _no_card_due(state: Felt) -> None:
    if not state.dealt:
        raise Refused("deal_unfinished", "The deal is not complete: every seat gets two cards first.")
    if state.owed:
        raise Refused(
            "cards_due", "Seat {seat} is still owed cards ({owed}).", seat=state.buyer, owed=state.owed
        )


def _live(state: Felt, seat: int) -> None:
    if seat in state.out:
        raise Refused("seat_out", "Seat {seat} is out ({why}).", seat=seat, why=state.out[seat])


def not_stuck(state: Felt) -> None:
    if (reason := stuck(state)) is not None:
        raise Refused("waits_for_floor", "{reason}", reason=reason)


def stuck(state: Felt) -> str | None:
    """Why only a ruling of the floor goes on: a card is due that cannot come, or no hand is live; else None."""
    if not state.left and (state.owed or not state.dealt):
        return Phrase("The stub is empty and a card is due: the floor awards or voids the hand.")
    if state.dealt and not state.owed and len(state.out) == len(state.setup.seats):
        return Phrase("No hand is live: the floor restores one, awards or voids.")
    return None


def check_card(state: Felt, text: str) -> Event:
    not_stuck(state)
    card = _fresh(state, text)
    if not state.dealt:
        return Dealt(next_of_deal(state), text)
    if not state.owed:
        raise Refused("no_card_due", "No card is due: seat {seat} folds or buys first.", seat=state.actor)
    return bought_card(state, card, text)


def bought_card(state: Felt, card: int, text: str) -> CardBought:
    """The card with what it does: the buyer has beaten the next higher hand, or not yet, or it was the last."""
    seat, target = state.buyer, state.to_beat
    if seat is None or target is None:
        raise ValueError("no card is owed")
    now, aim = value((*state.hands[seat], card)), state.values[target]
    if now > aim:
        verdict = "beats"
    elif state.owed > 1:
        verdict = "not_yet"
    else:
        verdict = "tied" if now == aim and state.rules().tie_after_draw == "live" else "fails"
    return CardBought(seat, text, verdict)


def check_deal(state: Felt, to_seat: str, first: str, second: str) -> DealtTwo:
    not_stuck(state)
    to = dealt_in(state, to_seat)
    if state.hands.get(to):
        raise Refused("has_cards", "Seat {seat} has cards already.", seat=to)
    if _fresh(state, first) == _fresh(state, second):
        raise Refused("card_out", "{text} is named twice.", text=first)
    return DealtTwo(to, (first, second))


def check_fold(state: Felt, seat: int) -> Folded:
    """In or out of turn. The last live hand has won by itself, so it is never there to be folded."""
    _no_card_due(state)
    _live(state, seat)
    return Folded(seat)


def check_buy(state: Felt, seat: int, count: str) -> Bought:
    wanted = number(count, least=1, most=EXTRA_CARDS)
    _no_card_due(state)
    _live(state, seat)
    actor = state.actor
    if seat != actor:
        raise Refused("not_your_turn", "Seat {actor} acts now, not seat {seat}.", actor=actor, seat=seat)
    if (reason := buy_closed(state, seat, wanted)) is not None:
        raise Refused("too_many", "{reason}", reason=reason)
    order = state.order
    return Bought(seat, wanted, order[order.index(seat) + 1])


def buy_closed(state: Felt, seat: int, count: int) -> str | None:
    """Why seat cannot buy `count` cards, or None: five in hand is the limit, and what the stub holds."""
    room, stub = FULL - len(state.hands[seat]), state.stub
    if count > room:
        return Phrase(
            "Seat {seat} holds {held} cards and can receive {room} more.",
            seat=seat,
            held=FULL - room,
            room=room,
        )
    if count > stub:
        if stub:
            return Phrase("The stub holds {stub} more.", stub=stub)
        return Phrase("The stub is empty: only folding is open.")
    return None


def check_scrap(state: Felt, text: str) -> SetAside:
    not_stuck(state)
    if state.dealt and not state.owed:
        raise Refused("no_card_due", "A boxed card is set aside only while a card is due.")
    _fresh(state, text)
    return SetAside(text)


def check_extra(state: Felt, text: str) -> Overdealt:
    if not state.just_beat or state.awarded is not None:
        raise Refused(
            "no_extra_now",
            "A card too many is recorded once, right after a hand beat, before the next action.",
        )
    _fresh(state, text)
    return Overdealt(text, state.rules().overdealt_card)


def check_turn(state: Felt, word: str) -> TurnGiven:
    named = dealt_in(state, word)
    _no_card_due(state)
    _live(state, named)
    if len(state.hands[named]) == FULL:
        raise Refused("hand_full", "Seat {seat} holds five cards and cannot act.", seat=named)
    if state.order[-1] == named:
        raise Refused("highest_hand", "Seat {seat} holds the highest hand, which never acts.", seat=named)
    return TurnGiven(named)


def check_restore(state: Felt, word: str) -> Restored:
    named = dealt_in(state, word)
    _no_card_due(state)
    if named not in state.out:
        raise Refused("not_out", "Seat {seat} is live; nothing is to be restored.", seat=named)
    if state.out[named] == "exhausted":
        raise Refused(
            "exhausted", "Seat {seat} holds five cards and cannot act: it is not restored.", seat=named
        )
    return Restored(named)


def check_kill(state: Felt, word: str) -> Killed:
    named = dealt_in(state, word)
    _no_card_due(state)
    _live(state, named)
    return Killed(named)


def check_misdeal(state: Felt) -> Misdealt:
    if not state.misdeal_open:
        raise Refused("too_late", "A misdeal is possible only until the first fold or the first bought card.")
    return Misdealt("misdeal")
