"""The log's tables. Rows of AuditRecord are written by `services.command` alone; triggers refuse all else."""

from django.db import models

from audit.core.record import ZERO


class AuditRecord(models.Model):
    """One record: its canonical body as hashed, and the two digests that chain it. Never changed or gone."""

    id = models.BigAutoField(primary_key=True)
    stream = models.CharField(max_length=32)
    seq = models.BigIntegerField()
    body = models.TextField()
    prev = models.BinaryField(max_length=32)
    digest = models.BinaryField(max_length=32)
    command_id = models.CharField(max_length=100)

    class Meta:
        db_table = "audit_record"
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="audit_record_stream_seq")]
        indexes = [models.Index(fields=["stream", "command_id"], name="audit_record_command")]

    def __str__(self) -> str:
        return f"{self.stream}/{self.seq}"


class AuditHead(models.Model):
    """The end of a stream: what a command locks. Seq 0 and 32 zero bytes before the first record."""

    stream = models.CharField(max_length=32, primary_key=True)
    seq = models.BigIntegerField(default=0)
    digest = models.BinaryField(max_length=32, default=ZERO)

    class Meta:
        db_table = "audit_head"

    def __str__(self) -> str:
        return f"{self.stream}/{self.seq}"


class AuditIndex(models.Model):
    """What a record can be searched by: a projection, filled behind the log."""

    stream = models.CharField(max_length=32)
    seq = models.BigIntegerField()
    at = models.DateTimeField()
    type = models.CharField(max_length=100)
    actor = models.CharField(max_length=100)
    subject = models.CharField(max_length=100)

    class Meta:
        db_table = "audit_index"
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="audit_index_stream_seq")]
        indexes = [
            models.Index(fields=["subject", "stream", "seq"], name="audit_index_subject"),
            models.Index(fields=["actor", "stream", "seq"], name="audit_index_actor"),
            models.Index(fields=["type", "stream", "seq"], name="audit_index_type"),
        ]

    def __str__(self) -> str:
        return f"{self.stream}/{self.seq} {self.type}"


class AuditCursor(models.Model):
    """How far the index has read a stream."""

    stream = models.CharField(max_length=32, primary_key=True)
    seq = models.BigIntegerField(default=0)

    class Meta:
        db_table = "audit_cursor"

    def __str__(self) -> str:
        return f"{self.stream}/{self.seq}"
