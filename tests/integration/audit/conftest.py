"""A log to test: event types of its own, and short ways to write, to walk and to take the guard apart."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from audit import guard
from audit.core import registry
from audit.core.chain import Head, Walk, walk
from audit.core.record import Record
from audit.core.registry import EventType
from audit.models import AuditHead
from audit.selectors import links
from audit.services import Entry, command
from tests.integration.audit.acting import AUTHOR
from tests.integration.audit.writers import STEP


@pytest.fixture(autouse=True)
def types(monkeypatch: pytest.MonkeyPatch) -> None:
    """A type for tables and one for the cage, and no others."""
    monkeypatch.setattr(registry, "_types", {})
    registry.register(STEP, EventType("box.counted", streams="cage", shape={"cents": int}))


@pytest.fixture
def write() -> Callable[..., list[Record]]:
    """write("T1", 3) appends three records in one command."""
    made = iter(range(10_000))

    def write(stream: str = "T1", events: int = 1, subject: str = "", **data: Any) -> list[Record]:
        number = next(made)
        with command(stream, f"write-{number}", author=AUTHOR, request={}) as log:
            return log.append([Entry("step.done", {"n": n, **data}, subject) for n in range(events)])

    return write


@pytest.fixture
def walked() -> Callable[..., Walk]:
    """Walk a stream's stored chain; it must reach its stored head."""

    def walked(stream: str = "T1") -> Walk:
        head = AuditHead.objects.get(stream=stream)
        return walk(stream, links(stream), until=Head(head.seq, bytes(head.digest)))

    return walked


@pytest.fixture
def guarded(transactional_db: None) -> Iterator[None]:
    """For tests that take the guard apart: it stands again afterwards."""
    yield
    guard.install(connection)
