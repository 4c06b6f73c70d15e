"""Runs an embedded room: prepares the database, then one web server and one worker, until either ends.

In the demo room it starts the simulated evenings too.
"""

import http.client
import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from fees.demo import is_demo

HOST = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 50
START_WITHIN_S = 60
STOP_WITHIN_S = 10

# Streams of the doorbell never end by themselves: a stop waits for them only briefly.
WEB = f"uvicorn cardroom.asgi:application --host {HOST} --lifespan off --no-access-log --log-level warning"
WEB += " --timeout-graceful-shutdown 2"
WORKER = "celery --quiet -A cardroom.celery worker -B --pool solo --loglevel WARNING"
WORKER += " --without-gossip --without-mingle --without-heartbeat"
SIMULATION = "django demo_evening"


class Stopped(Exception):
    """A signal asked the room to stop."""


class Command(BaseCommand):
    help = "Prepares the embedded room and runs its web server and worker until Ctrl-C."
    requires_system_checks: list[str] = []  # the checks run below, once the tables exist

    def handle(self, *args: Any, **options: Any) -> None:
        port = free_port(wanted_port())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _stop)
        children: list[subprocess.Popen[bytes]] = []
        beside: list[subprocess.Popen[bytes]] = []  # the room stays open without them
        try:
            logins = self.prepare()
            children.append(start(f"{WEB} --port {port}"))
            children.append(start(WORKER))
            wait_for_answer(port, children)
            if alive(children):
                self.announce(port, logins, *(child.pid for child in children))
                beside += self.simulate()
            while alive(children):
                time.sleep(0.2)
            web, worker = (child.poll() for child in children)
            which, code = ("web server", web) if web is not None else ("worker", worker)
            raise CommandError(f"The room is closed: the {which} ended by itself ({code}).")
        except Stopped:
            self.stdout.write("The room is closed; its data is kept.")
        finally:
            stop(children + beside)

    def prepare(self) -> str:
        """Brings the database up to date and makes the demo room; what `demo_room` printed (the logins)."""
        call_command(
            "check", databases=["default"], stdout=io.StringIO()
        )  # before a migration mends what it finds
        call_command("migrate", interactive=False, verbosity=0)
        call_command("check", databases=["default"], fail_level="WARNING", stdout=io.StringIO())
        logins = io.StringIO()
        call_command("demo_room", stdout=logins)
        return logins.getvalue().strip()

    def announce(self, port: int, logins: str, web: int, worker: int) -> None:
        if port != wanted_port():
            self.stdout.write(f"Port {wanted_port()} is taken; using {port}.")
        self.stdout.write(f"\nThe card room is open at http://{HOST}:{port}/\n\n{logins}\n")
        self.stdout.write(f"Web server: process {web}. Worker: process {worker}. Ctrl-C closes the room.")
        self.stdout.flush()

    def simulate(self) -> list[subprocess.Popen[bytes]]:
        """The evenings at the demo's simulated tables, begun once the first page can be asked for."""
        if not (settings.SIMULATION and is_demo()):
            return []
        simulation = start(SIMULATION)
        self.stdout.write(f"Simulated tables: process {simulation.pid}. SIMULATION=0 leaves them out.")
        self.stdout.flush()
        return [simulation]


def _stop(number: int, frame: Any) -> None:
    raise Stopped


def wanted_port() -> int:
    """`PORT` of the environment, else 8000."""
    text = os.environ.get("PORT") or str(FIRST_PORT)
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise CommandError(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def free_port(wanted: int) -> int:
    """The first port from `wanted` on that nothing listens on."""
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
        with socket.socket() as trial, suppress(OSError):
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((HOST, port))
            return port
    raise CommandError(f"No free port from {wanted} on; set PORT.")


def start(module: str) -> subprocess.Popen[bytes]:
    """A process group of its own: the worker's beat is a grandchild, and must not outlive it.

    Killed outright, the room takes its processes along: two rooms on one database would both do its jobs.
    """
    tied = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    quiet = ["-W", "ignore:::celery.platforms"]  # an embedded room may well run as root
    program = [*tied, sys.executable, *quiet, "-m", *module.split()]
    return subprocess.Popen(program, cwd=settings.BASE_DIR, process_group=0)


def alive(children: list[subprocess.Popen[bytes]]) -> bool:
    return all(child.poll() is None for child in children)


def wait_for_answer(port: int, children: list[subprocess.Popen[bytes]]) -> None:
    """Returns once the server answers, or a child has ended (the caller sees that)."""
    until = time.monotonic() + START_WITHIN_S
    while alive(children):
        with suppress(OSError), closing(http.client.HTTPConnection(HOST, port, timeout=5)) as connection:
            connection.request("GET", "/")
            connection.getresponse()
            return
        if time.monotonic() > until:
            raise CommandError(f"The web server did not answer within {START_WITHIN_S} s.")
        time.sleep(0.1)


def stop(children: list[subprocess.Popen[bytes]]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for child in children:
        _kill_group(child, signal.SIGTERM)
    until = time.monotonic() + STOP_WITHIN_S
    for child in children:
        with suppress(subprocess.TimeoutExpired):
            child.wait(max(0.1, until - time.monotonic()))
        _kill_group(child, signal.SIGKILL)
        child.wait()


def _kill_group(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, number)
