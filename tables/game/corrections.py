"""Taking back, correcting, disputes: what stood is kept, what stands is played anew from there. Pure.

Who may do it is for the policies of the room; what is said here holds for everybody.
"""

from __future__ import annotations

from tables.game.base import Event, Refused, number
from tables.game.hand import Fact, Hand, applied
from tables.game.play import UNFIT, Move, correct
from tables.game.room import Room, exactly, from_a_shoe, life, move_facts, ruled_with_reason


def undo(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`undo 7`: action 7 and all that came after it no longer stand."""
    exactly(words, 1, "undo 7")
    n = number(words[0], least=1)
    moves = hand.play.moves[hand.play.index(n) :]
    if not room.reason and not _withdrawable(moves):
        raise Refused("reason_missing", "Taking back needs its reason.")
    facts = [_taken(hand, text, n, moves, room)]
    return facts + _fees_again(hand, facts)


def put_right(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`correct 7 card Qh`: the right text instead of the wrong one; what was entered later stands while it fits."""
    if len(words) < 2:
        raise Refused("malformed", "It is written 'correct 7 card Qh'.")
    n, right = number(words[0], least=1), " ".join(words[1:])
    moves = hand.play.moves[hand.play.index(n) :]
    if not room.reason and not _withdrawable(moves):
        raise Refused("reason_missing", "A correction needs its reason.")
    if hand.electronic and _has_chance(moves[0]):
        raise Refused(
            "electronic_shoe", "A card of the electronic shoe is what it is; the floor may take it back."
        )
    from_a_shoe(hand, right, room)
    if moves[0].text == right:
        raise Refused("same_text", "Action {n} says that already.", n=n)
    done = correct(hand.play, n, right, hand.n + 2)
    _same_kind(moves[0].events[0], done.replaced[0][0].events[0], room)
    facts = [_taken(hand, text, n, moves, room)]
    for replayed, old in done.replaced:
        about = room if old == n else Room()  # a later ruling keeps its reason where it was made
        facts += move_facts(replayed.n, replayed.text, replayed.events, about, replaces=old)
    unfit = done.unfit or _paid_otherwise(hand, facts)
    if unfit is not None:
        kept_out = [{"n": move.n, "text": move.text} for move in done.kept_out]
        held = {"n": hand.n + 2 + len(done.replaced), "text": None, "reason": unfit, "kept_out": kept_out}
        facts.append(Fact("hand.held", held))
    return facts + _fees_again(hand, facts)


def dispute(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`dispute`: nothing but rulings until the floor has ruled."""
    exactly(words, 0, "dispute")
    if not room.reason:
        raise Refused("reason_missing", "A dispute says what it is about.")
    if hand.dispute is not None:
        raise Refused("disputed_already", "The hand is disputed already.")
    return [life("hand.disputed", hand, text, reason=room.reason)]


def rule_stands(hand: Hand, text: str, words: list[str], room: Room) -> list[Fact]:
    """`rule stands`: the floor rules that what happened stands."""
    exactly(words, 1, "rule stands")
    if hand.frozen is None:
        raise Refused("nothing_to_rule", "Nothing waits for a ruling.")
    ruled_with_reason(room)
    return [life("hand.ruled", hand, text, verdict="stands", reason=room.reason, rule=room.rule)]


def _withdrawable(moves: tuple[Move, ...]) -> bool:
    """A declared buy may be lowered or withdrawn, no reason asked, until its first card comes."""
    return len(moves) == 1 and len(moves[0].events) == 1 and moves[0].events[0].withdrawable


def _has_chance(move: Move) -> bool:
    return any(event.kind == "chance" for event in move.events)


def _same_kind(wrong: Event, right: Event, room: Room) -> None:
    if right.kind != wrong.kind:
        raise Refused(
            "other_kind", "That is no correction but another action: take back what did not happen."
        )
    if right.kind == "ruling":
        ruled_with_reason(room)


def _taken(hand: Hand, text: str, n: int, moves: tuple[Move, ...], room: Room) -> Fact:
    taken = [move.n for move in moves]
    return life("hand.undone", hand, text, from_n=n, taken=taken, reason=room.reason or None)


def _after(hand: Hand, facts: list[Fact]) -> Hand:
    for fact in facts:
        hand = applied(hand, fact)
    return hand


def _paid_otherwise(hand: Hand, facts: list[Fact]) -> str | None:
    """Why the floor rules on a correction that comes after the award and changes it."""
    if hand.paid is None or _after(hand, facts).money.payouts == hand.paid:
        return None
    return UNFIT[-1]


def _fees_again(hand: Hand, facts: list[Fact]) -> list[Fact]:
    """The fees that went back with a void hand, collected again when the hand is no longer void."""
    after = _after(hand, facts)
    if after.state.void is not None:
        return []
    return [
        Fact("fee.collected", {"n": after.n, "text": None, "seat": seat, "cents": cents})
        for seat, cents in hand.given_back.items()
    ]
