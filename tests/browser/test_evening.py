"""A short evening of `tests.soak`: the log folds to what the screen showed, whatever went wrong in between."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.server import ROOT


def test_the_log_folds_to_what_the_screen_showed() -> None:
    words = ("--hands", "8", "--tables", "1", "--pace", "20", "--restart-every", "20")
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", *words],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 hands in" in done.stdout
    assert "; 0 differences" in done.stdout
    assert "server killed" in done.stdout
