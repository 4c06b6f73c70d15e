"""Everything that a dealer's screen shows of one table, for one person: read from the log, deciding nothing.

The screen is one fragment that is replaced as a whole; its address says which panel stands in place of the decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from audit.selectors import head
from cardroom.accounts.models import Person
from cardroom.accounts.roles import DEALER, FLOOR
from fees.core.schedule import dollars
from tables.game import registry
from tables.game.hand import Hand
from tables.models import Table
from tables.screens import screen_of
from tables.screens.attending import stub_of
from tables.screens.money import arithmetic, fee_of, next_fee, pot_of, shares_of
from tables.screens.offers import correctable_of, panel_context, tools_of
from tables.screens.panels import Panel
from tables.screens.places import Place, places_of
from tables.screens.status import decision, stage, status
from tables.screens.telling import latest
from tables.screens.waiting import waiting_of
from tables.selectors import current


@dataclass(frozen=True)
class Standing:
    """How far the streams behind a screen have come. Read before all else: read later, it could hide a change."""

    table: int
    fees: int

    def version(self, person: Person, panel: Panel) -> str:
        """What a fragment hangs on: the streams, and who looks at which panel."""
        roles = "+".join(sorted(person.roles))
        return f"{self.table}.{self.fees}.{person.public_id}.{roles}.{panel.query}"


def standing(number: int) -> Standing:
    return Standing(head(f"T{number}").seq, head("fees").seq)


def console(table: Table, person: Person, panel: Panel, seq: int, join: str = "") -> dict[str, Any]:
    """The context of `tables/fragment.html`, for a stream that had come to `seq`. What is shut says why. `join` is the
    address at which players type codes.
    """
    told = current(table)
    hand = told.hand if told is not None else None
    variant = registry.get(table.variant)
    screen = screen_of(table.variant)
    acts = bool(person.roles & {DEALER, FLOOR})
    places = places_of(table, hand if hand is not None and not hand.closed else None)
    shown = hand if hand is not None and not hand.closed else None
    now = stage(table, shown)
    correctable = correctable_of(person, shown) if shown is not None and acts else frozenset()
    context = {
        "table": table,
        "seq": seq,
        "game": variant,
        "game_folder": f"variants/{variant.key}",
        "hand": shown,
        "hand_number": shown.id.partition("/")[2] if shown is not None else "",
        "answers": {"hand": hand.id, "seq": told.last_seq} if told and hand else {"hand": "", "seq": 0},
        "places": places,
        "felt": screen.felt(shown, places, correctable) if shown is not None else None,
        "stage": now,
        "status": status(table, shown, places, screen, now),
        "decision": decision(table, shown, places, panel, now),
        "pot": pot_of(shown, screen.unused(shown)) if shown is not None else None,
        "fee": _fee(table, shown, places, now),
        "shares": shares_of(shown) if now == "award" and shown is not None else [],
        "arithmetic": arithmetic(shown) if now == "award" and shown is not None else "",
        "join_address": join,
        "waiting": waiting_of(told, table.stream) if variant.own_screens and now == "play" else None,
        "stub": stub_of(table, told, seq) if now in ("between", "award", "void") else None,
        "house_rules": _house_rules(table, shown),
        "log": latest(table.stream, seq, table.variant),
        "acts": acts,
        "is_floor": FLOOR in person.roles,
        "drop_open": acts and now == "play" and shown is not None and _drops_now(shown),
        "panel": panel,
        "tools": tools_of(screen, table, shown, person) if acts else [],
    }
    return context | (
        panel_context(context, screen, person, panel) if acts and panel.name else {"panel": Panel()}
    )


def _fee(table: Table, hand: Hand | None, places: list[Place], now: str) -> Any:
    if now not in ("between", "closed") and hand is not None:
        return fee_of(hand)
    count = sum(place.dealt_in for place in places)
    return next_fee(table.condition.amount, count) if table.condition is not None else None


def opening(table: Table, places: list[Place], fee: Any) -> dict[str, Any]:
    """What opening a hand now would fix, and why it is shut, if it is."""
    condition, count = table.condition, sum(place.dealt_in for place in places)
    shut = ""
    if condition is None:
        shut = _("The floor sets a condition first.")
    elif count < condition.min_seats:
        shut = _("A hand needs at least {n} seats that are in.").format(n=condition.min_seats)
    elif count > condition.max_seats:
        shut = _("At this condition at most {n} seats are dealt in.").format(n=condition.max_seats)
    elif fee is None:
        shut = _("No approved fee schedule has a row for this condition and {n} players.").format(n=count)
    return {
        "count": count,
        "shut": shut,
        "pot": count * condition.amount if condition else 0,
        "each": (condition.amount if condition else 0) + (fee.each if fee else 0),
    }


def _drops_now(hand: Hand) -> bool:
    """The room drops before the deal, and the fee still lies there. (The first card would take it along, too.)"""
    return hand.fees_held > 0 and hand.opening["drop_when"] == Table.Drop.BEFORE_DEAL


def _house_rules(table: Table, hand: Hand | None) -> dict[str, str]:
    """The settings in force, those frozen in the hand if there is one; units are written as dollars."""
    if hand is not None:
        rules: dict[str, Any] = dict(hand.opening["rules"])
    else:
        rules = {**registry.get(table.variant).rules().composed(), **table.rules}
        if table.condition is not None:
            rules["odd_chip_unit"] = table.condition.odd_chip_unit
    return {name: dollars(value) if name == "odd_chip_unit" else str(value) for name, value in rules.items()}
