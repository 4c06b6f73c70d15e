"""What an action of a drafting game may be: each check answers the event that it is, or raises Refused. Pure.

A reason says nothing of cards but to the seat that holds them. (Nobody keys a hand: that is left to a shoe.)
"""

from __future__ import annotations

from collections.abc import Iterable

from tables.game.base import Event, Refused, dealt_in
from tables.variants.boomerang_draft.deck import LETTERS
from tables.variants.boomerang_draft.events import Chosen, HandDealt, Picked
from tables.variants.boomerang_draft.journey import HAND, SKIP, Journey
from tables.variants.boomerang_draft.scoring import icon_count

DEAL_FORM = "deal 2 A C F K R X #"


def check_deal(state: Journey, to: str, *cards: str) -> Event:
    """`deal 2 A C F K R X #`: seven different cards, to the seats in any order, before anybody picks."""
    seat = dealt_in(state, to)
    if len(cards) != HAND:
        raise Refused("malformed", "It is written {form!r}.", form=DEAL_FORM)
    if not state.dealing:
        raise Refused("no_card_due", "No hand is dealt: {why}.", why=_instead(state))
    if seat in state.dealt:
        raise Refused("has_cards", "Seat {seat} has its hand of this round.", seat=seat)
    for card in cards:
        _known(card)
    if len(set(cards)) < len(cards):
        raise Refused("card_twice", "A hand is seven different cards.")
    left = {card for pile in state.piles for card in state.left(pile)}
    if not left.issuperset(cards):
        raise Refused("card_out", "A card of this hand was dealt to another seat in this round.")
    _undealt_first(state, cards)
    return HandDealt(seat, cards)


def _undealt_first(state: Journey, cards: tuple[str, ...]) -> None:
    """With `undealt_first`: what nobody had in the round before must all find room in this one."""
    if not state.rules().undealt_first or state.round == 1:
        return
    waiting = set(state.undealt()) - {card for hand in state.dealt.values() for card in hand} - set(cards)
    room = HAND * (len(state.setup.seats) - len(state.dealt) - 1)
    if len(waiting) > room:
        raise Refused(
            "undealt_first", "The cards that were not dealt in the round before are dealt first in this one."
        )


def check_pick(state: Journey, seat: int, card: str) -> Event:
    """A card of the own hand; all pick at the same time, in whatever order it is entered; once."""
    _known(card)
    if state.dealing:
        raise Refused(
            "deal_unfinished", "Nobody picks before all hands are dealt: {why}.", why=_instead(state)
        )
    if not state.picking:
        raise Refused("no_pick_due", "No card is picked now: {why}.", why=_instead(state))
    if seat in state.picks:
        raise Refused("picked_already", "Seat {seat} has picked; the others pick first.", seat=seat)
    if card not in state.hands[seat]:
        raise Refused("not_in_hand", "{card} is not in the hand of seat {seat}.", card=card, seat=seat)
    return Picked(seat, card)


def check_icon(state: Journey, seat: int, icon: str) -> Event:
    """`5 activity swimming`, `5 treasure nature`: what the seat scores in this round."""
    edition = state.edition
    if icon not in edition.icons:
        raise Refused(
            "unknown_scoring",
            "{text!r} is none of {icons}.",
            text=icon[:30],
            icons=", ".join(edition.icons),
        )
    _to_choose(state, seat)
    if (why := icon_used(state, seat, icon)) is not None:
        raise Refused("used_already", "{why}", why=why)
    if (why := icon_lacking(state, seat, icon)) is not None:
        raise Refused("no_icon", "{why}", why=why)
    return Chosen(seat, icon)


def check_skip(state: Journey, seat: int) -> Event:
    """Nothing is scored; where a choice is compulsory, only for who has none."""
    _to_choose(state, seat)
    if (why := skip_closed(state, seat)) is not None:
        raise Refused("must_choose", "{why}", why=why)
    return Chosen(seat, SKIP)


def icon_used(state: Journey, seat: int, icon: str) -> str | None:
    """Why an activity or treasure is gone for this seat, or None: each once a game."""
    round_ = state.used(seat).get(icon)
    return None if round_ is None else f"Seat {seat} has used {icon} in round {round_}."


def icon_lacking(state: Journey, seat: int, icon: str) -> str | None:
    """Why a treasure cannot be chosen, or None: one of its symbols must be on the seat's own seven cards."""
    if not state.edition.compulsory or icon_count(state.edition, state.rows[seat], icon):
        return None
    return f"Seat {seat} has no {icon} on its seven cards."


def skip_closed(state: Journey, seat: int) -> str | None:
    """Why this seat may not skip, or None."""
    if not state.edition.compulsory or state.treasure_optional:
        return None
    shut = [icon_used(state, seat, i) or icon_lacking(state, seat, i) for i in state.edition.icons]
    return None if all(shut) else f"Seat {seat} has a {state.edition.icon} to choose."


def _to_choose(state: Journey, seat: int) -> None:
    if not state.choosing:
        raise Refused("no_choice_due", "Nothing is chosen now: {why}.", why=_instead(state))
    if seat in state.choices:
        raise Refused("chosen_already", "Seat {seat} has chosen; it stays so for this round.", seat=seat)


def _known(card: str) -> None:
    if len(card) != 1 or card not in LETTERS:
        raise Refused("unknown_card", "{card!r} is no card: they are A to Z, @ and #.", card=card[:30])


def _instead(state: Journey) -> str:
    """What the game waits for, with nothing in it that is secret."""
    seats = state.setup.seats
    if state.dealing:
        return f"seats {_listed(seat for seat in seats if seat not in state.dealt)} have no hand yet"
    if state.picking:
        return f"seats {_listed(seat for seat in seats if seat not in state.picks)} have still to pick"
    waiting = _listed(seat for seat in seats if seat not in state.choices)
    return f"seats {waiting} have still to choose what they score"


def _listed(seats: Iterable[int]) -> str:
    return ", ".join(map(str, seats))
