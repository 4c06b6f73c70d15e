"""Devices that stand at a table: what a session reaches that was begun there with a PIN or a badge, where a device
leads without a session, and that nobody leaves the chair of an open hand by signing out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from cardroom.accounts import services as people
from cardroom.accounts import sessions
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.signed_out import MACHINES, refusal
from cardroom.accounts.terminals import terminal_of
from tables import services
from tables.game.base import Refused
from tables.models import Table
from tables.pairing import paired_table
from tables.screens import wording

FORM = "form"
"""A query's name: the sign-in form itself, also on a paired device."""
_EVERYWHERE = frozenset({"tables:screen", "accounts:session_left", "accounts:stay"})


class PairedDeviceMiddleware(MiddlewareMixin):
    """Stands after the middleware that asks for a session. Sets `request.chair_url`: the page on which people
    take turns at this device, "" where it stands at no table.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        terminal = terminal_of(request)
        request.chair_url = SimpleLazyObject(lambda: _chair_url(terminal))  # type: ignore[attr-defined]
        request.badge = {"prefix": settings.BADGE_PREFIX, "key_ms": settings.BADGE_KEY_MS}  # type: ignore[attr-defined]
        bound = sessions.bound_to(request.session)
        view = request.resolver_match.view_name if request.resolver_match else ""
        if bound is None:
            leads = view == "accounts:sign_in" and request.method in ("GET", "HEAD")
            return _to_the_chair(request) if leads else None
        open_to_all = not getattr(view_func, "login_required", True) and not request.path.startswith("/api/")
        place, where = bound
        number = int(place[1:])
        if where != terminal or paired_table(terminal) != number:
            request.session.flush()
            request.user = AnonymousUser()
            return None if open_to_all else refusal(request)
        here = view_kwargs.get("number") == number or view_kwargs.get("stream") == place
        return None if open_to_all or here or view in _EVERYWHERE else _elsewhere(request, number)


def _chair_url(terminal: str) -> str:
    number = paired_table(terminal)
    return "" if number is None else reverse("tables:chair", args=[number])


def _to_the_chair(request: HttpRequest) -> HttpResponse | None:
    """A device at a table asks who deals, not for a password; unless another page or the form itself is wanted."""
    there = request.GET.get("next", "")
    if FORM in request.GET or request.user.is_authenticated:
        return None
    if there not in ("", "/") and not there.startswith("/tables/"):
        return None
    url = _chair_url(terminal_of(request))
    return redirect(url) if url else None


def _elsewhere(request: HttpRequest, number: int) -> HttpResponse:
    """What a session is told that was begun with a PIN or badge and asks for more than its table."""
    reason = _(
        "You signed in at table {number} and reach that table only. Sign in with your password for the rest."
    )
    reason = reason.format(number=number)
    response: HttpResponse
    if request.path.startswith(MACHINES):
        response = JsonResponse({"code": "password_needed", "reason": reason}, status=401)
    elif request.headers.get("HX-Request") == "true":
        response = render(request, "house/notice.html", {"reason": reason}, status=403)
        response["HX-Retarget"] = "#notice"
        response["HX-Reswap"] = "innerHTML"
    else:
        context = {"reason": reason, "number": number, "there": request.get_full_path()}
        response = render(request, "tables/elsewhere.html", context, status=403)
    response["Cache-Control"] = "no-store"
    return response


def leave_chair(sender: Any, *, request: HttpRequest, person: Person, **_about: Any) -> None:
    """Receives `signing.leaving`: between hands the chair is left, in mid-hand a relief takes it first.

    Raises the Refused of accounts.
    """
    terminal = terminal_of(request)
    for table in Table.objects.filter(chair=person.public_id, chair_terminal=terminal):
        order = services.Command(uuid4().hex, "chair leave")
        try:
            services.act(table=table.number, person=person, terminal=terminal, order=order)
        except Refused as refused:
            if refused.code == "hand_open":
                raise people.Refused(refused.code, wording.refusal(refused)) from refused
        except NotAllowed:
            continue  # he may not deal any more; the next one relieves him
