"""An ASGI client for answers that do not end: reads what has come, leaves when told. And what it listens to."""

import asyncio
import gc
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, Self, TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.test import Client

from audit.services import Author, Entry, command
from cardroom.accounts.models import Person
from tests.people import PASSWORD

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

    async def __aenter__(self) -> Self:
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


def new_stream() -> str:
    """A table of its own: test processes that share a Redis hear each other's rings."""
    return f"T{random.randint(10**8, 10**9 - 1)}"


def happen(stream: str) -> int:
    """One record in the stream; its sequence."""
    with command(stream, f"c{time.monotonic_ns()}", author=Author("p1", "dealer"), request={}) as log:
        dropped = {"n": 1, "text": None, "cents": 100, "box": "B7"}
        (record,) = log.append([Entry("fee.dropped", dropped, f"{stream}/1")])
    return record.seq


def cookies_of(who: Person) -> dict[str, str]:
    client = Client()
    client.post("/sign-in/", {"username": who.username, "password": PASSWORD})
    assert "sessionid" in client.cookies
    return {name: morsel.value for name, morsel in client.cookies.items()}


def run(main: Callable[[], Awaitable[Any]]) -> Any:
    async def and_tidy_up() -> Any:
        try:
            return await main()
        finally:
            await asyncio.sleep(0)

    try:
        return asyncio.run(and_tidy_up())
    finally:
        connections.close_all()
        gc.collect()


def ring(stream: str, seq: int) -> str:
    return f"event: ring\ndata: {json.dumps({'stream': stream, 'seq': seq})}\n\n"
