"""What a browser holds of a table without anybody being signed in: the screen of a seat, or the tablet that goes round.

Both are signed cookies that no script can read. They name a secret; what it is worth, the rows of now say.
"""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from tables.joining import FROM_ONE_ADDRESS, TRIES
from tables.players import SeatPlayer, player_at, player_handed, proof, still_held

SEAT, TABLET = "seat", "tablet"
MAX_AGE_S = 16 * 60 * 60
_SALT = "tables.screens.holding"


def seat_held(request: HttpRequest) -> tuple[int, int, str] | None:
    """Table, seat and secret that the browser shows, None where it shows none that we signed."""
    table, _, rest = _shown(request, SEAT).partition(":")
    seat, _, secret = rest.partition(":")
    return (int(table), int(seat), secret) if secret else None


def tablet_held(request: HttpRequest) -> tuple[int, str] | None:
    """Table and secret of the tablet that goes round."""
    table, _, secret = _shown(request, TABLET).partition(":")
    return (int(table), secret) if secret else None


def player_here(request: HttpRequest, table: int, seat: int) -> SeatPlayer:
    """The player whom this browser lets act for the seat.

    Raises NotAllowed: the reasons of `player_at` and `player_handed`, `signed_in`, `not_joined`.
    """
    if isinstance(request.user, Person):
        raise NotAllowed(
            "signed_in", "Somebody of the house is signed in here: a player's screen is another device."
        )
    held = seat_held(request)
    if held is not None and held[:2] == (table, seat):
        return player_at(table, seat, held[2])
    tablet = tablet_held(request)
    if tablet is not None and tablet[0] == table:
        return player_handed(table, seat, tablet[1])
    raise NotAllowed(
        "not_joined", "This device is not the screen of this seat. Type the code that the dealer gives you."
    )


def holds(request: HttpRequest) -> SeatPlayer | None:
    """The player whose screen this browser is, None where it is none."""
    held = seat_held(request)
    try:
        return player_at(*held) if held is not None else None
    except NotAllowed:
        return None


def proofs_held(request: HttpRequest) -> frozenset[str]:
    """What is kept of the secrets that the browser shows."""
    seat, tablet = seat_held(request), tablet_held(request)
    return frozenset(proof(held[-1]) for held in (seat, tablet) if held is not None)


def may_hear_table(request: HttpRequest, table: int) -> bool:
    """Whether what this browser holds lets it hear that something happened at the table."""
    proofs = proofs_held(request)
    return any((f"T{table}", shown) in still_held(set(proofs)) for shown in proofs)


def keep(response: HttpResponse, name: str, *parts: object) -> None:
    response.set_signed_cookie(
        name,
        ":".join(map(str, parts)),
        salt=_SALT,
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def askers(request: HttpRequest) -> dict[str, int]:
    """Fingerprints of who tries codes, the browser and its address, each with the wrong codes after which it waits."""
    address = request.META.get("REMOTE_ADDR", "")
    if settings.HTTPS:  # behind a proxy, which writes down whom it serves
        address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    browser = f"{address}\x00{request.META.get('CSRF_COOKIE', '')}"
    return {_mark(browser): TRIES, _mark(address): FROM_ONE_ADDRESS}


def _mark(text: str) -> str:
    return hashlib.sha256(f"{settings.SECRET_KEY}\x00{text}".encode()).hexdigest()


def _shown(request: HttpRequest, name: str) -> str:
    return request.get_signed_cookie(name, default="", salt=_SALT, max_age=MAX_AGE_S) or ""
