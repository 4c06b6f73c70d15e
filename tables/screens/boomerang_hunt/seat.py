"""A hunter's own screen: his five tokens, his throw or stop and what each would mean now, and the others' stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.screens.boomerang_hunt.pictures import Land
from tables.screens.boomerang_hunt.table import hunt_of
from tables.screens.places import Place
from tables.screens.seen import Seen
from tables.screens.wording import worded
from tables.variants.boomerang_hunt.deck import TERRITORIES, territories_of


@dataclass(frozen=True)
class Token:
    """A territory that may be chosen; `cards` counts those beside the cord that show it now."""

    land: Land
    action: str
    cards: int

    @property
    def offers(self) -> str:
        return ngettext("{n} card shows it", "{n} cards show it", self.cards).format(n=self.cards)


@dataclass(frozen=True)
class Bid:
    """Throw or stop: what it would mean now, or why it is shut."""

    word: str
    action: str
    means: str
    closed: str = ""


def seat_of(seen: Seen, places: list[Place]) -> dict[str, Any]:
    """The context of `seat.html`."""
    seat, felt = seen.viewer, seen.felt
    hunt = hunt_of(seen, places)
    mine = seen.mine
    token = felt["tokens"].get(str(seat), "")
    hunters = hunt["hunters"]
    return hunt | {
        "can_act": mine is not None,
        "tokens": _tokens(seen) if mine is not None and mine.secret else [],
        "bids": bids(seen),
        "token": Land(token) if token else None,
        "me": next(hunter for hunter in hunters if hunter.place.number == seat),
        "rest": [hunter for hunter in hunters if hunter.place.number != seat],
        "waits": "" if mine is not None else _waits(seen),
    }


def _tokens(seen: Seen) -> list[Token]:
    shown = [territories_of(text) for text in seen.felt["shown"]]
    return [
        Token(Land(name), f"{seen.viewer} choose {name}", sum(name in pair for pair in shown))
        for name in TERRITORIES
    ]


def bids(seen: Seen) -> list[Bid]:
    """Stop and throw for the hunter whose turn it is, in this order; none while nobody throws."""
    felt, actor = seen.felt, seen.felt["actor"]
    prompt = next((prompt for prompt in seen.open if prompt.seat == actor), None)
    if prompt is None or (seen.viewer not in (actor, "public")):
        return []
    left = felt["boomerangs"][str(actor)]
    means = {"stop": stops_with(felt["circle"]), "throw": throws_of(left)}
    return [
        Bid(word, f"{actor} {word}", means[word], str(worded(prompt.closed.get(word, ""))))
        for word in ("stop", "throw")
    ]


def stops_with(circle: int) -> str:
    """What stopping brings now."""
    if not circle:
        return _("take nothing: the circle is empty")
    return ngettext("take {n} boomerang", "take {n} boomerangs", circle).format(n=circle)


def throws_of(stock: int) -> str:
    """What throwing costs now."""
    return ngettext("1 in, {n} is left", "1 in, {n} are left", stock - 1).format(n=stock - 1)


def reveals_as(seen: Seen) -> str:
    """Whom stopping now puts the hunter behind: the last hunter reveals first, who stopped first reveals last."""
    order, count = len(seen.seats) - len(seen.felt["stopped"]), len(seen.seats)
    if order == count:
        return _("You would be the last to reveal.")
    return _("You would reveal as number {order} of {count}.").format(order=order, count=count)


def _waits(seen: Seen) -> str:
    """Why there is nothing for this hunter to do."""
    felt, seat = seen.felt, seen.viewer
    if seen.over:
        return _("The game is over.")
    if seen.frozen:
        return _("The floor rules first.")
    if seen.phase == "posting":
        return _("Posting: the first card comes when everybody has posted.")
    if seat in felt["stopped"]:
        return _("You have stopped: you are out until the next round.")
    if felt["actor"] is not None:
        return _("Seat {seat} throws or stops.").format(seat=felt["actor"])
    if seat in felt["chosen"]:
        return _("You have chosen: it stays so for this round.")
    return _("Cards are turned up first.")
