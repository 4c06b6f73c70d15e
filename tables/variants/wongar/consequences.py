"""What follows by itself in Wongar, one event after the other. Pure."""

from __future__ import annotations

from tables.game.base import Event, Won
from tables.variants.wongar import ceremony, scoring
from tables.variants.wongar.ceremony_events import FiguresGathered, NothingToPlay, scored
from tables.variants.wongar.land import Ceremony, Gathering, Land, Placing
from tables.variants.wongar.round_events import (
    AncestorPassed,
    BoomerangPassed,
    DrawingEnded,
    PrivilegeFulfilled,
)
from tables.variants.wongar.set_up_events import RitualsShuffled
from tables.variants.wongar.steps import Step, can_be_drawn, next_dealt, next_reveal, next_site, step
from tables.variants.wongar.turn_events import FirstPlaced, TurnSkipped


def consequence(state: Land) -> Event | None:
    """The next thing that follows by itself, or None."""
    if state.over:
        return None
    if state.round == 0:
        return _of_set_up(state)
    if state.aside and state.aside == state.form.rituals.count("scorpion"):
        return _shuffled(state)
    if next_reveal(state) is not None:
        return None
    if not state.privileged:
        return PrivilegeFulfilled(state.owners["elder"])
    if state.owed:
        if not can_be_drawn(state):
            return DrawingEnded(state.owed_seat, state.owed)
        return None if state.rituals else _shuffled(state)
    if state.task is not None:
        return _of_task(state)
    if state.waiting:
        return None if _can_take(state, state.waiting[0]) else TurnSkipped(state.waiting[0])
    return _round_over(state)


def _of_set_up(state: Land) -> Event | None:
    """After the deal the ritual cards are shuffled, Scorpions given back included (S:35); then begins round 1."""
    revealing = next_reveal(state) is not None or next_site(state) is not None
    if not revealing and not state.shuffles and next_dealt(state) is None:
        return _shuffled(state)
    if step(state) is Step.NOTHING:
        return BoomerangPassed(state.owners["ancestor"], 1)
    return None


def _shuffled(state: Land) -> Event:
    return RitualsShuffled(len(state.rituals) + len(state.discards) + state.aside)


def _of_task(state: Land) -> Event | None:
    match state.task:
        case Placing(seat=seat, kind=kind, first=territory) if territory:
            return FirstPlaced(seat, kind, territory)
        case Gathering(seat=seat, territory=territory):
            return FiguresGathered(seat, territory)
        case Ceremony(site=site, trigger=trigger, active=active):
            if not active:
                return scored(state, site, trigger)
            return None if ceremony.can_play(state, active[0]) else NothingToPlay(active[0])
    return None


def _can_take(state: Land, seat: int) -> bool:
    return bool(state.face_up or state.figure_cards.get(seat))


def _round_over(state: Land) -> Event:
    """The end, or the next round, which the Ancestor's owner begins (S:162, W9, W51)."""
    if scoring.ends(state):
        won = scoring.winners(state)
        return Won(won, next(seat for seat in state.setup.seats if seat in won))
    owner = state.owners["ancestor"]
    if state.rules().ancestor_passes_left and not state.passed_on:
        return AncestorPassed(state.clockwise(owner)[1])
    return BoomerangPassed(owner, state.round + 1)
