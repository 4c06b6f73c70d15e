"""Which devices stand at which table. A device is paired by the floor; it lets nobody in by itself."""

from __future__ import annotations

from collections.abc import Iterable

from audit.services import Author, Entry, command
from cardroom.accounts.models import Terminal
from cardroom.accounts.policies import SYSTEM, require_author
from cardroom.accounts.roles import FLOOR
from tables import projections
from tables.furnishing import line
from tables.game.base import Refused
from tables.game.refusal import gettext_noop
from tables.models import PairedTerminal, Table


def pair_terminal(
    *, table: int, terminal: str, label: str, command_id: str, author: Author
) -> PairedTerminal:
    """Pair a device with a table, under a label that screens show. Raises Refused or NotAllowed.

    Refused: `no_such_table`, `no_such_terminal`, `paired_already` (unpair it there first), `bad_setting`.
    """
    label = line(label, gettext_noop("label")) or f"T{table}"
    row = Table.objects.filter(number=table).first()
    if row is None:
        raise Refused("no_such_table", "There is no table {number}.", number=table)
    request = {"do": "pair", "terminal": terminal, "label": label}
    with command(row.stream, command_id, author=author, request=request) as log:
        if not log.replayed:
            _may_pair(author)
            if not Terminal.objects.filter(public_id=terminal).exists():
                raise Refused("no_such_terminal", "This device is not known here: sign in on it first.")
            if (other := PairedTerminal.objects.filter(terminal=terminal).first()) is not None:
                raise Refused("paired_already", "The device is paired with T{number}.", number=other.table_id)
            for record in log.append([Entry("terminal.paired", {"terminal": terminal, "label": label})]):
                projections.apply(record)
        return PairedTerminal.objects.get(terminal=terminal)


def unpair_terminal(*, terminal: str, command_id: str, author: Author) -> None:
    """The device stands at no table any more. Raises Refused (`not_paired`) or NotAllowed."""
    found = PairedTerminal.objects.filter(terminal=terminal).first()
    if found is None:
        raise Refused("not_paired", "The device is paired with no table.")
    request = {"do": "unpair", "terminal": terminal}
    with command(f"T{found.table_id}", command_id, author=author, request=request) as log:
        if log.replayed:
            return
        _may_pair(author)
        for record in log.append([Entry("terminal.unpaired", {"terminal": terminal})]):
            projections.apply(record)


def paired_table(terminal: str) -> int | None:
    """The number of the table that this device stands at, or None."""
    numbers = PairedTerminal.objects.filter(terminal=terminal).values_list("table_id", flat=True)
    return numbers.first() if terminal else None


def tables_of(terminals: Iterable[str]) -> dict[str, str]:
    """The streams of the tables that these devices stand at; those that stand at none are left out."""
    found = PairedTerminal.objects.filter(terminal__in=set(terminals)).values_list("terminal", "table_id")
    return {terminal: f"T{number}" for terminal, number in found}


def labels_of(terminals: Iterable[str]) -> dict[str, str]:
    """What people call these devices; those that stand at no table are left out."""
    return dict(PairedTerminal.objects.filter(terminal__in=set(terminals)).values_list("terminal", "label"))


def _may_pair(author: Author) -> None:
    if author.actor != SYSTEM:
        require_author(author, FLOOR)
