"""What a command answers, and whether that is still open: a hand and its last sequence, or a seat's prompt."""

from __future__ import annotations

from dataclasses import dataclass

from audit.core.record import Record
from tables import chronicle
from tables.chronicle import Told
from tables.game.base import Refused
from tables.game.hand import Hand
from tables.game.play import acting_seat
from tables.game.prompts import open_prompts
from tables.game.refusal import Phrase, gettext_noop


@dataclass(frozen=True)
class Answers:
    """What a command answers: the hand, and its last sequence (a dealer) or a seat's open prompt (a player).

    `hand` is "" and `seq` 0 before a table's first hand. `after` counts the actions before the prompt.
    """

    hand: str
    seq: int | None = None
    seat: int | None = None
    after: int | None = None

    def as_data(self) -> dict[str, object]:
        return {"hand": self.hand, "seq": self.seq, "seat": self.seat, "after": self.after}


class Stale(Exception):
    """The command answers what is no longer open. `since` are the hand's records after what its sender saw.

    `now` is what a command would have to answer, as the stream stood when this one was refused. `template` and `params`
    make the `reason`, as with Refused.
    """

    code = "stale"

    def __init__(self, template: str, since: list[Record], now: Answers, **params: object) -> None:
        self.template = template
        self.params = params
        super().__init__(self.code, self.reason)
        self.since = since
        self.now = now

    @property
    def reason(self) -> str:
        return self.template.format(**self.params) if self.params else self.template


def not_stale(answers: Answers | None, action: str, told: Told | None) -> None:
    """Whether what the command answers is still open. Raises Refused (nothing fit was named) or Stale."""
    if answers is None or (answers.seq is None and (answers.seat is None or answers.after is None)):
        raise Refused("answers_missing", "A command names what it answers: the hand and its last sequence.")
    if answers.seq is None and acting_seat(action) != answers.seat:
        raise Refused("answers_other_seat", "A seat's prompt is answered by an action of that seat.")
    if told is None:
        if answers.hand:
            raise Stale("The table has no hand by now.", [], Answers("", 0))
        return
    now = Answers(told.hand.id, told.last_seq)
    if answers.hand != told.hand.id:
        since = list(chronicle.records_of(told))
        raise Stale("The table is at hand {hand} by now.", since, now, hand=told.hand.id)
    if answers.seq is None:
        prompt = open_prompts(told.hand.play).get(answers.seat or 0)
        if prompt is None or prompt[0] != answers.after:
            since = list(chronicle.records_of(told, _seen_by(told, answers.after or 0) + 1))
            raise Stale("That decision is no longer open. {waits}", since, now, waits=what_now(told.hand))
    elif answers.seq != told.last_seq:
        since = list(chronicle.records_of(told, answers.seq + 1))
        one = gettext_noop("1 event has happened since. {waits}")
        several = gettext_noop("{count} events have happened since. {waits}")
        raise Stale(
            one if len(since) == 1 else several, since, now, count=len(since), waits=what_now(told.hand)
        )


def _seen_by(told: Told, after: int) -> int:
    """The last sequence that somebody has seen who answers a prompt after the first `after` actions that stand."""
    moves = told.hand.play.moves
    seen = (
        moves[min(after, len(moves)) - 1].n if after and moves else moves[0].n - 1 if moves else told.hand.n
    )
    return max(r.seq for r in chronicle.records_of(told) if r.data["n"] <= seen)


def what_now(hand: Hand) -> str:
    """What the hand waits for, in a sentence that can be translated."""
    awaiting = hand.variant.awaiting(hand.state) if hand.begun else None
    if hand.frozen:
        return hand.frozen
    if awaiting and "seats" in awaiting and awaiting["seats"]:
        return Phrase("Seat {seat} is now to act.", seat=awaiting["seats"][0])
    if awaiting and awaiting.get("seat") is not None:
        return Phrase("A card is due to seat {seat}.", seat=awaiting["seat"])
    return Phrase("The hand is in the state {phase!r}.", phase=hand.phase)
