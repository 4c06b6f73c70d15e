"""Who may do what to people, and how a service makes sure that an author is who he says."""

from __future__ import annotations

from django.utils.translation import gettext as _

from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.roles import ADMIN, FLOOR

SYSTEM = "system"


class NotAllowed(Exception):
    """The author may not do this. `code` is stable; `reason` says why, for the author to read.

    A screen translates `template`, where it is not translated already, and puts `params` in.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        self.code = code
        self.template = template
        self.params = params
        super().__init__(code, self.reason)

    @property
    def reason(self) -> str:
        return self.template.format(**self.params) if self.params else self.template


def require_role(person: Person, role: str) -> None:
    """Raises NotAllowed unless `person` is active and holds `role`."""
    if not person.is_active:
        raise NotAllowed("inactive", _("This person has been deactivated."))
    if role not in person.roles:
        raise NotAllowed(
            "role_not_held",
            _("This needs the role %(role)s, which the person does not hold.") % {"role": role},
        )


def require_author(author: Author, *roles: str) -> Person:
    """The active person behind `author`, who acts in one of `roles` and holds it. Raises NotAllowed.

    An `Author` is plain data: the rows are asked again, under the lock of the command that is running.
    """
    if author.role not in roles:
        raise NotAllowed(
            "wrong_role", _("This needs one of the roles %(roles)s.") % {"roles": ", ".join(roles)}
        )
    person = Person.objects.filter(public_id=author.actor).first()
    if person is None:
        raise NotAllowed("unknown_person", _("This needs a person who signs in."))
    require_role(person, author.role)
    return person


def may_manage_people(author: Author) -> None:
    """Admins add and change people; so does the room itself when it is set up. Raises NotAllowed."""
    if author.actor != SYSTEM:
        require_author(author, ADMIN)


def may_set_keys(author: Author, person: Person) -> None:
    """PIN and badge are everybody's own; admins and the room itself set those of others. Raises NotAllowed."""
    if author.actor != person.public_id:
        may_manage_people(author)
    elif not person.is_active:
        raise NotAllowed("inactive", _("This person has been deactivated."))


def may_unlock(author: Author) -> None:
    """Who was locked out after wrong tries is let in by the floor. Raises NotAllowed."""
    if author.actor != SYSTEM:
        require_author(author, FLOOR, ADMIN)
