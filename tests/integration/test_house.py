"""The house itself: durable databases, refused forms, static files, one command that opens a room."""

import ctypes
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client
from django.urls import include, path

from cardroom.checks import database_is_durable
from cardroom.settings import _kept_secret


def recorded(request: HttpRequest) -> HttpResponse:
    return HttpResponse("recorded")


urlpatterns = [
    path("form/", recorded),
    path("api/v1/form/", recorded),
    path("", include("cardroom.urls")),
]


# --- database --------------------------------------------------------------------------------


def problems() -> set[str | None]:
    return {found.id for found in database_is_durable(databases=["default"])}


@pytest.mark.django_db
def test_the_database_is_durable() -> None:
    assert problems() == set()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pragma", "problem"),
    [
        ("journal_mode=DELETE", "cardroom.E001"),
        ("synchronous=NORMAL", "cardroom.E001"),
        ("foreign_keys=OFF", "cardroom.E001"),
        ("busy_timeout=0", "cardroom.E002"),
    ],
)
def test_a_pragma_out_of_effect_is_found(pragma: str, problem: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {pragma}")
        assert problems() == {problem}
    finally:
        connection.close()  # the next connection sets its own pragmas
        assert problems() == set()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_transaction_locks_when_it_begins() -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as other:
        with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")


@pytest.mark.sqlite
@pytest.mark.django_db
def test_deferred_transactions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections["default"], "transaction_mode", "DEFERRED")
    assert problems() == {"cardroom.E003"}


@pytest.mark.postgresql
@pytest.mark.django_db
def test_asynchronous_commits_are_found() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    assert problems() == {"cardroom.E004"}


