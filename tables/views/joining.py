"""How a browser becomes the screen of a seat, and how it gives it up. Nobody signs in for it.

Looking at the address of a code changes nothing: what previews links does not use the code up.
"""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from audit.services import CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.terminals import terminal_of
from tables import joining
from tables.game.base import Refused
from tables.players import player_at
from tables.screens.holding import SEAT, askers, holds, keep, seat_held, tablet_held
from tables.screens.wording import refusal


@login_not_required
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """The form for a code; sent, the seat's screen. 422 where the code opens nothing, 409 where this device is a
    screen already, 403 where somebody of the house is signed in.
    """
    if isinstance(request.user, Person):
        reason = _(
            "You are signed in here. A player's screen is opened on another device, or another browser."
        )
        return _form(request, code, 403, refusal=reason, signed_in=True)
    if request.method != "POST":
        return _form(request, code, 200)
    code = request.POST.get("code", code)
    try:
        screen = joining.join(
            code=code,
            form=request.POST.get("form", ""),
            askers=askers(request),
            terminal="" if tablet_held(request) else terminal_of(request),
            holds=holds(request),
        )
    except Refused as refused:
        status = 409 if refused.code == "holds_seat" else 422
        return _form(request, code, status, refusal=refusal(refused))
    except CommandRefused as refused:
        return _form(request, code, 422, refusal=refusal(refused))
    response = redirect("tables:seat", screen.table, screen.seat)
    keep(response, SEAT, screen.table, screen.seat, screen.secret)
    return response


def _form(request: HttpRequest, code: str, status: int, **about: object) -> HttpResponse:
    context = {"code": code[:12], "form_id": uuid4().hex, "held": holds(request)} | about
    return render(request, "tables/join.html", context, status=status)


@login_not_required
@require_POST
@never_cache
def leave(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """This device is the seat's screen no more; the seat and its hand stay as they are."""
    held = seat_held(request)
    response = redirect("tables:join")
    if held is not None and held[:2] == (number, seat):
        with suppress(NotAllowed, CommandRefused):  # it was its screen no more
            joining.leave(player_at(*held), form=request.POST.get("form", "") or uuid4().hex)
        response.delete_cookie(SEAT)
    return response
