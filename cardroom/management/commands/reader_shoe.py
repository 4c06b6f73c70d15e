"""A simulated shoe that reads the cards it deals: it stands paired at a table and reports each card when one is due."""

from __future__ import annotations

import secrets
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, close_old_connections

from audit.services import Author, CommandRefused
from cardroom.accounts.models import Person, Terminal
from cardroom.accounts.policies import SYSTEM, NotAllowed
from cardroom.accounts.roles import DEVICE
from cardroom.accounts.services import add_person
from tables.chronicle import Told
from tables.game.base import Draw, Refused
from tables.game.hand import Hand
from tables.models import PairedTerminal, Table
from tables.pairing import pair_terminal
from tables.selectors import current, get_table
from tables.services import Answers, Stale, act
from tables.services import Command as Order

LABEL = "Reader shoe"
AUTHOR = Author(actor=SYSTEM)


@dataclass
class Card:
    """A card on its way: it keeps its command id until it has been taken, so that it is never recorded twice."""

    text: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


class Shoe:
    """One shoe at one table. `read` reports the next card if one is due, and says what came of it."""

    def __init__(self, table: int, person: Person, terminal: str) -> None:
        self.table = table
        self.person = person
        self.terminal = terminal
        self.hand = ""
        self.hands: set[str] = set()
        self.over: set[str] = set()
        self._deck: list[str] = []
        self._next: Card | None = None
        self._refused = ("", -1)

    def read(self) -> str:
        """What the shoe did, "" for nothing."""
        row = get_table(self.table)
        told = current(row) if row is not None else None
        if row is None or told is None:
            return ""
        hand = told.hand
        self.over = {name for name in self.hands if name != hand.id or hand.settled}
        draw = due(row, hand)
        if draw is None or self._refused == (hand.id, told.last_seq):
            return ""
        if hand.id != self.hand:
            self._shuffle(hand.id, draw)
        return self._report(told, draw)

    def _shuffle(self, hand: str, draw: Draw) -> None:
        """A freshly shuffled deck for every hand; begun in mid-hand, of what is left."""
        self.hand, self._next = hand, None
        self._deck = list(draw.contents)
        secrets.SystemRandom().shuffle(self._deck)

    def _report(self, told: Told, draw: Draw) -> str:
        if self._next is None or self._next.text not in draw.contents:
            # A card keyed by hand has left the deck too.
            self._deck = [card for card in self._deck if card in draw.contents]
            self._next = Card(self._deck.pop()) if self._deck else None
        if self._next is None:
            return "The shoe is empty."
        card = self._next
        order = Order(card.id, draw.form.format(card.text), Answers(told.hand.id, told.last_seq))
        try:
            act(table=self.table, person=self.person, terminal=self.terminal, order=order)
        except Stale:
            return ""  # somebody was quicker: the next look answers what is true then
        except CommandRefused:
            pass  # taken before, though the answer was lost
        except (Refused, NotAllowed) as refused:
            if refused.code == "card_out":
                self._next = None
            else:
                self._refused = (told.hand.id, told.last_seq)
            return f"Refused, {card.text}: {refused.reason}"
        self._next = None
        self.hands.add(told.hand.id)
        return f"{told.hand.id} {card.text} to seat {draw.seat}"


def due(row: Table, hand: Hand) -> Draw | None:
    """The draw that the table waits for from its shoe, None for none."""
    waits = hand.unposted or hand.frozen or hand.closed or hand.settled or row.paused
    if waits or hand.opening["source"] != Table.Source.READER:
        return None
    return hand.variant.chance(hand.state)


class Command(BaseCommand):
    help = "Simulates a reader shoe at a table: reports a card whenever one is due, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", metavar="TABLE", type=int, help="the table's number")
        parser.add_argument(
            "--interval", metavar="S", type=float, default=1.0, help="seconds between cards (1)"
        )
        parser.add_argument("--hands", metavar="N", type=int, default=0, help="stop after N hands; 0: never")

    def handle(self, *, table: int, interval: float, hands: int, **options: Any) -> None:
        row = get_table(table)
        if row is None:
            raise CommandError(f"There is no table {table}.")
        if row.source != Table.Source.READER:
            raise CommandError(
                f"T{table} is not dealt from a reader shoe: the floor sets its source of cards."
            )
        if interval < 0:
            raise CommandError("The interval is 0 seconds or more.")
        shoe = Shoe(table, device(table), terminal(row))
        self.stdout.write(f"A reader shoe stands at T{table}. Ctrl-C takes it away.")
        try:
            while not hands or len(shoe.over) < hands:
                self._look(shoe)
                time.sleep(interval)
        except KeyboardInterrupt:
            self.stdout.write("")
        self.stdout.write("The shoe has been taken away.")

    def _look(self, shoe: Shoe) -> None:
        try:
            said = shoe.read()
        except OperationalError as error:
            close_old_connections()
            said = f"The room does not answer ({error}); the same card is reported again."
        if said:
            self.stdout.write(said)


def device(table: int) -> Person:
    """The shoe's account: it may report cards and nothing else, and nobody knows its password."""
    username = f"shoe-t{table}"
    found = Person.objects.filter(username=username).first()
    return found or add_person(
        username=username,
        name=f"{LABEL} T{table}",
        password=secrets.token_urlsafe(32),
        roles=[DEVICE],
        author=AUTHOR,
    )


def terminal(row: Table) -> str:
    """The shoe's terminal, paired with the table; the log says so once."""
    found = PairedTerminal.objects.filter(table=row, label=LABEL).first()
    if found is None:
        made = Terminal.objects.create(label=f"{LABEL} T{row.number}")
        found = pair_terminal(
            table=row.number, terminal=made.public_id, label=LABEL, command_id=uuid.uuid4().hex, author=AUTHOR
        )
    return found.terminal
