"""Projections of the log: the approved fee schedules, and what became of each hand's fees. Amounts are cents.

Both can be thrown away and rebuilt from records. Hands, people and boxes are named by opaque text, never by
key.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from fees.core.schedule import FeeRow


class Schedule(models.Model):
    """One approved version, never edited afterwards. `id` names the record that approved it, e.g. `fees/3`.

    Drafts, submissions and effective times in the future will be further values of `status`.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")

    id = models.CharField(primary_key=True, max_length=64)
    version = models.PositiveIntegerField(unique=True)
    label = models.CharField(max_length=200)
    invented = models.BooleanField()
    status = models.CharField(max_length=12, choices=Status.choices)
    approved_by = models.CharField(max_length=100)
    approved_at = models.DateTimeField()
    reference = models.CharField(max_length=200)
    notice = models.TextField(blank=True)
    effective_from = models.DateTimeField()
    max_rates = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["status"], condition=models.Q(status="active"), name="fees_one_active_schedule"
            )
        ]

    def __str__(self) -> str:
        return f"{self.label}, version {self.version}"


class Row(models.Model):
    """One line of a schedule, as `core.schedule.FeeRow`."""

    schedule = models.ForeignKey(Schedule, on_delete=models.CASCADE, related_name="rows")
    condition = models.BigIntegerField()
    players_min = models.PositiveSmallIntegerField()
    players_max = models.PositiveSmallIntegerField()
    fee = models.BigIntegerField()
    payer = models.CharField(max_length=20)
    taken = models.CharField(max_length=20)
    waiver = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["condition", "players_min"]
        constraints = [
            models.UniqueConstraint(
                fields=["schedule", "condition", "players_min"], name="fees_row_once_per_players"
            )
        ]

    def __str__(self) -> str:
        return f"{self.condition} x {self.players_min}-{self.players_max}: {self.fee}"

    def as_fee_row(self) -> FeeRow:
        return FeeRow(
            self.condition, self.players_min, self.players_max, self.fee, self.payer, self.taken, self.waiver
        )


class Collection(models.Model):
    """The fees of one hand. `hand` is its name in the log, `seq` the last record of its stream that touched
    this row; `schedule`, `version`, `players` and `fee` are the row frozen in the hand, empty until the log
    says so.

    Cash adds up: collected = returned + dropped + held. `carried_in` is what an earlier hand's fee, whose
    cash is in the box already, pays for in this one; `waived` is what nobody owes. Neither is cash.
    """

    hand = models.CharField(primary_key=True, max_length=100)
    stream = models.CharField(max_length=32)
    seq = models.BigIntegerField(default=0)
    schedule = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(null=True)
    players = models.PositiveSmallIntegerField(null=True)
    fee = models.BigIntegerField(null=True)
    collected = models.BigIntegerField(default=0)
    returned = models.BigIntegerField(default=0)
    waived = models.BigIntegerField(default=0)
    carried_in = models.BigIntegerField(default=0)
    dropped = models.BigIntegerField(default=0)
    box = models.CharField(max_length=100, blank=True)
    dropped_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["stream", "seq"], name="fees_collection_stream")]

    def __str__(self) -> str:
        return self.hand

    @property
    def held(self) -> int:
        """Cents of the hand's fees that are neither in a box nor back with a player."""
        return self.collected - self.returned - self.dropped
