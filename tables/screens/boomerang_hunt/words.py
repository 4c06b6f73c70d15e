"""What is said of a game of Boomerang: what came last, and what it waits for; to everybody, or to one hunter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.screens.boomerang_hunt.pictures import LANDS, Animal, named
from tables.screens.boomerang_hunt.score import tie_of
from tables.screens.boomerang_hunt.seat import stops_with
from tables.screens.places import Place
from tables.screens.seen import Seen
from tables.variants.boomerang_hunt.deck import TERRITORIES, territories_of


def status(seen: Seen, places: list[Place]) -> SafeString:
    """What comes now, and what happened last; a reveal is long, so there what comes now is said first."""
    who = {place.number: place.who for place in places}
    now = _now(seen, who)
    last = _last(seen)
    if not (last and now):
        return format_html("{}", now or last)
    first, then = (now, last) if _reveals(seen) else (last, now)
    return format_html("{} {}", first, then)


def _reveals(seen: Seen) -> bool:
    return any(kind == "hand.animals_captured" for kind, _data in seen.moves[-1].events)


def _now(seen: Seen, who: Mapping[int, SafeString]) -> SafeString:
    if seen.over or seen.frozen or seen.phase == "posting":
        return SafeString("")
    if seen.choosing:
        return _choosing(seen, who)
    if seen.felt["actor"] is not None:
        return _hunting(seen, who)
    return _turning(seen)


def _turning(seen: Seen) -> SafeString:
    felt = seen.felt
    lands = {name for text in felt["shown"] for name in territories_of(text)}
    if not lands:
        return format_html(_("<strong>Round {}: cards are turned up.</strong>"), felt["round"])
    missing = ", ".join(str(LANDS[name]) for name in TERRITORIES if name not in lands)
    return format_html(
        _("<strong>Round {}: cards are turned up.</strong> Not seen yet: {}."), felt["round"], missing
    )


def _choosing(seen: Seen, who: Mapping[int, SafeString]) -> SafeString:
    """`3 of 4 have chosen`, and whom one waits for."""
    chosen, count = len(seen.felt["chosen"]), len(seen.seats)
    said = _("{chosen} of {count} have chosen.").format(chosen=chosen, count=count)
    if seen.mine is not None:
        return format_html(_("<strong>Choose where you hunt.</strong> {}"), said)
    if chosen == 0:
        return format_html(
            _("<strong>Round {}: everybody chooses a territory in secret.</strong> {}"),
            seen.felt["round"],
            said,
        )
    waits = format_html_join(", ", "{}", ((who[seat],) for seat in seen.waits_for))
    if seen.viewer in seen.felt["chosen"]:
        return format_html(_("<strong>You have chosen.</strong> {} Waiting for {}."), said, waits)
    return format_html(_("<strong>{}</strong> Waiting for {}."), said, waits)


def _hunting(seen: Seen, who: Mapping[int, SafeString]) -> SafeString:
    felt = seen.felt
    actor = felt["actor"]
    stock = felt["boomerangs"][str(actor)]
    has = ngettext("{n} boomerang in stock", "{n} boomerangs in stock", stock).format(n=stock)
    if seen.viewer == actor:
        return format_html(
            _("<strong>Your turn: throw or stop.</strong> {}; to stop is to {}."),
            has,
            stops_with(felt["circle"]),
        )
    return format_html(
        _("<strong>{} throws or stops.</strong> {}; to stop is to {}."),
        who[actor],
        has,
        stops_with(felt["circle"]),
    )


def _last(seen: Seen) -> str:
    """What the last action brought."""
    if not seen.moves:
        return ""
    move = seen.moves[-1]
    if not move.text and move.kind == "decision":
        return "" if seen.choosing else _("All have chosen.")
    captured = [data for kind, data in move.events if kind == "hand.animals_captured"]
    if captured and seen.over:
        return _ended(seen)
    said = [_told(kind, data) for kind, data in move.events[:1]]
    if captured:
        tokens = "; ".join(_revealed(data) for data in captured)
        said.append(_("Revealed: {tokens}.").format(tokens=tokens))
    return " ".join(text for text in said if text)


def _revealed(data: Mapping[str, Any]) -> str:
    took = named(list(data["cards"])) or _("nothing")
    return _("seat {seat} {land}, {took}").format(seat=data["seat"], land=LANDS[data["territory"]], took=took)


def _told(kind: str, data: Mapping[str, Any]) -> str:
    if kind == "hand.animal_turned":
        return _("{card}.").format(card=Animal(data["card"]).name.capitalize())
    if kind == "hand.boomerang_thrown":
        return _("Seat {seat} throws.").format(**data)
    if kind == "hand.hunter_stopped":
        if not data["taken"]:
            return _("Seat {seat} stops and takes nothing.").format(**data)
        return _("Seat {seat} stops and takes {taken}.").format(**data)
    return ""


def _ended(seen: Seen) -> str:
    felt = seen.felt
    if not seen.winners or felt["pile"]:
        return ""
    points = ", ".join(
        _("seat {seat} {points}").format(seat=seat, points=scored["total"])
        for seat, scored in felt["scores"].items()
    )
    return " ".join((_("The pile is empty. Points: {points}.").format(points=points), tie_of(felt))).strip()
