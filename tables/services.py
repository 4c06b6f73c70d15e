"""The one way in: `act` takes a record text for a table, and everything it changes is one transaction.

It locks the table's stream (through `audit.services.command`), asks policies and rules, appends to the log, and
projects. What is refused has changed nothing and is recorded in the stream `access`.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace

from audit.services import Author, CommandRefused, Entry, Log, command
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import DEVICE, FLOOR, PLAYER
from cardroom.accounts.selectors import name_of
from fees.projections import apply_all as project_fees
from tables import chair, chronicle, policies, seat_screens
from tables.aliases import cleaned
from tables.answers import Answers, Stale, not_stale, what_now
from tables.chronicle import Told
from tables.game import registry
from tables.game.actions import act as act_on_hand
from tables.game.base import MAX_SEAT, Refused, number
from tables.game.hand import Hand
from tables.game.refusal import gettext_noop
from tables.models import PairedTerminal, Table
from tables.opening import Opener, entries_of
from tables.players import Actor, SeatPlayer
from tables.projections import apply, project_hand
from tables.seating import between_hands

__all__ = ["Answer", "Answers", "Command", "Stale", "act", "what_now"]

ACCESS = "access"
_NOT_OF_A_HAND = (
    frozenset({"sit", "reserve", "leave", "condition", "table", "source"}) | chair.WORDS | seat_screens.WORDS
)


@dataclass(frozen=True)
class Command:
    """A command as sent. `reason` and `rule` go with rulings and taking back, `alias` with `sit`, `reserve` and
    `substitute`.

    `sits`: if it deals and nobody is in the chair, the chair is taken with it.
    """

    id: str
    action: str
    answers: Answers | None = None
    reason: str = ""
    rule: str = ""
    alias: str = ""
    sits: bool = False

    def as_request(self, person: Actor) -> dict[str, object]:
        answers = self.answers.as_data() if self.answers else None
        words = {"action": self.action, "reason": self.reason, "rule": self.rule, "alias": self.alias}
        return {**words, "answers": answers, "by": person.public_id}


@dataclass(frozen=True)
class Answer:
    """What the command wrote: first and last sequence in `stream`; the same for the same command sent again."""

    stream: str
    command_id: str
    first: int
    last: int
    replayed: bool = False
    notes: tuple[str, ...] = field(default=())


def act(*, table: int, person: Actor, terminal: str, order: Command) -> Answer:
    """Carry out one command at a table, once, whoever sends it how often.

    Raises Refused (rules and form), Stale (another decision is open by now), NotAllowed (person), CommandRefused (the
    id was used for another command, or cannot stand in a record). Then nothing has changed.
    """
    stream = f"T{table}"
    try:
        if order.action == "chair":
            _leave_other_chairs(table, person, terminal)
        return _act(table, stream, person, terminal, order)
    except (Refused, Stale, NotAllowed, CommandRefused) as refusal:
        word = _words(order.action)[0][:30]
        _record_refusal(
            person, terminal, stream, word if word.isascii() and word.isalpha() else "", refusal.code
        )
        raise


def _sits_down(order: Command, row: Table, person: Actor) -> bool:
    """Whether the chair is taken with what is done. Raises NotAllowed (`not_in_chair`) for who sits elsewhere."""
    if row.chair or not order.sits or not policies.deals(order.action.split(" "), registry.get(row.variant)):
        return False
    if (other := chair.other_chair(person.public_id, row)) is not None:
        raise NotAllowed(
            "not_in_chair",
            "You are in the chair of T{number}: take this chair first. Nothing was done.",
            number=other,
        )
    return True


def _leave_other_chairs(number: int, person: Actor, terminal: str) -> None:
    """Nobody is in two chairs. Raises Refused (`in_chair_elsewhere`) while a hand is open at the other table."""
    for row in Table.objects.filter(chair=person.public_id).exclude(number=number):
        try:
            _act(row.number, row.stream, person, terminal, Command(uuid.uuid4().hex, "chair leave"))
        except Refused as refused:
            raise Refused(
                "in_chair_elsewhere",
                "{who} is in the chair of T{number}, where a hand is open: a relief takes that chair first.",
                who=name_of(person.public_id),
                number=row.number,
            ) from refused


def _words(action: str) -> list[str]:
    words = action.split(" ")
    return words[1:] if len(words) > 1 and words[0].isdecimal() else words


def _act(number: int, stream: str, person: Actor, terminal: str, order: Command) -> Answer:
    notes: list[str] = []
    if order.alias or order.action.startswith("reserve "):
        alias, notes = cleaned(order.alias)
    _sizes(order)
    row = Table.objects.filter(number=number).first()
    if row is None:
        raise Refused("no_such_table", "There is no table {number}.", number=number)
    words, variant = order.action.split(" "), registry.get(row.variant)
    role = policies.role_for(person, words, variant)
    author = Author(actor=person.public_id, role=role, terminal=terminal)
    with command(stream, order.id, author=author, request=order.as_request(person)) as log:
        if log.replayed:
            return Answer(stream, order.id, log.first, log.last, True, tuple(notes))
        person = _again(person)
        row = Table.objects.select_related("condition").get(number=number)
        told = chronicle.hand_at(row.hand, log.seq, log.digest) if row.hand else None
        role = policies.role_for(person, words, variant)
        _from_the_chair(row, author, person, role, words)
        chair.not_paused(row, words, of_game=role != FLOOR and policies.deals(words, variant))
        if _words(order.action)[0] not in _NOT_OF_A_HAND:
            not_stale(order.answers, order.action, told)
        log.acts_in(policies.may_act(person, told.hand, order.action) if told else role)
        author = replace(author, role=role)
        entries = _entries(row, told, order, log, alias if order.alias else "", author)
        if _sits_down(order, row, person):
            entries += chair.attend(row, None, ["chair"], "", author) or []
        _write(log, entries, told)
        return Answer(stream, order.id, log.first, log.last, False, tuple(notes))


def _again(person: Actor) -> Actor:
    """Who acts, read anew under the lock. Raises NotAllowed where a player's seat or screen is no longer his."""
    if isinstance(person, SeatPlayer):
        return person.again()
    return Person.objects.get(public_id=person.public_id)


