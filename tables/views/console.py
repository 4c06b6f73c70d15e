"""The dealer's screen of one table: the page, its fragment, and the commands that it sends.

Works without scripts (a form is posted, the page comes back) and with htmx (the fragment is replaced).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit.services import CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.signing import hand_over
from cardroom.accounts.terminals import terminal_of
from tables import policies, services
from tables.game.base import Refused
from tables.players import tablet_of
from tables.screens import guide
from tables.screens.chair import chair_of, looks_on
from tables.screens.console import Standing, console, opening, standing
from tables.screens.holding import TABLET, keep
from tables.screens.offers import seat_changes
from tables.screens.panels import Panel, panel_from
from tables.screens.wording import refusal
from tables.seat_screens import tablet_secret
from tables.selectors import get_table, since_view
from tables.views.orders import order_from

NOTICE = "#notice"


@require_safe
@never_cache
def page(request: HttpRequest, number: int) -> HttpResponse:
    """The dealer's screen. `?panel=` opens a panel in place of the decision."""
    return _page(request, number, panel_from(request.GET))


@require_safe
def felt(request: HttpRequest, number: int) -> HttpResponse:
    """The fragment alone; 304 while nothing has happened since the `ETag` that the screen shows."""
    panel = panel_from(request.GET)
    now = standing(number)
    tag = _tag(request, now, panel)
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        response = _fragment(request, number, panel, now)
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


@require_POST
@never_cache
def act(request: HttpRequest, number: int) -> HttpResponse:
    """One command. 409 when it answers what is no longer open, 422 when it is refused, 403 when he may not."""
    person = _who(request)
    try:
        order = replace(order_from(request.POST), sits=True)
        answer = services.act(table=number, person=person, terminal=terminal_of(request), order=order)
    except services.Stale as stale:
        return _stale(request, number, stale)
    except Refused as refused:
        return _refused(request, number, refusal(refused), 422)
    except CommandRefused as refused:
        return _refused(request, number, refusal(refused), 422)
    except NotAllowed as refused:
        return _refused(request, number, refusal(refused), 403)
    if order.action == "hand round":
        return _handed_round(request, number, answer)
    return _done(request, number, answer)


def _who(request: HttpRequest) -> Person:
    """Who looks. Raises PermissionDenied."""
    person = request.user
    if not isinstance(person, Person) or not policies.may_look(person):
        raise PermissionDenied
    return person


def _by_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _tag(request: HttpRequest, now: Standing, panel: Panel) -> str:
    """The forms' token is part of it: signing in again changes nothing at the table, and every form."""
    token = salted_hmac("tables.felt", request.META.get("CSRF_COOKIE", "")).hexdigest()[:8]
    return f'"{now.version(_who(request), panel)}.{_guide(request)}.{token}"'


def _guide(request: HttpRequest) -> str:
    """What this device was told about the guide of the demo room."""
    choice = request.COOKIES.get(guide.COOKIE, "")
    return choice if choice in (guide.SHOWN, guide.SHUT) else ""


def _context(request: HttpRequest, number: int, panel: Panel, now: Standing) -> dict[str, Any]:
    """Raises Http404 where there is no such table."""
    person = _who(request)
    table = get_table(number)
    if table is None:
        raise Http404
    join = request.build_absolute_uri(reverse("tables:join"))
    context = console(table, person, panel, now.table, join)
    if context["stage"] == "between":
        context["opening"] = opening(table, context["places"], context["fee"])
    elif context["stage"] == "posting":
        context["seats"] = seat_changes(context["hand"])
    context |= guide.guided(table, person, context, _guide(request))
    sits = chair_of(table, person, terminal_of(request))
    context |= {"chair": sits, "looks_on": looks_on(sits, context["panel"], floor=context["is_floor"])}
    felt = reverse("tables:felt", args=[number])
    return context | {
        "etag": _tag(request, now, panel),
        "here": reverse("tables:page", args=[number]),
        "felt_url": felt,
        "felt_now": felt + context["panel"].query,
        "act_url": reverse("tables:act", args=[number]),
        "fields": _fields(request, context["answers"], context["panel"]),
    }


def _fields(request: HttpRequest, answers: dict[str, Any], panel: Panel) -> SafeString:
    """What every form of the screen sends: what it answers, and the panel that it stands in."""
    values = {"csrfmiddlewaretoken": get_token(request), **answers}
    if panel.name:
        values |= {"panel": panel.name, "n": panel.n, "place": panel.place}
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', values.items())


def _fragment(request: HttpRequest, number: int, panel: Panel, now: Standing, **about: Any) -> HttpResponse:
    status = about.pop("status", 200)
    context = _context(request, number, panel, now) | {"alone": True} | about
    return render(request, "tables/fragment.html", context, status=status)


def _page(request: HttpRequest, number: int, panel: Panel, **about: Any) -> HttpResponse:
    status = about.pop("status", 200)
    context = _context(request, number, panel, standing(number)) | {"now": timezone.localtime()} | about
    return render(request, "tables/console.html", context, status=status)


def _handed_round(request: HttpRequest, number: int, answer: services.Answer) -> HttpResponse:
    """Nobody of the house is signed in here any more; what the browser holds opens seats that have no screen."""
    secret = tablet_secret(answer.command_id, terminal_of(request))
    if tablet_of(number, secret) is None:
        return _done(request, number, answer)  # it went round once, and is back
    hand_over(request)
    there = reverse("tables:seats", args=[number])
    response = HttpResponse(headers={"HX-Redirect": there}) if _by_htmx(request) else redirect(there)
    keep(response, TABLET, number, secret)
    return response


def _done(request: HttpRequest, number: int, answer: services.Answer) -> HttpResponse:
    """The table after the command; the panel that sent it is closed, unless it is one to stay in."""
    notes = [_(note) for note in answer.notes]
    if answer.replayed:
        notes.append(_("This had been recorded already; nothing was done twice."))
    panel = panel_from(request.POST) if request.POST.get("stay") else Panel()
    if not _by_htmx(request):
        for note in notes:
            messages.info(request, note)
        return redirect(reverse("tables:page", args=[number]) + panel.query)
    return _fragment(request, number, panel, standing(number), answered=True, notes=notes)


def _refused(request: HttpRequest, number: int, reason: str, status: int) -> HttpResponse:
    """Why, beside the screen as it was: what was typed stays."""
    if not _by_htmx(request):
        return _page(request, number, panel_from(request.POST), refusal=reason, status=status)
    response = render(request, "house/notice.html", {"reason": reason}, status=status)
    response["HX-Retarget"] = NOTICE
    response["HX-Reswap"] = "innerHTML"
    return response


def _stale(request: HttpRequest, number: int, stale: services.Stale) -> HttpResponse:
    """Who did what meanwhile, over the table as it stands now."""
    table = get_table(number)
    since = since_view(stale.since, table.variant) if table is not None else []
    count = len(since)
    said = ngettext(
        "One thing has happened since your screen was drawn; what you sent was not recorded.",
        "{n} things have happened since your screen was drawn; what you sent was not recorded.",
        count,
    )
    if not count:
        said = _("The table is at another hand by now; what you sent was not recorded.")
    conflict = {"said": said.format(n=count), "since": since[-5:]}
    panel = panel_from(request.POST)
    if not _by_htmx(request):
        return _page(request, number, panel, conflict=conflict, status=409)
    return _fragment(request, number, panel, standing(number), answered=True, conflict=conflict, status=409)