def test_the_room_keeps_its_own_secret(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    first = _kept_secret(file)
    assert len(first) > 50
    assert file.stat().st_mode & 0o777 == 0o600
    assert _kept_secret(file) == first
    assert list(tmp_path.iterdir()) == [file]


# --- refused forms ---------------------------------------------------------------------------


@pytest.fixture
def browser(settings: Any) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(enforce_csrf_checks=True)


def test_an_expired_form_is_refused_with_a_page(browser: Client) -> None:
    response = browser.post("/form/")
    page = response.content.decode()
    assert response.status_code == 403
    assert "<html" in page
    assert "Nothing was recorded" in page
    assert "Reload the page" in page


def test_an_expired_form_of_htmx_goes_to_the_notice_line(browser: Client) -> None:
    response = browser.post("/form/", headers={"hx-request": "true"})
    assert response.status_code == 403
    assert response["HX-Retarget"] == "#notice"
    assert "<html" not in response.content.decode()
    assert "Reload the page" in response.content.decode()
    assert 'id="notice"' in browser.post("/form/").content.decode()


@pytest.mark.parametrize(("address", "accept"), [("/api/v1/form/", "*/*"), ("/form/", "application/json")])
def test_an_expired_form_of_a_program_is_refused_in_json(browser: Client, address: str, accept: str) -> None:
    response = browser.post(address, headers={"accept": accept})
    assert response.status_code == 403
    assert response.json()["code"] == "csrf_failed"
    assert "Reload the page" in response.json()["reason"]


def test_a_page_carries_a_strict_policy(browser: Client) -> None:
    policy = browser.post("/form/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


# --- static files ----------------------------------------------------------------------------


def test_static_files_are_served_by_both_servers() -> None:
    expected = Path("static/css/tokens.css").read_bytes()
    threaded = Client().get("/static/css/tokens.css")
    asynchronous = async_to_sync(AsyncClient().get)("/static/css/tokens.css")
    for response in (threaded, asynchronous):
        assert response.status_code == 200
        assert response.content == expected
        assert response["Content-Type"].startswith("text/css")
        assert response["ETag"]
    again = Client().get("/static/css/tokens.css", headers={"if-none-match": threaded["ETag"]})
    assert again.status_code == 304


# --- one command opens a room ----------------------------------------------------------------

Room = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def open_room(tmp_path: Path) -> Iterator[Room]:
    """Starts `runroom` on a data folder of its own; nothing of it outlives the test."""
    started = []
    subreaper = ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # nobody else need reap what a killed room leaves
    assert subreaper == 0

    def start(port: int) -> subprocess.Popen[str]:
        embedded = {"DATABASE_URL": "", "REDIS_URL": "", "CARDROOM_DATA": str(tmp_path), "PORT": str(port)}
        room = subprocess.Popen(
            [sys.executable, "manage.py", "runroom"],
            env=os.environ | embedded,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(room)
        return room

    yield start
    for room in started:
        room.terminate()
        room.wait(30)
        assert room.stdout
        room.stdout.close()


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def said(room: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """Reads what the room prints until the pattern has come."""
    text = ""
    assert room.stdout
    for line in room.stdout:
        text += line
        if match := re.search(pattern, text):
            return match
    raise AssertionError(f"The room ended and never said {pattern!r}:\n{text}")


def processes_of(room: subprocess.Popen[str]) -> dict[str, int]:
    """The room's processes, read from what it prints once it is open."""
    pids = said(room, r"Web server: process (\d+)\. Worker: process (\d+)\.")
    return {"web server": int(pids[1]), "worker": int(pids[2])}


def answers(port: int) -> bool:
    try:
        with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as http:
            http.request("GET", "/")
            return http.getresponse().status < 500
    except OSError:
        return False


def alive(pid: int) -> bool:
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # an orphan that ended and fell to us (PR_SET_CHILD_SUBREAPER)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.sqlite
def test_a_room_opens_answers_closes_and_keeps_its_data(open_room: Room, port: int, tmp_path: Path) -> None:
    kept = []
    for number in (signal.SIGINT, signal.SIGTERM):
        room = open_room(port)
        address = said(room, r"http://127\.0\.0\.1:(\d+)/\s")
        assert address[1] == str(port)
        assert answers(port)
        processes = processes_of(room)
        assert all(alive(pid) for pid in processes.values())
        room.send_signal(number)
        assert room.wait(30) == 0
        assert not any(alive(pid) for pid in processes.values())
        assert not answers(port)
        kept.append((tmp_path / "secret_key").read_text())
        with closing(sqlite3.connect(tmp_path / "cardroom.sqlite3")) as database:
            kept.append(database.execute("SELECT * FROM accounts_person ORDER BY id").fetchall())
    assert kept[:2] == kept[2:]
    assert kept[1]


@pytest.mark.sqlite
@pytest.mark.parametrize("program", ["web server", "worker"])
def test_a_room_closes_when_one_of_its_processes_dies(open_room: Room, port: int, program: str) -> None:
    room = open_room(port)
    processes = processes_of(room)
    os.kill(processes[program], signal.SIGKILL)
    assert room.wait(30) == 1
    said(room, f"the {program} ended by itself")
    assert not any(alive(pid) for pid in processes.values())


@pytest.mark.sqlite
def test_a_room_that_is_killed_leaves_no_process_behind(open_room: Room, port: int) -> None:
    room = open_room(port)
    processes = processes_of(room)
    room.kill()
    until = time.monotonic() + 30
    while any(alive(pid) for pid in processes.values()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(alive(pid) for pid in processes.values())


@pytest.mark.sqlite
def test_the_simulated_tables_come_and_go_with_the_demo_room(
    open_room: Room, port: int, tmp_path: Path
) -> None:
    room = open_room(port)
    said(room, "Ctrl-C")
    simulation = int(said(room, r"Simulated tables: process (\d+)\.")[1])
    until = time.monotonic() + 200
    query = (
        "SELECT count(*) FROM audit_record WHERE stream IN ('T4', 'T6', 'T7') AND body LIKE '%chair.taken%'"
    )
    with closing(sqlite3.connect(tmp_path / "cardroom.sqlite3", timeout=20)) as database:
        while not database.execute(query).fetchone()[0]:
            assert time.monotonic() < until
            time.sleep(0.1)
    room.send_signal(signal.SIGINT)
    assert room.wait(30) == 0
    assert not alive(simulation)


@pytest.mark.sqlite
def test_a_room_stays_open_without_its_simulation(open_room: Room, port: int) -> None:
    room = open_room(port)
    os.kill(int(said(room, r"Simulated tables: process (\d+)\.")[1]), signal.SIGKILL)
    time.sleep(1)
    assert room.poll() is None
    assert answers(port)


@pytest.mark.sqlite
def test_the_simulation_can_be_left_out(open_room: Room, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMULATION", "0")
    room = open_room(port)
    said(room, "Ctrl-C")
    time.sleep(1)
    room.send_signal(signal.SIGINT)
    assert room.stdout
    assert "Simulated" not in room.stdout.read()


@pytest.mark.sqlite
def test_a_taken_port_is_said_and_the_next_one_used(open_room: Room, port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        room = open_room(port)
        said(room, rf"Port {port} is taken")
        address = said(room, r"http://127\.0\.0\.1:(\d+)/")
        assert int(address[1]) > port
        assert answers(int(address[1]))


@pytest.mark.parametrize("text", ["0", "65536", "http", "-1", "٣"])
def test_a_port_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(CommandError, match="from 1 to 65535"):
        call_command("runroom")


@pytest.mark.sqlite
def test_the_worker_does_what_beat_asks(open_room: Room, port: int, tmp_path: Path) -> None:
    room = open_room(port)
    said(room, "Ctrl-C")
    queue = tmp_path / "queue"
    taken_up = time.monotonic() + 30
    seen = False
    while time.monotonic() < taken_up:
        waiting = list(queue.iterdir())
        seen = seen or bool(waiting)
        if seen and not waiting:
            return
        time.sleep(0.01)
    raise AssertionError("no message came and went in the broker's folder")
