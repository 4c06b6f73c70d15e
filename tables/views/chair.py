"""Taking turns at a device that stands at a table: by PIN or badge, between hands or in the middle of one."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from audit.services import CommandRefused
from cardroom.accounts import services as people
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import DEALER, FLOOR
from cardroom.accounts.selectors import is_deactivated
from cardroom.accounts.sessions import BADGE, PIN
from cardroom.accounts.signing import prove_by_badge, prove_by_pin, sign_in
from cardroom.accounts.terminals import remember_terminal, terminal_of
from tables import services
from tables.chair import going
from tables.game import registry
from tables.game.base import Refused
from tables.models import Table
from tables.pairing import paired_table
from tables.screens import wording
from tables.screens.chair import SITS, last_sitting, who_may_sit
from tables.selectors import current, get_table

CODES_OF_RIGHTS = frozenset({"inactive", "role_not_held", "locked"})


@login_not_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chair(request: HttpRequest, number: int) -> HttpResponse:
    """Who may deal, and a pad for the PIN; a badge needs no more than being held to its reader.

    Only on a device that stands at this table (403 elsewhere). What is refused has changed nothing: 422, or 403 for a
    person who may not. A script (`HX-Request`) gets the form alone, and as an answer the operator's part of the frame
    with the event `signed-in`, or code and reason.
    """
    table = get_table(number)
    if table is None:
        raise Http404
    if paired_table(terminal_of(request)) != number:
        return _not_here(request, table)
    if request.method != "POST":
        return _page(request, table)
    try:
        person, terminal = _enter(request, table)
    except (people.Refused, Refused, NotAllowed, CommandRefused) as refused:
        return _refused(request, table, refused)
    response = _entered(request, table, person)
    remember_terminal(response, terminal)
    return response


def _enter(request: HttpRequest, table: Table) -> tuple[Person, str]:
    """Prove who it is, put him in the chair, then begin his session: whoever may not sit down leaves the one who deals
    where he is. Returns the person and the terminal. Raises the Refused of people and of tables, NotAllowed.
    """
    form, terminal = request.POST, terminal_of(request)
    way = BADGE if form.get("badge", "").strip() else PIN
    if way == BADGE:
        person = prove_by_badge(request, form["badge"], roles=SITS)
    elif not form.get("person"):
        raise people.Refused("nobody_chosen", _("Choose your name first."))
    else:
        person = prove_by_pin(request, person=form.get("person", ""), pin=form.get("pin", ""), roles=SITS)
    looks = FLOOR in person.roles and (
        form.get("as") == "look" or (form.get("as") != "chair" and DEALER not in person.roles)
    )
    if not looks and (table.chair, table.chair_terminal) != (person.public_id, terminal):
        order = services.Command(uuid4().hex, "chair")
        services.act(table=table.number, person=person, terminal=terminal, order=order)
    return person, sign_in(request, person, way=way, place=table.stream)


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _entered(request: HttpRequest, table: Table, person: Person) -> HttpResponse:
    page = reverse("tables:page", args=[table.number])
    if not _by_script(request):
        return redirect(page)
    response = render(request, "accounts/operator.html")
    response["HX-Trigger"] = json.dumps({"signed-in": {"person": person.public_id, "url": page}})
    return response


def _refused(request: HttpRequest, table: Table, refused: Exception) -> HttpResponse:
    code = str(getattr(refused, "code", ""))
    reason = wording.refusal(refused)
    status = 403 if isinstance(refused, NotAllowed) or code in CODES_OF_RIGHTS else 422
    if _by_script(request):
        return JsonResponse({"code": code, "reason": reason}, status=status)
    return _page(request, table, refusal=reason, chosen=request.POST.get("person", ""), status=status)


def _not_here(request: HttpRequest, table: Table) -> HttpResponse:
    reason = _("This device does not stand at table {number}: nobody signs in here with a PIN or a badge.")
    reason = reason.format(number=table.number)
    if _by_script(request):
        return JsonResponse({"code": "not_paired", "reason": reason}, status=403)
    context = {"table": table, "reason": reason, "mine": paired_table(terminal_of(request))}
    return render(request, "tables/chair_elsewhere.html", context, status=403)


def _page(request: HttpRequest, table: Table, *, status: int = 200, **about: Any) -> HttpResponse:
    told = current(table)
    context = {
        "table": table,
        "game": registry.get(table.variant),
        "people": who_may_sit(terminal_of(request)),
        "last": last_sitting(table),
        "hand_open": going(told.hand if told is not None else None),
        "here": reverse("tables:chair", args=[table.number]),
        "chosen": request.GET.get("person", ""),
        "now": timezone.localtime(),
    } | about
    context["gone"] = is_deactivated(str(context["chosen"]))
    name = "tables/chair_form.html" if _by_script(request) else "tables/chair.html"
    return render(request, name, context, status=status)
