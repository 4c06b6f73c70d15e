"""The signed cookie that tells which terminal a browser is. It names a terminal; it lets nobody in."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "terminal"
SALT = "cardroom.accounts.terminal"
MAX_AGE_S = 400 * 24 * 60 * 60  # the longest that browsers keep a cookie; renewed at each sign-in


class TerminalRequest(HttpRequest):
    """A request that has passed `terminal_middleware`."""

    terminal: str


def recognise(request: HttpRequest) -> None:
    """Sets `request.terminal` from the cookie, "" where the browser shows none that we signed."""
    shown = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=MAX_AGE_S)
    cast(TerminalRequest, request).terminal = shown or ""


def terminal_of(request: HttpRequest) -> str:
    """The opaque id of the terminal that asks, "" before the first sign-in there."""
    return cast(TerminalRequest, request).terminal


def remember_terminal(response: HttpResponse, terminal: str) -> None:
    response.set_signed_cookie(
        COOKIE,
        terminal,
        salt=SALT,
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
