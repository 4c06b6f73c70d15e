"""What goes on at a table beside its hands, as its screens say it: calls for the floor, a pause, the count of the
stub, the hands that were finished last.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from audit.selectors import read
from cardroom.accounts.models import Person
from cardroom.accounts.roles import FLOOR
from tables.chair import expected_stub
from tables.chronicle import Told
from tables.models import Hand, Player, Table
from tables.screens.panels import Tool
from tables.selectors import finished_hands

WHY_CALL: tuple[Promise, ...] = (
    gettext_lazy("Decision"),
    gettext_lazy("Fill"),
    gettext_lazy("Seat"),
    gettext_lazy("Drinks"),
    gettext_lazy("Shuffler"),
)
WHY_PAUSE: tuple[Promise, ...] = (
    gettext_lazy("Shuffler"),
    gettext_lazy("New deck"),
    gettext_lazy("Break"),
    gettext_lazy("Fill"),
    gettext_lazy("Spill"),
)
LAST = 10


def called(table: Table) -> str:
    """`21:14: Fill`, "" while nobody is called."""
    if not table.called:
        return ""
    at = localtime(table.called_at).strftime("%H:%M") if table.called_at else ""
    return _("{time}: {reason}").format(time=at, reason=table.called)


def calling(table: Table, person: Person) -> Tool:
    """Calls the floor; while it is called, lets a floor manager answer, and others call for
    one more reason or no longer.
    """
    if not table.called:
        return Tool("call", _("Call floor"), key="l")
    if FLOOR in person.roles:
        return Tool("call", _("Floor: I am here"), action="answered", note=called(table), lit=True)
    return Tool("call", _("Floor called"), key="l", lit=True)


def pausing(table: Table) -> Tool:
    if table.paused:
        return Tool("pause", _("Resume"), action="resume", note=table.paused, lit=True)
    return Tool("pause", _("Pause table"))


def called_status(table: Table) -> SafeString:
    """What stands after the sentence of the status line while the floor is called. The log has said it once already."""
    if not table.called:
        return SafeString("")
    said = _("Floor called {since}").format(since=called(table))
    return format_html('<span class="status-called" aria-hidden="true">{}</span>', said)


@dataclass(frozen=True)
class Stub:
    """The cards left of the deck after a hand: how many there must be, how many were found, whether to count them."""

    expected: int
    counted: int | None = None
    due: bool = False

    @property
    def off(self) -> str:
        """What a count found that should not be, "" for nothing."""
        if self.counted is None or self.counted == self.expected:
            return ""
        less = self.expected - self.counted
        short = ngettext("{n} card is missing", "{n} cards are missing", abs(less))
        over = ngettext("{n} card too many", "{n} cards too many", abs(less))
        return _("Stub counted: {counted}, expected {expected}: {off}.").format(
            counted=self.counted,
            expected=self.expected,
            off=(short if less > 0 else over).format(n=abs(less)),
        )


def stub_of(table: Table, told: Told | None, seq: int) -> Stub | None:
    """The stub of the hand that is over, None where none is to be counted; `seq` is how far the stream has come."""
    if told is None or (expected := expected_stub(told.hand)) is None:
        return None
    if not (told.hand.settled or told.hand.closed):
        return Stub(expected)
    if table.counted == told.hand.id:
        found = (r for r in read(table.stream, told.last_seq + 1, seq) if r.type == "stub.counted")
        return Stub(expected, next((r.data["counted"] for r in found), expected))
    return Stub(expected, due=_count_due(table, told))


def _count_due(table: Table, told: Told) -> bool:
    """Whether so many hands have been finished since the last count as the room wants between two."""
    if not table.count_every:
        return False
    since = int(table.counted.partition("/")[2] or 0)
    hands = Hand.objects.filter(stream=table.stream, first_seq__gt=since, first_seq__lte=told.first_seq)
    return hands.exclude(source=Table.Source.ELECTRONIC)[: table.count_every].count() >= table.count_every


@dataclass(frozen=True)
class LastHand:
    """A finished hand in a line: `winners` are seats with who plays there, `void` says why it was none."""

    number: int
    at: datetime | None
    winners: list[SafeString]
    pot: int
    void: str


def last_hands(table: Table) -> list[LastHand]:
    """The last finished hands, newest first."""
    rows = finished_hands(table, count=LAST)
    won = {row.players[str(seat)] for row in rows for seat in row.winners}
    aliases = dict(Player.objects.filter(public_id__in=won).values_list("public_id", "alias"))
    voids = {"": "", "misdeal": _("misdeal"), "void": _("void")}
    return [
        LastHand(
            number=row.first_seq,
            at=row.finished_at,
            winners=[]
            if row.void
            else [_winner(seat, aliases.get(row.players[str(seat)], "")) for seat in row.winners],
            pot=row.pot,
            void=voids.get(row.void, row.void),
        )
        for row in rows
    ]


def _winner(seat: int, alias: str) -> SafeString:
    return format_html(_("Seat {} {}"), seat, format_html("<bdi>{}</bdi>", alias))
