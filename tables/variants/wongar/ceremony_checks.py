"""What a seat may do in a Ceremony of Wongar: each check answers an event or refuses. Pure."""

from __future__ import annotations

from tables.game.base import Event, Refused, dealt_in
from tables.variants.wongar import ceremony
from tables.variants.wongar.cards import RITUAL_CARDS
from tables.variants.wongar.ceremony import WAYS
from tables.variants.wongar.ceremony_events import RitualPassed, RitualPlayed
from tables.variants.wongar.land import Ceremony, Land
from tables.variants.wongar.steps import Step
from tables.variants.wongar.words import card_of, kind_of, territory_of, turn

SINGLE_FORM = "2 play cube remove 4"
DOUBLE_FORM = "2 play double cube remove 3 4"


def check_play(state: Land, seat: int, card: str, *words: str) -> Event:
    """`2 play cube out fish`, `2 play double cube remove 3 4`: a ritual card in one of its three ways (S:75-81)."""
    card = card_of(card, RITUAL_CARDS[:-1])
    most = ceremony.number_of_pieces(card)
    kind, words = (words[0], words[1:]) if card == "double" and words else (card, words)
    if not 2 <= len(words) <= 1 + most:
        raise Refused("malformed", "It is written {form!r}.", form=DOUBLE_FORM if most > 1 else SINGLE_FORM)
    kind, way = kind_of(kind), words[0]
    if way not in WAYS:
        raise Refused(
            "malformed", "A ritual card is played with remove, out or in: {form!r}.", form=SINGLE_FORM
        )
    named = [_target(state, way, word) for word in words[1:]]
    _takes_part(state, seat)
    turn(state, seat, Step.PLAY)
    if card not in state.hands[seat]:
        raise Refused("not_in_hand", "Seat {seat} holds no {card} card.", seat=seat, card=card)
    return RitualPlayed(seat, card, kind, way, _chosen(state, seat, card, kind, way, named))


def check_pass(state: Land, seat: int) -> Event:
    """`2 pass`: out of this Ceremony, for good (S:84, W38)."""
    _takes_part(state, seat)
    turn(state, seat, Step.PLAY)
    return RitualPassed(seat)


def _target(state: Land, way: str, word: str) -> str:
    return str(dealt_in(state, word)) if way == "remove" else territory_of(state, word)


def _takes_part(state: Land, seat: int) -> None:
    task = state.task
    if isinstance(task, Ceremony) and seat not in task.active:
        raise Refused(
            "out_of_ceremony",
            "Seat {seat} takes no part in this Ceremony: it has passed, has no card to play or no piece in {site}.",
            seat=seat,
            site=task.site,
        )


def _chosen(state: Land, seat: int, card: str, kind: str, way: str, named: list[str]) -> tuple[str, ...]:
    """The targets in canonical order, so that their order says nothing. Raises Refused where there is no such play."""
    task = state.task
    assert isinstance(task, Ceremony)
    found = ceremony.choices(state, task.site, seat, card, kind, way)
    if not found:
        raise Refused("nothing_there", "{why}", why=way_closed(task.site, kind, way))
    if len(named) != len(found[0]):
        raise Refused(
            "wrong_count",
            "As many pieces as can be: this card names {count} here, one for each piece.",
            count=len(found[0]),
        )
    for targets in found:
        if sorted(targets) == sorted(named):
            return targets
    raise Refused("nothing_there", "{why}", why=_not_so(task.site, kind, way, named))


def way_closed(site: str, kind: str, way: str) -> str:
    """Why no piece of this kind can be moved that way."""
    return {
        "remove": f"There is no foreign {kind} in {site}.",
        "out": f"There is no {kind} of one's own in {site}.",
        "in": f"There is no {kind} of one's own beside {site}.",
    }[way]


def _not_so(site: str, kind: str, way: str, named: list[str]) -> str:
    told = " and ".join(named)
    return {
        "remove": f"That is not in {site}: {kind}s of others are removed, here of seat {told}.",
        "out": f"A piece goes out of {site} to a territory beside it; {told} is none.",
        "in": f"So many {kind}s of one's own do not come into {site} from {told}, or it is not beside it.",
    }[way]
