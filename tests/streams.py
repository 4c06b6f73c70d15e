"""An ASGI client for answers that do not end: reads what has come, leaves when told."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections

T = TypeVar("T")


class Stream:
    """One GET, from `async with Stream(...)` to its end. `status` and `headers` are there once it has begun."""

    def __init__(self, path: str, cookies: dict[str, str], application: Any = None) -> None:
        self._application = application or ASGIHandler()
        shown = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"testserver"), (b"cookie", shown.encode())],
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.text = ""
        self.ended = False

    async def __aenter__(self) -> "Stream":
        await self._in.put({"type": "http.request", "body": b"", "more_body": False})
        self._task = asyncio.create_task(self._application(self._scope, self._in.get, self._out.put))
        begun = await asyncio.wait_for(self._out.get(), 10)
        self.status: int = begun["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in begun["headers"]}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._in.put({"type": "http.disconnect"})
        await asyncio.wait_for(self._task, 10)

    async def until(self, wanted: str, within: float = 10) -> str:
        """Everything sent up to and with `wanted`, taken off. Raises TimeoutError."""
        async with asyncio.timeout(within):
            while wanted not in self.text:
                assert not self.ended, f"the stream ended after {self.text!r}"
                await self._next()
        before, _, self.text = self.text.partition(wanted)
        return before + wanted

    async def end(self, within: float = 10) -> str:
        """The rest, once the server has ended the stream. Raises TimeoutError."""
        async with asyncio.timeout(within):
            while not self.ended:
                await self._next()
        return self.text

    async def _next(self) -> None:
        part = await self._out.get()
        self.text += part.get("body", b"").decode()
        self.ended = not part.get("more_body", False)


async def in_thread(call: Callable[..., T], *args: Any) -> T:
    """Run synchronous code that uses the database, as another request would, and leave no connection."""

    def run() -> T:
        try:
            return call(*args)
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False)()
