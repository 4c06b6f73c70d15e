"""An evening that comes again: time and chance are the same each time, and what is done is taken back at its end. What
two such evenings send differs only where what was done differs.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

import audit.services
from tables import chronicle
from tests import people

BEGINS = datetime(2031, 5, 17, 20, 30, tzinfo=UTC)


class Again:
    """What time it is, and what comes by chance: from `begins(name)` on the same for the same name."""

    def __init__(self) -> None:
        self.now = BEGINS
        self.begins("evening")

    def begins(self, name: str) -> None:
        self._chance = random.Random(name)

    def some_bytes(self, number: int) -> bytes:
        return self._chance.randbytes(number)

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def at(self) -> datetime:
        return self.now

    def stamp(self) -> float:
        return self.now.timestamp()


@contextmanager
def evening() -> Iterator[Again]:
    """Everything inside, on the database as it is now."""
    again = Again()

    class Watch(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Watch:
            return cls.fromtimestamp(again.stamp(), tz)

    with pytest.MonkeyPatch.context() as patch, taken_back():
        patch.setattr(os, "urandom", again.some_bytes)
        patch.setattr(random, "_urandom", again.some_bytes)
        patch.setattr(time, "time", again.stamp)
        patch.setattr(timezone, "now", again.at)
        patch.setattr(audit.services, "datetime", Watch)
        patch.setattr(people, "_numbers", count(1))
        forget()
        try:
            yield again
        finally:
            forget()


def forget() -> None:
    """What a process keeps in memory."""
    chronicle.forget_all()
    cache.clear()


@contextmanager
def taken_back() -> Iterator[None]:
    """What is written inside is rolled back, also commands, which ask to be the outermost transaction."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)
