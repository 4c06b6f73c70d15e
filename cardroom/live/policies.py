"""Whose doorbell one may hear. A ring says no more than that something happened; still not everybody's business."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from audit.core import streams
from audit.selectors import head
from cardroom.accounts.models import Person
from cardroom.accounts.roles import ADMIN, AUDITOR, FLOOR
from tables.models import Table
from tables.screens.holding import may_hear_table

OFFICE = frozenset({FLOOR, AUDITOR, ADMIN})


def may_listen(person: Person | AnonymousUser, stream: str) -> bool:
    """Whether he may hear the stream, and it is there.

    False also for a stream that does not exist, so that nobody learns which of the two it was.
    """
    try:
        kind = streams.kind(stream)
    except ValueError:
        return False
    return (
        isinstance(person, Person) and may_hear(person, stream) and (kind != "table" or _table_exists(stream))
    )


def may_hear(person: Person, stream: str) -> bool:
    """Tables and fees: everybody with a role. The cage, sign-ins and the rest: the floor, auditors and admins."""
    wide = streams.kind(stream) in ("table", "fees")
    return person.is_active and bool(person.roles if wide else person.roles & OFFICE)


def lets_in(request: HttpRequest) -> bool:
    """Whether a browser that nobody is signed in on may hear the stream it asks for: that of the table where it is a
    seat's screen, or the tablet that goes round.
    """
    stream = request.resolver_match.kwargs.get("stream", "") if request.resolver_match else ""
    return stream[:1] == "T" and stream[1:].isdecimal() and may_hear_table(request, int(stream[1:]))


def _table_exists(stream: str) -> bool:
    """A new table has no record of its own yet."""
    return head(stream).seq > 0 or Table.objects.filter(number=int(stream[1:])).exists()
