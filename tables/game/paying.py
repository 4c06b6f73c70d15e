"""The end of a hand: the award, what a void hand gives back or carries over, the fee into the box, closing. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from tables.game.base import Refused
from tables.game.hand import Fact, Hand, applied
from tables.game.refusal import gettext_noop
from tables.game.room import Room, exactly, life, not_frozen

CARRIED = gettext_noop("one fee for the redeal")
"""The house rule under which a fee paid for a void hand counts for the hand that is dealt again."""


def dropped(hand: Hand, text: str | None, room: Room) -> list[Fact]:
    """The fees that are held go into the box; nothing if none are."""
    if not hand.fees_held:
        return []
    return [life("fee.dropped", hand, text, cents=hand.fees_held, box=room.box)]


def drop(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`drop`: the fees into the box, once everybody has posted."""
    exactly(words, 0, "drop")
    not_frozen(hand)
    if hand.state.void is not None:
        raise Refused("hand_void", "The hand is void; a fee that was not dropped goes back.")
    if hand.unposted:
        raise Refused("unposted", "Not everybody has posted; the fee is dropped when it is complete.")
    if not hand.fees_held:
        raise Refused("nothing_to_drop", "No fee is held: none is due, or it is in the box.")
    return dropped(hand, text, room)


def pay(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`pay`: the pot as the rules or the floor say; a void hand returns what was posted and a fee not yet dropped."""
    exactly(words, 0, "pay")
    not_frozen(hand)
    if not hand.state.over:
        raise Refused("not_over", "The hand is not over: {phase}.", phase=hand.phase)
    if hand.settled:
        raise Refused("already_paid", "It is paid already.")
    if hand.state.void is not None:
        return _returned(hand, text, hand.posted(), gettext_noop("void hand"))
    payouts = {str(seat): cents for seat, cents in hand.money.payouts.items()}
    paid = life("hand.paid", hand, text, pot=hand.money.pot, payouts=payouts)
    return [paid, *dropped(hand, None, room)]


def _returned(hand: Hand, text: str | None, amounts: Mapping[int, int], rule: str) -> list[Fact]:
    returned = {str(seat): cents for seat, cents in amounts.items() if cents}
    facts = [life("hand.refunded", hand, text, returned=returned)]
    if hand.dropped:
        return facts  # nothing is ever paid from the box
    fees = ((seat, cents) for seat, cents in hand.fees.items() if cents)
    return facts + [
        life("fee.returned", hand, None, seat=seat, cents=cents, rule=rule) for seat, cents in fees
    ]


def carried(hand: Hand, text: str, to: str) -> tuple[list[Fact], Hand]:
    """`redeal`: the posts of a void hand go over to hand `to`, what was paid for cards goes back. Raises Refused."""
    not_frozen(hand)
    if hand.state.void is None or hand.settled:
        raise Refused("no_redeal", "Only a void hand whose posts still lie on the table is dealt again.")
    if hand.unposted:
        raise Refused("unposted", "Not everybody had posted: return the posts and open a new hand.")
    bought = {seat: cents - hand.posts[seat] for seat, cents in hand.posted().items()}
    posts = {str(seat): hand.posts[seat] for seat in hand.seats}
    facts = [life("hand.carried", hand, text, to=to, posts=posts), *_returned(hand, None, bought, CARRIED)]
    for fact in facts:
        hand = applied(hand, fact)
    return facts, hand


def carry_in(hand: Hand, old: Hand) -> tuple[list[Fact], Hand]:
    """The posts and the one fee in the hand that is dealt again; `old` is the void hand as it was before `carried`.

    A fee still held is collected anew as it lies; one in the box counts here too; a waiver holds.
    """
    facts = []
    for seat in hand.seats:
        facts.append(life("hand.posted", hand, None, seat=seat, cents=hand.post_due(seat)))
        held, boxed = old.fees.get(seat, 0), old.carried.get(seat, 0)
        if old.dropped:
            held, boxed = 0, boxed + held
        if held:
            facts.append(life("fee.collected", hand, None, seat=seat, cents=held))
        if boxed:
            about = {"from_hand": old.id, "rule": CARRIED}
            facts.append(life("fee.carried", hand, None, seat=seat, cents=boxed, **about))
        if waived := old.waived.get(seat, 0):
            facts.append(life("fee.waived", hand, None, seat=seat, cents=waived, rule=CARRIED))
    for fact in facts:
        hand = applied(hand, fact)
    return facts, hand


def closing(hand: Hand, seed: str | None) -> list[Fact]:
    """The next deal begins or the table closes: the result stands, the electronic shoe's seed (hex) is published.

    Raises Refused while the hand is not settled or waits for a ruling.
    """
    not_frozen(hand)
    if not hand.settled:
        raise Refused(
            "hand_open", "The hand before is not finished: it is in the state {phase!r}.", phase=hand.phase
        )
    facts = [life("hand.closed", hand, None)]
    return facts if seed is None else [*facts, life("shoe.revealed", hand, None, seed=seed)]
