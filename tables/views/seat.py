"""The screen of one seat. The page is covered: what is secret is fetched by itself when the player looks, and kept by
nobody. Works without scripts: then looking is another page.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.html import format_html_join
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from audit.selectors import head
from audit.services import CommandRefused
from cardroom.accounts.policies import NotAllowed
from tables import services
from tables.chronicle import Told
from tables.game.base import Refused
from tables.models import Table
from tables.players import SeatPlayer, leased, tablet_of
from tables.screens.holding import player_here, tablet_held
from tables.screens.places import places_of
from tables.screens.public import since
from tables.screens.seat import seat_screen
from tables.screens.seen import PUBLIC, seen_of
from tables.screens.wording import refusal
from tables.selectors import current, get_table
from tables.services import Answers, Command


@login_not_required
@require_safe
def page(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """The seat's screen, covered; for a script (`HX-Request`) its fragment alone, 304 while it is as it was shown."""
    return _shown(request, number, seat, looks=False)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """What the player of the seat sees, his secrets among it: for a script, or as the answer to a tap. Whoever only
    goes to the address, or back to it, finds the seat covered. 403 where this device is not the seat's screen.
    """
    if request.method != "POST" and not _by_script(request):
        return _kept_by_nobody(redirect("tables:seat", number, seat))
    return _shown(request, number, seat, looks=True)


@login_not_required
@sensitive_post_parameters()
@require_POST
def act(request: HttpRequest, number: int, seat: int) -> HttpResponse:
    """One command of the seat. 409 when it answers what is no longer open, 422 when it is refused, 403 when this device
    does not act for the seat. A script gets the fragment, or the reason alone.
    """
    table = _table(number)
    try:
        player = player_here(request, number, seat)
        services.act(table=number, person=player, terminal=player.device, order=_order(request))
    except services.Stale as stale:
        return _refused(request, table, seat, _stale(stale, table), 409)
    except (Refused, CommandRefused) as refused:
        return _refused(request, table, seat, _why(refused), 422)
    except NotAllowed as refused:
        return _refused(request, table, seat, refusal(refused), 403)
    if _by_script(request):
        return _fragment(request, table, player, looks=not player.handed)
    messages.info(request, _("Recorded."))
    return _kept_by_nobody(redirect("tables:seat", number, seat))


@login_not_required
@require_safe
def seats(request: HttpRequest, number: int) -> HttpResponse:
    """The seats of a tablet that goes round, one after the other; 403 on any other device."""
    table = _table(number)
    tablet = tablet_held(request)
    if tablet is None or tablet[0] != number or tablet_of(*tablet) is None or request.user.is_authenticated:
        reason = _("This tablet does not go round any more. The dealer signs in on it.")
        return _kept_by_nobody(_gone(request, table, reason, handed=True))
    told = current(table)
    hand = told.hand if told is not None and not told.hand.closed else None
    own = leased(number)
    places = [place for place in places_of(table, hand) if place.taken and place.number not in own]
    context = {
        "table": table,
        "places": places,
        "waits": _waits(told),
        "sign_in_url": f"{reverse('accounts:sign_in')}?next={reverse('tables:page', args=[number])}",
        "now": timezone.localtime(),
    }
    return _kept_by_nobody(render(request, "tables/seats.html", context))


def _waits(told: Told | None) -> tuple[int, ...]:
    return seen_of(told.hand, PUBLIC).waits_for if told is not None else ()


def _table(number: int) -> Table:
    table = get_table(number)
    if table is None:
        raise Http404
    return table


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _shown(request: HttpRequest, number: int, seat: int, *, looks: bool) -> HttpResponse:
    table = _table(number)
    try:
        player = player_here(request, number, seat)
    except NotAllowed as refused:
        return _kept_by_nobody(_gone(request, table, refusal(refused)))
    if _by_script(request):
        return _fragment(request, table, player, looks=looks)
    context = _context(request, table, player, looks=looks)
    return _kept_by_nobody(render(request, "tables/seat.html", context | {"now": timezone.localtime()}))


