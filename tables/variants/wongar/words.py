"""Words of Wongar's actions: each is read here, or refused; and whose turn an action must be. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from tables.game.base import Refused
from tables.variants.wongar.cards import KINDS
from tables.variants.wongar.land import Land
from tables.variants.wongar.steps import Step, actor, instead, step

_SHOWN = 30
"""So much of a wrong word is repeated in a refusal."""


def territory_of(state: Land, word: str) -> str:
    """Raises Refused (`unknown_territory`)."""
    names = state.board.map.territories
    if word not in names:
        raise Refused(
            "unknown_territory",
            "{word!r} is no territory: {names}.",
            word=word[:_SHOWN],
            names=", ".join(names),
        )
    return word


def kind_of(word: str) -> str:
    """Raises Refused (`unknown_kind`)."""
    if word not in KINDS:
        raise Refused(
            "unknown_kind", "{word!r} is no kind of piece: disc, cube or cylinder.", word=word[:_SHOWN]
        )
    return word


def card_of(word: str, known: Sequence[str]) -> str:
    """Raises Refused (`unknown_card`)."""
    if word not in known:
        raise Refused(
            "unknown_card", "{word!r} is no card here: {known}.", word=word[:_SHOWN], known=", ".join(known)
        )
    return word


def turn(state: Land, seat: int, *steps: Step) -> Step:
    """What is open now, which must be one of `steps` and this seat's. Raises Refused."""
    now = step(state)
    if now not in steps:
        raise Refused("not_now", "That is not open now: {why}.", why=instead(state))
    if actor(state) != seat:
        raise Refused(
            "not_your_turn", "It is not the turn of seat {seat}: {why}.", seat=seat, why=instead(state)
        )
    return now
