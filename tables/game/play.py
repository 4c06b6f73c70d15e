"""A game as its moves: playing on, taking back, correcting. States are kept, so taking back is a slice. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tables.game.base import Event, Prompt, Refused, Setup, State, Variant, decide
from tables.game.refusal import gettext_noop

UNFIT = (
    gettext_noop("with {text!r} the hand goes on otherwise"),
    gettext_noop("before {text!r} another decision was open"),
    gettext_noop("{text!r} no longer stands: {reason}"),
    gettext_noop("{text!r} turns out otherwise"),
    gettext_noop("the pot was paid otherwise than it now stands"),
)
"""Why the floor rules on a correction. Records hold the sentence; a screen knows it again by its form."""


_SECRET = gettext_noop("it was a choice in secret")


@dataclass(frozen=True)
class Move:
    """An action that stands: its number, text, what it gave, and the state after it."""

    n: int
    text: str
    events: tuple[Event, ...]
    state: State

    @property
    def bare_text(self) -> str:
        """The text as everybody may read it: of a secret action only whose it is."""
        return self.events[0].bare_text(self.text)


@dataclass(frozen=True)
class Play:
    """A game in progress. Numbers of moves are given by the caller and never used again."""

    variant: Variant[Any]
    setup: Setup
    beginning: State
    moves: tuple[Move, ...] = ()

    @property
    def state(self) -> State:
        return self.moves[-1].state if self.moves else self.beginning

    def plays(self, n: int, text: str) -> Play:
        """Play `text` as move `n`. Raises Refused."""
        events, state = decide(self.variant, self.state, text)
        return replace(self, moves=(*self.moves, Move(n, text, events, state)))

    def applies(self, n: int, text: str | None, event: Event) -> Play:
        """Fold an event that happened: a text begins move `n`, an event without text follows in the last move."""
        state = event.apply(self.state)
        if text is not None:
            return replace(self, moves=(*self.moves, Move(n, text, (event,), state)))
        last = self.moves[-1]
        return replace(
            self, moves=(*self.moves[:-1], replace(last, events=(*last.events, event), state=state))
        )

    def before(self, n: int) -> Play:
        """The game as it was before move `n`."""
        return replace(self, moves=self.moves[: self.index(n)])

    def index(self, n: int) -> int:
        """Where move `n` stands. Raises Refused when no such move stands."""
        for at, move in enumerate(self.moves):
            if move.n == n:
                return at
        raise Refused("no_such_action", "There is no action {n} in this hand, or it was taken back.", n=n)


def begin(variant: Variant[Any], setup: Setup) -> Play:
    return Play(variant, setup, variant.start(setup))


class Corrected(NamedTuple):
    """What a correction leaves: the game, the moves with what they replace, and why the floor must rule, if so."""

    play: Play
    replaced: tuple[tuple[Move, int], ...]
    kept_out: tuple[Move, ...]
    unfit: str | None


def correct(play: Play, n: int, text: str, next_n: int) -> Corrected:
    """Put `text` in the place of move `n` and play the later texts again while each still fits.

    A later text fits when the prompts open before it are the same, it is accepted and turns out as it did. (So a card
    of the deal is corrected freely until somebody has decided on what lies there.) The first that does not fit ends
    the playing: it and what follows are kept out, and `unfit` says why. Raises Refused when `text` cannot stand there.
    """
    variant, at = play.variant, play.index(n)
    old, later = play.moves[at], play.moves[at + 1 :]
    corrected = play.before(n).plays(next_n, text)
    replaced = [(corrected.moves[-1], n)]
    unfit = (
        None
        if turnout(corrected.moves[-1]) == turnout(old)
        else UNFIT[0].format(text=corrected.moves[-1].bare_text)
    )
    for done, move in enumerate(later):
        if unfit is None and variant.prompts(corrected.state) != variant.prompts(old.state):
            unfit = UNFIT[1].format(text=move.bare_text)
        if unfit is None:
            try:
                again = corrected.plays(next_n + done + 1, move.text)
            except Refused as refused:
                unfit = UNFIT[2].format(text=move.bare_text, reason=_why(move, refused))
            else:
                if turnout(again.moves[-1]) != turnout(move):
                    unfit = UNFIT[3].format(text=move.bare_text)
        if unfit is not None:
            return Corrected(corrected, tuple(replaced), later[done:], unfit)
        corrected, old = again, move
        replaced.append((corrected.moves[-1], move.n))
    return Corrected(corrected, tuple(replaced), (), None)


def _why(move: Move, refused: Refused) -> str:
    """Why a move no longer stands; of a secret one the rules' own reason would tell what it was."""
    return _SECRET if move.events[0].secret_to is not None else refused.reason.rstrip(".")


def turnout(move: Move) -> tuple[object, ...]:
    """How a move turned out, apart from what may have been keyed wrong: verdicts, consequences, winners."""
    state = move.state
    return tuple(event.turnout() for event in move.events), state.winners, state.awarded, state.void


def acting_seat(text: str) -> int | None:
    """The seat whose own action a text is, or None for an action of the table."""
    first = text.split(" ", 1)[0]
    return int(first) if first.isdecimal() else None


def new_prompts(
    before: list[Prompt], after: list[Prompt], *, acted: int | None, reopened: bool
) -> list[Prompt]:
    """The prompts that open now: new ones, those of a seat that has just acted, all of a game that is open again."""
    return [prompt for prompt in after if reopened or prompt.seat == acted or prompt not in before]
