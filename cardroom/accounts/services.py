"""Changing people and signing them in and out. Each change and its record are one transaction.

All of it takes the lock of the stream `access` (through `audit.services.command`), so what is checked inside
holds.
"""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager

from django.contrib.auth import login, logout
from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from audit.services import Author, Entry, Log, command
from cardroom.accounts.bidi import BIDI_CONTROLS
from cardroom.accounts.models import Holding, Person, Terminal
from cardroom.accounts.opaque import new_terminal_id
from cardroom.accounts.policies import may_manage_people, require_role
from cardroom.accounts.recorded import recorded_change
from cardroom.accounts.roles import ADMIN, ROLES
from cardroom.accounts.selectors import by_username
from cardroom.accounts.terminals import terminal_of

STREAM = "access"
ANONYMOUS = "anonymous"


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
    with _command(author, {"do": "add_person", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        try:
            person.full_clean()
        except ValidationError as problem:
            raise Refused("bad_person", " ".join(problem.messages)) from problem
        person.save()
        _give_roles(person, held)
        log.append([_entry("person.added", person, roles=held)])
    return person


def rename_person(*, person: Person, name: str, author: Author) -> Person:
    """Give the person another name; the record says that, not the names. Raises NotAllowed or Refused."""
    new_name = _clean_name(name)
    with _command(author, {"do": "rename_person", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        if changed.name == new_name:
            raise Refused("unchanged", _("The person has that name already."))
        changed.name = new_name
        changed.save(update_fields=["name"])
        log.append([_entry("person.renamed", changed)])
    return changed


def set_roles(*, person: Person, roles: Iterable[str], author: Author) -> Person:
    """Give the person exactly `roles`. Raises NotAllowed, or Refused (`unknown_role`, `unchanged`,
    `last_admin`).
    """
    after = _known_roles(roles)
    request = {"do": "set_roles", "person": person.public_id, "roles": after}
    with _command(author, request) as log, recorded_change():
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        before = sorted(changed.roles)
        if before == after:
            raise Refused("unchanged", _("The person holds exactly these roles already."))
        if ADMIN not in after:
            _keep_an_admin(changed)
        _give_roles(changed, after)
        log.append([_entry("person.roles_set", changed, before=before, after=after)])
    return Person.objects.get(pk=person.pk)


def set_password(*, person: Person, password: str, author: Author) -> Person:
    """Give the person another password, which ends all his sessions. Raises NotAllowed, or Refused
    (`bad_password`).
    """
    draft = Person.objects.get(pk=person.pk)
    _set_password(draft, password)
    with _command(author, {"do": "set_password", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        draft.save(update_fields=["password"])
        log.append([_entry("person.password_set", draft)])
    return Person.objects.get(pk=person.pk)


def deactivate_person(*, person: Person, author: Author, reason: str = "") -> Person:
    """End the person's access: every session is refused on its next request, and none comes back by a
    reactivation.

    Raises NotAllowed, or Refused (`already_inactive`; `last_admin`, since then nobody could add people).
    """
    with _command(author, {"do": "deactivate_person", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        if not changed.is_active:
            raise Refused("already_inactive", _("This person has been deactivated already."))
        _keep_an_admin(changed)
        changed.is_active = False
        changed.epoch += 1
        changed.save(update_fields=["is_active", "epoch"])
        log.append([_entry("person.deactivated", changed, reason=reason)])
    return changed


def reactivate_person(*, person: Person, author: Author, reason: str = "") -> Person:
    """Let the person sign in again. Raises NotAllowed, or Refused (`already_active`)."""
    with _command(author, {"do": "reactivate_person", "person": person.public_id}) as log, recorded_change():
        may_manage_people(author)
        changed = Person.objects.get(pk=person.pk)
        if changed.is_active:
            raise Refused("already_active", _("This person is active."))
        changed.is_active = True
        changed.save(update_fields=["is_active"])
        log.append([_entry("person.reactivated", changed, reason=reason)])
    return changed


def sign_in(request: HttpRequest, person: Person) -> str:
    """Begin the session of `person`, whose password was right, at the terminal, made now if the browser has
    none.

    Whoever was signed in here is signed out by it. Returns the terminal's opaque id.
    Raises Refused (`inactive`).
    """
    terminal = terminal_of(request) or new_terminal_id()
    author = Author(actor=person.public_id, role="", terminal=terminal)
    with _command(author, {"do": "sign_in", "person": person.public_id}) as log:
        entering = Person.objects.get(pk=person.pk)
        if not entering.is_active:
            raise Refused("inactive", _("This person has been deactivated."))
        entries = [_entry("signin.succeeded", entering)]
        leaving = request.user
        if isinstance(leaving, Person) and leaving.pk != entering.pk:
            entries.insert(0, _entry("signin.ended", leaving, cause="switched"))
        Terminal.objects.get_or_create(public_id=terminal)
        login(request, entering)
        request.session.save()
        log.append(entries)
    return terminal


def record_failed_sign_in(request: HttpRequest, *, username: str, cause: str) -> None:
    """Record that a sign-in failed, and whose if the username is somebody's; never what was typed."""
    person = by_username(username)
    author = Author(actor=ANONYMOUS, role="", terminal=terminal_of(request))
    with _command(author, {"do": "fail_sign_in", "cause": cause}) as log:
        data = {"person": person.public_id if person else None, "cause": cause}
        log.append([Entry(type="signin.failed", data=data, subject=person.public_id if person else "")])


def sign_out(request: HttpRequest) -> None:
    """End the session; without one nothing happens."""
    if not isinstance(request.user, Person):
        return
    person = request.user
    author = Author(actor=person.public_id, role="", terminal=terminal_of(request))
    with _command(author, {"do": "sign_out", "person": person.public_id}) as log:
        log.append([_entry("signin.ended", person, cause="signed_out")])
        logout(request)


def _command(author: Author, request: Mapping[str, object]) -> AbstractContextManager[Log]:
    return command(STREAM, uuid.uuid4().hex, author=author, request=request)


def _entry(kind: str, person: Person, **data: object) -> Entry:
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
