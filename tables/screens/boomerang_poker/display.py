"""Boomerang Poker on the public display. All cards are face up: what everybody sees is the game's public view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.game.cards import CARDS
from tables.game.ranking import name
from tables.screens.boomerang_poker.seats import OUT
from tables.screens.cards import Card
from tables.screens.display import Seen


class BoomerangPokerDisplay:
    def seats(self, view: Mapping[str, Any], playing: bool) -> dict[int, Seen]:
        return {int(seat): _seen(view, int(seat), playing) for seat in view["hands"]}

    def line(self, view: Mapping[str, Any], who: Mapping[int, SafeString]) -> SafeString:
        if view["owed"]:
            seat = view["buyer"]
            to_come = ngettext("{n} card to come", "{n} cards to come", view["owed"]).format(n=view["owed"])
            return format_html(
                _("<span><strong>{}</strong> buys: {}</span> {}"), who[seat], to_come, _target(view)
            )
        if view["actor"] is not None:
            return format_html(
                _("<span>To act: <strong>{}</strong></span> {}"), who[view["actor"]], _target(view)
            )
        dealt = sum(map(len, view["hands"].values()))
        return format_html(_("Dealing: card {} of {}"), dealt + 1, 2 * len(view["hands"]))


DISPLAY = BoomerangPokerDisplay()


def _target(view: Mapping[str, Any]) -> SafeString:
    seat = view["to_beat"]
    if seat is None:
        return SafeString("")
    return format_html(_("<span>To beat: <strong>seat {}, {}</strong></span>"), seat, _holds(view, seat))


def _holds(view: Mapping[str, Any], seat: int) -> str:
    cards = view["hands"][str(seat)]
    return name([CARDS[text] for text in cards], _) if len(cards) > 1 else ""


def _seen(view: Mapping[str, Any], seat: int, playing: bool) -> Seen:
    key, state = _state(view, seat) if playing else ("live", "")
    if str(seat) in view["out"]:
        key, state = "out", str(OUT[view["out"][str(seat)]])
    return Seen([Card(text) for text in view["hands"][str(seat)]], _holds(view, seat), key, state)


def _state(view: Mapping[str, Any], seat: int) -> tuple[str, str]:
    if view["owed"] and seat == view["buyer"]:
        return "acts", _("buys")
    if not view["owed"] and seat == view["actor"]:
        return "acts", _("to act")
    return ("beat", _("to beat")) if seat == view["to_beat"] else ("live", "")
