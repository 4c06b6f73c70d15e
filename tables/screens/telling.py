"""What happened at a table, command by command, in as few words as a log panel has room for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from audit.core.record import Record
from audit.selectors import read
from fees.core.schedule import dollars
from tables.players import who_are
from tables.screens import has_screen, screen_of
from tables.screens.cards import in_signs
from tables.sentences import bare, sentence

SHOWN = 8
_READ = 60
_ALIKE = {
    "hand.posted": lambda: _("Posted {amount}: {seats}."),
    "fee.collected": lambda: _("Fee of {amount} paid: {seats}."),
    "fee.carried": lambda: _("Fee of {amount} stands from the hand before: {seats}."),
    "fee.returned": lambda: _("Fee of {amount} goes back: {seats}."),
    "hand.post_returned": lambda: _("Takes back {amount}: {seats}."),
}


@dataclass(frozen=True)
class Told:
    """One command in words: its last sequence, when (UTC), who in which role, and what he did."""

    seq: int
    at: datetime
    who: str
    role: str
    said: list[str]


def latest(stream: str, last: int, variant: str, count: int = SHOWN) -> list[Told]:
    """The last commands of a stream up to sequence `last`, oldest first."""
    records = read(stream, max(1, last - _READ + 1), last)
    return by_command(records, variant)[-count:]


def by_command(records: Iterable[Record], variant: str) -> list[Told]:
    """Records that follow each other, told command by command."""
    commands = [list(records) for _id, records in groupby(records, key=lambda record: record.command_id)]
    names = who_are({records[0].actor for records in commands})
    return [_told(records, names[records[0].actor], variant) for records in commands]


def _told(records: list[Record], who: str, variant: str) -> Told:
    last = records[-1]
    return Told(last.seq, last.time, who, last.role, said_together(records, variant))


def said(record: Record, variant: str, *, whole: bool = False) -> str:
    """One record in words, its cards as people read them; what is secret to a seat only if `whole`."""
    if not whole and (hushed := bare(record, variant)):
        return hushed
    data: dict[str, Any] = dict(record.data)
    if isinstance(data.get("card"), str):
        data["card"] = in_signs(data["card"])
    if isinstance(data.get("cards"), list):
        cards = data["cards"]
        data["cards"] = screen_of(variant).cards(cards) if has_screen(variant) else list(map(in_signs, cards))
    if data.get("taken") == 0:
        data["taken"] = _("nothing")
    return sentence(replace(record, data=data), variant)


def said_together(records: list[Record], variant: str) -> list[str]:
    first = records[0]
    if first.type == "hand.undone" and str(first.data["text"]).startswith("correct "):
        return _corrected(records, variant)
    lines: list[str] = []
    alike: dict[tuple[str, int], list[Record]] = {}
    for record in records:
        if record.type in _ALIKE:
            alike.setdefault((record.type, record.data["cents"]), []).append(record)
    for record in records:
        group = (
            alike.pop((record.type, record.data.get("cents", 0)), []) if record.type in _ALIKE else [record]
        )
        if len(group) > 1:
            seats = _("seats {seats}").format(seats=", ".join(str(r.data["seat"]) for r in group))
            lines.append(_ALIKE[record.type]().format(amount=dollars(record.data["cents"]), seats=seats))
        else:
            lines += [said(one, variant) for one in group]
    return lines


def _corrected(records: list[Record], variant: str) -> list[str]:
    """A correction writes the later entries again; the panel says that they stand, not each of them."""
    undone, *again = records
    words = str(undone.data["text"]).split(" ")
    stood = sum(1 for record in again if record.data.get("replaces")) - 1
    line = _("Action {n} corrected to {text} ({reason}).").format(
        n=words[1], text=screen_of(variant).said(" ".join(words[2:])), reason=undone.data["reason"]
    )
    lines = [line]
    if stood > 0:
        lines.append(_("{count} later entries stand as they were.").format(count=stood))
    lines += [said(record, variant) for record in again if record.type == "hand.held"]
    return lines
