"""`python -m tests.soak --hands 600 --tables 3`: plays, prints what happened, ends with 1 where anything differs."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from playwright.async_api import Browser, async_playwright
from playwright.async_api import Error as BrowserError

from tests.browser.office import Office
from tests.server import ROOT, Room, Unanswered, template
from tests.soak.evening import evening
from tests.soak.tablet import Tablet, Tally

PASSWORD = "low-hand-acts"  # the demo's people
REAL_TAP_S = 2.0
"""A dealer's tap with what it stands for: a card pitched, cheques counted, a word with a player."""
SEATS = ((1, 2, 3, 5, 6, 8), (2, 4, 6, 9), (1, 3, 5, 7, 8, 10))
TABLET = {"width": 1024, "height": 768}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hands", type=int, default=600, help="hands in all (default 600)")
    parser.add_argument("--tables", type=int, default=3, help="tables, each with a tablet (default 3)")
    parser.add_argument("--pace", type=float, default=5, help="times real pace (default 5)")
    parser.add_argument("--restart-every", type=float, default=75, help="seconds between kills of the server")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    return play(wanted.hands, wanted.tables, wanted.pace, wanted.restart_every, wanted.seed)


def play(hands: int, tables: int, pace: float, restart_every: float, seed: int) -> int:
    """Play that many hands; prints the tally; 0 if the log folds to what was shown."""
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as kept,
        tempfile.TemporaryDirectory() as folder,
        template(Path(kept)) as made,
        made.room(Path(folder)) as room,
    ):
        office = Office(room, room.server())
        tallies = asyncio.run(_evenings(office, hands, tables, pace, restart_every, seed))
        differences = _judged(room, tallies)
        if "Traceback" in room.log():
            differences.append(room.log()[-3_000:])
    lines = [line for tally in tallies for line in _told(tally)]
    count, seconds = sum(tally.hands for tally in tallies), round(time.monotonic() - began)
    lines.append(f"{count} hands in {seconds} s; {len(differences)} differences")
    sys.stdout.write("\n".join([*lines, *differences[:40], ""]))
    return 1 if differences else 0


def _told(tally: Tally) -> list[str]:
    troubles = ", ".join(f"{name} {tally.troubles.count(name)}" for name in sorted(set(tally.troubles)))
    told = (
        f"T{tally.table}: {tally.hands} hands, {tally.taps} taps, {len(tally.sent)} commands,"
        f" {len(tally.shown)} felts compared, {tally.resent} sent again, {len(tally.refused)} refused; {troubles}"
    )
    return [told, *(f"  refused {line}" for line in tally.refused)]


async def _evenings(
    office: Office, hands: int, tables: int, pace: float, restart_every: float, seed: int
) -> list[Tally]:
    chance = random.Random(seed)
    tallies, evenings = [], []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or "/usr/bin/chromium", args=["--no-sandbox"]
        )
        for at in range(tables):
            dealers = (f"dealer{at}a", f"dealer{at}b")
            for username in dealers:
                office.person(username)
            tally = Tally(office.table(seats=SEATS[at % len(SEATS)]))
            tablet = await _tablet(browser, office, tally, REAL_TAP_S / pace)
            await _sign_in(tablet, dealers[0])
            share = hands // tables + (at < hands % tables)
            relief = _relief(dealers)
            evenings.append(evening(tablet, share, random.Random(chance.random()), relief, _floor(office)))
            tallies.append(tally)
        trouble = asyncio.create_task(_restarts(office, tallies, restart_every))
        try:
            await asyncio.gather(*evenings)
        finally:
            trouble.cancel()
            await browser.close()
    return tallies


async def _tablet(browser: Browser, office: Office, tally: Tally, pace: float) -> Tablet:
    context = await browser.new_context(viewport=TABLET, has_touch=True)  # type: ignore[arg-type]
    return Tablet(context, await context.new_page(), office.address, tally, pace)


def _relief(dealers: tuple[str, str]) -> Callable[[Tablet], Awaitable[None]]:
    turns = {"next": 1}

    async def relieve(tablet: Tablet) -> None:
        """The other dealer signs in at the tablet, in mid-hand or not."""
        await _sign_in(tablet, dealers[turns["next"]])
        turns["next"] = 1 - turns["next"]

    return relieve


def _floor(office: Office) -> Callable[[int], Awaitable[None]]:
    async def rules(table: int) -> None:
        """A floor manager comes and voids the hand; while the server is away he tries again."""
        for _attempt in range(40):
            with suppress(Unanswered, AssertionError):
                ruling = {"reason": "a card does not fit any more", "rule": "H-4"}
                await asyncio.to_thread(office.flora.does, table, "void", **ruling)
                return
            await asyncio.sleep(0.5)
        raise AssertionError(f"the floor cannot rule at T{table}")

    return rules


async def _sign_in(tablet: Tablet, username: str) -> None:
    for _attempt in range(40):
        try:
            path = tablet.address.partition("/tables/")
            await tablet.page.goto(f"{path[0]}/sign-in/?next=/tables/{path[2]}")
            await tablet.page.fill("[name=username]", username)
            await tablet.page.fill("[name=password]", PASSWORD)
            await tablet.page.press("[name=password]", "Enter")
            await tablet.page.wait_for_url(tablet.address)
            return
        except BrowserError:
            await asyncio.sleep(0.5)
    raise AssertionError(f"{username} cannot sign in")


async def _restarts(office: Office, tallies: list[Tally], every: float) -> None:
    """Kill the server without a warning now and then, and start it again."""
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(office.server.restart)
        for tally in tallies:
            tally.troubles.append("server killed")


def _judged(room: Room, tallies: list[Tally]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.verdict"],
        cwd=ROOT,
        env=room.environment | {"DJANGO_SETTINGS_MODULE": "cardroom.settings"},
        input=json.dumps([asdict(tally) for tally in tallies]),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines() if done.returncode == 0 else [done.stderr[-3_000:]]


if __name__ == "__main__":
    raise SystemExit(main())
