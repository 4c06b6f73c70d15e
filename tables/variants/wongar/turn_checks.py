"""What a seat may do in its turn of Wongar, outside the Ceremonies: each check answers an event or refuses. Pure.

The functions that say why an option is closed serve the prompts too.
"""

from __future__ import annotations

from tables.game.base import Event, Refused, number
from tables.variants.wongar.cards import AT_FIRST, EXTRA, FIGURES, RITUAL_CARDS
from tables.variants.wongar.ceremony_events import FigureMoved
from tables.variants.wongar.land import Land, Moving, Placing
from tables.variants.wongar.round_events import RitualPicked
from tables.variants.wongar.set_up_events import PieceSettled
from tables.variants.wongar.steps import Step
from tables.variants.wongar.turn_events import (
    CardTaken,
    FigureCardUsed,
    KindNamed,
    PiecePlaced,
    PlacingEnded,
    RitualsClaimed,
)
from tables.variants.wongar.words import card_of, kind_of, territory_of, turn


def check_take(state: Land, seat: int, territory: str) -> Event:
    """`2 take emu`: one open card each in a round; nobody may pass (S:126, W11)."""
    name = territory_of(state, territory)
    turn(state, seat, Step.TAKE)
    if (why := take_closed(state, name)) is not None:
        raise Refused("no_card_there", "{why}", why=why)
    return CardTaken(seat, name, state.face_up[name])


def take_closed(state: Land, territory: str) -> str | None:
    """Why no card can be taken there, or None."""
    return None if territory in state.face_up else f"No card lies open in {territory}."


def check_figure(state: Land, seat: int, figure: str) -> Event:
    """`2 figure elder`: a figure card of one's own instead of taking one, each once (S:126, W62)."""
    figure = card_of(figure, FIGURES)
    turn(state, seat, Step.TAKE)
    if (why := figure_closed(state, seat, figure)) is not None:
        raise Refused("card_used", "{why}", why=why)
    return FigureCardUsed(seat, figure)


def figure_closed(state: Land, seat: int, figure: str) -> str | None:
    """Why this card of one's own cannot be used, or None."""
    return None if figure in state.figure_cards[seat] else f"Seat {seat} has used its {figure} card."


def check_kind(state: Land, seat: int, kind: str) -> Event:
    """`2 kind cube`: for a card of three symbols; also a kind of which no piece is left (S:49, W28)."""
    kind = kind_of(kind)
    turn(state, seat, Step.KIND)
    return KindNamed(seat, kind)


def check_place(state: Land, seat: int, kind: str, territory: str) -> Event:
    """`2 place disc emu`: a piece from the supply, or in the free set-up one of the first twelve (S:120)."""
    kind, name = kind_of(kind), territory_of(state, territory)
    if turn(state, seat, Step.PLACE, Step.SETTLE) is Step.SETTLE:
        if (why := settle_closed(state, seat, kind)) is not None:
            raise Refused("pieces_used", "{why}", why=why)
        return PieceSettled(seat, kind, name)
    task = state.task
    assert isinstance(task, Placing)
    if kind != task.kind:
        raise Refused("wrong_kind", "Seat {seat} places {due}s now.", seat=seat, due=task.kind)
    if (why := place_closed(state, task)) is not None:
        raise Refused("supply_empty", "{why}", why=why)
    return PiecePlaced(seat, kind, name)


def settle_closed(state: Land, seat: int, kind: str) -> str | None:
    """Why no piece of this kind can be placed in the set-up, or None: four of each (W58)."""
    if state.start[seat, kind]:
        return None
    return f"Seat {seat} has placed its {AT_FIRST} {kind}s of the set-up."


def place_closed(state: Land, task: Placing) -> str | None:
    """Why no further piece can be placed, or None."""
    return None if state.supply[task.seat, task.kind] else f"Seat {task.seat} has no {task.kind}s left."


def check_draw(state: Land, seat: int, count: str) -> Event:
    """`2 draw 1`: a ritual card for each piece forgone, after those that are placed (S:46, W25-W27)."""
    cards = number(count, least=1, most=EXTRA)
    task = _may_end(state, seat)
    if (why := draw_closed(task, cards)) is not None:
        raise Refused("pieces_placed", "{why}", why=why)
    return RitualsClaimed(seat, cards)


def draw_closed(task: Placing, cards: int) -> str | None:
    """Why so many ritual cards cannot be taken, or None. An empty supply lowers nothing (W26)."""
    if cards <= task.left:
        return None
    return f"Seat {task.seat} has placed a further piece: {task.left} ritual card at most."


def check_done(state: Land, seat: int) -> Event:
    """`2 done`: neither further pieces nor ritual cards; nobody has to take any (W25)."""
    _may_end(state, seat)
    return PlacingEnded(seat)


def _may_end(state: Land, seat: int) -> Placing:
    """The pieces of a card of one kind, which may be forgone. Raises Refused for those of a triple."""
    turn(state, seat, Step.PLACE)
    task = state.task
    assert isinstance(task, Placing)
    if not task.may_end:
        raise Refused(
            "must_place", "The pieces of a card of three symbols are placed: {left} more.", left=task.left
        )
    return task


def check_move(state: Land, seat: int, territory: str) -> Event:
    """`2 move snake`: the figure that the card allows to move."""
    name = territory_of(state, territory)
    turn(state, seat, Step.MOVE)
    task = state.task
    assert isinstance(task, Moving)
    if (why := move_closed(state, task, name)) is not None:
        raise Refused("out_of_reach", "{why}", why=why)
    return FigureMoved(seat, task.figure, name)


def move_closed(state: Land, task: Moving, territory: str) -> str | None:
    """Why the figure cannot go there, or None: the Ancestor over one border, the Elder over one or two (W30-W31)."""
    at, ground = state.figures[task.figure], state.board.map
    if territory == at:
        return f"The {task.figure} stands in {at} and may not stay there."
    if task.figure == "ancestor":
        return (
            None if territory in ground.neighbours[at] else f"The ancestor moves over one border from {at}."
        )
    return None if territory in ground.near[at] else f"The elder moves over one or two borders from {at}."


def check_pick(state: Land, seat: int, card: str) -> Event:
    """`2 pick cube`: a ritual card chosen from the stack (S:125, S:128, W60)."""
    card = card_of(card, RITUAL_CARDS)
    turn(state, seat, Step.PICK)
    if (why := pick_closed(state, card)) is not None:
        raise Refused("not_in_stack", "{why}", why=why)
    return RitualPicked(seat, card)


def pick_closed(state: Land, card: str) -> str | None:
    """Why this card cannot be picked, or None. The picker sees the stack."""
    return None if card in state.rituals else f"No {card} card is in the stack."
