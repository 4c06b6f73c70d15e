"""Every code of a refusal is documented with its meaning, and every documented one is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "records.md"


def raised() -> Iterator[str]:
    """The first argument of every `Refused(...)` of the tables, their games and the record commands."""
    for path in [*sorted((ROOT / "tables").rglob("*.py")), ROOT / "cardroom/management/commands/replay.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                chosen = node.args[0].test if isinstance(node.args[0], ast.IfExp) else None
                kept_out = set(ast.walk(chosen)) if chosen is not None else set()
                found = [
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part not in kept_out
                ]
                assert found, f"{path}:{node.lineno}: a code stands where it is raised"
                yield from found


def test_the_document_lists_the_codes_that_the_program_has() -> None:
    text = DOCUMENT.read_text("utf-8").partition("## Why something is refused")[2]
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    listed = [code for codes, _ in rows for code in re.findall(r"`([a-z_]+)`", codes)]
    assert len(listed) == len(set(listed))
    assert all(meaning.strip() for _, meaning in rows)
    assert sorted(listed) == sorted(set(raised()))
