"""One table's evening: hands until there are enough, with slips of the dealer and troubles of the house in between."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from tests.soak.tablet import Tablet, choice

SLIP = 0.01
"""How often, in a tap, the dealer takes something back or corrects a card on the felt."""
CUT_EVERY, RELIEF_EVERY = 9, 14
"""After how many hands, about, the network is cut and the dealer changes."""


async def evening(
    tablet: Tablet,
    hands: int,
    chance: random.Random,
    relief: Callable[[Tablet], Awaitable[None]],
    floor: Callable[[int], Awaitable[None]],
) -> None:
    """Deal until `hands` have been awarded here.

    `relief` puts the other dealer at the tablet; `floor` rules on a hand that waits for it, by voiding it.
    """
    tally = tablet.tally
    while tally.hands < hands:
        offered = await tablet.offers()
        if offered["relieves"]:
            await tablet.tap("#take-over")
        elif offered["panel"]:
            await tablet.tap("#panel-close")
        elif not offered["keys"] and not offered["buttons"]:
            await floor(tally.table)
            tally.troubles.append("floor")
            await tablet.changed()
        elif chance.random() < SLIP and offered["cards"] and not offered["keys"]:
            await _slip(tablet, chance)
        else:
            wanted = choice(chance, offered)
            awarding = wanted == "#primary" and "Award" in await tablet.page.inner_text("#primary")
            if chance.random() < 1 / (CUT_EVERY * 20):
                await _cut(tablet, wanted, chance)
            else:
                await tablet.tap(wanted)
            tally.hands += awarding
            if chance.random() < 1 / (RELIEF_EVERY * 20):
                await tablet.still()
                await relief(tablet)
                tally.troubles.append("relief")
    await tablet.still()


async def _slip(tablet: Tablet, chance: random.Random) -> None:
    """Take the last action back, or key a card anew that lies on the felt."""
    if chance.random() < 0.5:
        await tablet.tap("#tool-undo")
        await tablet.still()
        buttons = tablet.page.locator('.moves button[id^="undo-"]:not([disabled])')
        if await buttons.count():
            await tablet.tap('.moves button[id^="undo-"]:not([disabled])')
            tablet.tally.troubles.append("taken back")
            return
    else:
        await tablet.tap(".felt a.card")
        offered = await tablet.offers()
        if offered["keys"]:
            await tablet.tap(f'.pad .key[data-card="{chance.choice(offered["keys"])}"]')
            tablet.tally.troubles.append("card corrected")


async def _cut(tablet: Tablet, wanted: str, chance: random.Random) -> None:
    """The network goes while a tap is on its way, and comes back some seconds later."""

    async def back() -> None:
        await asyncio.sleep(chance.uniform(0.5, 4))
        await tablet.context.set_offline(False)

    returning = asyncio.create_task(_gone_soon(tablet, chance, back))
    await tablet.tap(wanted)
    await returning
    tablet.tally.troubles.append("network cut")


async def _gone_soon(tablet: Tablet, chance: random.Random, back: Callable[[], Awaitable[None]]) -> None:
    await asyncio.sleep(chance.uniform(0, 0.06))
    await tablet.context.set_offline(True)
    await back()
