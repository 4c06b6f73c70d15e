"""The demo room: invented people, tables and fees, made once; run again it changes nothing."""

from typing import Any

from django.core.management import BaseCommand

from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.policies import SYSTEM
from cardroom.accounts.roles import ADMIN, AUDITOR, DEALER, FLOOR
from cardroom.accounts.services import add_person
from fees.demo import approve_demo_schedule
from tables.furnishing import add_condition, add_table, configure_table
from tables.models import Condition, Seat, Table
from tables.services import Command as Order
from tables.services import act

PASSWORD = "low-hand-acts"
PEOPLE = (
    ("dana", "Dana Reyes", DEALER),
    ("dmitri", "Dmitri Sokolov", DEALER),
    ("flora", "Flora Nguyen", FLOOR),
    ("august", "August Klein", AUDITOR),
    ("ada", "Ada Moreau", ADMIN),
)
CONDITIONS = ((500, 500), (1_000, 500), (2_500, 2_500), (10_000, 10_000))
TABLES = (
    (
        1,
        "Boomerang $5",
        500,
        "pad",
        ((1, "Maria"), (2, "Chen"), (3, "Otis"), (5, "Priya"), (6, "Lou"), (8, "Bea")),
    ),
    (2, "Boomerang $25", 2_500, "electronic", ((1, "Sam"), (4, "Ines"), (7, "Rolf"), (9, "Yuki"))),
    (3, "Boomerang $100", 10_000, "pad", ()),
)
AUTHOR = Author(actor=SYSTEM)


class Command(BaseCommand):
    help = "Makes the demo room (invented people, tables, fees) where it is missing, and prints its logins."

    def handle(self, *args: Any, **options: Any) -> None:
        if (
            Person.objects.exists()
            and not Person.objects.filter(username__in=[p[0] for p in PEOPLE]).exists()
        ):
            self.stdout.write("The room has people of its own; nothing of the demo was added.")
            return
        for username, name, role in PEOPLE:
            if not Person.objects.filter(username=username).exists():
                add_person(username=username, name=name, password=PASSWORD, roles=[role], author=AUTHOR)
        approve_demo_schedule(Author(actor=Person.objects.get(username="flora").public_id, role=FLOOR))
        for amount, cheque in CONDITIONS:
            add_condition(
                amount=amount,
                cheque_value=cheque,
                odd_chip_unit=100,
                command_id=f"demo-condition-{amount}",
                author=AUTHOR,
            )
        for number, name, amount, source, players in TABLES:
            if not Table.objects.filter(number=number).exists():
                self.furnish(number, name, amount, source, players)
        self.stdout.write(f"Demo logins, all with the password {PASSWORD}")
        for username, name, role in PEOPLE:
            self.stdout.write(f"  {username:8} {role:8} {name}")
        self.stdout.write("People, tables and fees of this room are invented; no regulator approved them.")

    def furnish(
        self, number: int, name: str, amount: int, source: str, players: tuple[tuple[int, str], ...]
    ) -> None:
        flora = Person.objects.get(username="flora")
        add_table(
            number=number,
            name=name,
            variant="boomerang_poker",
            command_id=f"demo-table-{number}",
            author=AUTHOR,
        )
        configure_table(
            table=number,
            source=source,
            box=f"T{number}-demo",
            command_id=f"demo-settings-{number}",
            author=AUTHOR,
        )
        condition = Condition.objects.get(amount=amount, cheque_value=dict(CONDITIONS)[amount])
        orders = [Order(f"demo-open-{number}", f"table open {condition.id}")]
        orders += [Order(f"demo-sit-{number}-{seat}", f"sit {seat}", alias=alias) for seat, alias in players]
        for order in orders:
            act(table=number, person=flora, terminal="", order=order)
        assert Seat.objects.filter(table_id=number).count() == len(players)
