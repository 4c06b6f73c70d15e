"""Rings between processes, through Redis pub/sub. Redis may fail at any time: screens poll, and dealing goes
on.

The payload is `{"stream": ..., "seq": ...}` and nothing else; whoever can read the channel learns no card and
no name.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from threading import Lock
from typing import Any

import redis
import redis.asyncio
from django.db import connection
from django.utils.crypto import salted_hmac
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from cardroom.live.hub import Hub

SEND_TIMEOUT_S = 0.25
QUIET_S = 2.0
SILENCE_S = 5.0
BACK_OFF_S = (0.1, 5.0)
FAILURES = (redis.RedisError, OSError)
logger = logging.getLogger("cardroom.live")


def channel_name() -> str:
    """The channel of this room: the same in all its processes, and another than of any room that shares the Redis,
    whose numbered databases do not part channels.
    """
    name = str(connection.settings_dict["NAME"])
    return "cardroom:" + salted_hmac("cardroom.live.channel", name).hexdigest()[:16]


class Sender:
    """Publishes rings from the thread that committed. After a failure it keeps quiet for two seconds, so that
    a Redis which does not answer costs a command a quarter of a second at most, and most commands nothing.
    """

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=SEND_TIMEOUT_S,
            socket_connect_timeout=SEND_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
        self._quiet_until = 0.0
        self._lock = Lock()

    def ring(self, stream: str, seq: int) -> None:
        """Never raises for what Redis does."""
        if time.monotonic() < self._quiet_until:
            return
        try:
            self._client.publish(channel_name(), json.dumps({"stream": stream, "seq": seq}))
        except FAILURES as failure:
            with self._lock:
                self._quiet_until = time.monotonic() + QUIET_S
            logger.warning("Redis did not take a ring; screens poll meanwhile: %s", failure)

    def close(self) -> None:
        self._client.close()


async def receive(url: str, hub: Hub) -> None:
    """Pass rings from Redis on to `hub` until cancelled; reconnects with back-off, for as long as it
    takes.
    """
    pause, longest = BACK_OFF_S
    while True:
        try:
            async with _client(url) as client, client.pubsub() as channel:
                await channel.subscribe(channel_name())
                logger.info("Listening for rings on Redis.")
                pause = BACK_OFF_S[0]
                await _pass_on(channel, hub)
        except FAILURES as failure:
            logger.warning("No rings from Redis; screens poll meanwhile: %s", failure)
        await asyncio.sleep(pause * random.uniform(0.5, 1))
        pause = min(pause * 2, longest)


def _client(url: str) -> redis.asyncio.Redis:
    return redis.asyncio.Redis.from_url(
        url,
        socket_connect_timeout=SILENCE_S,
        # With a timeout, sending goes through `asyncio.wait_for`, which before Python 3.12 can swallow a cancel.
        socket_timeout=None,
        socket_keepalive=True,
        retry=AsyncRetry(NoBackoff(), 0),
    )


async def _pass_on(channel: redis.asyncio.client.PubSub, hub: Hub) -> None:
    """Until the connection fails. Silence is asked about: a half-open connection gives no answer and is given
    up.
    """
    asked = False
    while True:
        message = await channel.get_message(timeout=SILENCE_S)
        if message is None:
            if asked:
                raise redis.ConnectionError("no answer to a ping")
            await channel.ping()
            asked = True
            continue
        asked = False
        if message["type"] == "message":
            ring = _ring(message["data"])
            if ring:
                hub.ring(*ring)


def _ring(payload: Any) -> tuple[str, int] | None:
    """The ring in a message; None for anything else that somebody put on the channel."""
    try:
        data = json.loads(payload)
        stream, seq = data["stream"], data["seq"]
    except (ValueError, TypeError, KeyError):
        return None
    return (stream, seq) if type(stream) is str and type(seq) is int else None
