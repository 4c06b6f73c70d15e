"""The start page: the tables of the room."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cardroom.accounts.models import Person
from cardroom.accounts.roles import ADMIN, FLOOR
from tables import policies
from tables.game import registry
from tables.models import Table
from tables.screens import guide
from tables.screens.people import alerts_now
from tables.screens.status import stage
from tables.selectors import all_tables, current


@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    """Every table with its state; who works at none of them is told so."""
    person = request.user
    assert isinstance(person, Person)
    looks = policies.may_look(person)
    furnishes = bool(person.roles & {FLOOR, ADMIN})
    context = {
        "looks": looks,
        "tables": [_row(table) for table in all_tables()] if looks else [],
        "furnishes": furnishes,
        "newcomer": guide.newcomer(person),
        "alerts": alerts_now() if furnishes else None,
    }
    return render(request, "tables/room.html", context)


def _row(table: Table) -> dict[str, Any]:
    told = current(table)
    hand = told.hand if told is not None and not told.hand.closed else None
    taken = list(table.seats.all())
    return {
        "table": table,
        "game": registry.get(table.variant).name,
        "state": stage(table, hand),
        "taken": len(taken),
        "free": 10 - len(taken),
        "hand": hand.id.partition("/")[2] if hand is not None and not hand.settled else "",
        "pot": sum(hand.posted().values()) if hand is not None and not hand.settled else 0,
        "disputed": hand is not None and hand.dispute is not None,
    }
