"""A table's public display: for everybody, so from what is public alone. Cards come from the game's own public view,
names are first words, and what people wrote as a reason stays in the room.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, Protocol

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from fees.core.schedule import dollars
from fees.models import Schedule
from tables.game import registry
from tables.game.base import MAX_SEAT
from tables.game.hand import Hand
from tables.models import Player
from tables.past import Then
from tables.screens import GameScreen, has_screen, screen_of
from tables.screens.cards import Card
from tables.screens.money import cheques
from tables.screens.places import Place, playing_in
from tables.screens.public import latest
from tables.screens.status import stage

_WORDS = re.compile(r"[\s,._/]+")


@dataclass(frozen=True)
class Seen:
    """What a game shows of a seat to everybody: `key` gives the look that goes with the word `state`."""

    cards: list[Card] = field(default_factory=list)
    hand: str = ""
    key: str = "live"
    state: str = ""


class GameDisplay(Protocol):
    """What a game brings to the public display, from its public view and nothing else."""

    def seats(self, view: Mapping[str, Any], playing: bool) -> dict[int, Seen]:
        """The seats dealt in; nobody is to act unless `playing`."""

    def line(self, view: Mapping[str, Any], who: Mapping[int, SafeString]) -> SafeString:
        """Who is to act and what he has to do, while the hand is played."""


class NoDisplay:
    """A game that shows nothing of its own: seats, pot and who is waited for are the house's."""

    def seats(self, view: Mapping[str, Any], playing: bool) -> dict[int, Seen]:
        return {}

    def line(self, view: Mapping[str, Any], who: Mapping[int, SafeString]) -> SafeString:
        return SafeString("")


def display_of(variant: str) -> GameDisplay:
    try:
        made: GameDisplay = import_module(f"tables.screens.{variant}.display").DISPLAY
    except ModuleNotFoundError:
        return NoDisplay()
    return made


@dataclass(frozen=True)
class Chair:
    """A seat of the display. `key` is `open` or `reserved` where nobody sits, `sitting` for who is not dealt in."""

    number: int
    name: str = ""
    key: str = "open"
    seen: Seen = field(default_factory=Seen)
    posted: int = 0


def display(then: Then, schedule: str | None) -> dict[str, Any]:
    """The context of `tables/display_felt.html`; `schedule` is the fee schedule in force then, None for none."""
    told = then.told
    hand = told.hand if told is not None and not told.hand.closed else None
    table = then.row
    now = stage(table, hand)
    names = _names(then, hand)
    who = {number: _who(number, name) for number, name in names.items()}
    own = _own_screen(hand)
    places = _places(then, hand, names)
    return {
        "table": table,
        "game": registry.get(table.variant),
        "condition": hand.condition if hand is not None else then.condition,
        "cheque": int(hand.opening["cheque_value"]) if hand is not None else then.cheque,
        "stage": now,
        "paused": bool(table.paused),
        "hand": hand,
        "hand_number": hand.id.partition("/")[2] if hand is not None else "",
        "chairs": _chairs(then, hand, names, now),
        "pot": _pot(hand),
        "line": _line(hand, who, now, places),
        "own": f"variants/{table.variant}/public.html" if own is not None else "",
        "felt": own.felt(hand, places, frozenset()) if own is not None and hand is not None else None,
        "fee": _fee(hand, then.condition, schedule),
        "events": latest(table.stream, then.seq, table.variant),
    }


def _names(then: Then, hand: Hand | None) -> dict[int, str]:
    """The name at each seat: of who plays the hand that is shown, else of who sits there."""
    players = {number: seat.player for number, seat in then.seats.items() if not seat.reserved}
    players |= {int(seat): player for seat, player in hand.players.items()} if hand is not None else {}
    aliases = dict(Player.objects.filter(public_id__in=players.values()).values_list("public_id", "alias"))
    return {number: public_name(aliases.get(player, "")) for number, player in players.items()}


def _own_screen(hand: Hand | None) -> GameScreen | None:
    """The screen of a game that is played on screens of its players, which shows its own felt here too."""
    own = hand is not None and hand.variant.own_screens and has_screen(hand.variant.key)
    return screen_of(hand.variant.key) if hand is not None and own else None


def _places(then: Then, hand: Hand | None, names: Mapping[int, str]) -> list[Place]:
    """The seats for a game that shows its own felt, under the names that everybody may read."""
    places = []
    for number in range(1, MAX_SEAT + 1):
        seat = then.seats.get(number)
        place = Place(
            number,
            alias=names.get(number, ""),
            taken=seat is not None and not seat.reserved,
            reserved=seat is not None and seat.reserved,
        )
        places.append(playing_in(place, hand) if hand is not None and number in hand.seats else place)
    return places


