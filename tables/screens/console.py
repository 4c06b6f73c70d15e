"""Everything that a dealer's screen shows of one table, for one person: read from the log, deciding nothing.

The screen is one fragment that is replaced as a whole; its address says which panel stands in place of the decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from audit.selectors import head
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import DEALER, FLOOR
from tables import policies
from tables.game import registry
from tables.game.hand import Hand
from tables.models import Table
from tables.screens import GameScreen, screen_of
from tables.screens.money import arithmetic, fee_of, next_fee, pot_of, shares_of
from tables.screens.panels import Panel, Tool
from tables.screens.places import Place, places_of
from tables.screens.telling import latest
from tables.selectors import current
from tables.sentences import dollars

HOUSE_PANELS = ("undo", "dispute", "seats", "rules", "rulings")
WHY_TAKE_BACK = (
    gettext_lazy("Tapped by mistake"),
    gettext_lazy("Player misheard"),
    gettext_lazy("Wrong seat"),
)
WHY_DISPUTE = (
    gettext_lazy("Whose turn it is"),
    gettext_lazy("Pot or cheques"),
    gettext_lazy("Cards or hand"),
    gettext_lazy("Fold or buy"),
)


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


def console(table: Table, person: Person, panel: Panel, seq: int) -> dict[str, Any]:
    """The context of `tables/fragment.html`, for a stream that had come to `seq`. What is shut says why."""
    told = current(table)
    hand = told.hand if told is not None else None
    variant = registry.get(table.variant)
    screen = screen_of(table.variant)
    acts = bool(person.roles & {DEALER, FLOOR})
    places = places_of(table, hand if hand is not None and not hand.closed else None)
    shown = hand if hand is not None and not hand.closed else None
    now = stage(table, shown)
    correctable = _correctable(person, shown) if shown is not None and acts else frozenset()
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
        "house_rules": _house_rules(table, shown),
        "log": latest(table.stream, seq, table.variant),
        "acts": acts,
        "is_floor": FLOOR in person.roles,
        "operator_role": next((role for role in (DEALER, FLOOR) if role in person.roles), ""),
        "drop_open": acts and now == "play" and shown is not None and _drops_now(shown),
        "panel": panel,
        "tools": _tools(screen, shown, is_floor=FLOOR in person.roles) if acts else [],
    }
    return context | (_panel(context, screen, person, panel) if acts and panel.name else {"panel": Panel()})


def stage(table: Table, hand: Hand | None) -> str:
    """closed, between (hands), posting, play, ruling, award or void: which part of the screen decides."""
    if hand is not None and hand.phase in ("ruling", "disputed"):
        return "ruling"
    if hand is None or hand.settled:
        return "between" if table.is_open else "closed"
    if hand.state.void is not None:
        return "void"
    if hand.state.over:
        return "award"
    return "posting" if hand.unposted else "play"


def decision(table: Table, hand: Hand | None, places: list[Place], panel: Panel, now: str) -> str:
    """Names the decision that is open: when it changes, buttons must not catch a finger meant for the last one."""
    if now in ("between", "closed"):
        about = ",".join(f"{p.number}{'i' if p.dealt_in else 'o'}" for p in places if p.taken)
    elif now == "posting" and hand is not None:
        about = ",".join(map(str, hand.seats))
    else:
        about = str(hand.n) if hand is not None else ""
    return f"{hand.id if hand is not None else table.stream} {now} {about} {panel.query}"


def status(table: Table, hand: Hand | None, places: list[Place], screen: GameScreen, now: str) -> SafeString:
    """One sentence or two: where the hand stands, who acts, what he has to do."""
    if now == "closed" or hand is None or now == "between":
        return _between_status(hand, places, now)
    if now == "posting":
        seats = ", ".join(map(str, hand.unposted))
        return format_html(
            _("<strong>Posting: {} seats</strong>, {} and a fee of {} each. To post: {}."),
            len(hand.seats),
            dollars(hand.condition),
            dollars(int(hand.fee["fee"])),
            seats,
        )
    if now == "ruling":
        if hand.dispute is not None:
            return format_html(
                _("<strong>Disputed: {}.</strong> Nothing goes on until the floor rules."), hand.dispute
            )
        why = hand.unfit or hand.variant.stuck(hand.state) or ""
        return format_html(_("<strong>The floor decides.</strong> {}"), why)
    if now == "void":
        cause = _("Misdeal") if hand.state.void == "misdeal" else _("The hand is void")
        return format_html(
            _("<strong>{}.</strong> Deal again with the same posts, or give everything back."), cause
        )
    if now == "award":
        return _award_status(hand, places, screen)
    return screen.status(hand, places)


def _between_status(hand: Hand | None, places: list[Place], now: str) -> SafeString:
    if now == "closed":
        return format_html(
            "<strong>{}</strong> {}", _("The table is closed."), _("The floor opens it with a condition.")
        )
    count = sum(place.dealt_in for place in places)
    seats = ngettext("{n} seat is in for the next hand.", "{n} seats are in for the next hand.", count)
    last = _("No hand is open.")
    if hand is not None:
        last = _("The hand is over.")
        if hand.paid and hand.state.void is None:
            paid = ", ".join(
                _("seat {seat} gets {amount}").format(seat=s, amount=dollars(c)) for s, c in hand.paid.items()
            )
            last = _("Paid: {paid}.").format(paid=paid)
    return format_html("<strong>{}</strong> {}", last, seats.format(n=count))


def _award_status(hand: Hand, places: list[Place], screen: GameScreen) -> SafeString:
    who = {place.number: place.who for place in places}
    shares = shares_of(hand)
    last = screen.status(hand, places)
    if len(shares) == 1:
        won = format_html(
            _("<strong>{} wins {}</strong>, {}."),
            who[shares[0].seat],
            dollars(shares[0].cents),
            shares[0].cheques,
        )
    else:
        seats = ", ".join(str(share.seat) for share in shares)
        won = format_html(_("<strong>Seats {} share the pot.</strong> {}"), seats, arithmetic(hand))
    return format_html("{} {}", last, won) if last else won


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
    rules: dict[str, Any] = dict(hand.opening["rules"]) if hand is not None else dict(table.rules)
    return {
        name.replace("_", " "): dollars(value) if name == "odd_chip_unit" else str(value)
        for name, value in rules.items()
    }


def posting(hand: Hand) -> dict[str, bool]:
    """Whether seats may still be taken out of the hand or dealt in: its limits hold, and a fee row there must be."""
    count, opening = len(hand.seats), hand.opening
    return {
        "may_leave": count > opening["min_seats"] and next_fee(hand.condition, count - 1) is not None,
        "may_join": count < opening["max_seats"] and next_fee(hand.condition, count + 1) is not None,
    }


def _correctable(person: Person, hand: Hand) -> frozenset[int]:
    """The actions whose card this person may correct now."""
    if hand.electronic or hand.closed:
        return frozenset()
    found = set()
    for move in hand.play.moves:
        if move.events[0].kind == "chance":
            try:
                policies.may_correct(person, hand, move.n, move.text)
            except NotAllowed:
                continue
            found.add(move.n)
    return frozenset(found)


def _tools(screen: GameScreen, hand: Hand | None, *, is_floor: bool) -> list[Tool]:
    """What may be done besides the decision, always in the same places."""
    no_hand = "" if hand is not None else _("no hand")
    began = no_hand or ("" if hand and hand.play.moves else _("nothing done yet"))
    disputed = no_hand or (_("disputed already") if hand and hand.dispute is not None else "")
    tools = [
        Tool("undo", _("Take back"), began, key="u"),
        *screen.tools(hand),
        Tool("dispute", _("Dispute"), disputed),
        Tool("seats", _("Seats")),
        Tool("rules", _("Rules, keys"), key="?"),
    ]
    return [*tools, Tool("rulings", _("Floor"), no_hand)] if is_floor else tools


def _panel(context: dict[str, Any], screen: GameScreen, person: Person, panel: Panel) -> dict[str, Any]:
    """The context of the open panel; no panel where it is shut by now."""
    hand: Hand | None = context["hand"]
    if panel.name in HOUSE_PANELS:
        if not any(tool.name == panel.name and not tool.shut for tool in context["tools"]):
            return {"panel": Panel()}
        made: dict[str, Any] = {"panel_template": f"tables/panels/{panel.name}.html"}
        if panel.name == "undo" and hand is not None:
            moves = _moves(hand, person, screen)
            whys = dict.fromkeys(move["shut"] for move in moves if move["shut"])
            made |= {"moves": moves, "reasons": WHY_TAKE_BACK, "whys": list(whys)}
        elif panel.name == "seats":
            # While a hand is posted for, who is in is a matter of that hand and not of the next.
            made |= {"seats_of_hand": hand is not None and not (hand.begun or hand.state.over)}
        elif panel.name == "dispute":
            made |= {"reasons": WHY_DISPUTE}
        elif panel.name == "rulings" and hand is not None:
            made |= {"rulings": screen.rulings(hand), "waivable": _waivable(hand), "awards": _awards(hand)}
        return made
    own = screen.panel(hand, panel) if hand is not None else None
    return {"panel": Panel()} if own is None else {"own": own}


def _waivable(hand: Hand) -> list[int]:
    """The seats whose fee is due, or paid and not yet in the box."""
    return [seat for seat in hand.seats if hand.fee_due(seat) or (hand.fees.get(seat) and not hand.dropped)]


def _awards(hand: Hand) -> bool:
    """There is a pot, and it does not go back."""
    return hand.state.void is None and sum(hand.posted().values()) > 0


def _moves(hand: Hand, person: Person, screen: GameScreen) -> list[dict[str, Any]]:
    """The actions that stand, the last first, each with what may be done about it."""
    moves, correctable = hand.play.moves, _correctable(person, hand)
    made = []
    for after, move in enumerate(reversed(moves)):
        try:
            policies.may_take_back(person, hand, move.n)
            shut = ""
        except NotAllowed as no:
            shut = no.reason
        made.append(
            {
                "n": move.n,
                "said": screen.said(move.text),
                "seat": move.events[0].data().get("seat"),
                "after": after,
                "shut": shut,
                "correctable": move.n in correctable and move.text.split(" ")[0] != "deal",
                "instead": [(text, screen.said(text)) for text in screen.instead(hand, move.n)]
                if FLOOR in person.roles
                else [],
            }
        )
    return made
