"""Who is in the chair of a table, for one person at one device; who may sit down there, who sat there last, and who
relieved whom in a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.core.record import Record
from audit.selectors import head, read
from cardroom.accounts.models import Person
from cardroom.accounts.roles import DEALER, FLOOR, role_name
from cardroom.accounts.selectors import name_of, with_pin
from cardroom.accounts.signing import locks
from tables.chair import other_chair
from tables.chronicle import Told
from tables.models import Table
from tables.pairing import labels_of
from tables.screens.panels import Panel

SITS = frozenset({DEALER, FLOOR})
_ANYBODYS = frozenset({"rules", "screen", "last"})
_FLOORS = frozenset({"rulings", "undo", "correct", "dispute", "seats", "call", "pause", "phones"})
_SETTLE = frozenset({"hand.paid", "hand.refunded", "hand.carried"})
_STEP, _FURTHEST = 250, 2_000


@dataclass(frozen=True)
class Chair:
    """`mine`: this person deals, at this device. Else `who` does at the device `label` since `since`, "" for nobody,
    or he himself deals at table `elsewhere`, and this screen looks on (`reads`); `may_take`: one control would change
    that.
    """

    who: str = ""
    label: str = ""
    since: datetime | None = None
    mine: bool = False
    elsewhere: int | None = None
    may_take: bool = False

    @property
    def reads(self) -> bool:
        return bool(self.who) or self.elsewhere is not None


def chair_of(table: Table, person: Person, terminal: str) -> Chair:
    if (table.chair, table.chair_terminal) == (person.public_id, terminal):
        return Chair(mine=True)
    may_take = person.is_active and bool(person.roles & SITS)
    if not table.chair:
        other = other_chair(person.public_id, table)
        return Chair(elsewhere=other, may_take=may_take and other is not None)
    return Chair(
        who=name_of(table.chair),
        label=device(table.chair_terminal, terminal),
        since=table.chair_at,
        may_take=may_take,
    )


def looks_on(chair: Chair, panel: Panel, *, floor: bool) -> bool:
    """Whether the decision, or the panel in its place, is to be read and not used: somebody else deals. What the floor
    rules it rules from anywhere, and how a screen looks is its own.
    """
    return chair.reads and not (floor and panel.name in _FLOORS) and panel.name not in _ANYBODYS


def device(terminal: str, here: str) -> str:
    """What people call a device, seen from the device `here`."""
    label = labels_of([terminal]).get(terminal)
    return label or (_("this device") if terminal == here else _("another device"))


@dataclass(frozen=True)
class Sitting:
    """A dealer's time in the chair; `until` is None while he is there."""

    who: str
    since: datetime
    until: datetime | None

    @property
    def lasted(self) -> str:
        """`1 h 5 min`."""
        minutes = int(((self.until or timezone.now()) - self.since).total_seconds() // 60)
        hours, rest = divmod(minutes, 60)
        text = ngettext("{n} minute", "{n} minutes", rest).format(n=rest)
        return _("{hours} h {minutes} min").format(hours=hours, minutes=rest) if hours else text


def last_sitting(table: Table) -> Sitting | None:
    """Who deals, or who dealt last as far back as one looks."""
    if table.chair and table.chair_at is not None:
        return Sitting(name_of(table.chair), table.chair_at, None)
    left: Record | None = None
    last = head(table.stream).seq
    lowest = max(0, last - _FURTHEST)
    while last > lowest:
        first = max(1, last - _STEP + 1)
        for record in reversed(list(read(table.stream, first, last))):
            if record.type == "chair.left" and left is None:
                left = record
            elif record.type == "chair.taken" and left is not None:
                return Sitting(name_of(record.data["person"]), record.time, left.time)
        last = first - 1
    return None


def who_may_sit(terminal: str) -> list[dict[str, Any]]:
    """Who can take the chair with a PIN at this device, by name."""
    out = {row.whose for row in locks() if row.terminal == terminal}
    return [
        {
            "id": person.public_id,
            "name": person.name,
            "initials": initials(person.name),
            "roles": ", ".join(role_name(role) for role in (DEALER, FLOOR) if role in person.roles),
            "floor": FLOOR in person.roles,
            "looks": DEALER not in person.roles,
            "locked": person.public_id in out,
        }
        for person in with_pin(SITS)
    ]


def initials(name: str) -> str:
    """Two letters at most: of the first word and of the last."""
    words = name.split()
    return "".join(word[0] for word in dict.fromkeys([words[0], words[-1]])).upper() if words else ""


@dataclass(frozen=True)
class Relief:
    """In the middle of a hand somebody else went on with it, from record `seq` on; `person` is his id."""

    seq: int
    at: datetime
    person: str


def reliefs(told: Told) -> list[Relief]:
    """Who relieved whom until the hand's money went where it belongs: by who took the chair, else by who dealt."""
    records = list(read(told.stream, told.first_seq, told.last_seq))
    settled = [r.seq for r in records if r.subject == told.hand.id and r.type in _SETTLE]
    records = [r for r in records if r.seq <= (settled[-1] if settled else told.last_seq)]
    turns = [Relief(r.seq, r.time, r.data["person"]) for r in records if r.type == "chair.taken"]
    if not turns:
        dealt = (r for r in records if r.subject == told.hand.id and r.role == DEALER)
        turns = [Relief(r.seq, r.time, r.actor) for r in dealt]
    found, who = [], told.dealer
    for turn in turns:
        if turn.person != who:
            found.append(turn)
            who = turn.person
    return found
