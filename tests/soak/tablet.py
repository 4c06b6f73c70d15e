"""A dealer's tablet: taps at a pace, notes every command it sent and every felt it showed."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as BrowserError

PATIENCE_S = 90
STILL = """() => {
  const screen = document.querySelector('#console');
  return Boolean(screen) && !screen.matches('[data-busy], [data-inert]')
    && document.querySelector('#connection').dataset.state !== 'offline';
}"""
SHOWN = """() => {
  const table = document.querySelector('#table');
  const cards = {};
  for (const seat of table.querySelectorAll('.seat[data-seat]')) {
    cards[seat.dataset.seat] = [...seat.querySelectorAll('.card[data-card]')].map((card) => card.dataset.card);
  }
  const text = (selector) => table.querySelector(selector)?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  return {seq: Number(table.dataset.seq), hand: text('.hand-number'), pot: text('.pot-total'), cards};
}"""
OPEN = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)]
    .filter((found) => !found.disabled && found.offsetParent !== null);
  return {
    keys: all('.decision .pad .key[data-card]').map((key) => key.dataset.card),
    buttons: all('.decision button[type=submit][id]').map((button) => button.id),
    cards: all('.felt a.card').map((card) => card.dataset.card),
    panel: document.querySelector('#table').dataset.panel,
    relieves: all('#take-over').length > 0,
  };
}"""


@dataclass
class Tally:
    """What one table's evening came to. `sent` are command ids in the order of the taps."""

    table: int
    sent: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    shown: dict[int, dict[str, Any]] = field(default_factory=dict)
    taps: int = 0
    hands: int = 0
    resent: int = 0
    troubles: list[str] = field(default_factory=list)


class Tablet:
    """One page on one table, tapped by a finger every `pace` seconds at most."""

    def __init__(self, context: BrowserContext, page: Page, address: str, tally: Tally, pace: float) -> None:
        self.context = context
        self.page = page
        self.address = f"{address}/tables/{tally.table}/"
        self.tally = tally
        self.pace = pace
        self._last = 0.0

    async def open(self) -> None:
        """Load the page as somebody does who pulls it down until it comes."""
        for _attempt in range(30):
            try:
                await self.page.goto(self.address)
                return
            except BrowserError:
                await asyncio.sleep(0.5)
        raise AssertionError(f"{self.address} does not open")

    async def still(self) -> None:
        """Until the screen takes taps; what it shows then is noted."""
        await self.page.wait_for_function(STILL, timeout=PATIENCE_S * 1_000)
        shown = await self.page.evaluate(SHOWN)
        self.tally.shown[shown.pop("seq")] = shown

    async def offers(self) -> dict[str, Any]:
        await self.still()
        found: dict[str, Any] = await self.page.evaluate(OPEN)
        return found

    async def tap(self, selector: str) -> None:
        """Tap once; the command of the button is noted and followed until the table has answered it."""
        await self._wait_for_pace()
        before = await self.page.evaluate(SHOWN)
        value = await self.page.locator(selector).first.get_attribute("value") or ""
        try:
            await self.page.locator(selector).first.tap()
        except BrowserError as stuck:
            shown = await self.page.inner_text("body")
            raise AssertionError(f"{selector} cannot be tapped at {self.address}: {shown}") from stuck
        self.tally.taps += 1
        if not value:  # a panel: no command
            await self.page.wait_for_function(
                "(was) => document.querySelector('#table').dataset.panel !== was || true", arg=""
            )
            return
        self.tally.sent.append(value.partition(":")[0])
        await self._answered(before["seq"], value)

    async def changed(self) -> None:
        """Until the screen has heard of what somebody else did."""
        selector = ".decision #primary:not([disabled])"
        await self.page.locator(selector).wait_for(timeout=PATIENCE_S * 1_000)

    async def _wait_for_pace(self) -> None:
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, self._last + self.pace - now))
        self._last = asyncio.get_running_loop().time()

    async def _answered(self, seq: int, value: str) -> None:
        """Until the table shows something newer; what got no answer is sent again, as the bar offers."""
        until = asyncio.get_running_loop().time() + PATIENCE_S
        while asyncio.get_running_loop().time() < until:
            state = await self.page.evaluate(
                """() => ({
                  seq: Number(document.querySelector('#table').dataset.seq),
                  busy: document.querySelector('#console').matches('[data-busy]'),
                  pending: !document.querySelector('#pending').hidden,
                  notice: document.querySelector('#notice').textContent.trim(),
                })"""
            )
            if state["pending"]:
                await self._send_again()
            elif not state["busy"] and state["seq"] > seq:
                return
            elif not state["busy"] and state["notice"]:
                self.tally.refused.append(f"{value}: {state['notice'][:120]}")
                return
            await asyncio.sleep(0.03)
        raise AssertionError(f"{value} got no answer at {self.address}: {await self.page.inner_text('body')}")

    async def _send_again(self) -> None:
        await asyncio.sleep(1)
        again = self.page.locator("#pending-retry")
        if await again.is_visible():
            self.tally.resent += 1
            await again.tap()
            await asyncio.sleep(0.5)


def choice(chance: random.Random, offered: dict[str, Any]) -> str:
    """What a dealer taps next where cards fall and players decide by chance."""
    if offered["keys"]:
        return f'.decision .pad .key[data-card="{chance.choice(offered["keys"])}"]'
    buys = [button for button in offered["buttons"] if button.startswith("buy-")]
    if "fold" in offered["buttons"]:
        return f"#{chance.choice(buys) if buys and chance.random() < 0.45 else 'fold'}"
    assert "primary" in offered["buttons"], offered
    return "#primary"
