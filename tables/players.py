"""The player in a seat, as somebody who acts. He has no account: what he may do rests on the browser that is his seat's
screen, or on the dealer's tablet while it goes round.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import PLAYER
from cardroom.accounts.selectors import names_of
from tables.models import HandedTablet, Player, Seat, SeatLease

_SALT = "tables.players"


class Actor(Protocol):
    """Who acts at a table: a person of the house, or the player in a seat."""

    @property
    def public_id(self) -> str: ...

    @property
    def is_active(self) -> bool: ...

    @property
    def roles(self) -> frozenset[str]: ...


@dataclass(frozen=True)
class SeatPlayer:
    """The player in a seat. `secret` is what his browser showed; `handed`: it is the dealer's tablet, going round."""

    public_id: str
    table: int
    seat: int
    device: str
    secret: str
    handed: bool = False
    is_active: ClassVar[bool] = True
    roles: ClassVar[frozenset[str]] = frozenset({PLAYER})

    def again(self) -> SeatPlayer:
        """The player as the rows stand now. Raises NotAllowed where neither seat nor screen is his any more."""
        find = player_handed if self.handed else player_at
        return find(self.table, self.seat, self.secret)


def made_secret(*words: str) -> str:
    """A secret for a browser, the same for the same words, so that an answer that was lost can be given again."""
    return salted_hmac(_SALT, "\x00".join(words), algorithm="sha256").hexdigest()


def proof(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def player_at(table: int, seat: int, secret: str) -> SeatPlayer:
    """The player whose seat's screen holds `secret`.

    Raises NotAllowed: `screen_closed`, `screen_replaced` (by another browser, `at` says when), `seat_changed` (he left,
    or somebody else plays on).
    """
    lease = SeatLease.objects.filter(table=table, seat=seat).first()
    if lease is None:
        raise NotAllowed(
            "screen_closed", "The screen of this seat was closed. Ask the dealer for a new code."
        )
    if lease.player != _sitting(table, seat):
        raise NotAllowed(
            "seat_changed", "This seat is no longer yours: the dealer has the table as it stands."
        )
    if not constant_time_compare(lease.proof, proof(secret)):
        at = timezone.localtime(lease.since).strftime("%H:%M")
        raise NotAllowed(
            "screen_replaced", "Opened on another device at {at}. Ask the dealer for a new code.", at=at
        )
    return SeatPlayer(lease.player, table, seat, lease.device, secret)


def player_handed(table: int, seat: int, secret: str) -> SeatPlayer:
    """The player of a seat who holds the tablet that goes round.

    Raises NotAllowed: `tablet_back` (it does not go round any more), `own_screen`, `seat_changed` (nobody is there).
    """
    tablet = tablet_of(table, secret)
    if tablet is None:
        raise NotAllowed("tablet_back", "This tablet does not go round any more. The dealer signs in on it.")
    player = _sitting(table, seat)
    if not player:
        raise NotAllowed("seat_changed", "Nobody sits in this seat.")
    if seat in leased(table):
        raise NotAllowed("own_screen", "Seat {seat} has a screen of its own.", seat=seat)
    return SeatPlayer(player, table, seat, tablet.device, secret, handed=True)


def tablet_of(table: int, secret: str) -> HandedTablet | None:
    """The tablet that goes round at the table, if it holds `secret`."""
    row = HandedTablet.objects.filter(table=table).first()
    return row if row is not None and constant_time_compare(row.proof, proof(secret)) else None


def leased(table: int) -> dict[int, SeatLease]:
    """The seats of a table that have a screen of their own, for those who sit there."""
    sitting = dict(Seat.objects.filter(table=table, reserved=False).values_list("number", "player"))
    rows = SeatLease.objects.filter(table=table).order_by("seat")
    return {row.seat: row for row in rows if sitting.get(row.seat) == row.player}


def still_held(proofs: set[str]) -> set[tuple[str, str]]:
    """Those of `proofs` that still let a browser see something of a table, each with the table's stream."""
    if not proofs:
        return set()
    rows = list(SeatLease.objects.filter(proof__in=proofs))
    seats = Seat.objects.filter(table__in={row.table for row in rows}, reserved=False)
    sitting = {
        (table, seat): player for table, seat, player in seats.values_list("table", "number", "player")
    }
    good = {(f"T{row.table}", row.proof) for row in rows if sitting.get((row.table, row.seat)) == row.player}
    return good | {(f"T{row.table}", row.proof) for row in HandedTablet.objects.filter(proof__in=proofs)}


def _sitting(table: int, seat: int) -> str:
    found = Seat.objects.filter(table=table, number=seat, reserved=False).values_list("player", flat=True)
    return found.first() or ""


def who_are(public_ids: Iterable[str]) -> dict[str, str]:
    """Names of people and aliases of players by id, for screens; the id itself where nobody has it."""
    names = names_of(public_ids)
    unknown = [public_id for public_id, name in names.items() if name == public_id]
    aliases = Player.objects.filter(public_id__in=unknown) if unknown else Player.objects.none()
    return names | dict(aliases.values_list("public_id", "alias"))
