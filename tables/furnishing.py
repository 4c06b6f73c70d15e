"""Setting up the room: conditions, tables and their settings. Each change and its record are one transaction."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable

from audit.services import Author, Entry, Log, command
from cardroom.accounts.policies import SYSTEM, require_author
from cardroom.accounts.roles import ADMIN, FLOOR
from tables import projections
from tables.chronicle import hand_at
from tables.game import registry
from tables.game.base import MAX_SEAT, Refused
from tables.game.refusal import gettext_noop
from tables.models import Condition, DisplayKey, Table
from tables.opening import needs_shoe
from tables.seating import only_between_hands

STREAM = "system"
LONGEST = 60
LINES = (gettext_noop("deck"), gettext_noop("box"), gettext_noop("shift"))


def add_condition(
    *,
    amount: int,
    cheque_value: int,
    odd_chip_unit: int,
    min_seats: int = 2,
    max_seats: int = MAX_SEAT,
    command_id: str,
    author: Author,
) -> Condition:
    """A condition that tables may offer; amounts in cents. Raises Refused (`bad_condition`) or NotAllowed."""
    terms = {"amount": amount, "cheque_value": cheque_value, "odd_chip_unit": odd_chip_unit}
    terms |= {"min_seats": min_seats, "max_seats": max_seats}
    if (
        any(type(value) is not int for value in terms.values())
        or min(amount, cheque_value, odd_chip_unit) < 1
    ):
        raise Refused("bad_condition", "Amounts are whole cents above 0.")
    if amount % cheque_value:
        raise Refused(
            "bad_condition", "A condition is posted in whole cheques: the amount is a multiple of the cheque."
        )
    if odd_chip_unit > amount or cheque_value % odd_chip_unit:
        raise Refused("bad_condition", "The odd-chip unit divides the cheque and is at most the condition.")
    if not 2 <= min_seats <= max_seats <= MAX_SEAT:
        raise Refused("bad_condition", "A hand is dealt to 2 to 10 seats.")
    with command(STREAM, command_id, author=author, request={"do": "add_condition", **terms}) as log:
        if not log.replayed:
            _may_furnish(author)
            _write(log, "condition.added", {"condition": log.seq + 1, **terms})
        return Condition.objects.get(id=log.first)


def retire_condition(*, condition: int, command_id: str, author: Author) -> None:
    """No table may choose it again; hands that froze it keep it. Raises Refused or NotAllowed."""
    with command(
        STREAM, command_id, author=author, request={"do": "retire_condition", "condition": condition}
    ) as log:
        if log.replayed:
            return
        _may_furnish(author)
        if not Condition.objects.filter(id=condition, active=True).exists():
            raise Refused(
                "unknown_condition", "There is no active condition {condition}.", condition=condition
            )
        _write(log, "condition.retired", {"condition": condition})


def add_table(*, number: int, name: str, variant: str, command_id: str, author: Author) -> Table:
    """A new table, closed and without a condition. Raises Refused or NotAllowed."""
    game = registry.get(variant)
    if type(number) is not int or not 1 <= number <= 9_999:
        raise Refused("bad_table", "A table has a number from 1 to 9999.")
    name = line(name, gettext_noop("name")) or f"Table {number}"
    data = {"table": number, "name": name, "variant": game.key}
    with command(STREAM, command_id, author=author, request={"do": "add_table", **data}) as log:
        if not log.replayed:
            _may_furnish(author)
            if Table.objects.filter(number=number).exists():
                raise Refused("table_exists", "There is a table {number} already.", number=number)
            _write(log, "table.added", data)
        return Table.objects.get(number=number)


def configure_table(*, table: int, command_id: str, author: Author, **changes: object) -> Table:
    """Change house rules, `drop_when`, `source`, `shuffle`, `deck`, `box` or `shift`: from the next hand on.

    Raises Refused (`hand_open` in mid-hand, `bad_setting`, `unknown_rule`, `bad_rule`) or NotAllowed.
    """
    row = Table.objects.filter(number=table).first()
    if row is None:
        raise Refused("no_such_table", "There is no table {number}.", number=table)
    with command(row.stream, command_id, author=author, request={"do": "configure_table", **changes}) as log:
        if log.replayed:
            return Table.objects.get(number=table)
        _may_furnish(author)
        row = Table.objects.get(number=table)
        hand = hand_at(row.hand, log.seq, log.digest).hand if row.hand else None
        only_between_hands(hand, gettext_noop("settings change"))
        settings = {**row.settings(), **_settings(row, changes)}
        _write(log, "table.configured", settings)
        return Table.objects.get(number=table)


def watch_table(
    *, table: int, count_every: int, display_delay: int, command_id: str, author: Author
) -> Table:
    """After how many hands the stub is counted (0: never), and by how many seconds the public display lags.

    Raises Refused (`bad_setting`, `no_such_table`) or NotAllowed.
    """
    if not 0 <= count_every <= 999 or not 0 <= display_delay <= 900:
        raise Refused(
            "bad_setting", "The stub is counted every 0 to 999 hands; the display lags 0 to 900 seconds."
        )
    data: dict[str, object] = {"count_every": count_every, "display_delay": display_delay}
    return _at_table(table, "table.watched", data, command_id, author)


def link_display(*, table: int, command_id: str, author: Author) -> str:
    """A new secret for the address of the table's public display; the old address is dead. Never in the log.

    Raises Refused (`no_such_table`) or NotAllowed.
    """
    row = _at_table(table, "table.display_linked", {}, command_id, author, _new_key)
    return DisplayKey.objects.get(table=row.number).key


def _new_key(number: int) -> None:
    DisplayKey.objects.update_or_create(table=number, defaults={"key": secrets.token_urlsafe(18)})


def _at_table(
    number: int,
    kind: str,
    data: dict[str, object],
    command_id: str,
    author: Author,
    also: Callable[[int], None] = lambda number: None,
) -> Table:
    row = Table.objects.filter(number=number).first()
    if row is None:
        raise Refused("no_such_table", "There is no table {number}.", number=number)
    with command(row.stream, command_id, author=author, request={"do": kind, **data}) as log:
        if not log.replayed:
            _may_furnish(author)
            also(number)
            _write(log, kind, data)
        return Table.objects.get(number=number)


def _settings(row: Table, changes: dict[str, object]) -> dict[str, object]:
    allowed = {"drop_when": Table.Drop.values, "source": Table.Source.values, "shuffle": ["hand", "machine"]}
    made: dict[str, object] = {}
    for name, value in changes.items():
        if name == "rules":
            if not isinstance(value, dict):
                raise Refused("bad_setting", "House rules are a table of settings.")
            registry.get(row.variant).rules.read(value)
            if "odd_chip_unit" in value:
                raise Refused("bad_setting", "The odd-chip unit belongs to the condition.")
            made[name] = value
        elif name in allowed:
            if value not in allowed[name]:
                raise Refused(
                    "bad_setting", "{name} is one of {allowed}.", name=name, allowed=", ".join(allowed[name])
                )
            if value == Table.Source.PAD and registry.get(row.variant).needs_shoe:
                raise needs_shoe()
            made[name] = value
        elif name in LINES:
            made[name] = line(str(value), name)
        else:
            raise Refused("bad_setting", "A table has no setting {name!r}.", name=name)
    return made


def line(text: str, what: str) -> str:
    """One line of text, tidied. Raises Refused (`bad_setting`)."""
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > LONGEST or not text.isprintable():
        raise Refused(
            "bad_setting",
            "The {what} is one line of at most {longest} characters.",
            what=what,
            longest=LONGEST,
        )
    return text


def _may_furnish(author: Author) -> None:
    """The floor sets up the room; so does the room itself when it is made. Raises NotAllowed."""
    if author.actor != SYSTEM:
        require_author(author, FLOOR, ADMIN)


def _write(log: Log, kind: str, data: dict[str, object]) -> None:
    for record in log.append([Entry(kind, data)]):
        projections.apply(record)
