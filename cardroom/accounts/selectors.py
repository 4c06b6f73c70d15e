"""Reading people: names for screens, and which sessions are still good."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from cardroom.accounts import sessions
from cardroom.accounts.models import Holding, Person


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


def is_deactivated(public_id: str) -> bool:
    return Person.objects.filter(public_id=public_id, is_active=False).exists()


def with_pin(roles: Iterable[str]) -> list[Person]:
    """Active people who hold one of `roles` and have a PIN, by name; `roles` of each is read already."""
    found = list(
        Person.objects.filter(is_active=True, groups__name__in=list(roles))
        .exclude(pin="")
        .distinct()
        .order_by("name")
    )
    read_roles(found)
    return found


def read_roles(people: Iterable[Person]) -> None:
    """Their roles in one query for all of them."""
    held: dict[int, set[str]] = {person.pk: set() for person in people}
    for pk, role in Holding.objects.filter(person__in=held).values_list("person_id", "group__name"):
        held[pk].add(role)
    for person in people:
        person.__dict__["roles"] = frozenset(held[person.pk])


def good_sessions(session_keys: Iterable[str]) -> set[str]:
    """Those of `session_keys` that still let their person in."""
    return set(sessions_of(session_keys))


def sessions_of(session_keys: Iterable[str]) -> dict[str, tuple[Person, tuple[str, str] | None]]:
    """Those of `session_keys` that still let their person in, with the person and what they are bound to: stored, not
    expired, the person active, and neither his password nor his epoch changed since, nor the PIN or badge that began
    them. One query for the sessions, one for the people.
    """
    rows = _session_model().objects.filter(session_key__in=set(session_keys), expire_date__gt=timezone.now())
    stored = {row.session_key: row.get_decoded() for row in rows}
    signed_in = {key: (int(data[SESSION_KEY]), data) for key, data in stored.items() if SESSION_KEY in data}
    people = Person.objects.filter(is_active=True).in_bulk({pk for pk, _ in signed_in.values()})
    return {
        key: (people[pk], sessions.bound_to(data))
        for key, (pk, data) in signed_in.items()
        if pk in people
        and constant_time_compare(data.get(HASH_SESSION_KEY, ""), people[pk].get_session_auth_hash())
        and sessions.still_proven(data, people[pk])
    }


def _session_model() -> type[AbstractBaseSession]:
    model: type[AbstractBaseSession] = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class()
    return model
