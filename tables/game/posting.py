"""Before the deal: who is in, what each seat posts, and the fee row that follows the number of players. Pure."""

from __future__ import annotations

import re

from tables.game.base import MAX_SEAT, Refused, number
from tables.game.hand import Fact, Hand
from tables.game.refusal import gettext_noop
from tables.game.room import Room, exactly, life, not_frozen, seat_of

RULE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:()/-]{0,63}")


def seat_limits(seats: tuple[int, ...], least: int, most: int) -> None:
    """A hand is dealt to `least` to `most` seats. Raises Refused."""
    if not least <= len(seats) <= most:
        raise Refused(
            "seat_count",
            "This table deals to {least} to {most} seats; {count} would be in. Void the hand to deal none.",
            least=least,
            most=most,
            count=len(seats),
        )


def dealt_in(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`in 5`: a seated player joins before the first card; the fee row follows."""
    _still_posting(hand)
    exactly(words, 1, "in 5")
    seat = number(words[0], least=1, most=MAX_SEAT)
    if seat in hand.seats:
        raise Refused("already_in", "Seat {seat} is dealt in already.", seat=seat)
    if room.seated is None or seat not in room.seated:
        raise Refused("seat_empty", "Nobody sits in seat {seat}.", seat=seat)
    first = 1 if list(hand.seats) == sorted(hand.seats) else hand.seats[0]
    seats = tuple(sorted((*hand.seats, seat), key=lambda other: (other - first) % MAX_SEAT))
    return _seats_changed(hand, text, seats, room)


def dealt_out(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`out 5`: withdrawal before the first card; post and fee go back, the fee row follows."""
    _still_posting(hand)
    exactly(words, 1, "out 5")
    seat = seat_of(hand, words[0])
    return _seats_changed(hand, text, tuple(s for s in hand.seats if s != seat), room)


def post(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`post 5`: the seat posts what it still owes, condition and fee at the same time."""
    _still_posting(hand)
    if not words or len(set(words)) < len(words):
        raise Refused("malformed", "It is written 'post 5' or 'post 2 5 9'.")
    facts: list[Fact] = []
    for word in words:
        seat = seat_of(hand, word)
        condition, fee = hand.post_due(seat), hand.fee_due(seat)
        if not condition and not fee:
            raise Refused("already_posted", "Seat {seat} has posted.", seat=seat)
        if condition:
            facts.append(life("hand.posted", hand, None if facts else text, seat=seat, cents=condition))
        if fee:
            facts.append(life("fee.collected", hand, None if facts else text, seat=seat, cents=fee))
    return facts


def waive(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`waive 5 H-12`: no fee for this seat under a published rule, also after the deal while it is not dropped."""
    exactly(words, 2, "waive 5 RULE")
    seat = seat_of(hand, words[0])
    if not RULE.fullmatch(words[1]):
        raise Refused("bad_rule", "A waiver names the published rule, e.g. 'waive 5 H-12'.")
    if hand.state.void is not None:
        raise Refused("hand_void", "The hand is void; a fee that was not dropped goes back.")
    paid, due = hand.fees.get(seat, 0), hand.fee_due(seat)
    if paid and hand.dropped:
        raise Refused(
            "fee_dropped", "The fee of seat {seat} is in the drop box; nothing is paid out of it.", seat=seat
        )
    if not paid and not due:
        raise Refused("no_fee", "Seat {seat} owes no fee.", seat=seat)
    facts = []
    if paid:
        facts.append(life("fee.returned", hand, text, seat=seat, cents=paid, rule=words[1]))
    waived = life("fee.waived", hand, None if facts else text, seat=seat, cents=paid + due, rule=words[1])
    return [*facts, waived]


def _still_posting(hand: Hand) -> None:
    not_frozen(hand)
    if hand.state.void is not None:
        raise Refused("hand_void", "The hand is void; everything posted goes back.")
    if hand.begun:
        raise Refused(
            "seats_frozen", "A card has come: the seats of this hand are fixed. It holds for the next hand."
        )
    if hand.dropped:
        raise Refused("fee_dropped", "The fee is in the drop box: the seats of this hand are fixed.")


def _seats_changed(hand: Hand, text: str, seats: tuple[int, ...], room: Room) -> list[Fact]:
    seat_limits(seats, hand.opening["min_seats"], hand.opening["max_seats"])
    if room.fee_row is None:
        raise ValueError("who changes seats knows the fee rows")
    seated = room.seated or {}
    players = {str(seat): hand.players.get(str(seat)) or seated[seat] for seat in seats}
    fee = room.fee_row(len(seats))
    facts = [life("hand.seats_changed", hand, text, seats=list(seats), players=players, fee=dict(fee))]
    for seat in hand.seats:
        if seat not in seats and (posted := hand.posts.get(seat)):
            facts.append(life("hand.post_returned", hand, None, seat=seat, cents=posted))
        keeps = int(fee["fee"]) if seat in seats else 0
        if (over := hand.fees.get(seat, 0) - keeps) > 0:
            rule = gettext_noop("seats changed before the deal")
            facts.append(life("fee.returned", hand, None, seat=seat, cents=over, rule=rule))
    return facts
