"""The demo room: invented people, tables and fees, made once; run again it adds what is missing and changes nothing."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.policies import SYSTEM
from cardroom.accounts.roles import ADMIN, AUDITOR, DEALER, FLOOR
from cardroom.accounts.services import add_person, set_badge, set_pin
from cardroom.demo.room import furnish
from fees.demo import approve_demo_schedule, began_as_demo, is_demo

PASSWORD = "low-hand-acts"
PEOPLE = (
    ("dana", "Dana Reyes", DEALER),
    ("dmitri", "Dmitri Sokolov", DEALER),
    ("flora", "Flora Nguyen", FLOOR),
    ("august", "August Klein", AUDITOR),
    ("ada", "Ada Moreau", ADMIN),
)
KEYS = {"dana": ("2580", "DANA-0001"), "dmitri": ("1470", "DMITRI-0002"), "flora": ("3690", "FLORA-0003")}
"""PIN and badge for signing in at a paired device, invented like the password."""
AUTHOR = Author(actor=SYSTEM)


class Command(BaseCommand):
    help = "Makes the demo room (invented people, tables, fees) where it is missing, and prints its logins."

    def handle(self, *args: Any, **options: Any) -> None:
        new = not began_as_demo()
        if new and not only_ours():
            self.stdout.write("The room has people of its own; nothing of the demo was added.")
            return
        for username, name, role in PEOPLE:
            if not Person.objects.filter(username=username).exists():
                add_person(username=username, name=name, password=PASSWORD, roles=[role], author=AUTHOR)
        for username, (pin, badge) in KEYS.items() if not Person.objects.exclude(pin="").exists() else ():
            person = Person.objects.get(username=username)
            set_pin(person=person, pin=pin, author=AUTHOR)
            set_badge(person=person, code=badge, author=AUTHOR)
        flora = Person.objects.get(username="flora")
        if new:
            approve_demo_schedule(Author(actor=flora.public_id, role=FLOOR))
        if is_demo():
            furnish(flora, AUTHOR)
        self.stdout.write(f"To deal a first hand: sign in as dana, password {PASSWORD}, and open table 1.")
        self.stdout.write("The screen there says what to do next.")
        self.stdout.write(f"\nEverybody who can sign in, all with the password {PASSWORD}:")
        for username, name, role in PEOPLE:
            pin, badge = KEYS.get(username, ("", ""))
            keys = f"  PIN {pin}, badge {settings.BADGE_PREFIX}{badge}" if pin else ""
            self.stdout.write(f"  {username:8} {role:8} {name:15}{keys}".rstrip())
        self.stdout.write("PINs and badges work on a device that flora has paired with a table (page Floor).")
        self.stdout.write("A badge is what a reader types; by hand type it whole, and Enter.")
        self.stdout.write("People, tables and fees of this room are invented; no regulator approved them.")


def only_ours() -> bool:
    """Nobody is here but the demo's own people: the room is new, or was left half made."""
    return not Person.objects.exclude(username__in=[username for username, _name, _role in PEOPLE]).exists()
