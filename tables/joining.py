"""A browser becomes a seat's screen, by a code that is good once; gives it up; and the tablet that goes round is taken
back. Each change and its record are one transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from audit.services import Author, Entry, Log, command
from cardroom.accounts.opaque import new_terminal_id
from cardroom.accounts.policies import SYSTEM
from cardroom.accounts.roles import PLAYER
from tables.game.base import Refused
from tables.models import HandedTablet, JoinTries, Seat, SeatCode, SeatLease
from tables.players import SeatPlayer, leased, made_secret, proof, tablet_of
from tables.seat_screens import CODE_LASTS, SIGNS

TRIES = 10
"""After so many wrong codes from one browser nothing is looked at for a while."""
FROM_ONE_ADDRESS = 100
"""The same for all browsers of an address together: a room's guests may share one."""
LOCKED = timedelta(minutes=5)
ACCESS = "access"


@dataclass(frozen=True)
class Screen:
    """A seat's screen: what the browser keeps of it is `secret`."""

    table: int
    seat: int
    secret: str


def tidied(code: str) -> str:
    """A code as it was made, however it was typed; "" where it cannot be one."""
    text = "".join(code.upper().split()).replace("-", "")
    return text if 0 < len(text) <= 8 and all(sign in SIGNS for sign in text) else ""


def join(
    *, code: str, form: str, askers: Mapping[str, int], terminal: str, holds: SeatPlayer | None
) -> Screen:
    """Use the code up: this browser is the seat's screen from now on, and the one before it is no more.

    `form` is the id of the form that was sent: sent again, it is answered as it was. `askers` are fingerprints of who
    tries, each with the wrong codes after which it waits; `terminal` is what the browser is called, "" for nothing yet;
    `holds` is what it holds already.
    Raises Refused (`wrong_code`, `code_used`, `code_expired`, `too_many_codes`, `holds_seat`, `seat_empty`) and
    CommandRefused (the form's id).
    """
    text = tidied(code)
    secret = made_secret("seat", form, text)
    done = SeatLease.objects.filter(proof=proof(secret)).first()
    if done is not None:
        return Screen(done.table, done.seat, secret)
    _not_locked(askers, terminal)
    row = SeatCode.objects.filter(code=text).first() if text else None
    if row is None:
        raise _wrong(askers, terminal)
    if holds is not None and (holds.table, holds.seat) != (row.table, row.seat):
        raise Refused(
            "holds_seat",
            "This device is the screen of seat {seat} at T{number}: give that up first.",
            seat=holds.seat,
            number=holds.table,
        )
    player = _sitting(row)
    device = terminal or new_terminal_id()
    author = Author(actor=player, role=PLAYER, terminal=device)
    request = {"do": "join", "table": row.table, "seat": row.seat}
    with command(f"T{row.table}", form, author=author, request=request) as log:
        if not log.replayed:
            _open(log, text, player, secret, device)
    JoinTries.objects.filter(asker__in=[asker for asker, most in askers.items() if most == TRIES]).delete()
    return Screen(row.table, row.seat, secret)


def _open(log: Log, code: str, player: str, secret: str, device: str) -> None:
    row = SeatCode.objects.filter(code=code).first()
    if row is None:
        raise Refused("code_used", "This code has just been used. Ask the dealer for a new one.")
    if row.made_at < log.at - CODE_LASTS:
        raise Refused("code_expired", "This code was good for ten minutes. Ask the dealer for a new one.")
    if _sitting(row) != player:
        raise Refused("seat_changed", "Somebody else sits there by now. Ask the dealer for a new code.")
    replaced = row.seat in leased(row.table)
    about = {"player": player, "proof": proof(secret), "device": device, "since": log.at}
    SeatLease.objects.update_or_create(table=row.table, seat=row.seat, defaults=about)
    seat = row.seat
    row.delete()
    log.append([Entry("seat.screen_opened", {"seat": seat, "device": device, "replaced": replaced})])


def _sitting(row: SeatCode) -> str:
    found = Seat.objects.filter(table=row.table, number=row.seat, reserved=False).first()
    if found is None:
        raise Refused("seat_empty", "Nobody sits in seat {seat}.", seat=row.seat)
    return found.player


def leave(player: SeatPlayer, *, form: str) -> None:
    """The browser gives the seat up. Raises NotAllowed where it is its screen no more, CommandRefused."""
    author = Author(actor=player.public_id, role=PLAYER, terminal=player.device)
    with command(
        f"T{player.table}", form, author=author, request={"do": "leave", "seat": player.seat}
    ) as log:
        if log.replayed:
            return
        player.again()
        SeatLease.objects.filter(table=player.table, seat=player.seat).delete()
        log.append([Entry("seat.screen_closed", {"seat": player.seat})])


def take_back(*, table: int, secret: str, actor: str, terminal: str) -> None:
    """The tablet does not go round any more, since a person signed in on it. Nothing happens where it did not."""
    if tablet_of(table, secret) is None:
        return
    author = Author(actor=actor or SYSTEM, terminal=terminal)
    with command(f"T{table}", uuid.uuid4().hex, author=author, request={"do": "take_back"}) as log:
        tablet = tablet_of(table, secret)
        if tablet is not None:
            HandedTablet.objects.filter(table=table).delete()
            log.append([Entry("tablet.taken_back", {"device": tablet.device})])


def _not_locked(askers: Mapping[str, int], terminal: str) -> None:
    JoinTries.objects.filter(since__lt=timezone.now() - LOCKED).delete()
    tried = JoinTries.objects.filter(asker__in=askers)
    if any(row.wrong >= askers[row.asker] for row in tried):
        _record(terminal, "locked")
        raise Refused(
            "too_many_codes",
            "Too many wrong codes from here. Wait some minutes, and ask the dealer meanwhile.",
        )


def _wrong(askers: Mapping[str, int], terminal: str) -> Refused:
    """Counted and recorded; what was typed is not."""
    now = timezone.now()
    for asker in askers:
        JoinTries.objects.get_or_create(asker=asker, defaults={"since": now})
        JoinTries.objects.filter(asker=asker).update(wrong=F("wrong") + 1, since=now)
    _record(terminal, "wrong_code")
    return Refused(
        "wrong_code",
        "No seat has this code, or it was used already. Look at it again, or ask the dealer for a new one.",
    )


def _record(terminal: str, cause: str) -> None:
    author = Author(actor="anonymous", terminal=terminal)
    with command(ACCESS, uuid.uuid4().hex, author=author, request={"refused": cause}) as log:
        log.append([Entry("join.refused", {"cause": cause})])
