"""People for tests, made by the services as the room makes them."""

from itertools import count

from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.services import add_person, author_for

PASSWORD = "nine-cheques-in-the-pot"
ROOM = Author(actor="system")
_numbers = count(1)


def person(*roles: str, username: str = "", name: str = "Some Body") -> Person:
    """An active person who holds `roles`; the username is made up unless given."""
    return add_person(
        username=username or f"body{next(_numbers)}",
        name=name,
        password=PASSWORD,
        roles=roles or ("dealer",),
        author=ROOM,
    )


def author(who: Person, role: str, terminal: str = "") -> Author:
    return author_for(who, role, terminal)
