"""One transaction a command, two streams in name order, and the doorbell after the commit."""

import contextlib
import logging

import pytest
from django.db import connection, transaction

from audit.models import AuditRecord
from audit.selectors import head, streams
from audit.services import command
from audit.signals import appended
from tests.integration.audit.acting import AUTHOR, STEPS, act, broken

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_command_is_the_outermost_transaction():
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        act("c1")
    assert not AuditRecord.objects.exists()


def test_two_streams_are_locked_in_name_order():
    with command("T1", "c1", author=AUTHOR, request={}) as outer:
        with command("T2", "c1", author=AUTHOR, request={}) as inner:
            inner.append(STEPS)
        outer.append(STEPS)
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 3), ("T2", 3)]
    for stream in ("T1", "T2"):
        with (
            command("T2", "c2", author=AUTHOR, request={}),
            pytest.raises(RuntimeError, match="name order"),
            command(stream, "c2", author=AUTHOR, request={}),
        ):
            pass
    assert act("c3", stream="T1").seq == 6


def test_two_streams_stand_or_fall_together():
    with command("T1", "c1", author=AUTHOR, request={}) as outer:
        outer.append(STEPS)
        broken("T2")
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 3)]
    with contextlib.suppress(LookupError), command("T3", "c1", author=AUTHOR, request={}) as outer:
        outer.append(STEPS)
        act("c1", stream="T4")
        raise LookupError
    assert [(stream, seq) for stream, seq, _ in streams()] == [("T1", 3)]


@pytest.fixture
def rings():
    heard = []

    def ring(sender, stream, seq, **_):
        heard.append((stream, seq, connection.in_atomic_block, head(stream).seq))

    appended.connect(ring)
    yield heard
    appended.disconnect(ring)


def test_the_doorbell_rings_after_the_commit_and_once(rings):
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        log.append(STEPS)
        assert rings == []
    assert rings == [("T1", 3, False, 3)]
    with command("T1", "c1", author=AUTHOR, request={}) as log:
        assert log.replayed
    with command("T1", "c2", author=AUTHOR, request={}):
        pass
    broken("T1")
    assert rings == [("T1", 3, False, 3)]


def test_a_failing_receiver_breaks_nothing_and_is_logged(rings, caplog):
    def fail(**_):
        raise LookupError("the bell is broken")

    appended.connect(fail)
    logger = logging.getLogger("django.dispatch")
    logger.addHandler(caplog.handler)
    try:
        act("c1")
    finally:
        logger.removeHandler(caplog.handler)
        appended.disconnect(fail)
    assert head("T1").seq == 3
    assert rings == [("T1", 3, False, 3)]
    assert "the bell is broken" in caplog.text
