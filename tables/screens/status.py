"""Where a table stands: which decision is open, and the sentence that says so, which is the live region too."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fees.core.schedule import dollars
from tables.game.hand import Hand
from tables.models import Table
from tables.screens import GameScreen
from tables.screens.attending import called_status
from tables.screens.money import arithmetic, shares_of
from tables.screens.panels import Panel
from tables.screens.places import Place
from tables.screens.wording import worded


def stage(table: Table, hand: Hand | None) -> str:
    """closed, paused, between (hands), posting, play, ruling, award or void: which part of the screen decides."""
    at = _stage(table, hand)
    return "paused" if table.paused and at != "closed" else at


def _stage(table: Table, hand: Hand | None) -> str:
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
        about = ",".join(f"{p.number}{p.state[0]}" for p in places if p.sitting)
    elif now == "posting" and hand is not None:
        about = ",".join(map(str, hand.seats))
    else:
        about = str(hand.n) if hand is not None else ""
    return f"{hand.id if hand is not None else table.stream} {now} {about} {panel.query}"


def status(table: Table, hand: Hand | None, places: list[Place], screen: GameScreen, now: str) -> SafeString:
    """One sentence or two: where the hand stands, who acts, what he has to do; and whether the floor is called."""
    said, called = _status(table, hand, places, screen, now), called_status(table)
    return format_html("{} {}", said, called) if called else said


def _status(table: Table, hand: Hand | None, places: list[Place], screen: GameScreen, now: str) -> SafeString:
    if now == "paused":
        then = _status(table, hand, places, screen, _stage(table, hand))
        return format_html(_("<strong>Paused: {}.</strong> Nothing is dealt. {}"), table.paused, then)
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
        why = worded(hand.unfit or hand.variant.stuck(hand.state) or "")
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
