"""The tables of the demo room and who sits at them. Made once; what people changed since is left as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from audit.models import AuditRecord
from audit.services import Author
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from tables.furnishing import STREAM, add_condition, add_table, configure_table
from tables.game import registry
from tables.game.base import Refused
from tables.models import Table
from tables.services import Command, act

CONDITIONS = ((500, 500), (1_000, 500), (2_500, 2_500), (10_000, 10_000))
"""Amount and cheque, in cents."""


@dataclass(frozen=True)
class DemoTable:
    """A table as it is furnished: condition in cents, aliases by seat. `simulated`: an evening goes on at it."""

    number: int
    amount: int
    source: str
    players: dict[int, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    simulated: bool = False
    variant: str = "boomerang_poker"

    @property
    def name(self) -> str:
        game = "Boomerang" if self.variant == "boomerang_poker" else registry.get(self.variant).name
        return f"{game} ${self.amount // 100}"


TABLES = (
    DemoTable(1, 500, "pad", {1: "Maria", 2: "Chen", 3: "Otis", 5: "Priya", 6: "Lou", 8: "Bea"}),
    DemoTable(2, 2_500, "electronic", {1: "Sam", 4: "Ines", 7: "Rolf", 9: "Yuki"}),
    DemoTable(3, 10_000, "pad"),
    DemoTable(4, 500, "pad", {1: "Ana", 3: "Goran", 4: "Hedda", 7: "Ivo", 9: "June"}, simulated=True),
    DemoTable(5, 1_000, "reader", {2: "Kofi", 5: "Lena", 8: "Mats"}),
    DemoTable(6, 1_000, "electronic", {2: "Nadia", 3: "Omar", 6: "Pia", 10: "Quinn"}, simulated=True),
    DemoTable(
        7,
        2_500,
        "pad",
        {1: "Rosa", 2: "Sven", 4: "Tilda", 6: "Umar", 8: "Vito", 9: "Wanda"},
        settings={"drop_when": "before_deal", "rules": {"tie_after_draw": "out"}, "deck": "blue 7"},
        simulated=True,
    ),
    DemoTable(
        8,
        500,
        "pad",
        {2: "Hana", 4: "Igor", 7: "Kira", 9: "Luc"},
        settings={"deck": "hunt 1"},
        simulated=True,
        variant="boomerang_hunt",
    ),
)


def furnish(floor: Person, author: Author) -> None:
    """Conditions and tables that are missing. A number that somebody has given to a table of his own is left to it."""
    conditions = {
        amount: add_condition(
            amount=amount,
            cheque_value=cheque,
            odd_chip_unit=100,
            command_id=f"demo-condition-{amount}",
            author=author,
        ).id
        for amount, cheque in CONDITIONS
    }
    for table in TABLES:
        if not Table.objects.filter(number=table.number).exists():
            _furnish(table, conditions[table.amount], floor, author)


def _furnish(table: DemoTable, condition: int, floor: Person, author: Author) -> None:
    number = table.number
    add_table(
        number=number,
        name=table.name,
        variant=table.variant,
        command_id=f"demo-table-{number}",
        author=author,
    )
    configure_table(
        table=number,
        source=table.source,
        box=f"T{number}-demo",
        command_id=f"demo-settings-{number}",
        author=author,
        **table.settings,
    )
    orders = [Command(f"demo-open-{number}", f"table open {condition}")]
    orders += [
        Command(f"demo-sit-{number}-{seat}", f"sit {seat}", alias=alias)
        for seat, alias in table.players.items()
    ]
    for order in orders:
        try:
            act(table=number, person=floor, terminal="", order=order)
        except (Refused, NotAllowed):  # the condition was retired, or flora deactivated: people here decide
            return


def is_ours(number: int) -> bool:
    """Whether the demo made this table, and not somebody who added one of that number."""
    return AuditRecord.objects.filter(stream=STREAM, command_id=f"demo-table-{number}").exists()
