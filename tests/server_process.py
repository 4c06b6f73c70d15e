"""What runs in the processes of a test's room: `prepare` makes the room that all are copied from and prints the cookies
of those who signed in there; `serve` starts servers.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys

from tests.server import HOST

PEOPLE = ("dana", "dmitri", "flora")
"""Who is signed in: two dealers and a floor manager of the demo room."""


def prepare() -> dict[str, dict[str, str]]:
    """Migrate, furnish as the demo is furnished, and sign people in; their cookies by username."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from cardroom.management.commands.demo_room import PASSWORD

    call_command("migrate", interactive=False, verbosity=0)
    call_command("demo_room", stdout=io.StringIO())
    cookies = {}
    for username in PEOPLE:
        client = Client(headers={"host": "localhost"})
        assert client.post("/sign-in/", {"username": username, "password": PASSWORD}).status_code == 302
        cookies[username] = {name: morsel.value for name, morsel in client.cookies.items()}
    return cookies


def serve() -> None:
    """Import everything, then fork a server for each port that comes in, and answer with its process id."""
    import uvicorn
    from django.urls import get_resolver

    from cardroom.asgi import application

    assert get_resolver().url_patterns
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for port in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)
            uvicorn.run(
                application, host=HOST, port=int(port), lifespan="off", access_log=False, log_level="warning"
            )
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
    os.killpg(0, signal.SIGKILL)  # the test has ended, in whatever way: no server outlives it


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        sys.stdout.write(json.dumps(prepare()))
