"""`manage.py replay`: one line a file, exit status 0 or 1, no database, and no traceback whatever the file is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.dealing import DEALT, EXAMPLE_1, EXAMPLE_2, record

ROOT = Path(__file__).parents[2]


def replayed(
    *files: Path, capsys: pytest.CaptureFixture[str], as_json: bool = True
) -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, results, and the text that was printed."""
    status = 0
    try:
        call_command("replay", *map(str, files), json=as_json)
    except SystemExit as exit_:
        status = int(str(exit_.code))
    out, err = capsys.readouterr()
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()] if as_json else [], out


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text(record(*EXAMPLE_2), "utf-8")
    return path


def test_a_record_that_runs_to_its_last_action(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (result,), _ = replayed(good, capsys=capsys)
    assert status == 0
    assert list(result) == ["file", "variant", "complete", "refused", "prompts", "awaiting", "outcome"]
    assert result["file"] == str(good)
    assert result["outcome"]["payouts"] == {"9": 5500}


def test_a_game_that_is_not_over_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.toml"
    path.write_text(record(*DEALT), "utf-8")
    status, (result,), _ = replayed(path, capsys=capsys)
    assert status == 0
    assert (result["complete"], result["awaiting"]) == (False, {"seats": [2]})


def test_one_refusal_among_many_files_is_status_1_and_all_are_played(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(record(*EXAMPLE_2, "2 fold"), "utf-8")
    status, results, _ = replayed(bad, good, capsys=capsys)
    assert status == 1
    assert [result["file"] for result in results] == [str(bad), str(good)]
    assert results[0]["refused"]["action"] == 12
    assert results[0]["complete"]
    assert results[1]["refused"] is None


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "unknown_format"),
        (b"\xff\xfe", "not_toml"),
        ("format = 1 # \udcff".encode("utf-8", "surrogatepass"), "not_toml"),
        (record(*DEALT).encode("utf-16"), "not_toml"),
        (b"\x00\x01\x02", "not_toml"),
        (b"format", "not_toml"),
        (b"format = 1\r\n", "missing_key"),
        (b"_x = " + b"[" * 20_000, "not_toml"),
        (b"%PDF-1.7", "not_toml"),
    ],
)
def test_a_file_that_is_no_record(
    content: bytes, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    status, (result,), _ = replayed(path, capsys=capsys)
    assert status == 1
    assert result["refused"]["action"] == -1
    assert result["refused"]["text"] == ""
    assert result["refused"]["code"] == code
    assert (result["complete"], result["outcome"], result["variant"]) == (False, {}, None)


def test_files_that_are_not_there_or_no_files(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, results, _ = replayed(tmp_path / "none.toml", tmp_path, good, capsys=capsys)
    assert status == 1
    assert [result["refused"] and result["refused"]["code"] for result in results] == [
        "unreadable",
        "unreadable",
        None,
    ]


def test_for_people(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        "bad": record(*EXAMPLE_2[:10], "card Ah"),
        "void": record(*DEALT, "void"),
        "deal": record("card Td", condition=550),
        "floor": record(*DEALT, "kill 2", "kill 5", "kill 9"),
        "torn": "förmat",
        "key": record(*DEALT) + "\n'größe' = 1\n",
    }
    files = []
    for name, text in texts.items():
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(text, "utf-8")
    status, _, out = replayed(good, *files, capsys=capsys, as_json=False)
    assert status == 1
    assert out.isascii()
    lines = out.replace(str(tmp_path), "").splitlines()
    card_out = "Ah lies with seat 5. If the deck holds it twice, the floor voids the hand."
    assert lines[:5] == [
        "/good.toml: boomerang_poker, complete",
        "  pot $55, paid: seat 9 $55",
        "/bad.toml: boomerang_poker, not complete",
        f'  refused: action 10 "card Ah": {card_out} (card_out)',
        "  pot $55, paid: nobody",
    ]
    assert "  waits for: deck for seat 5, 43 left" in lines
    assert "  void (void): everything posted goes back" in lines
    assert "  pot $16.50, paid: nobody" in lines
    assert "  waits for: the floor. No hand is live: the floor restores one, awards or voids." in lines
    assert any("(not_toml)" in line for line in lines)
    assert any("(unknown_key)" in line for line in lines)
    assert not any("waits for: seat 9" in line for line in lines)


def test_a_seat_that_is_waited_for_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.toml"
    path.write_text(record(*DEALT), "utf-8")
    assert replayed(path, capsys=capsys, as_json=False)[2].splitlines()[-1] == "  waits for: seat 2"


def test_it_runs_without_a_database_and_in_a_plain_terminal(tmp_path: Path) -> None:
    path = tmp_path / "nine.toml"
    path.write_text(record(*EXAMPLE_1, seats=(1, 2, 3)), "utf-8")
    nowhere = {"DATABASE_URL": "postgres://nobody:x@127.0.0.1:1/none", "LC_ALL": "C", "PYTHONUTF8": "0"}
    run = subprocess.run(
        [sys.executable, "manage.py", "replay", "--json", str(path)],
        cwd=ROOT,
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["outcome"]["payouts"] == {"3": 4500}


def test_without_a_file_it_says_how_it_is_used() -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", "replay"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 2
    assert "FILE" in run.stderr


def test_a_reader_that_stops_reading_brings_no_traceback(good: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "replay", *[str(good)] * 3],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as replay:
        assert replay.stdout
        assert replay.stderr
        replay.stdout.close()
        said = replay.stderr.read()
    assert said == b""
    assert replay.returncode == 1
