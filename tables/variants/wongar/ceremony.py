"""The Ceremony: who takes part, how a ritual card can be played, and the Scoring that ends it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

from tables.variants.wongar.cards import KINDS, without
from tables.variants.wongar.land import Ceremony, Land

WAYS: Final = ("remove", "out", "in")
"""A foreign piece back to its owner; an own piece out to a neighbour; an own piece in from one (S:76-78)."""


def play_text(card: str, kind: str, way: str, targets: Iterable[str] = ()) -> str:
    """A play as records write it, without the seat; the double card names its kind."""
    return " ".join(("play", card, *((kind,) if card == "double" else ()), way, *targets))


def begun(state: Land, site: str, trigger: str) -> Land:
    """The state with the Ceremony open: whoever has a piece there, from the Ancestor's owner on (S:72-73, W35-W36)."""
    active = tuple(seat for seat in state.clockwise(state.owners["ancestor"]) if state.takes_part(seat, site))
    return state.but(task=Ceremony(site, trigger, active))


def gone_on(state: Land, *, out: int | None = None) -> Land:
    """After a play the next in turn acts; who has no piece left is out for good (S:82, W37), and so is `out` (W38)."""
    task = state.task
    assert isinstance(task, Ceremony)
    turned = (*task.active[1:], task.active[0])
    active = tuple(seat for seat in turned if seat != out and state.takes_part(seat, task.site))
    return state.but(task=task._replace(active=active))


def number_of_pieces(card: str) -> int:
    return 2 if card == "double" else 1


def available(state: Land, site: str, seat: int, kind: str, way: str) -> tuple[dict[str, int], int]:
    """From or to where pieces can go, each with how many, and how many can at most: seats ascending, board order."""
    near = state.board.map.neighbours[site]
    if way == "remove":
        others = (other for other in sorted(state.setup.seats) if other != seat)
        found = {str(other): state.there(other, kind, site) for other in others}
    elif way == "out":
        mine = state.there(seat, kind, site)
        return (dict.fromkeys(near, mine) if mine else {}), mine
    else:
        found = {name: state.there(seat, kind, name) for name in near}
    return {name: count for name, count in found.items() if count}, sum(found.values())


def choices(state: Land, site: str, seat: int, card: str, kind: str, way: str) -> list[tuple[str, ...]]:
    """The targets that this way may name, each choice once.

    Exactly as many as the card moves, fewer only where not so many pieces can be moved (S:80, W44-W45).
    """
    found, most = available(state, site, seat, kind, way)
    moved = min(number_of_pieces(card), most)
    if not moved:
        return []
    several = combinations_with_replacement(found, moved)
    return [names for names in several if all(names.count(name) <= found[name] for name in set(names))]


def can_play(state: Land, seat: int) -> bool:
    """The seat holds a card that can be carried out (W39, W41)."""
    task = state.task
    assert isinstance(task, Ceremony)
    return any(
        available(state, task.site, seat, kind, way)[1]
        for card in set(state.hands[seat])
        for kind in (KINDS if card == "double" else (card,))
        for way in WAYS
    )


def played(state: Land, seat: int, card: str, kind: str, way: str, targets: tuple[str, ...]) -> Land:
    """The state after the card: it is laid open, or leaves the game (S:130, W63), and the pieces are moved."""
    task = state.task
    assert isinstance(task, Ceremony)
    hands = {**state.hands, seat: without(state.hands[seat], card)}
    if card == "double" and state.form.doubles_once:
        state = state.but(hands=hands, gone=state.gone + 1)
    else:
        state = state.but(hands=hands, discards=(*state.discards, card))
    for target in targets:
        if way == "remove":
            piece = (int(target), kind)
            state = state.but(pieces=state.moved(piece, out_of=task.site), supply=state.supplied(piece, 1))
        else:
            here, there = (task.site, target) if way == "out" else (target, task.site)
            state = state.but(pieces=state.moved((seat, kind), out_of=here, into=there))
    return state


def majorities(state: Land, site: str) -> tuple[int, ...]:
    """For each kind the seat with most pieces of it there, 0 for nobody (S:92, W46).

    Who ties shares nothing: the first of them clockwise takes all, from the Ancestor's owner on (S:97, W47).
    """
    order = state.clockwise(state.owners["ancestor"])
    found = []
    for kind in KINDS:
        most = max(state.there(seat, kind, site) for seat in order)
        winner = next(seat for seat in order if state.there(seat, kind, site) == most)
        found.append(winner if most else 0)
    return tuple(found)
