"""Who may do what at a table. Predicates over a person's roles and the hand as it stands."""

from __future__ import annotations

from typing import Any

from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import AUDITOR, DEALER, DEVICE, FLOOR, PLAYER
from tables.game.base import Refused, Variant, decide
from tables.game.facts import RULINGS
from tables.game.hand import Hand
from tables.game.play import Move, acting_seat
from tables.players import Actor, SeatPlayer

_DEALING = frozenset({"open", "redeal", "post", "draw", "pay", "count"})
_FLOOR_WORDS = frozenset(
    {"award", "void", "waive", "rule", "condition", "table", "source", "answered", "substitute", "neutral"}
)


def may_look(person: Person) -> bool:
    """Tables and finished hands are seen by everybody who works in the room."""
    return person.is_active and bool(person.roles & {DEALER, FLOOR, AUDITOR})


def role_for(person: Actor, words: list[str], variant: Variant[Any]) -> str:
    """The role in which this person does this.

    Raises NotAllowed (`inactive`, `not_allowed`, `floor_only`, `players_choice`, `not_your_seat`).
    """
    if isinstance(person, SeatPlayer):
        return _player(person, words, variant)
    if chosen_in_secret(words, variant):
        raise NotAllowed(
            "players_choice",
            "That is chosen in secret: the player does it on a screen, nobody does it for him.",
        )
    if not person.is_active:
        raise NotAllowed(
            "inactive", "This account was deactivated; another dealer takes over. Nothing was done."
        )
    verb = variant.table.get(words[0])
    if words[0] in _FLOOR_WORDS or (verb is not None and verb.floor):
        if FLOOR not in person.roles:
            raise NotAllowed("floor_only", "{word!r} is for the floor: call a floor manager.", word=words[0])
        return FLOOR
    for role in (DEALER, FLOOR):
        if role in person.roles:
            return role
    if DEVICE in person.roles and verb is not None and verb.chance:
        return DEVICE
    raise NotAllowed("not_allowed", "Only a dealer or a floor manager acts at a table.")


def _player(player: SeatPlayer, words: list[str], variant: Variant[Any]) -> str:
    """A player does what is his seat's to do, where the game is played on screens, and nothing else."""
    if not variant.own_screens:
        raise NotAllowed("not_allowed", "In this game the dealer keys what is said.")
    if words[0] != str(player.seat):
        raise NotAllowed("not_your_seat", "This screen acts for seat {seat} alone.", seat=player.seat)
    return PLAYER


def chosen_in_secret(words: list[str], variant: Variant[Any]) -> bool:
    """Whether a text, or what a correction would put in, is a seat's choice that only its player may enter."""
    if words[0] == "correct":
        words = words[2:]
    verb = variant.seat.get(words[1]) if len(words) > 1 and words[0].isdecimal() else None
    return verb is not None and verb.secret


def deals(words: list[str], variant: Variant[Any]) -> bool:
    """Whether a text is for whoever is in the chair, floor manager or not: what a seat does, cards, posts, pay."""
    verb = variant.table.get(words[0])
    return words[0].isdecimal() or words[0] in _DEALING or (verb is not None and not verb.floor)


def may_act(person: Actor, hand: Hand, action: str) -> str:
    """The role in which this person does `action` on this hand. Raises NotAllowed, or Refused for what is no action."""
    words = action.split(" ")
    if words[0] == "undo" and len(words) == 2 and words[1].isdecimal():
        return may_take_back(person, hand, int(words[1]))
    if words[0] == "correct" and len(words) > 2 and words[1].isdecimal():
        return may_correct(person, hand, int(words[1]), " ".join(words[2:]))
    if words == ["drop"] and hand.opening["drop_when"] == "after_award" and not hand.state.over:
        return _floor(person, "This table drops the fee after the award; earlier is for the floor.")
    if (role := role_for(person, words, hand.variant)) == DEVICE and hand.opening["source"] != "reader":
        raise NotAllowed("not_allowed", "A reader reports cards where the table is dealt from a reader shoe.")
    if hand.frozen and words[0] in hand.variant.table and _is_ruling(hand, action):
        return _floor(person, hand.frozen)
    return role


def may_take_back(person: Actor, hand: Hand, n: int) -> str:
    """The role in which `undo n` is done: the dealer's until a card has come after it, later the floor's.

    The floor's too: what the electronic shoe drew, what would take a choice with it that another player made on a
    screen of his own or unsee what was revealed, what was ruled, and all once money has gone out.
    """
    moves = hand.play.moves[hand.play.index(n) :]
    shoe = hand.electronic and any(_chance(move) for move in moves)
    own = hand.variant.own_screens
    later = any(_chance(move) or (own and _chosen_by_another(move, moves[0])) for move in moves[1:])
    revealed = any(event.reveals for move in moves for event in move.events)
    if later or shoe or revealed or _money_out(hand) or hand.frozen or any(_ruling(move) for move in moves):
        return _floor(
            person,
            "A card, a player's own choice, what was revealed, a ruling or the award stands behind it: "
            "the floor takes it back.",
        )
    return role_for(person, ["undo"], hand.variant)


def may_correct(person: Actor, hand: Hand, n: int, text: str) -> str:
    """The role in which `correct n text` is done: mis-keyed cards are the dealer's until the award, however many
    entries later; a decision as long as he may take it back.
    """
    move = hand.play.moves[hand.play.index(n)]
    if not _chance(move):
        return may_take_back(person, hand, n)
    same_word = move.text.split(" ")[0] == text.split(" ", maxsplit=1)[0]
    if not same_word or _money_out(hand) or hand.frozen:
        return _floor(person, "A dealer corrects the cards he keyed, until the award; this is for the floor.")
    return role_for(person, ["correct"], hand.variant)


def _floor(person: Actor, template: str) -> str:
    if not person.is_active or FLOOR not in person.roles:
        raise NotAllowed("floor_only", template)
    return FLOOR


def _chance(move: Move) -> bool:
    return any(event.kind == "chance" for event in move.events)


def _ruling(move: Move) -> bool:
    return move.events[0].kind == "ruling"


def _chosen_by_another(move: Move, first: Move) -> bool:
    return move.events[0].kind == "decision" and acting_seat(move.text) != acting_seat(first.text)


def _money_out(hand: Hand) -> bool:
    return hand.paid is not None or hand.refunded is not None


def _is_ruling(hand: Hand, action: str) -> bool:
    """Whether the action would end what the hand waits for, as a misdeal does."""
    try:
        events, _ = decide(hand.variant, hand.state, action)
    except Refused:
        return False
    return events[0].kind in RULINGS
