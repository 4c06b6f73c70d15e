"""What the floor sees of people and devices: who is locked out where, who calls, which devices stand at which table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from cardroom.accounts.models import Person
from cardroom.accounts.selectors import names_of
from cardroom.accounts.signing import locks
from tables.models import Hand, PairedTerminal, Table
from tables.pairing import labels_of


@dataclass(frozen=True)
class Locked:
    """Somebody who is locked out at a device; `text` is what the button that unlocks him sends."""

    who: str
    where: str
    since: datetime
    way: str
    text: str


@dataclass(frozen=True)
class Alerts:
    """What a floor manager is told without asking; the longest ago first. `alone`: tables whose dealer may not deal;
    `waiting`: hands that only a ruling goes on with.
    """

    locked: list[Locked]
    called: list[Table]
    alone: list[tuple[Table, str]]
    waiting: list[tuple[Table, Hand]]


def alerts_now() -> Alerts:
    return Alerts(
        locked=_locked_people(),
        called=list(Table.objects.exclude(called="").order_by("called_at")),
        alone=_without_dealer(),
        waiting=_waiting(),
    )


def _waiting() -> list[tuple[Table, Hand]]:
    tables = {table.hand: table for table in Table.objects.exclude(hand="")}
    waiting = Hand.objects.filter(id__in=tables, phase__in=("disputed", "ruling")).order_by("changed_at")
    return [(tables[hand.id], hand) for hand in waiting]


def _without_dealer() -> list[tuple[Table, str]]:
    """Tables whose dealer was deactivated where he sits, with his name: a relief is wanted."""
    tables = list(Table.objects.exclude(chair=""))
    gone = Person.objects.filter(is_active=False, public_id__in=[table.chair for table in tables])
    names = dict(gone.values_list("public_id", "name"))
    return [(table, names[table.chair]) for table in tables if table.chair in names]


def _locked_people() -> list[Locked]:
    rows = locks()
    names = names_of({row.whose for row in rows})
    labels = labels_of({row.terminal for row in rows})
    ways = {"pin": _("wrong PINs"), "badge": _("unknown badges"), "password": _("wrong passwords")}
    return [
        Locked(
            who=names[row.whose] if row.whose else _("Badges"),
            where=labels.get(row.terminal) or row.terminal or _("a device that is not known"),
            since=row.locked_at,
            way=ways[row.way],
            text=f"unlock {row.whose or '-'} {row.terminal or '-'}",
        )
        for row in rows
        if row.locked_at is not None
    ]


def paired_devices() -> list[PairedTerminal]:
    return list(PairedTerminal.objects.order_by("table_id", "label", "terminal"))