def _from_the_chair(row: Table, author: Author, person: Actor, role: str, words: list[str]) -> None:
    """Hands are dealt from the chair; the floor rules and helps from anywhere; a reader from where it stands,
    a player from his seat.

    Raises NotAllowed.
    """
    if role == PLAYER:
        return
    if role == DEVICE:
        if not PairedTerminal.objects.filter(terminal=author.terminal, table=row).exists():
            raise NotAllowed("not_paired", "This device is not paired with the table: the floor pairs it.")
        return
    steps_in = FLOOR in person.roles and not policies.deals(words, registry.get(row.variant))
    chair.in_the_chair(row, author, words, free=steps_in)


def _sizes(order: Command) -> None:
    if len(order.action) > 200:
        raise Refused("malformed", "An action is a short text, e.g. '5 buy 3'.")
    for name, text, longest in (
        (gettext_noop("reason"), order.reason, 500),
        (gettext_noop("rule"), order.rule, 64),
    ):
        if not text.isprintable():
            raise Refused(
                "malformed", "The {name} holds a character that cannot be shown; type it again.", name=name
            )
        if len(text) > longest:
            raise Refused(
                "malformed",
                "The {name} is one line of at most {longest} characters.",
                name=name,
                longest=longest,
            )


def _entries(
    row: Table, told: Told | None, order: Command, log: Log, alias: str, author: Author
) -> list[Entry]:
    words = order.action.split(" ")
    hand = told.hand if told else None
    if (entries := chair.attend(row, hand, words, order.reason, author)) is not None:
        return entries
    asked = seat_screens.Asked(row, hand, words, log, author, alias, order.reason)
    if (entries := seat_screens.attend(asked)) is not None:
        return entries
    opener = Opener(row, hand, log, order.reason, order.rule, read_by_shoe=author.role == DEVICE)
    if words == ["open"]:
        return opener.open()
    if words == ["redeal"]:
        return opener.redeal()
    if (entries := between_hands(row, hand, words, alias, opener)) is not None:
        return entries
    if hand is None:
        raise Refused("no_hand", "No hand is open at this table: open one first.")
    action = _for_a_silent_seat(hand, words, order.reason) if words[0] == "neutral" else order.action
    facts, _ = act_on_hand(hand, action, opener.room())
    return entries_of(hand, facts)


def _for_a_silent_seat(hand: Hand, words: list[str], reason: str) -> str:
    """`neutral 5`: the text of the game that is entered for the seat. Raises Refused."""
    if len(words) != 2:
        raise Refused("malformed", "It is written {form!r}.", form="neutral 5")
    if not reason:
        raise Refused("reason_missing", "That needs its reason.")
    return seat_screens.neutral(hand, number(words[1], least=1, most=MAX_SEAT))


def _write(log: Log, entries: list[Entry], told: Told | None) -> None:
    """Append, then bring rows and memory up to it."""
    records = log.append(entries)
    hands: dict[str, Told | None] = {told.hand.id: told} if told else {}
    touched = []
    for record in records:
        apply(record)
        if record.subject:
            hands[record.subject] = chronicle.tell(hands.get(record.subject), record)
            touched.append(record.subject)
    project_fees(record for record in records if record.subject)
    for name in dict.fromkeys(touched):
        after = hands[name]
        assert after is not None
        project_hand(after)
        chronicle.remember(after, log.seq, log.digest)


def _record_refusal(person: Actor, terminal: str, stream: str, word: str, code: str) -> None:
    """After the rollback, in a transaction of its own: who was refused what, never what a secret action said."""
    author = Author(actor=person.public_id, terminal=terminal)
    data = {"stream": stream, "word": word, "code": code}
    with command(ACCESS, uuid.uuid4().hex, author=author, request={"refused": data}) as log:
        log.append([Entry(type="command.refused", data=data, subject="")])
