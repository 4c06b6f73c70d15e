"""What the dealer does about the players' own screens: a code for each seat, the tablet that goes round, who begins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import segno
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from cardroom.accounts.models import Person
from cardroom.accounts.roles import FLOOR
from tables.game import registry
from tables.game.hand import Hand
from tables.models import SeatCode, Table
from tables.players import leased
from tables.screens.places import Place
from tables.seat_screens import CODE_LASTS


@dataclass(frozen=True)
class Phone:
    """A seat's screen: opened `since`, if it is. `code` with its `address` opens it on another, until `until`."""

    place: Place
    since: datetime | None = None
    code: str = ""
    address: str = ""
    until: datetime | None = None

    @property
    def qr(self) -> SafeString:
        """The address of the code as a picture, drawn here: no address of ours goes to anybody to be drawn."""
        drawn = segno.make(self.address, error="m").svg_inline(
            scale=4, border=2, dark="#000000", light="#ffffff", omitsize=True, svgclass="qr", lineclass=None
        )
        return mark_safe(drawn)  # noqa: S308  # an SVG of our own, with nothing in it that somebody typed


def phones(table: Table, hand: Hand | None, places: list[Place], person: Person, join: str) -> dict[str, Any]:
    """The context of the panel; `join` is where codes are typed. Codes are for the chair and the floor."""
    shows = FLOOR in person.roles or table.chair in ("", person.public_id)
    fresh = SeatCode.objects.filter(table=table.number, made_at__gt=timezone.now() - CODE_LASTS)
    codes = {row.seat: row for row in fresh} if shows else {}
    opened = leased(table.number)
    variant = registry.get(table.variant)
    going = hand is not None and not hand.settled
    return {
        "phones": [_phone(place, codes, opened, join) for place in places if place.taken],
        "join_address": join,
        "names_first": variant.names_first and not going,
        "first": table.first,
    }


def _phone(place: Place, codes: dict[int, SeatCode], opened: dict[int, Any], join: str) -> Phone:
    code, lease = codes.get(place.number), opened.get(place.number)
    return Phone(
        place,
        since=lease.since if lease is not None else None,
        code=code.code if code is not None else "",
        address=f"{join}{code.code}/" if code is not None else "",
        until=code.made_at + CODE_LASTS if code is not None else None,
    )
