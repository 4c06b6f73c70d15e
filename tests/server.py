"""A room in processes of its own, for tests that need a real server: uvicorn on a fresh database, the demo's people.

The database is SQLite in a folder of the test, or, on the PostgreSQL of `DATABASE_URL`, one that is made and dropped
here. `tests.server_process` is what runs in the other processes.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
PATIENCE_S = 60
SQLITE = "cardroom.sqlite3"


@dataclass(frozen=True)
class Reply:
    """An answer, whole; names of headers in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Unanswered(Exception):
    """The server was not there, or went away before it had answered: nobody knows whether it was done."""


class Tab:
    """Somebody's browser at one server; safe for threads, since its cookies never change."""

    def __init__(self, server: Server, cookies: dict[str, str]) -> None:
        self._server = server
        self._cookies = cookies

    def get(self, path: str) -> Reply:
        return self.request("GET", path)

    def act(self, table: int, order: dict[str, Any]) -> Reply:
        """Post a command as it is."""
        return self.request("POST", f"/api/v1/tables/{table}/act/", order)

    def table(self, table: int) -> Any:
        reply = self.get(f"/api/v1/tables/{table}/")
        assert reply.status == 200, reply.body
        return reply.json

    def order(self, table: int, action: str, **about: Any) -> dict[str, Any]:
        """A command with an id of its own that answers what the table shows now."""
        answers = self.table(table)["answers"]
        return {"command_id": uuid.uuid4().hex, "action": action, "answers": answers, **about}

    def does(self, table: int, *actions: str, **about: Any) -> Any:
        """Carry out the actions one after the other; the last answer."""
        for action in actions:
            reply = self.act(table, self.order(table, action, **about))
            assert reply.status == 200, (action, reply.body)
        return reply.json

    def request(self, method: str, path: str, data: Any = None) -> Reply:
        """Raises Unanswered."""
        try:
            with closing(self._sent(method, path, data)) as http:
                answer = http.getresponse()
                return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        except (OSError, HTTPException) as gone:
            raise Unanswered(repr(gone)) from gone

    @contextmanager
    def unread(self, table: int, order: dict[str, Any]) -> Iterator[None]:
        """Post a command, and hang up at the end without having read the answer."""
        with closing(self._sent("POST", f"/api/v1/tables/{table}/act/", order)):
            yield

    def _sent(self, method: str, path: str, data: Any) -> HTTPConnection:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if data is not None:
            headers |= {"Content-Type": "application/json", "X-CSRFToken": self._cookies["csrftoken"]}
        http = HTTPConnection(HOST, self._server.port, timeout=60)
        http.request(method, path, None if data is None else json.dumps(data), headers)
        return http


class Server:
    """One server process on a room's database. `kill` is `kill -9`; `start` again goes on with what is stored."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._pid = 0
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]

    def tab(self, username: str) -> Tab:
        return Tab(self, self._room.cookies[username])

    def start(self) -> Server:
        self._pid = self._room.fork(self.port)
        self._until(self._listens, "listen")
        return self

    def kill(self) -> None:
        """SIGKILL: nothing is finished, nothing is closed."""
        os.kill(self._pid, signal.SIGKILL)
        self._until(lambda: not self._lives(), "die")

    def restart(self) -> None:
        self.kill()
        self.start()

    def stop(self) -> None:
        if self._lives():
            self.kill()

    def _listens(self) -> bool:
        assert self._lives(), f"the server ended: {self._room.log()}"
        with suppress(OSError), closing(socket.create_connection((HOST, self.port), timeout=5)):
            return True
        return False

    def _lives(self) -> bool:
        try:
            os.kill(self._pid, 0)
        except ProcessLookupError:
            return False
        return True

    def _until(self, reached: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not reached():
            assert time.monotonic() < until, f"the server did not {what}: {self._room.log()}"
            time.sleep(0.005)


class Room:
    """A database with people, tables and sessions, and the servers that a test starts on it.

    Servers are forked from a process that has imported the product and done nothing else: each begins with nothing in
    memory, as one started anew does, and a test can afford to kill many.
    """

    def __init__(self, folder: Path, url: str, cookies: dict[str, dict[str, str]]) -> None:
        self.cookies = cookies
        self.environment = environment(folder, url)
        self._folder = folder
        self._url = url
        self._said = (folder / "server.log").open("ab")
        self._servers: list[Server] = []
        self._imported = subprocess.Popen(
            [sys.executable, "-m", "tests.server_process", "serve"],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            process_group=0,
            text=True,
        )

    def server(self) -> Server:
        """A server, started; the room ends it."""
        made = Server(self)
        self._servers.append(made)
        return made.start()

    def fork(self, port: int) -> int:
        """The process id of a new server at `port`."""
        assert self._imported.stdin
        assert self._imported.stdout
        self._imported.stdin.write(f"{port}\n")
        self._imported.stdin.flush()
        line = self._imported.stdout.readline()
        assert line, f"no server can be started: {self.log()}"
        return int(line)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What the database holds, read past the product."""
        if self._url:
            with psycopg.connect(_psycopg(self._url)) as database:
                return database.execute(sql.encode()).fetchall()
        with closing(sqlite3.connect(self._folder / SQLITE, timeout=20)) as database:
            return database.execute(sql).fetchall()

    def log(self) -> str:
        """What the servers have printed."""
        return (self._folder / "server.log").read_text()

    def close(self) -> None:
        for server in self._servers:
            server.stop()
        self._imported.communicate()
        self._said.close()


@dataclass(frozen=True)
class Template:
    """The prepared room that others are copied from: a folder, and on PostgreSQL the name of a database."""

    folder: Path
    url: str
    cookies: dict[str, dict[str, str]]

    @contextmanager
    def room(self, folder: Path) -> Iterator[Room]:
        """A room of its own in `folder`, gone at the end with all its servers."""
        for file in self.folder.iterdir():
            if file.is_file():
                shutil.copy(file, folder / file.name)
        with _copied(self.url) as url:
            room = Room(folder, url, self.cookies)
            try:
                yield room
            finally:
                room.close()


@contextmanager
def template(folder: Path) -> Iterator[Template]:
    """Prepare a room in `folder`: some seconds, once for all tests of a process."""
    with _fresh() as url:
        made = subprocess.run(
            [sys.executable, "-m", "tests.server_process", "prepare"],
            cwd=ROOT,
            env=environment(folder, url),
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stderr
        yield Template(folder, url, json.loads(made.stdout))


def environment(folder: Path, url: str) -> dict[str, str]:
    return os.environ | {
        "CARDROOM_DATA": str(folder),
        "DATABASE_URL": url,
        "DATABASE_POOL": "24",
        "BADGE_KEY_MS": "400",
    }


@contextmanager
def _fresh(copy_of: str = "") -> Iterator[str]:
    """The address of a database of its own; "" where the room is embedded."""
    base = os.environ.get("DATABASE_URL", "")
    if not base.startswith("postgres"):
        yield ""
        return
    name = f"cardroom_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(_psycopg(base), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" {copy_of}'.encode())
        try:
            address, mark, query = base.partition("?")
            yield f"{address.rsplit('/', 1)[0]}/{name}{mark}{query}"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def _copied(url: str) -> Any:
    return _fresh(f'TEMPLATE "{urlsplit(url).path[1:]}"' if url else "")


def _psycopg(url: str) -> str:
    return "postgresql:" + url.split(":", 1)[1]
