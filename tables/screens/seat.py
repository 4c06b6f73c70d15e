"""The screen of one seat: what anybody may see who takes the device up, and what its player sees when he looks.

What is covered holds nothing that is secret: it is made from what everybody sees.
"""

from __future__ import annotations

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from fees.core.schedule import dollars
from tables.chronicle import Told
from tables.game import registry
from tables.game.hand import Hand
from tables.models import Table
from tables.players import SeatPlayer
from tables.screens import screen_of
from tables.screens.own_screens import OwnScreens
from tables.screens.places import Place, places_of
from tables.screens.seen import PUBLIC, Seen, going_round, seen_of
from tables.screens.status import stage
from tables.screens.waiting import waiting_of

_LOOKED_AT = frozenset({"play", "award", "between", "ruling", "paused"})


def seat_screen(table: Table, told: Told | None, player: SeatPlayer, *, looks: bool) -> dict[str, Any]:
    """The context of `tables/seat_fragment.html`; the game's own part and what is secret only where he `looks`."""
    hand = told.hand if told is not None and not told.hand.closed else None
    places = places_of(table, hand)
    place = next(place for place in places if place.number == player.seat)
    now = stage(table, hand)
    plays = hand is not None and place.in_hand and now in _LOOKED_AT
    public = seen_of(hand, PUBLIC) if hand is not None else None
    context = {
        "table": table,
        "game": registry.get(table.variant),
        "hand": hand,
        "place": place,
        "player": player,
        "stage": now,
        "looks": looks,
        "plays": plays,
        "waiting": waiting_of(told, table.stream) if plays and now == "play" else None,
        "line": _line(table, hand, place, now, places),
        "asked": bool(public and player.seat in public.waits_for) and now == "play",
        "others_see": _others_see(public, player.seat) if now == "play" else "",
        "decision": _decision(hand, public, player, now),
    }
    if not looks or not plays or hand is None:
        return context
    screen = screen_of(table.variant)
    assert isinstance(screen, OwnScreens)
    seen = going_round(hand, player.seat) if player.handed else seen_of(hand, player.seat)
    return context | {
        "seen": seen,
        "places": places,
        "seat": place,
        "felt": screen.game.seat(seen, places),
        "said": screen.game.status(seen, places),
        "answers": _answers(hand, seen),
    }


def _answers(hand: Hand, seen: Seen) -> dict[str, object]:
    """What a command of the seat answers: its open decision."""
    mine = seen.mine
    return {"hand": hand.id, "seat": seen.viewer, "after": mine.after if mine is not None else ""}


def _decision(hand: Hand | None, public: Seen | None, player: SeatPlayer, now: str) -> str:
    """Names what is open for the seat: when it changes, no button may catch a finger meant for the last one."""
    after = (
        [prompt.after for prompt in public.open if prompt.seat == player.seat] if public is not None else []
    )
    return f"{hand.id if hand is not None else ''} {now} {after}"


def _others_see(public: Seen | None, seat: int) -> str:
    """What the others are told of this seat while all choose."""
    if public is None or not public.choosing or seat not in public.seats:
        return ""
    return _("chosen") if seat in public.chosen else _("not chosen yet")


def _line(table: Table, hand: Hand | None, place: Place, now: str, places: list[Place]) -> SafeString:
    """Where the table stands, for everybody. It is the live region too: nothing secret is ever in it."""
    if now == "paused":
        return _strong(_("The table pauses."))
    if now == "ruling":
        return _strong(_("The floor decides. Wait a moment."))
    if now == "closed":
        return _strong(_("The table is closed."))
    if hand is None or now == "between":
        won = _won(hand) if hand is not None else ""
        return (
            format_html("{} {}", _strong(_("No hand is open.")), won)
            if won
            else _strong(_("No hand is open."))
        )
    if now == "posting":
        return _posting(hand, place)
    if not place.in_hand:
        return format_html(
            "{} {}", _strong(_("You are not in this hand.")), _("You are dealt in from the next.")
        )
    if now == "void":
        return _strong(_("The hand is void: everything posted goes back."))
    return screen_of(table.variant).status(hand, places)


def _won(hand: Hand) -> str:
    """Who was paid for the hand that is over."""
    paid = hand.paid if hand.state.void is None else None
    shares = (
        _("seat {seat} gets {amount}").format(seat=s, amount=dollars(c)) for s, c in (paid or {}).items()
    )
    said = ", ".join(shares)
    return _("Paid: {paid}.").format(paid=said) if said else ""


def _posting(hand: Hand, place: Place) -> SafeString:
    if not place.in_hand:
        return _strong(_("You are not in this hand."))
    if not place.due:
        return format_html("{} {}", _strong(_("You have posted.")), _("The others post."))
    return format_html(
        _("<strong>Put down {}</strong> and a fee of {}: the dealer takes both."),
        dollars(place.post_due),
        dollars(place.fee_due),
    )


def _strong(text: str) -> SafeString:
    return format_html("<strong>{}</strong>", text)
