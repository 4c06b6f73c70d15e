"""What an action of Boomerang may be: each check answers the event that it is, or raises Refused. Pure."""

from __future__ import annotations

from tables.game.base import Event, Refused
from tables.game.refusal import Phrase
from tables.variants.boomerang_hunt.camp import Camp
from tables.variants.boomerang_hunt.deck import TERRITORIES, card
from tables.variants.boomerang_hunt.events import Chosen, StoppedHunting, Thrown, Turned


def check_draw(state: Camp, species: str, one: str, other: str) -> Event:
    """`draw fish water forest`: the card that is turned up; its territories in either order."""
    text = card(species, one, other)
    if not state.revealing:
        raise Refused("no_card_due", "No card is due: {why}.", why=_instead(state))
    if text not in state.left:
        where = Phrase("it has come already") if text in state.deck else Phrase("it is not in this deck")
        raise Refused("card_out", "{text} cannot come: {where}.", text=text, where=where)
    return Turned(text)


def check_choose(state: Camp, seat: int, territory: str) -> Event:
    """A token laid down unseen. Any of the five may be chosen, shown or not; once."""
    if territory not in TERRITORIES:
        raise Refused(
            "unknown_territory",
            "{text!r} is no territory: water, forest, meadow, desert or mountain.",
            text=territory[:30],
        )
    if not state.choosing:
        raise Refused("no_choice_due", "Nothing is chosen now: {why}.", why=_instead(state))
    if seat in state.chosen:
        raise Refused("chosen_already", "Seat {seat} has chosen; it stays so for this round.", seat=seat)
    return Chosen(seat, territory)


def check_throw(state: Camp, seat: int) -> Event:
    _to_act(state, seat)
    if (why := throw_closed(state, seat)) is not None:
        raise Refused("no_boomerangs", "{why}", why=why)
    return Thrown(seat)


def check_stop(state: Camp, seat: int) -> Event:
    _to_act(state, seat)
    if (why := stop_closed(state, seat)) is not None:
        raise Refused("must_throw", "{why}", why=why)
    return StoppedHunting(seat, state.circle)


def throw_closed(state: Camp, seat: int) -> str | None:
    """Why this hunter cannot throw, or None."""
    if state.boomerangs[seat]:
        return None
    return Phrase("Seat {seat} has no boomerangs left: it can only stop.", seat=seat)


def stop_closed(state: Camp, seat: int) -> str | None:
    """Why this hunter cannot stop yet, or None: only where the rules ask for an opening throw."""
    opens = seat == state.first and not state.thrown and not state.stopped
    if state.rules().opening_throw_required and opens and state.boomerangs[seat]:
        return Phrase("Seat {seat} opens the round with a throw.", seat=seat)
    return None


def _to_act(state: Camp, seat: int) -> None:
    if seat in state.stopped and state.actor is not None:
        raise Refused("seat_stopped", "Seat {seat} has stopped and is out until the next round.", seat=seat)
    actor = state.actor
    if actor is None:
        raise Refused("no_hunt_now", "Nobody throws or stops now: {why}.", why=_instead(state))
    if seat != actor:
        raise Refused("not_your_turn", "Seat {actor} acts now, not seat {seat}.", actor=actor, seat=seat)


def _instead(state: Camp) -> str:
    """What the game waits for, with nothing in it that is secret."""
    if state.revealing:
        return Phrase("a card is turned up first")
    if state.choosing:
        waiting = ", ".join(str(seat) for seat in state.setup.seats if seat not in state.chosen)
        return Phrase("to choose a territory: seats {seats}", seats=waiting)
    return Phrase("seat {seat} throws or stops", seat=state.actor)
