"""The network between a browser and the room, which a test can cut as cellars and lifts do: nothing comes through, and
nobody is told that the connection is gone.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.server import HOST


class Wire:
    """Passes bytes on from a port of its own. While `cut` is set, what comes in stays unanswered; a connection that was
    cut never says anything again.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self._taking = socket.create_server((HOST, 0))
        self.port: int = self._taking.getsockname()[1]
        self._pairs: list[_Pair] = []
        self.closed = False
        self.is_cut = False
        threading.Thread(target=self._take, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def cut(self, only: bytes = b"") -> None:
        """Cut every connection, and all that are made until `mend`; `only` cuts those that asked for such an address,
        and new ones live.
        """
        self.is_cut = not only
        for pair in self._pairs:
            if only in pair.asked:
                pair.dead = True

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.closed = True
        self._taking.close()
        for pair in self._pairs:
            pair.close()

    def _take(self) -> None:
        while not self.closed:
            try:
                browser, _ = self._taking.accept()
            except OSError:
                return
            self._pairs.append(_Pair(self, browser, self._to))
            if self.closed:
                self._pairs[-1].close()


class _Pair:
    """A connection of the browser and the one that it is passed on to."""

    def __init__(self, wire: Wire, browser: socket.socket, to: int) -> None:
        self.dead = wire.is_cut
        self.asked = b""
        self._browser = browser
        self._room: socket.socket | None = None
        if not self.dead:
            with suppress(OSError):
                self._room = socket.create_connection((HOST, to))
        if self._room is None:
            if not self.dead:
                browser.close()  # the room is down, and that is said
            return
        for source, sink in ((browser, self._room), (self._room, browser)):
            threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def close(self) -> None:
        for end in (self._browser, self._room):
            if end is not None:
                end.close()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source is self._browser:
                    self.asked += data[:200]
                if not self.dead:
                    sink.sendall(data)
        if not self.dead:
            with suppress(OSError):
                sink.shutdown(socket.SHUT_WR)


@contextmanager
def wire(to: int) -> Iterator[Wire]:
    made = Wire(to)
    try:
        yield made
    finally:
        made.close()
