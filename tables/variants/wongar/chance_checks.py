"""What comes by chance in Wongar: each check answers the event that it is, or raises Refused. Pure."""

from __future__ import annotations

from tables.game.base import Event, Refused, dealt_in
from tables.variants.wongar.cards import RITUAL_CARDS, TERRITORY_CARDS
from tables.variants.wongar.land import Land
from tables.variants.wongar.piles import bag, turned
from tables.variants.wongar.round_events import CardRevealed, RitualReceived, ScorpionDrawn, ScorpionRevealed
from tables.variants.wongar.set_up_events import (
    FiguresAllotted,
    PieceDrawn,
    ScorpionPutUnder,
    ScorpionReturned,
)
from tables.variants.wongar.steps import Step, due_to, instead, next_reveal, next_site, step
from tables.variants.wongar.words import card_of, kind_of, territory_of


def check_reveal(state: Land, territory: str, card: str) -> Event:
    """`reveal emu triple`: the top card of the stack that is next in board order."""
    name, card = territory_of(state, territory), card_of(card, TERRITORY_CARDS)
    due = next_reveal(state)
    if step(state) is not Step.REVEAL or due is None:
        raise Refused("no_card_due", "No card is turned up now: {why}.", why=instead(state))
    if name != due:
        raise Refused(
            "other_stack", "The next card is turned up in {due}, not in {name}.", due=due, name=name
        )
    if card not in turned(state, name):
        raise Refused(
            "card_out",
            "No {card} card can come next in {name}: those of this stack have come, or lie at its bottom.",
            card=card,
            name=name,
        )
    if card != "scorpion":
        return CardRevealed(name, card)
    if state.round == 0:
        return ScorpionPutUnder(name)
    if not state.form.scorpions_harm:
        return ScorpionRevealed(name, 0, state.next_space, 0)
    seat = state.owners["ancestor"]
    return ScorpionRevealed(name, seat, state.next_space, state.behind(seat))


def check_piece(state: Land, owner: str, kind: str, territory: str) -> Event:
    """`piece 2 disc emu`: a piece out of the bag, for the territory that is being filled."""
    seat, kind, name = dealt_in(state, owner), kind_of(kind), territory_of(state, territory)
    due = next_site(state)
    if step(state) is not Step.PIECE or due is None:
        raise Refused("no_piece_due", "No piece is drawn now: {why}.", why=instead(state))
    if name != due:
        raise Refused("other_territory", "The next piece goes to {due}, not to {name}.", due=due, name=name)
    if f"{seat} {kind}" not in bag(state):
        raise Refused("piece_out", "No {kind} of seat {seat} is left in the bag.", kind=kind, seat=seat)
    return PieceDrawn(seat, kind, name)


def check_ritual(state: Land, receiver: str, card: str) -> Event:
    """`ritual 2 cube`: the ritual card that a seat receives. A Scorpion is none: it is replaced."""
    seat, card = dealt_in(state, receiver), card_of(card, RITUAL_CARDS)
    due = due_to(state)
    if step(state) is not Step.RITUAL or due is None:
        raise Refused("no_card_due", "No ritual card is due: {why}.", why=instead(state))
    if seat != due:
        raise Refused(
            "other_seat", "The ritual card is due to seat {due}, not to seat {seat}.", due=due, seat=seat
        )
    if card not in state.rituals:
        raise Refused("card_out", "That card cannot come: none is in the stack.")
    if card != "scorpion":
        return RitualReceived(seat, card)
    if state.round == 0:
        return ScorpionReturned(seat)
    return ScorpionDrawn(seat, state.next_space, state.behind(seat))


def check_figures(state: Land, ancestor: str, elder: str) -> Event:
    """`figures 1 4`: two different seats, the Ancestor's owner first (W5, W6)."""
    first, second = dealt_in(state, ancestor), dealt_in(state, elder)
    if step(state) is not Step.LOTS:
        raise Refused("no_lot_due", "No lot is drawn now: {why}.", why=instead(state))
    if first == second:
        raise Refused("same_seat", "Two different seats receive the Ancestor and the Elder.")
    return FiguresAllotted(first, second)
