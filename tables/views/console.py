"""The dealer's screen of one table: the page, its fragment, and the commands that it sends.

Works without scripts (a form is posted, the page comes back) and with htmx (the fragment is replaced).
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from audit.services import CommandRefused
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.terminals import terminal_of
from tables import policies, services
from tables.game.base import Refused
from tables.models import Table
from tables.screens.console import console, opening, version
from tables.screens.panels import Panel, panel_from
from tables.selectors import get_table, since_view
from tables.views.orders import order_from

NOTICE = "#notice"


@require_GET
@never_cache
def page(request: HttpRequest, number: int) -> HttpResponse:
    """The dealer's screen. `?panel=` opens a panel in place of the decision."""
    table, person = _looking(request, number)
    return _page(request, table, person, panel_from(request.GET))


@require_GET
def felt(request: HttpRequest, number: int) -> HttpResponse:
    """The fragment alone; 304 while nothing has happened since the `ETag` that the screen shows."""
    table, person = _looking(request, number)
    panel = panel_from(request.GET)
    tag = f'"{version(table, person, panel)}"'
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        response = render(request, "tables/fragment.html", _context(table, person, panel) | {"alone": True})
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


@require_POST
@never_cache
def act(request: HttpRequest, number: int) -> HttpResponse:
    """One command. 409 when it answers what is no longer open, 422 when it is refused, 403 when he may not."""
    table, person = _looking(request, number)
    try:
        order = order_from(request.POST)
        answer = services.act(table=number, person=person, terminal=terminal_of(request), order=order)
    except services.Stale as stale:
        return _stale(request, table, person, stale)
    except Refused as refused:
        return _refused(request, table, person, _(refused.template).format(**refused.params), 422)
    except CommandRefused as refused:
        return _refused(request, table, person, _(refused.reason), 422)
    except NotAllowed as refused:
        return _refused(request, table, person, _(refused.reason), 403)
    return _done(request, number, person, answer)


def _looking(request: HttpRequest, number: int) -> tuple[Table, Person]:
    """The table and who looks at it. Raises PermissionDenied or Http404."""
    person = request.user
    if not isinstance(person, Person) or not policies.may_look(person):
        raise PermissionDenied
    table = get_table(number)
    if table is None:
        raise Http404
    return table, person


def _by_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _context(table: Table, person: Person, panel: Panel) -> dict[str, Any]:
    tag = f'"{version(table, person, panel)}"'  # before what it stands for: read later it could hide a change
    context = console(table, person, panel)
    if context["stage"] == "between":
        context["opening"] = opening(table, context["places"], context["fee"])
    here = reverse("tables:page", args=[table.number])
    felt = reverse("tables:felt", args=[table.number])
    return context | {
        "etag": tag,
        "here": here,
        "felt_url": felt,
        "felt_now": felt + context["panel"].query,
        "act_url": reverse("tables:act", args=[table.number]),
    }


def _page(request: HttpRequest, table: Table, person: Person, panel: Panel, **about: Any) -> HttpResponse:
    status = about.pop("status", 200)
    context = _context(table, person, panel) | {"now": timezone.localtime()} | about
    return render(request, "tables/console.html", context, status=status)


def _done(request: HttpRequest, number: int, person: Person, answer: services.Answer) -> HttpResponse:
    """The table after the command; the panel that sent it is closed."""
    notes = [_(note) for note in answer.notes]
    if answer.replayed:
        notes.append(_("This had been recorded already; nothing was done twice."))
    if not _by_htmx(request):
        for note in notes:
            messages.info(request, note)
        return redirect("tables:page", number)
    table, _person = _looking(request, number)
    stays = panel_from(request.POST) if request.POST.get("stay") else Panel()
    context = _context(table, person, stays) | {"alone": True, "answered": True, "notes": notes}
    return render(request, "tables/fragment.html", context)


def _refused(request: HttpRequest, table: Table, person: Person, reason: str, status: int) -> HttpResponse:
    """Why, beside the screen as it was: what was typed stays."""
    if not _by_htmx(request):
        return _page(request, table, person, panel_from(request.POST), refusal=reason, status=status)
    response = render(request, "house/notice.html", {"reason": reason}, status=status)
    response["HX-Retarget"] = NOTICE
    response["HX-Reswap"] = "innerHTML"
    return response


def _stale(request: HttpRequest, table: Table, person: Person, stale: services.Stale) -> HttpResponse:
    """Who did what meanwhile, over the table as it stands now."""
    since = since_view(stale.since, table.variant)
    count = len(since)
    conflict = {
        "said": ngettext(
            "One thing has happened since your screen was drawn; what you sent was not recorded.",
            "{n} things have happened since your screen was drawn; what you sent was not recorded.",
            count,
        ).format(n=count)
        if count
        else _("The table is at another hand by now; what you sent was not recorded."),
        "since": since[-5:],
    }
    panel = panel_from(request.POST)
    if not _by_htmx(request):
        return _page(request, table, person, panel, conflict=conflict, status=409)
    context = _context(table, person, panel) | {"alone": True, "answered": True, "conflict": conflict}
    return render(request, "tables/fragment.html", context, status=409)
