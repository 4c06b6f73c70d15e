from django.db import migrations

from audit import guard


def install(apps, schema_editor):
    guard.install(schema_editor.connection)


class Migration(migrations.Migration):
    """The triggers. They go with their table when it is unmade; later versions of them come with `migrate`."""

    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