def _fragment(request: HttpRequest, table: Table, player: SeatPlayer, *, looks: bool) -> HttpResponse:
    tag = _tag(request, head(table.stream).seq, player, looks=looks)
    if request.headers.get("If-None-Match") == tag and request.method != "POST":
        response = HttpResponse(status=304)
    else:
        context = _context(request, table, player, looks=looks)
        tag = context["etag"]
        response = render(request, "tables/seat_fragment.html", context)
    response["ETag"] = tag
    return _kept_by_nobody(response)


def _context(request: HttpRequest, table: Table, player: SeatPlayer, *, looks: bool) -> dict[str, Any]:
    seq = head(table.stream).seq  # read first: read later, it could hide a change
    row = get_table(table.number) or table
    context = seat_screen(row, current(row), player, looks=looks)
    here = {
        name: reverse(f"tables:{name}", args=[table.number, player.seat]) for name in ("seat", "seat_look")
    }
    values = {"csrfmiddlewaretoken": get_token(request), **context.get("answers", {})}
    return context | {
        "seq": seq,
        "etag": _tag(request, seq, player, looks=looks),
        "covered_url": here["seat"],
        "look_url": here["seat_look"],
        "act_url": reverse("tables:seat_act", args=[table.number, player.seat]),
        "fields": format_html_join("", '<input type="hidden" name="{}" value="{}">', values.items()),
    }


def _tag(request: HttpRequest, seq: int, player: SeatPlayer, *, looks: bool) -> str:
    token = salted_hmac("tables.seat", request.META.get("CSRF_COOKIE", "")).hexdigest()[:8]
    about = f"{seq}.{player.public_id}.{player.device}.{looks}.{get_language()}.{token}"
    return f'"{salted_hmac("tables.seat", about).hexdigest()[:32]}"'


def _order(request: HttpRequest) -> Command:
    """The command that a form of the seat sends: it answers the seat's prompt."""
    form = request.POST
    command_id, _colon, action = form.get("do", "").partition(":")
    answers = Answers(
        form.get("hand", ""), seat=_whole(form.get("seat", "")), after=_whole(form.get("after", ""))
    )
    return Command(id=command_id, action=action, answers=answers)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _stale(stale: services.Stale, table: Table) -> str:
    """That it was not recorded, and what happened since as everybody may know it: a covered screen shows it too."""
    lines = since(stale.since, table.variant)
    said = ngettext(
        "One thing has happened since; what you sent was not recorded.",
        "{n} things have happened since; what you sent was not recorded.",
        len(lines),
    )
    if not lines:
        said = _("That is no longer open; what you sent was not recorded.")
    return " ".join([said.format(n=len(lines)), *lines[-3:]])


_STAFFS_REASON = {
    "waits_for_floor": gettext_lazy("The floor decides. Nothing can be chosen meanwhile."),
    "table_paused": gettext_lazy("The table pauses. Nothing can be chosen meanwhile."),
}
"""Refusals that give what somebody of the house wrote, as a player hears them."""


def _why(refused: Refused | CommandRefused) -> str:
    return str(_STAFFS_REASON.get(refused.code) or refusal(refused))


def _refused(request: HttpRequest, table: Table, seat: int, reason: str, status: int) -> HttpResponse:
    if _by_script(request):
        return _kept_by_nobody(render(request, "house/notice.html", {"reason": reason}, status=status))
    try:
        player = player_here(request, table.number, seat)
    except NotAllowed:
        return _kept_by_nobody(_gone(request, table, reason))
    context = _context(request, table, player, looks=False) | {"refusal": reason, "now": timezone.localtime()}
    return _kept_by_nobody(render(request, "tables/seat.html", context, status=status))


def _gone(request: HttpRequest, table: Table, reason: str, *, handed: bool = False) -> HttpResponse:
    """Nothing is shown here; why, and what may be done."""
    tablet = tablet_held(request)
    context = {
        "table": table,
        "reason": reason,
        "handed": handed,
        "round": tablet is not None and tablet_of(*tablet) is not None and not request.user.is_authenticated,
    }
    name = "tables/seat_gone_part.html" if _by_script(request) else "tables/seat_gone.html"
    return render(request, name, context, status=403)


def _kept_by_nobody(response: HttpResponse) -> HttpResponse:
    """No cache keeps it, and going back asks again."""
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Vary"] = "Cookie, HX-Request"
    return response
