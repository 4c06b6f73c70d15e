"""Who is listening in this process. Rings come from any thread; listeners live in event loops.

A ring is only a number: the newest sequence of a stream. A slow listener is told the last one and never a
backlog.
"""

from __future__ import annotations

import asyncio
from threading import Lock


class Listener:
    """One open stream of one session; without one, `held` is what its browser shows of the table (proofs).

    Everything but `ring` and `close` belongs to its event loop.
    """

    def __init__(self, stream: str, session_key: str, held: frozenset[str] = frozenset()) -> None:
        self.stream = stream
        self.session_key = session_key
        self.held = held
        self.closed = False
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._newest = 0
        self._told = 0

    def ring(self, seq: int) -> None:
        """Tell of `seq`; an older or doubled ring is dropped. From any thread."""
        self._soon(self._note, seq)

    def close(self) -> None:
        """End the stream. From any thread."""
        self._soon(self._note, None)

    async def next(self, within: float) -> int | None:
        """The newest sequence not told yet; None when `within` seconds have passed or the stream is
        closed.
        """
        try:
            async with asyncio.timeout(within):
                await self._woken.wait()
        except TimeoutError:
            return None
        self._woken.clear()
        if self.closed or self._newest <= self._told:
            return None
        self._told = self._newest
        return self._told

    def _note(self, seq: int | None) -> None:
        if seq is None:
            self.closed = True
        elif seq <= self._newest:
            return
        else:
            self._newest = seq
        self._woken.set()

    def _soon(self, *call: object) -> None:
        try:
            self._loop.call_soon_threadsafe(*call)  # type: ignore[arg-type]
        except RuntimeError:
            self.closed = True  # its loop has ended, and with it whoever was listening


class Hub:
    """The listeners of this process, by stream."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: set[Listener] = set()

    def add(self, listener: Listener) -> None:
        with self._lock:
            self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        with self._lock:
            self._listeners.discard(listener)

    def listeners(self) -> list[Listener]:
        with self._lock:
            return list(self._listeners)

    def ring(self, stream: str, seq: int) -> None:
        """Tell every listener of `stream`. From any thread."""
        for listener in self.listeners():
            if listener.stream == stream:
                listener.ring(seq)


hub = Hub()
