"""The log does not run unguarded: a system check, and a refusal at the start of every server and worker."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import load_backend

from audit import guard

BOOT_ERROR = 3  # what gunicorn and uvicorn take for "do not start me again"


class NoGuard(SystemExit):
    """The process ends: the log's triggers are not in the database. `reason` says which."""

    def __init__(self, reason: str) -> None:
        super().__init__(BOOT_ERROR)
        self.reason = reason


def log_is_guarded(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """An error for each piece of the guard that is missing; none before the log's table exists."""
    return [
        Error(
            f"The log is not guarded: {problem}.",
            hint="Find out who took it away; `manage.py migrate --skip-checks` puts it back.",
            id="audit.E001",
        )
        for alias in databases or ()
        if alias == DEFAULT_DB_ALIAS
        for problem in guard.problems(connections[alias]) or ()
    ]


def register_checks() -> None:
    register(log_is_guarded, Tags.database)


def refuse_without_guard() -> None:
    """Call at the start of every server and worker: raises NoGuard (exit status 3) unless the guard stands.

    Asks over a connection of its own, in a thread of its own: the server may be inside an event loop, and
    neither a connection nor a pool may be opened before it forks.
    """
    with ThreadPoolExecutor(max_workers=1) as thread:
        found = thread.submit(_ask).result()
    if found is None:
        found = ["the table audit_record is missing; run `manage.py migrate`"]
    if found:
        refusal = NoGuard(f"refused to start, the log is not guarded: {'; '.join(found)}")
        sys.stderr.write(f"audit: {refusal.reason}\n")
        raise refusal


def _ask() -> list[str] | None:
    settings = deepcopy(connections.settings[DEFAULT_DB_ALIAS])
    settings["OPTIONS"].pop("pool", None)
    connection = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    try:
        return guard.problems(connection)
    finally:
        connection.close()
