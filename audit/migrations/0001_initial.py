from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="AuditCursor",
            fields=[
                ("stream", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("seq", models.BigIntegerField(default=0)),
            ],
            options={
                "db_table": "audit_cursor",
            },
        ),
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                ("stream", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("seq", models.BigIntegerField(default=0)),
                (
                    "digest",
                    models.BinaryField(
                        default=b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
                        max_length=32,
                    ),
                ),
            ],
            options={
                "db_table": "audit_head",
            },
        ),
        migrations.CreateModel(
            name="AuditIndex",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stream", models.CharField(max_length=32)),
                ("seq", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("type", models.CharField(max_length=100)),
                ("actor", models.CharField(max_length=100)),
                ("subject", models.CharField(max_length=100)),
            ],
            options={
                "db_table": "audit_index",
                "indexes": [
                    models.Index(fields=["subject", "stream", "seq"], name="audit_index_subject"),
                    models.Index(fields=["actor", "stream", "seq"], name="audit_index_actor"),
                    models.Index(fields=["type", "stream", "seq"], name="audit_index_type"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "seq"), name="audit_index_stream_seq")
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditRecord",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("stream", models.CharField(max_length=32)),
                ("seq", models.BigIntegerField()),
                ("body", models.TextField()),
                ("prev", models.BinaryField(max_length=32)),
                ("digest", models.BinaryField(max_length=32)),
                ("command_id", models.CharField(max_length=100)),
            ],
            options={
                "db_table": "audit_record",
                "indexes": [models.Index(fields=["stream", "command_id"], name="audit_record_command")],
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "seq"), name="audit_record_stream_seq")
                ],
            },
        ),
    ]
