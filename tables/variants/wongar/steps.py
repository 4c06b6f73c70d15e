"""What the game waits for: one of these steps, in the order of set-up and round (section 3 of the rulings). Pure."""

from __future__ import annotations

from enum import StrEnum

from tables.variants.wongar.cards import DEALT
from tables.variants.wongar.land import Ceremony, Choosing, Land, Moving, Placing


class Step(StrEnum):
    """`nothing`: the game is over, or something follows by itself."""

    REVEAL = "reveal"
    PIECE = "piece"
    RITUAL = "ritual"
    LOTS = "figures"
    SETTLE = "settle"
    PICK = "pick"
    TAKE = "take"
    KIND = "kind"
    PLACE = "place"
    MOVE = "move"
    PLAY = "play"
    NOTHING = "nothing"


def step(state: Land) -> Step:
    """What is due or open just now."""
    if state.over:
        return Step.NOTHING
    if state.round == 0:
        return _of_set_up(state)
    if next_reveal(state) is not None:
        return Step.REVEAL
    if not state.privileged:
        return Step.NOTHING
    if state.owed:
        if not state.rituals or not can_be_drawn(state):
            return Step.NOTHING
        return Step.PICK if state.form.picks else Step.RITUAL
    match state.task:
        case Choosing():
            return Step.KIND
        case Placing(first=""):
            return Step.PLACE
        case Moving():
            return Step.MOVE
        case Ceremony(active=active) if active:
            return Step.PLAY
        case None if state.waiting:
            return Step.TAKE
    return Step.NOTHING


def _of_set_up(state: Land) -> Step:
    if next_reveal(state) is not None:
        return Step.REVEAL
    if next_site(state) is not None:
        return Step.PIECE
    if next_dealt(state) is not None:
        return Step.RITUAL
    if not state.owners:
        return Step.LOTS
    return Step.SETTLE if any(state.start.values()) else Step.NOTHING


def next_reveal(state: Land) -> str | None:
    """The first territory in board order without an open card that has a stack, until the Elder's privilege (W8, W12).

    After a Scorpion it is the same territory again, as long as its stack lasts.
    """
    if state.privileged:
        return None
    for name in state.board.map.territories:
        if name not in state.face_up and state.stacks[name].size:
            return name
    return None


def next_site(state: Land) -> str | None:
    """The territory that the bag fills now: n pieces each, 2n in the middle (S:31-34, W2); None without a bag."""
    if state.form.free_setup:
        return None
    for name in state.board.map.territories:
        if sum(state.pieces[name].values()) < state.board.map.share(name) * len(state.setup.seats):
            return name
    return None


def next_dealt(state: Land) -> int | None:
    """The seat that the deal of ritual cards has reached: two each, seat by seat (S:35)."""
    full = DEALT + state.form.doubles
    return next((seat for seat in state.setup.seats if len(state.hands[seat]) < full), None)


def settler(state: Land) -> int:
    """Whose turn it is in the free set-up: one piece each, clockwise from the Ancestor's owner (S:120, W58)."""
    seats = state.clockwise(state.owners["ancestor"])
    placed = sum(sum(there.values()) for there in state.pieces.values())
    return seats[placed % len(seats)]


def can_be_drawn(state: Land) -> bool:
    """Stack and discards hold a card that is no Scorpion; else none is awaited (W20, W61)."""
    return any(card != "scorpion" for card in (*state.rituals, *state.discards))


def due_to(state: Land) -> int | None:
    """The seat that receives the ritual card which is due."""
    if step(state) not in (Step.RITUAL, Step.PICK):
        return None
    return next_dealt(state) if state.round == 0 else state.owed_seat


def actor(state: Land) -> int | None:
    """The seat whose decision is open; None while chance is due or nothing is."""
    match step(state):
        case Step.SETTLE:
            return settler(state)
        case Step.PICK:
            return state.owed_seat
        case Step.TAKE:
            return state.waiting[0]
        case Step.KIND | Step.PLACE | Step.MOVE | Step.PLAY:
            task = state.task
            assert task is not None
            return task.active[0] if isinstance(task, Ceremony) else task.seat
    return None


def instead(state: Land) -> str:
    """What the game waits for, as a clause, with nothing in it that is secret."""
    now = step(state)
    site = next_site(state) if now is Step.PIECE else next_reveal(state)
    told = {
        Step.REVEAL: f"a card is turned up in {site}",
        Step.PIECE: f"a piece from the bag goes to {site}",
        Step.RITUAL: f"a ritual card is due to seat {due_to(state)}",
        Step.LOTS: "the lot decides who owns the figures",
        Step.SETTLE: f"seat {actor(state)} places one of its first pieces",
        Step.PICK: f"seat {actor(state)} picks a ritual card",
        Step.TAKE: f"seat {actor(state)} takes a territory card",
        Step.KIND: f"seat {actor(state)} names a kind",
        Step.PLACE: f"seat {actor(state)} places pieces",
        Step.MOVE: f"seat {actor(state)} moves a figure",
        Step.PLAY: f"seat {actor(state)} plays a ritual card or passes",
        Step.NOTHING: "nothing",
    }
    return told[now]
