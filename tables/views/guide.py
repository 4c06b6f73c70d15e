"""The guide of the demo room, shown or shut on a device, and simulated players who sit down when they are asked to."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from audit.services import CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.terminals import terminal_of
from fees.demo import is_demo
from tables import policies
from tables.game.base import Refused
from tables.models import Player, Seat, Table
from tables.screens.guide import COOKIE, SHOWN, SHUT
from tables.screens.simulated import ALIASES
from tables.screens.wording import refusal
from tables.selectors import get_table
from tables.services import Command, act

MAX_AGE_S = 400 * 24 * 60 * 60  # the longest that browsers keep a cookie
SIT = (1, 2, 3, 5, 6, 8, 4, 7, 9, 10)
"""In which order the seats of an empty table are taken."""
PLAYERS = 6


@require_POST
@never_cache
def guide(request: HttpRequest, number: int) -> HttpResponse:
    """Whether this device shows the guide: `show=on` or `off`. Back to the table."""
    _at_demo(request, number)
    response = redirect("tables:page", number)
    response.set_cookie(
        COOKIE,
        SHUT if request.POST.get("show") == SHUT else SHOWN,
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@require_POST
@never_cache
def players(request: HttpRequest, number: int) -> HttpResponse:
    """Simulated players take free seats until six sit there. Each is a command of who asked; sent twice it is once."""
    person, table = _at_demo(request, number)
    command_id = request.POST.get("do", "").partition(":")[0]
    for seat, alias in _who_sits(table):
        order = Command(f"{command_id}-{seat}", f"sit {seat}", alias=alias)
        try:
            act(table=number, person=person, terminal=terminal_of(request), order=order)
        except (Refused, NotAllowed, CommandRefused) as refused:
            messages.error(request, refusal(refused))
            break
    return redirect("tables:page", number)


def _who_sits(table: Table) -> Iterator[tuple[int, str]]:
    """The seats that are taken, and by whom: nobody who plays at another table."""
    taken = {seat.number for seat in table.seats.all()}
    here = Player.objects.filter(public_id__in=Seat.objects.values("player")).values_list("alias", flat=True)
    free = [alias for alias in ALIASES if alias not in set(here)]
    seats = [seat for seat in SIT if seat not in taken][: max(0, PLAYERS - len(taken))]
    return zip(seats, free, strict=False)


def _at_demo(request: HttpRequest, number: int) -> tuple[Person, Table]:
    """Who asks, and the table. Raises PermissionDenied, or Http404 where the room is not the demo room."""
    person, table = request.user, get_table(number)
    if not isinstance(person, Person) or not policies.may_look(person):
        raise PermissionDenied
    if table is None or not is_demo():
        raise Http404
    return person, table
