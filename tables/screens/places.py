"""The ten seats of a table as its screens show them: who sits there, and what he has posted. Amounts are cents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tables.game.base import MAX_SEAT
from tables.game.hand import Hand
from tables.models import Player, Table

LONG = 12


@dataclass(frozen=True)
class Place:
    """A seat. `alias` is who plays the hand that is shown, else who sits there; `sitting` who sits there now, or for
    whom the seat is `reserved`.

    `stays`: he has a part in the hand and cannot leave.
    """

    number: int
    alias: str = ""
    sitting: str = ""
    taken: bool = False
    reserved: bool = False
    dealt_in: bool = False
    in_hand: bool = False
    stays: bool = False
    posted: int = 0
    post_due: int = 0
    fee_due: int = 0
    fee_paid: int = 0

    @property
    def due(self) -> int:
        return self.post_due + self.fee_due

    @property
    def state(self) -> str:
        """A word for who is not in the hand that is shown: it is told apart by more than a look."""
        if self.reserved:
            return _("reserved")
        if not self.taken:
            return _("empty")
        return _("in") if self.dealt_in else _("out")

    @property
    def long(self) -> bool:
        """The alias may not fit: it can be unfolded."""
        return len(self.alias) > LONG

    @property
    def who(self) -> SafeString:
        """`Seat 4, Maria`, the alias kept apart from the text around it."""
        if not self.alias:
            return format_html(_("Seat {}"), self.number)
        return format_html(_("Seat {}, {}"), self.number, format_html("<bdi>{}</bdi>", self.alias))


def places_of(table: Table, hand: Hand | None) -> list[Place]:
    """Seats 1 to 10; `hand` is the hand that is shown, None for none."""
    seats = {seat.number: seat for seat in table.seats.all()}
    playing = hand.players if hand is not None else {}
    players = {seat.player for seat in seats.values()} | set(playing.values())
    aliases = dict(Player.objects.filter(public_id__in=players).values_list("public_id", "alias"))
    places = []
    for number in range(1, MAX_SEAT + 1):
        seat = seats.get(number)
        sitting = aliases.get(seat.player, "") if seat else ""
        player = playing.get(str(number))
        place = Place(
            number,
            alias=aliases.get(player, "") if player else sitting,
            sitting=sitting,
            taken=seat is not None and not seat.reserved,
            reserved=bool(seat and seat.reserved),
            dealt_in=bool(seat and seat.dealt_in),
        )
        places.append(playing_in(place, hand) if hand is not None and number in hand.seats else place)
    return places


def playing_in(place: Place, hand: Hand) -> Place:
    """The place of somebody who is dealt in, with what he has posted and still has to."""
    number = place.number
    return replace(
        place,
        in_hand=True,
        stays=not hand.settled and hand.variant.in_play(hand.state, number),
        posted=hand.posted().get(number, 0),
        post_due=hand.post_due(number),
        fee_due=hand.fee_due(number),
        fee_paid=hand.fees.get(number, 0) + hand.carried.get(number, 0),
    )
