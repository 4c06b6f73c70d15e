"""Changing people. Each change and its record are one transaction.

All of it takes the lock of the stream `access` (through `audit.services.command`), so what is checked inside
holds.
"""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager

from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from audit.services import Author, Entry, Log, command
from cardroom.accounts.bidi import BIDI_CONTROLS
from cardroom.accounts.models import Holding, Person
from cardroom.accounts.pins import bad_badge, bad_pin, badge_code, badge_fingerprint, pin_secret
from cardroom.accounts.policies import may_manage_people, may_set_keys, require_role
from cardroom.accounts.recorded import recorded_change
from cardroom.accounts.roles import ADMIN, ROLES

STREAM = "access"


class Refused(Exception):
    """The change cannot be made; nothing was written. `code` is stable, `reason` says what to do."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


def author_for(request_user: Person, role: str, terminal: str) -> Author:
    """The author of what `request_user` does in `role` at `terminal` (its opaque id, "" for none).

    Raises NotAllowed if the person is inactive or does not hold the role.
    """
    require_role(request_user, role)
    return Author(actor=request_user.public_id, role=role, terminal=terminal)


def add_person(*, username: str, name: str, password: str, roles: Iterable[str], author: Author) -> Person:
    """Add somebody who signs in. Raises NotAllowed, or Refused (`bad_person`, `bad_password`,
    `unknown_role`).
    """
    held = _known_roles(roles)
    person = Person(username=Person.normalize_username(username), name=_clean_name(name))
    _set_password(person, password)
    with access_command(author, {"do": "add_person", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        try:
            person.full_clean()
        except ValidationError as problem:
            raise Refused("bad_person", " ".join(problem.messages)) from problem
        person.save()
        _give_roles(person, held)
        log.append([entry("person.added", person, roles=held)])
    return person


def rename_person(*, person: Person, name: str, author: Author) -> Person:
    """Give the person another name; the record says that, not the names. Raises NotAllowed or Refused."""
    new_name = _clean_name(name)
    with (
        access_command(author, {"do": "rename_person", "person": person.public_id}) as log,
        recorded_change(),
    ):
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        if changed.name == new_name:
            raise Refused("unchanged", _("The person has that name already."))
        changed.name = new_name
        changed.save(update_fields=["name"])
        log.append([entry("person.renamed", changed)])
    return changed


def set_roles(*, person: Person, roles: Iterable[str], author: Author) -> Person:
    """Give the person exactly `roles`. Raises NotAllowed, or Refused (`unknown_role`, `unchanged`,
    `last_admin`).
    """
    after = _known_roles(roles)
    request = {"do": "set_roles", "person": person.public_id, "roles": after}
    with access_command(author, request) as log, recorded_change():
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        before = sorted(changed.roles)
        if before == after:
            raise Refused("unchanged", _("The person holds exactly these roles already."))
        if ADMIN not in after:
            _keep_an_admin(changed)
        _give_roles(changed, after)
        log.append([entry("person.roles_set", changed, before=before, after=after)])
    return Person.objects.get(pk=person.pk)


def set_password(*, person: Person, password: str, author: Author) -> Person:
    """Give the person another password, which ends all his sessions. Raises NotAllowed, or Refused
    (`bad_password`).
    """
    draft = Person.objects.get(pk=person.pk)
    _set_password(draft, password)
    with access_command(author, {"do": "set_password", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        draft.save(update_fields=["password"])
        log.append([entry("person.password_set", draft)])
    return Person.objects.get(pk=person.pk)


def deactivate_person(*, person: Person, author: Author, reason: str = "") -> Person:
    """End the person's access: every session is refused on its next request, and none comes back by a
    reactivation.

    Raises NotAllowed, or Refused (`already_inactive`; `last_admin`, since then nobody could add people).
    """
    with (
        access_command(author, {"do": "deactivate_person", "person": person.public_id}) as log,
        recorded_change(),
    ):
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        if not changed.is_active:
            raise Refused("already_inactive", _("This person has been deactivated already."))
        _keep_an_admin(changed)
        changed.is_active = False
        changed.epoch += 1
        changed.save(update_fields=["is_active", "epoch"])
        log.append([entry("person.deactivated", changed, reason=reason)])
    return changed


def reactivate_person(*, person: Person, author: Author, reason: str = "") -> Person:
    """Let the person sign in again. Raises NotAllowed, or Refused (`already_active`)."""
    with (
        access_command(author, {"do": "reactivate_person", "person": person.public_id}) as log,
        recorded_change(),
    ):
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        if changed.is_active:
            raise Refused("already_active", _("This person is active."))
        changed.is_active = True
        changed.save(update_fields=["is_active"])
        log.append([entry("person.reactivated", changed, reason=reason)])
    return changed


def set_pin(*, person: Person, pin: str, author: Author) -> Person:
    """Give the person another PIN, which ends what he began with the old one. Raises NotAllowed, or Refused
    (`bad_pin`).
    """
    if problem := bad_pin(pin):
        raise Refused("bad_pin", problem)
    draft = Person.objects.get(pk=person.pk)
    draft.set_pin_secret(pin_secret(draft.public_id, pin))  # slow on purpose: outside the lock
    with access_command(author, {"do": "set_pin", "person": person.public_id}) as log, recorded_change():
        may_set_keys(author, Person.objects.get(pk=person.pk))
        draft.save(update_fields=["pin"])
        log.append([entry("person.pin_set", draft)])
    return Person.objects.get(pk=person.pk)


def set_badge(*, person: Person, code: str, author: Author) -> Person:
    """Give the person another badge. Raises NotAllowed, or Refused (`bad_badge`; `badge_taken`)."""
    code = badge_code(code)
    if problem := bad_badge(code):
        raise Refused("bad_badge", problem)
    fingerprint = badge_fingerprint(code)
    with access_command(author, {"do": "set_badge", "person": person.public_id}) as log, recorded_change():
        changed = Person.objects.get(pk=person.pk)
        may_set_keys(author, changed)
        if Person.objects.filter(badge=fingerprint).exclude(pk=person.pk).exists():
            raise Refused("badge_taken", _("This badge cannot be yours. Take another one."))
        changed.badge = fingerprint
        changed.save(update_fields=["badge"])
        log.append([entry("person.badge_set", changed)])
    return changed


def clear_keys(*, person: Person, author: Author) -> Person:
    """Take PIN and badge away; what was begun with them ends. Raises NotAllowed, or Refused (`unchanged`)."""
    with access_command(author, {"do": "clear_keys", "person": person.public_id}) as log, recorded_change():
        changed = Person.objects.get(pk=person.pk)
        may_set_keys(author, changed)
        kinds = ["person.pin_cleared"] if changed.pin else []
        kinds += ["person.badge_cleared"] if changed.badge else []
        if not kinds:
            raise Refused("unchanged", _("The person has neither PIN nor badge."))
        changed.pin, changed.badge = "", None
        changed.save(update_fields=["pin", "badge"])
        log.append([entry(kind, changed) for kind in kinds])
    return changed


def access_command(author: Author, request: Mapping[str, object]) -> AbstractContextManager[Log]:
    return command(STREAM, uuid.uuid4().hex, author=author, request=request)


def entry(kind: str, person: Person, **data: object) -> Entry:
    return Entry(type=kind, data={"person": person.public_id, **data}, subject=person.public_id)


def _known_roles(roles: Iterable[str]) -> list[str]:
    wanted = sorted(set(roles))
    unknown = [role for role in wanted if role not in ROLES]
    if unknown or not wanted:
        raise Refused(
            "unknown_role",
            _("A person holds one or more of the roles %(roles)s.") % {"roles": ", ".join(ROLES)},
        )
    return wanted


def _give_roles(person: Person, roles: list[str]) -> None:
    Holding.objects.filter(person=person).exclude(group__name__in=roles).delete()
    for role in roles:
        group = Group.objects.get_or_create(name=role)[0]
        Holding.objects.get_or_create(person=person, group=group)


def _keep_an_admin(person: Person) -> None:
    """Raises Refused if without `person` no active admin is left."""
    others = Person.objects.filter(is_active=True, groups__name=ADMIN).exclude(pk=person.pk)
    if person.is_active and ADMIN in person.roles and not others.exists():
        raise Refused("last_admin", _("This is the last active admin; give another person the role first."))


def _clean_name(name: str) -> str:
    cleaned = unicodedata.normalize("NFC", name).strip()
    controls = [
        letter for letter in cleaned if letter in BIDI_CONTROLS or unicodedata.category(letter) == "Cc"
    ]
    if controls or not cleaned:
        raise Refused("bad_person", _("A name is a text without control characters, and not empty."))
    return cleaned


def _set_password(person: Person, password: str) -> None:
    """Hashes outside the command: it is slow on purpose, and a lock would make everybody wait."""
    try:
        validate_password(password, person)
    except ValidationError as problem:
        raise Refused("bad_password", " ".join(problem.messages)) from problem
    person.set_password(password)
