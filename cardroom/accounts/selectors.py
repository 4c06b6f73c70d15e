"""Reading people: names for screens, and which sessions are still good."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from cardroom.accounts.models import Person


def name_of(public_id: str) -> str:
    """The person's name for a screen; the id itself where nobody has it (`system`, an erased person)."""
    return names_of([public_id])[public_id]


def names_of(public_ids: Iterable[str]) -> dict[str, str]:
    """Names by id for a whole list, in one query."""
    wanted = set(public_ids)
    found = dict(Person.objects.filter(public_id__in=wanted).values_list("public_id", "name"))
    return {public_id: found.get(public_id) or public_id for public_id in wanted}


def by_username(username: str) -> Person | None:
    return Person.objects.filter(username=Person.normalize_username(username)).first()


def good_sessions(session_keys: Iterable[str]) -> set[str]:
    """Those of `session_keys` that still let their person in: stored, not expired, the person active, and
    neither his password nor his epoch changed since. One query for the sessions, one for the people.
    """
    rows = _session_model().objects.filter(session_key__in=set(session_keys), expire_date__gt=timezone.now())
    signed_in = {}
    for row in rows:
        data = row.get_decoded()
        if SESSION_KEY in data:
            signed_in[row.session_key] = (int(data[SESSION_KEY]), data.get(HASH_SESSION_KEY, ""))
    people = Person.objects.filter(is_active=True).in_bulk({pk for pk, _ in signed_in.values()})
    return {
        key
        for key, (pk, fingerprint) in signed_in.items()
        if pk in people and constant_time_compare(fingerprint, people[pk].get_session_auth_hash())
    }


def _session_model() -> type[AbstractBaseSession]:
    model: type[AbstractBaseSession] = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class()
    return model
