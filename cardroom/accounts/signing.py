"""Signing in and out at a terminal: by password everywhere, by PIN or badge where the app above allows it.

Who tries wrongly five times is locked out at that terminal, and the floor is told. django-axes counts by address or by
username; a room's terminals share one address, and a name locked everywhere would stop a dealer in mid-hand elsewhere.
All of it takes the lock of the stream `access`, so that parallel tries are counted one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth import login, logout
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from audit.services import Author, Entry
from cardroom.accounts import sessions
from cardroom.accounts.models import Person, SignInLock, Terminal
from cardroom.accounts.opaque import new_terminal_id
from cardroom.accounts.pins import badge_code, badge_fingerprint
from cardroom.accounts.policies import may_unlock
from cardroom.accounts.roles import ROLES
from cardroom.accounts.selectors import by_username
from cardroom.accounts.services import Refused, access_command, entry
from cardroom.accounts.sessions import BADGE, PASSWORD, PIN
from cardroom.accounts.terminals import terminal_of

TRIES = 5
PASSWORD_LOCK = timedelta(minutes=15)
BADGE_FORGOTTEN = timedelta(minutes=15)  # so long after an unknown badge the next one is counted anew
NOBODY = ""
ANONYMOUS = "anonymous"
_SUCCEEDED = {PASSWORD: "signin.succeeded", PIN: "signin.pin_succeeded", BADGE: "signin.badge_succeeded"}

leaving = Signal()
"""Sent with `request` and `person` before somebody is signed out by his own wish. A receiver that raises Refused keeps
him signed in.
"""


def sign_in(request: HttpRequest, person: Person, *, way: str = PASSWORD, place: str = "") -> str:
    """Begin the session of `person`, who has proven in `way` that it is he, at the terminal, made now if the
    browser has none. `place` binds the session to it.

    Whoever was signed in here is signed out by it. Returns the terminal's opaque id.
    Raises Refused (`inactive`, `locked`).
    """
    terminal = terminal_of(request) or new_terminal_id()
    author = Author(actor=person.public_id, role="", terminal=terminal)
    with access_command(author, {"do": "sign_in", "person": person.public_id}) as log:
        entering = Person.objects.get(pk=person.pk)
        if not entering.is_active:
            raise Refused("inactive", _("This person has been deactivated."))
        if locked_out(entering.public_id, terminal, log.at):
            raise locked()
        _tries(entering.public_id, terminal).filter(way=way).delete()
        entries = [entry(_SUCCEEDED[way], entering)]
        before = request.user
        if isinstance(before, Person) and before.pk != entering.pk:
            entries.insert(0, entry("signin.ended", before, cause="switched"))
        Terminal.objects.get_or_create(public_id=terminal)
        login(request, entering)
        sessions.begin(request.session, entering, way, place, terminal)
        request.session.save()
        log.append(entries)
    return terminal


def prove_by_pin(request: HttpRequest, *, person: str, pin: str, roles: Iterable[str] = ROLES) -> Person:
    """The person of this id, if the PIN is his and he holds one of `roles`. Nobody is signed in yet.

    Raises Refused (`wrong_pin`, `locked`, `inactive`, `role_not_held`).
    """
    found = Person.objects.filter(public_id=person).first()
    right = found is not None and found.check_pin(pin.strip())
    if found is None or not right:
        if _record_failure(request, found, whose=found.public_id if found else None, way=PIN, cause=PIN):
            raise locked()
        raise Refused("wrong_pin", _("This PIN is wrong. Nothing was done; try again."))
    return _proven(request, found, PIN, roles)


def prove_by_badge(request: HttpRequest, code: str, *, roles: Iterable[str] = ROLES) -> Person:
    """Whose badge it is, if he holds one of `roles`. Nobody is signed in yet. A badge that is nobody's counts
    against the terminal.

    Raises Refused (`wrong_badge`, `locked`, `inactive`, `role_not_held`).
    """
    found = Person.objects.filter(badge=badge_fingerprint(badge_code(code))).first()
    if found is None:
        if record_strange_badge(request):
            raise locked()
        raise Refused("wrong_badge", _("This badge opens nothing here. Try again, or use your PIN."))
    return _proven(request, found, BADGE, roles)


def prove_by_password(request: HttpRequest, person: Person, password: str) -> Person:
    """That it is still the signed-in person who asks for something. Raises Refused (`wrong_password`, `locked`,
    `inactive`).
    """
    if not person.check_password(password):
        if _record_failure(request, person, whose=person.public_id, way=PASSWORD, cause=PASSWORD):
            raise locked()
        raise Refused("wrong_password", _("The password is wrong. Nothing was changed."))
    return _proven(request, person, PASSWORD, ROLES)


def _proven(request: HttpRequest, person: Person, way: str, roles: Iterable[str]) -> Person:
    """The right PIN of who is locked out is answered as a wrong one is."""
    terminal = terminal_of(request)
    cause = ""
    with access_command(Author(ANONYMOUS, "", terminal), {"do": "prove", "way": way}) as log:
        proven = Person.objects.get(pk=person.pk)
        if locked_out(proven.public_id, terminal, log.at) or (
            way == BADGE and locked_out(NOBODY, terminal, log.at)
        ):
            cause = "locked"
        elif not proven.is_active:
            cause = "inactive"
        elif not proven.roles & set(roles):
            cause = "role"
        if cause:
            log.append([_failed(proven, cause)])
        else:
            _tries(proven.public_id, terminal).filter(way=way).delete()
    if cause == "locked":
        raise locked()
    if cause == "inactive":
        raise Refused("inactive", _("This account was deactivated; another dealer takes over."))
    if cause:
        raise Refused("role_not_held", _("This is for other roles than yours. Ask the floor."))
    return proven


def record_failed_sign_in(request: HttpRequest, *, username: str, cause: str) -> bool:
    """Record that a sign-in by password failed, and whose if the username is somebody's; never what was typed.

    Returns whether he is locked out here now. A name that is nobody's is locked like another, and nobody is told whose.
    """
    person = by_username(username)
    return _record_failure(request, person, whose=_whose(person, username), way=PASSWORD, cause=cause)


def name_locked_out(request: HttpRequest, username: str) -> bool:
    return locked_out(_whose(by_username(username), username), terminal_of(request))


def record_strange_badge(request: HttpRequest) -> bool:
    """Returns whether no badge is taken any more at the terminal."""
    return _record_failure(request, None, whose=NOBODY, way=BADGE, cause=BADGE)


def badges_locked(request: HttpRequest) -> bool:
    return locked_out(NOBODY, terminal_of(request))


def _record_failure(
    request: HttpRequest, person: Person | None, *, whose: str | None, way: str, cause: str
) -> bool:
    """Count and record a wrong try (None: nobody's to be counted). Returns whether it is locked out here now."""
    terminal = terminal_of(request)
    author = Author(actor=ANONYMOUS, role="", terminal=terminal)
    with access_command(author, {"do": "fail_sign_in", "cause": cause}) as log:
        entries = [_failed(person, cause)]
        wrong = cause in (PIN, BADGE, PASSWORD, "unknown")
        if whose is not None and wrong and _counted(whose, terminal, way, log.at) and whose[:1] != "?":
            entries.append(Entry("signin.locked", {"person": whose or None, "way": way}, whose))
        log.append(entries)
        return whose is not None and locked_out(whose, terminal, log.at)


def _counted(whose: str, terminal: str, way: str, at: datetime) -> bool:
    """Count a wrong try; whether it is the one that locks."""
    SignInLock.objects.filter(whose__startswith="?", failed_at__lt=at - PASSWORD_LOCK).delete()
    row, _made = SignInLock.objects.get_or_create(
        whose=whose, terminal=terminal, way=way, defaults={"failed_at": at}
    )
    forgotten = way == BADGE and row.locked_at is None and row.failed_at < at - BADGE_FORGOTTEN
    if forgotten or (row.locked_at is not None and not _holds(row, at)):
        row.failures, row.locked_at = 0, None
    row.failures += 1
    row.failed_at = at
    locks = row.failures == TRIES
    if locks:
        row.locked_at = at
    row.save()
    return locks


def _failed(person: Person | None, cause: str) -> Entry:
    whom = person.public_id if person else None
    return Entry(type="signin.failed", data={"person": whom, "cause": cause}, subject=whom or "")


def _whose(person: Person | None, username: str) -> str:
    if person is not None:
        return person.public_id
    name = Person.normalize_username(username)
    return "?" + salted_hmac("cardroom.accounts.stranger", name, algorithm="sha256").hexdigest()[:15]


def locked() -> Refused:
    """The same words for whoever is locked out, however he tried: they tell nobody whether he was right."""
    return Refused(
        "locked",
        _(
            "Too many wrong tries: locked at this device. A floor manager unlocks it on the floor page; "
            "after wrong passwords it ends by itself in 15 minutes."
        ),
    )


def locked_out(whose: str, terminal: str, at: datetime | None = None) -> bool:
    """Whether nobody may sign in as this person (`NOBODY`: with any badge) at the terminal just now."""
    now = at or timezone.now()
    return any(_holds(row, now) for row in _tries(whose, terminal))


def locks() -> list[SignInLock]:
    """Who is locked out where, for the floor; not names that are nobody's."""
    ended = Q(way=PASSWORD, locked_at__lt=timezone.now() - PASSWORD_LOCK) | Q(whose__startswith="?")
    return list(SignInLock.objects.filter(locked_at__isnull=False).exclude(ended).order_by("locked_at", "pk"))


def unlock(*, whose: str, terminal: str, author: Author) -> None:
    """Let a person, or badges, in again at a terminal. Raises NotAllowed, or Refused (`not_locked`)."""
    with access_command(author, {"do": "unlock", "person": whose, "terminal": terminal}) as log:
        may_unlock(author)
        if not locked_out(whose, terminal, log.at):
            raise Refused("not_locked", _("Nobody is locked out there any more."))
        _tries(whose, terminal).delete()
        log.append([Entry("signin.unlocked", {"person": whose or None, "terminal": terminal}, whose)])


def _tries(whose: str, terminal: str) -> QuerySet[SignInLock]:
    return SignInLock.objects.filter(whose=whose, terminal=terminal)


def _holds(row: SignInLock, at: datetime) -> bool:
    if row.locked_at is None:
        return False
    return row.way != PASSWORD or at < row.locked_at + PASSWORD_LOCK


def sign_out(request: HttpRequest) -> None:
    """End the session; without one nothing happens. Raises Refused where a receiver of `leaving` does."""
    if isinstance(request.user, Person):
        leaving.send(sender=Person, request=request, person=request.user)
        _end(request, request.user, "signed_out")


def hand_over(request: HttpRequest) -> None:
    """End the session of a person who stays where he is, while others hold his device."""
    if isinstance(request.user, Person):
        _end(request, request.user, "handed_over")


def _end(request: HttpRequest, person: Person, cause: str) -> None:
    author = Author(actor=person.public_id, role="", terminal=terminal_of(request))
    with access_command(author, {"do": "sign_out", "person": person.public_id}) as log:
        log.append([entry("signin.ended", person, cause=cause)])
        logout(request)
        request.signs_out = True  # type: ignore[attr-defined]
