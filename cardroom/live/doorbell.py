"""The doorbell: after a commit, everybody who watches the stream learns its newest sequence, and nothing
else.

A ring can be lost, doubled or late; screens poll as well. A ring that fails never fails the command that
rang.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from django.conf import settings

from cardroom.live.hub import hub
from cardroom.live.redis_bell import Sender

logger = logging.getLogger("cardroom.live")


def on_appended(sender: Any, *, stream: str, seq: int, **_: Any) -> None:
    """Receives `audit.signals.appended`."""
    ring(stream, seq)


def ring(stream: str, seq: int) -> None:
    """Tell the listeners of this process, and with `REDIS_URL` those of every other. Never raises."""
    try:
        hub.ring(stream, seq)
        if settings.REDIS_URL:
            _sender(settings.REDIS_URL).ring(stream, seq)
    except Exception:  # the facts are committed; whatever a bell does, they stand
        logger.exception("The doorbell failed for %s/%s; screens poll meanwhile.", stream, seq)


@cache
def _sender(url: str) -> Sender:
    return Sender(url)