def public_name(alias: str) -> str:
    """The first word of an alias: what follows may be a surname."""
    if settings.DISPLAY_WHOLE_ALIAS:
        return alias
    return next((word for word in _WORDS.split(alias) if word), alias)


def _who(number: int, name: str) -> SafeString:
    if not name:
        return format_html(_("Seat {}"), number)
    return format_html(_("Seat {}, {}"), number, format_html("<bdi>{}</bdi>", name))


def _chairs(then: Then, hand: Hand | None, names: Mapping[int, str], now: str) -> list[Chair]:
    seen: dict[int, Seen] = {}
    posted: Mapping[int, int] = {}
    if hand is not None:
        view = hand.variant.view(hand.state, "public")
        seen = display_of(hand.variant.key).seats(view, now == "play")
        posted = hand.posted()
    return [
        _chair(then, hand, number, names.get(number, ""), seen, posted) for number in range(1, MAX_SEAT + 1)
    ]


def _chair(
    then: Then,
    hand: Hand | None,
    number: int,
    name: str,
    seen: Mapping[int, Seen],
    posted: Mapping[int, int],
) -> Chair:
    if hand is not None and number in hand.seats:
        shown = seen.get(number, Seen())
        if hand.state.over and hand.state.void is None and number in hand.money.winners:
            shown = replace(shown, key="won", state=_("wins"))
        return Chair(number, name, shown.key, shown, posted.get(number, 0))
    seat = then.seats.get(number)
    if seat is None:
        return Chair(number)
    return Chair(number, key="reserved") if seat.reserved else Chair(number, name, "sitting")


def _pot(hand: Hand | None) -> dict[str, Any] | None:
    if hand is None:
        return None
    total = sum(hand.posted().values())
    return {
        "total": total,
        "cheques": cheques(total, int(hand.opening["cheque_value"])),
        "back": hand.state.void is not None,
        "paid": hand.settled,
    }


def _line(hand: Hand | None, who: Mapping[int, SafeString], now: str, places: list[Place]) -> SafeString:
    """What the table waits for, in a sentence for people who look on."""
    if now == "closed":
        return _strong(_("This table is closed"))
    if hand is None:
        return format_html("{}", _("No hand is open"))
    if now == "posting":
        return format_html(_("Posting: <strong>{}</strong> each"), dollars(hand.condition))
    if now == "ruling":
        return _strong(_("Disputed: the floor decides") if hand.dispute else _("The floor decides"))
    if hand.state.void is not None:
        return _strong(_("Misdeal") if hand.state.void == "misdeal" else _("The hand is void"))
    if hand.state.over:
        wins = ((who[seat], dollars(cents)) for seat, cents in hand.money.payouts.items())
        return format_html_join(" ", _("<strong>{} wins {}</strong>"), wins)
    if (own := _own_screen(hand)) is not None:
        return own.status(hand, places)
    view = hand.variant.view(hand.state, "public")
    return display_of(hand.variant.key).line(view, who) or _waiting(hand, who)


def _strong(text: str) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def _waiting(hand: Hand, who: Mapping[int, SafeString]) -> SafeString:
    seats = (hand.variant.awaiting(hand.state) or {}).get("seats", [])
    return format_html(_("Waiting for {}"), format_html_join(", ", "{}", ((who[seat],) for seat in seats)))


@dataclass(frozen=True)
class Notice:
    """The posted fees: each row of the schedule at the condition, and the row that holds for the hand that is open."""

    label: str
    version: int
    invented: bool
    text: str
    rows: list[tuple[str, int]]
    each: int | None
    players: int


def _fee(hand: Hand | None, condition: int, schedule: str | None) -> Notice | None:
    held = hand.fee if hand is not None else None
    found = Schedule.objects.filter(id=held["schedule"] if held else schedule or "").first()
    if found is None:
        return None
    amount = hand.condition if hand is not None else condition
    rows = found.rows.filter(condition=amount)
    return Notice(
        found.label,
        found.version,
        found.invented,
        found.notice,
        [(_players(row.players_min, row.players_max), row.fee) for row in rows],
        int(held["fee"]) if held else None,
        len(hand.seats) if hand is not None else 0,
    )


def _players(least: int, most: int) -> str:
    if least == most:
        return _("{n} players").format(n=least)
    return _("{least} to {most} players").format(least=least, most=most)
