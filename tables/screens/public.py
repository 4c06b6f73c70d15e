"""What has happened at a table, for everybody: without names, without the reasons that people wrote, without what is
the room's own business, and of a secret choice no more than that it was made.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.core.record import Record
from audit.selectors import read
from tables.game import registry
from tables.screens.telling import said, said_together

SHOWN = 5
_READ = 80


def latest(stream: str, last: int, variant: str) -> list[str]:
    """The last things that happened up to sequence `last`, newest first; of a command that did many its last."""
    records = list(read(stream, max(1, last - _READ + 1), last))
    told: list[str] = []
    for _id, command in groupby(records, key=lambda record: record.command_id):
        lines = _public(list(command), variant)
        told += [" ".join(lines)] if 0 < len(lines) < SHOWN else lines
    return told[-SHOWN:][::-1]


def since(records: list[Record], variant: str) -> list[str]:
    """What has happened, command by command, as it is told on a screen that anybody may see."""
    told = []
    for _id, command in groupby(records, key=lambda record: record.command_id):
        if text := " ".join(_public(list(command), variant)):
            told.append(text)
    return told


_SAID_AS_THEY_ARE = frozenset(
    {
        *("table.opened", "table.closed", "table.condition_set", "table.resumed"),
        *("seat.taken", "seat.left", "seat.reserved"),
        *("hand.opened", "hand.seats_changed", "hand.posted", "hand.post_returned"),
        *("hand.paid", "hand.refunded", "hand.carried", "hand.substituted"),
    }
)
_SAID_OTHERWISE: dict[str, Promise] = {
    "table.paused": gettext_lazy("The table pauses."),
    "hand.disputed": gettext_lazy("Disputed: play waits for the floor."),
    "hand.held": gettext_lazy("Play waits for the floor."),
    "hand.ruled": gettext_lazy("The floor rules: play goes on."),
}


def _public(command: list[Record], variant: str) -> list[str]:
    """What one command did, as far as it is everybody's business."""
    first = command[0]
    if first.type == "hand.undone":
        corrected = str(first.data["text"]).startswith("correct ")
        held = [str(_SAID_OTHERWISE[r.type]) for r in command if r.type == "hand.held"]
        return [_("An entry is corrected.") if corrected else _("An entry is taken back."), *held]
    lines: list[str] = []
    games = registry.game_events(registry.get(variant))
    if plain := [record for record in command if record.type in _SAID_AS_THEY_ARE]:
        lines += said_together(plain, variant)
    for record in command:
        if record.type in _SAID_OTHERWISE:
            lines.append(str(_SAID_OTHERWISE[record.type]))
        elif record.type in games:
            lines.append(_of_game(record, variant))
    return lines


def _of_game(record: Record, variant: str) -> str:
    return said(replace(record, data={**record.data, "reason": None, "rule": None}), variant)
