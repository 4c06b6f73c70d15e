"""Fifty processes append to one stream and one is killed in mid-command: no fork, no gap, nothing torn."""

import json
import subprocess
import sys
from collections import Counter

import pytest
from django.conf import settings
from django.db import connection

from audit.models import AuditRecord
from audit.selectors import read
from audit.services import Author, Entry, command

WRITERS, COMMANDS, EVENTS = 50, 10, 20


@pytest.mark.django_db(transaction=True)
def test_fifty_writers_one_killed(walked):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.integration.audit.writers", str(connection.settings_dict["NAME"]), "T1"]
        + [str(number) for number in (WRITERS, COMMANDS, EVENTS)],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert json.loads(ran.stdout) == [-9] + [0] * (WRITERS - 1), ran.stderr

    whole = walked()
    assert whole.fault is None
    killed = COMMANDS // 2
    assert whole.head.seq == ((WRITERS - 1) * COMMANDS + killed) * EVENTS

    # Every command stands whole and in one piece; of the killed one there is no trace.
    runs = Counter()
    for record in read("T1"):
        assert record.data == {"n": (record.seq - 1) % EVENTS}
        if record.data["n"] == 0:
            current = record.command_id
            runs[record.actor] += 1
        assert record.command_id == current
    assert runs == {"p0": killed} | {f"p{number}": COMMANDS for number in range(1, WRITERS)}
    assert not AuditRecord.objects.filter(command_id=f"w0-{killed}").exists()

    # The killed writer's command can be sent again.
    with command("T1", f"w0-{killed}", author=Author("p0"), request={"n": killed}) as log:
        assert not log.replayed
        log.append([Entry("step.done", {"n": 0})])
    assert walked().fault is None
