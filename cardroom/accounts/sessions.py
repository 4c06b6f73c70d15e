"""What a session knows beside its person: the place it is bound to, and when its life was last renewed.

A session begun with a PIN or a badge is good at one place and one terminal only, as long as that PIN or badge is the
person's. What a place is, the apps above know.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare, salted_hmac

from cardroom.accounts.models import Person

PASSWORD, PIN, BADGE = "password", "pin", "badge"
_BOUND, _RENEWED = "bound", "renewed"
_SALT = "cardroom.accounts.proof"


def begin(session: SessionBase, person: Person, way: str, place: str, terminal: str) -> None:
    """Note how the session began; "" is no place, and binds it nowhere."""
    session[_RENEWED] = int(time.time())
    session.pop(_BOUND, None)
    if place:
        session[_BOUND] = {"place": place, "terminal": terminal, "way": way, "proof": _proof(person, way)}


def bound_to(data: Mapping[str, Any] | SessionBase) -> tuple[str, str] | None:
    """Place and terminal that a session is bound to; None for one begun with a password."""
    bound = data.get(_BOUND)
    return (bound["place"], bound["terminal"]) if bound else None


def still_proven(data: Mapping[str, Any] | SessionBase, person: Person) -> bool:
    """Whether the PIN or badge that began the session is still the person's."""
    bound = data.get(_BOUND)
    return bound is None or constant_time_compare(bound["proof"], _proof(person, bound["way"]))


def renew(session: SessionBase) -> None:
    """A session in use does not end: once half of its life is over, it begins anew."""
    if seconds_left(session) < settings.SESSION_COOKIE_AGE / 2:
        renew_now(session)


def renew_now(session: SessionBase) -> None:
    session[_RENEWED] = int(time.time())


def seconds_left(session: SessionBase) -> int:
    """At least so long the session lasts; 0 where nobody knows."""
    return max(0, int(session.get(_RENEWED, 0)) + settings.SESSION_COOKIE_AGE - int(time.time()))


def _proof(person: Person, way: str) -> str:
    kept = person.pin if way == PIN else person.badge or ""
    return salted_hmac(_SALT, f"{way}:{kept}", algorithm="sha256").hexdigest()
