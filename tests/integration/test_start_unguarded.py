"""Nothing of the room starts on a log whose triggers were taken away, and the refusal mends nothing by itself."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.sqlite

STARTS = {
    "wsgi": ["-c", "import cardroom.wsgi"],
    "asgi": ["-c", "import cardroom.asgi"],
    "worker": ["-m", "celery", "--quiet", "-A", "cardroom.celery", "worker", "--pool", "solo"],
    "beat": ["-m", "celery", "--quiet", "-A", "cardroom.celery", "beat"],
    "room": ["manage.py", "runroom"],
}


def run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "CARDROOM_DATA": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    return subprocess.run(
        [sys.executable, *words],
        cwd=settings.BASE_DIR,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def unguarded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("unguarded")
    assert run(data, "manage.py", "migrate", "-v0").returncode == 0
    assert run(data, "-c", "import cardroom.wsgi").returncode == 0
    with sqlite3.connect(data / "cardroom.sqlite3") as connection:
        connection.execute("DROP TRIGGER audit_record_update")
    return data


@pytest.mark.parametrize("start", STARTS)
def test_it_refuses_to_start_and_says_what_is_missing(unguarded: Path, start: str) -> None:
    tried = run(unguarded, *STARTS[start])
    assert tried.returncode != 0
    assert "not guarded" in tried.stderr
    assert "audit_record_update" in tried.stderr
    with sqlite3.connect(unguarded / "cardroom.sqlite3") as connection:
        left = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    assert ("audit_record_update",) not in left
