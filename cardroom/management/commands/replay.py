"""Plays records of games through the rules that the tables use, and prints what came of them. No database."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandParser

import tables.variants  # noqa: F401  # the games register themselves
from fees.core.schedule import dollars
from tables.game.base import Refused
from tables.game.records import refused_envelope, replay


class Command(BaseCommand):
    help = "Plays records of games (docs/records.md); exit status 1 if one did not run to its last action."
    requires_system_checks: list[str] = []  # the rules need neither a database nor a room

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record, TOML in UTF-8")
        parser.add_argument("--json", action="store_true", help="one JSON object a file, on one line each")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for name in options["files"]:
            result = {"file": name, **played(name)}
            failed |= result["refused"] is not None
            for line in (json.dumps(result),) if options["json"] else in_words(result):
                self.stdout.write(line.encode("ascii", "backslashreplace").decode())
        if failed:
            sys.exit(1)


def played(name: str) -> dict[str, Any]:
    """The result of one file; one that cannot be read is a record that is refused (action -1)."""
    try:
        text = Path(name).read_bytes().decode("utf-8")
    except OSError as error:
        return refused_envelope(Refused("unreadable", "The file cannot be read: {why}.", why=error.strerror))
    except UnicodeDecodeError as error:
        return refused_envelope(Refused("not_toml", "The record is not UTF-8 text: {why}.", why=error.reason))
    return replay(text)


def in_words(result: dict[str, Any]) -> Iterator[str]:
    """The result as lines for people. Amounts in dollars."""
    refused, outcome = result["refused"], result["outcome"]
    about = [result["variant"] or "no record", "complete" if result["complete"] else "not complete"]
    yield f"{result['file']}: {', '.join(about)}"
    if refused is not None:
        where = "" if refused["action"] < 0 else f"action {refused['action']} {json.dumps(refused['text'])}: "
        yield f"  refused: {where}{refused['reason']} ({refused['code']})"
    if "void" in outcome:
        yield f"  void ({outcome['void']}): everything posted goes back"
    elif "pot" in outcome:
        paid = [f"seat {seat} {dollars(cents)}" for seat, cents in outcome["payouts"].items()]
        yield f"  pot {dollars(outcome['pot'])}, paid: {', '.join(paid) or 'nobody'}"
    if result["awaiting"] is not None:
        yield f"  waits for: {waits_for(result['awaiting'])}"


def waits_for(awaiting: dict[str, Any]) -> str:
    if "ruling" in awaiting:
        return f"the floor. {awaiting['ruling']}"
    if "draw" in awaiting:
        whose = "" if awaiting["seat"] is None else f" for seat {awaiting['seat']}"
        return f"{awaiting['draw']}{whose}, {awaiting['remaining']} left"
    return "seat " + ", ".join(map(str, awaiting["seats"]))
