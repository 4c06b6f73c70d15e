"""Rows for screens and lists. All are projections of the log but what says that it is none: names and secrets.

Amounts are integer cents, times UTC. People and players are named by their opaque ids.
"""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from fees.core.schedule import dollars

MAX_ALIAS = 60


def new_player_id() -> str:
    return f"y{secrets.token_hex(8)}"


NEXT_REASON = "; "
"""Between the reasons of a call for the floor that was made for several."""


class Condition(models.Model):
    """An amount that every seat posts. Its id is the sequence of the record that added it; never edited."""

    id = models.BigIntegerField(primary_key=True)
    amount = models.BigIntegerField(_("condition"))
    cheque_value = models.BigIntegerField(_("cheque value"))
    odd_chip_unit = models.BigIntegerField(_("odd-chip unit"))
    min_seats = models.PositiveSmallIntegerField(_("fewest seats"))
    max_seats = models.PositiveSmallIntegerField(_("most seats"))
    active = models.BooleanField(_("active"), default=True)

    class Meta:
        ordering = ["amount", "id"]

    def __str__(self) -> str:
        return dollars(self.amount)

    def terms(self) -> dict[str, int]:
        """What records say of it."""
        return {
            "condition": self.id,
            "amount": self.amount,
            "cheque_value": self.cheque_value,
            "odd_chip_unit": self.odd_chip_unit,
            "min_seats": self.min_seats,
            "max_seats": self.max_seats,
        }


class Table(models.Model):
    """A table as its stream `T<number>` says. `hand` is the hand that was opened last, "" before the first.

    `first` is the seat that begins the next hand, where the game asks for one; None leaves it to the game.
    `chair` is the person who deals, at `chair_terminal`, since `chair_at`; "" while nobody does. `paused` and `called`
    are reasons, "" for neither. `counted` is the hand whose stub was counted last; `count_every` 0 asks for no count.
    """

    class Source(models.TextChoices):
        PAD = "pad", _("physical deck, keyed on the pad")
        READER = "reader", _("reader shoe")
        ELECTRONIC = "electronic", _("electronic shoe")

    class Drop(models.TextChoices):
        BEFORE_DEAL = "before_deal", _("before the deal")
        AFTER_AWARD = "after_award", _("after the award")

    number = models.PositiveIntegerField(primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    variant = models.CharField(_("game"), max_length=40)
    is_open = models.BooleanField(_("open"), default=False)
    condition = models.ForeignKey(Condition, null=True, on_delete=models.DO_NOTHING, db_constraint=False)
    rules = models.JSONField(_("house rules"), default=dict)
    drop_when = models.CharField(
        _("fee dropped"), max_length=20, choices=Drop.choices, default=Drop.AFTER_AWARD
    )
    source = models.CharField(_("cards from"), max_length=20, choices=Source.choices, default=Source.PAD)
    shuffle = models.CharField(_("shuffled by"), max_length=20, default="hand")
    deck = models.CharField(_("deck"), max_length=60, blank=True)
    box = models.CharField(_("drop box"), max_length=60, blank=True)
    shift = models.CharField(_("shift"), max_length=60, blank=True)
    hand = models.CharField(max_length=40, blank=True)
    first = models.PositiveSmallIntegerField(_("first seat"), null=True)
    chair = models.CharField(_("dealer"), max_length=40, blank=True)
    chair_terminal = models.CharField(_("dealer's device"), max_length=40, blank=True)
    chair_at = models.DateTimeField(null=True)
    paused = models.CharField(_("paused"), max_length=500, blank=True)
    called = models.CharField(_("floor called"), max_length=500, blank=True)
    called_at = models.DateTimeField(null=True)
    counted = models.CharField(max_length=40, blank=True)
    count_every = models.PositiveSmallIntegerField(_("count the stub every so many hands"), default=0)
    display_delay = models.PositiveSmallIntegerField(_("delay of the display, seconds"), default=0)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return self.stream

    @property
    def stream(self) -> str:
        return f"T{self.number}"

    def settings(self) -> dict[str, object]:
        """What `table.configured` says of it."""
        names = ("rules", "drop_when", "source", "shuffle", "deck", "box", "shift")
        return {name: getattr(self, name) for name in names}


class Player(models.Model):
    """The alias that a player goes by. Not a projection: names stand outside the log and can be erased."""

    public_id = models.CharField(max_length=20, unique=True, default=new_player_id)
    alias = models.CharField(_("alias"), max_length=MAX_ALIAS)

    def __str__(self) -> str:
        return self.alias


class Seat(models.Model):
    """A seat that is taken. `dealt_in`: the player wants the next hand. `reserved`: it is kept, he is not here."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.CharField(max_length=20)
    dealt_in = models.BooleanField(_("dealt in"), default=True)
    reserved = models.BooleanField(_("reserved"), default=False)

    class Meta:
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="tables_seat_once")]

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class PairedTerminal(models.Model):
    """A device that stands at a table; `label` is what people call it."""

    terminal = models.CharField(primary_key=True, max_length=16)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="terminals")
    label = models.CharField(_("label"), max_length=60)

    class Meta:
        ordering = ["table", "label"]

    def __str__(self) -> str:
        return self.label


class DisplayKey(models.Model):
    """The secret in the address of a table's public display. Not a projection; replaced, the old address is dead."""

    table = models.PositiveIntegerField(primary_key=True)
    key = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"T{self.table}"


class SeatCode(models.Model):
    """The code that opens a seat's screen on another browser: once, and for some minutes. Not a projection."""

    code = models.CharField(primary_key=True, max_length=8)
    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="tables_seat_code_once")]

    def __str__(self) -> str:
        return f"T{self.table}/{self.seat}"


class SeatLease(models.Model):
    """The one browser that is a seat's screen, for the player who sits there. Not a projection.

    `proof` is a hash of the secret that the browser holds; `device` is what records call it.
    """

    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=20)
    proof = models.CharField(max_length=64)
    device = models.CharField(max_length=16)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="tables_seat_lease_once")]

    def __str__(self) -> str:
        return f"T{self.table}/{self.seat}"


class HandedTablet(models.Model):
    """The dealer's tablet while it goes round the seats of a table that have no screen. Not a projection."""

    table = models.PositiveIntegerField(primary_key=True)
    proof = models.CharField(max_length=64)
    device = models.CharField(max_length=16)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"T{self.table}"


class JoinTries(models.Model):
    """Wrong codes from one browser or address, the last at `since`. `asker` is a fingerprint. Not a projection."""

    asker = models.CharField(primary_key=True, max_length=64)
    wrong = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.asker[:8]


class Hand(models.Model):
    """A hand as its facts stand. `id` is its name in the log: stream and first sequence."""

    id = models.CharField(primary_key=True, max_length=40)
    stream = models.CharField(max_length=32)
    first_seq = models.BigIntegerField()
    last_seq = models.BigIntegerField()
    variant = models.CharField(max_length=40)
    phase = models.CharField(max_length=20)
    source = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40)
    condition = models.BigIntegerField()
    seats = models.JSONField()
    players = models.JSONField()
    pot = models.BigIntegerField()
    payouts = models.JSONField()
    winners = models.JSONField()
    void = models.CharField(max_length=20, blank=True)
    fee = models.JSONField()
    undone = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["stream", "-first_seq"]
        indexes = [models.Index(fields=["stream", "-first_seq"], name="tables_hand_newest")]

    def __str__(self) -> str:
        return self.id


class ShoeSeed(models.Model):
    """The electronic shoe's secret of one hand, published when the hand is closed. Not a projection; never sent."""

    hand = models.CharField(primary_key=True, max_length=40)
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return self.hand
