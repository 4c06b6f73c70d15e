"""The floor's page, its part about people and devices: pairing, unpairing, unlocking; and what it is alerted to."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.roles import ADMIN, FLOOR
from cardroom.accounts.signing import unlock
from tables.game.base import number
from tables.pairing import pair_terminal, unpair_terminal
from tables.screens.people import alerts_now


@require_safe
@never_cache
def alerts(request: HttpRequest) -> HttpResponse:
    """Who is locked out and who calls, for pages that ask again and again."""
    person = request.user
    if not isinstance(person, Person) or not person.roles & {FLOOR, ADMIN}:
        raise PermissionDenied
    return render(request, "tables/parts/alerts.html", {"alerts": alerts_now()})


alerts.renews_session = False  # type: ignore[attr-defined]


def _pair(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    made = pair_terminal(
        table=number(form.get("table", ""), least=1, most=9_999),
        terminal=author.terminal,
        label=form.get("label", ""),
        command_id=command_id,
        author=author,
    )
    said = _("This device stands at table {number} now, as {label}. Sign out, and it asks who deals.")
    return said.format(number=made.table_id, label=made.label)


def _unpair(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    unpair_terminal(terminal=rest, command_id=command_id, author=author)
    return _(
        "The device stands at no table any more; who signed in there with a PIN or a badge is signed out."
    )


def _unlock(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    whose, _space, terminal = rest.partition(" ")
    unlock(whose=whose.removeprefix("-"), terminal=terminal.removeprefix("-"), author=author)
    return _("Unlocked.")


ACTIONS: dict[str, Callable[[QueryDict, str, str, Author], str]] = {
    "pair": _pair,
    "unpair": _unpair,
    "unlock": _unlock,
}
