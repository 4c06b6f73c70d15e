"""What runs in an event loop while somebody listens there: the check of who listens, and the receiver of
rings.
"""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connections

from cardroom.accounts.selectors import read_roles, sessions_of
from cardroom.live.hub import Hub, Listener, hub
from cardroom.live.policies import may_hear
from cardroom.live.redis_bell import receive
from tables.pairing import tables_of
from tables.players import still_held

CHECK_EVERY_S = 2.5
CHECK_WITHIN_S = 2.0  # both together are less than the 5 s after which no ended session may listen
logger = logging.getLogger("cardroom.live")


class Watch:
    """One per event loop; its tasks run from the first listener to the last."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: set[Listener] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def enter(self, listener: Listener) -> None:
        self._open.add(listener)
        self._hub.add(listener)
        if not self._tasks:
            self._tasks.append(asyncio.create_task(self._check_sessions()))
            if settings.REDIS_URL:
                self._tasks.append(asyncio.create_task(receive(settings.REDIS_URL, self._hub)))

    def leave(self, listener: Listener) -> None:
        self._hub.remove(listener)
        self._open.discard(listener)
        if not self._open:
            for task in self._tasks:
                task.cancel()
            self._tasks.clear()

    async def _check_sessions(self) -> None:
        """Close the streams of who may listen no more; all of them where that cannot be found out."""
        while True:
            await asyncio.sleep(CHECK_EVERY_S)
            asked = set(self._open)
            try:
                async with asyncio.timeout(CHECK_WITHIN_S):
                    good = await _still_good(asked)
            except (TimeoutError, DatabaseError):
                logger.exception("Sessions could not be checked; the open streams are closed.")
                good = set()
            for listener in asked - good:
                listener.close()


def _ask(listening: set[Listener]) -> set[Listener]:
    """Those of `listening` that may go on: the session is good, the person's roles still open the stream to him, and
    the device that a session is bound to still stands at its table; without a session, the seat's screen is still that.
    """
    try:
        good = sessions_of({listener.session_key for listener in listening if listener.session_key})
        held = still_held({proof for listener in listening for proof in listener.held})
        read_roles({person.pk: person for person, _bound in good.values()}.values())
        standing = tables_of({bound[1] for _person, bound in good.values() if bound is not None})
        return {
            listener
            for listener in listening
            if any((listener.stream, proof) in held for proof in listener.held)
            or (
                (found := good.get(listener.session_key)) is not None
                and may_hear(found[0], listener.stream)
                and ((bound := found[1]) is None or listener.stream == bound[0] == standing.get(bound[1]))
            )
        }
    finally:
        connections.close_all()  # the thread goes back to a pool and must not keep a connection


_still_good = sync_to_async(_ask, thread_sensitive=False)
_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """The watch of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _watches:
        _watches[loop] = Watch(hub)
    return _watches[loop]
