"""Texts about the players of games with screens of their own: codes for their screens, the tablet that goes round,
substitutes, the choice that is made for who falls silent, and who begins.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from audit.services import Author, Entry, Log
from tables.aliases import cleaned
from tables.game import registry
from tables.game.base import MAX_SEAT, Refused, number
from tables.game.hand import Hand
from tables.game.prompts import open_prompts
from tables.game.refusal import gettext_noop
from tables.game.room import life
from tables.models import HandedTablet, Player, Seat, SeatCode, SeatLease, Table
from tables.opening import entries_of
from tables.players import made_secret, proof

CODE_LASTS = timedelta(minutes=10)
SIGNS = "34679ACDEFHJKMNPRTVWXY"
"""What a code is written with: no two of them are taken for each other."""
LENGTH = 6
_NEUTRAL = ("stop", "skip", "done", "pass")


@dataclass(frozen=True)
class Asked:
    """One such text at a table, under the lock of its command."""

    row: Table
    hand: Hand | None
    words: list[str]
    log: Log
    author: Author
    alias: str
    reason: str


def attend(asked: Asked) -> list[Entry] | None:
    """The events of a text about players' screens, or None if it is another one. Raises Refused."""
    handler = _TEXTS.get(asked.words[0])
    return None if handler is None else handler(asked)


def neutral(hand: Hand, seat: int) -> str:
    """What is entered for a seat that falls silent, as a text of the game: stop, skip, done or pass where that is open,
    else the first option that is. Raises Refused (`nothing_open`).
    """
    prompt = open_prompts(hand.play).get(seat)
    if prompt is None or not prompt[1].options:
        raise Refused("nothing_open", "Seat {seat} has nothing to decide just now.", seat=seat)
    options = prompt[1].options
    return f"{seat} {next((word for word in _NEUTRAL if word in options), options[0])}"


def _seat(asked: Asked, form: str, count: int = 2) -> Seat:
    """The seat that the text names, where somebody sits. Raises Refused."""
    words = asked.words
    if len(words) != count:
        raise Refused("malformed", "It is written {form!r}.", form=form)
    seat = number(words[1], least=1, most=MAX_SEAT)
    found = Seat.objects.filter(table=asked.row, number=seat).first()
    if found is None:
        raise Refused("seat_empty", "Nobody sits in seat {seat}.", seat=seat)
    if found.reserved:
        raise Refused("seat_reserved", "Seat {seat} is reserved; nobody sits there.", seat=seat)
    return found


def _own_screens(row: Table) -> None:
    if not registry.get(row.variant).own_screens:
        raise Refused("no_own_screens", "In this game nobody needs a screen: the dealer keys what is said.")


def _screen(asked: Asked) -> list[Entry]:
    """`screen 5`: a code for the seat's screen, in the place of an older one. `screen 5 close`: neither any more."""
    _own_screens(asked.row)
    if len(asked.words) == 3 and asked.words[2] == "close":
        return _closed(asked, _seat(asked, "screen 5 close", 3).number)
    seat = _seat(asked, "screen 5").number
    SeatCode.objects.filter(made_at__lt=asked.log.at - CODE_LASTS).delete()
    SeatCode.objects.filter(table=asked.row.number, seat=seat).delete()
    SeatCode.objects.create(code=_new_code(), table=asked.row.number, seat=seat, made_at=asked.log.at)
    return [Entry("seat.code_given", {"seat": seat})]


def _new_code() -> str:
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        if not SeatCode.objects.filter(code=code).exists():
            return code


def _closed(asked: Asked, seat: int) -> list[Entry]:
    where = {"table": asked.row.number, "seat": seat}
    codes, _ = SeatCode.objects.filter(**where).delete()
    leases, _ = SeatLease.objects.filter(**where).delete()
    if not codes + leases:
        raise Refused("no_screen", "Seat {seat} has no screen.", seat=seat)
    return [Entry("seat.screen_closed", {"seat": seat})]


def _hand_round(asked: Asked) -> list[Entry]:
    """`hand round`: the browser that sends it goes from seat to seat, and is nobody's meanwhile."""
    if asked.words != ["hand", "round"]:
        raise Refused("malformed", "It is written {form!r}.", form="hand round")
    _own_screens(asked.row)
    secret = tablet_secret(asked.log.command_id, asked.author.terminal)
    about = {"proof": proof(secret), "device": asked.author.terminal, "since": asked.log.at}
    HandedTablet.objects.update_or_create(table=asked.row.number, defaults=about)
    return [Entry("tablet.handed_round", {"device": asked.author.terminal})]


def tablet_secret(command_id: str, terminal: str) -> str:
    """What the tablet holds that goes round since this command; nobody can make it who has not our key."""
    return made_secret("tablet", command_id, terminal)


def _substitute(asked: Asked) -> list[Entry]:
    """`substitute 5`: another player, under an alias, plays on in the seat, with its part in the hand."""
    seat = _seat(asked, "substitute 5")
    if not asked.reason:
        raise Refused("reason_missing", "That needs its reason.")
    player = Player.objects.create(alias=cleaned(asked.alias)[0]).public_id
    about = {"seat": seat.number, "player": player, "before": seat.player, "reason": asked.reason}
    entries = [Entry("seat.substituted", about)]
    hand = asked.hand
    if hand is not None and seat.number in hand.seats and not (hand.closed or hand.settled):
        fact = life("hand.substituted", hand, " ".join(asked.words), seat=seat.number, player=player)
        entries += entries_of(hand, [fact])
    return entries


def _first(asked: Asked) -> list[Entry]:
    """`first 5`: who begins the next hand, kept until it is opened."""
    seat = _seat(asked, "first 5")
    if not registry.get(asked.row.variant).names_first:
        raise Refused("no_first", "In this game nobody is named to begin: its rules say who does.")
    if asked.hand is not None and not (asked.hand.closed or asked.hand.settled):
        raise Refused(
            "hand_open",
            "A hand is open: {what} only between hands.",
            what=gettext_noop("who begins is named"),
        )
    if not seat.dealt_in:
        raise Refused("already_out", "Seat {seat} is {word} already.", seat=seat.number, word="out")
    return [Entry("table.first_named", {"seat": seat.number})]


_TEXTS: dict[str, Callable[[Asked], list[Entry]]] = {
    "screen": _screen,
    "hand": _hand_round,
    "substitute": _substitute,
    "first": _first,
}
WORDS = frozenset(_TEXTS)
