"""The contract between the house and a game: what every variant brings, and the one loop that plays it.

Pure: no Django, no clock, no random. A variant is a file in `tables/variants/`; this module knows none of them.
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from fees.core.schedule import dollars
from tables.game.events import Awarded, Event, State, Voided, Won
from tables.game.refusal import Refused, number
from tables.game.setup import MAX_CENTS, MAX_SEAT, Rules, Setup

__all__ = [
    "MAX_SEAT",
    "Awarded",
    "Draw",
    "Drawn",
    "Event",
    "Prompt",
    "Refused",
    "Rules",
    "Setup",
    "State",
    "Variant",
    "Verb",
    "Voided",
    "Won",
    "check_award",
    "dealt_in",
    "decide",
    "number",
    "read",
]

_TEXT = re.compile(r"[0-9A-Za-z_@#]+(?: [0-9A-Za-z_@#]+)*")
_MAX_AWARD = 1_000 * MAX_CENTS
_LONGEST = 300

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Verb:
    """A word that an action may use. `check(state[, seat], *words)` answers the primary event or raises Refused.

    `late`: still open once the game is over. `floor`: a ruling, which only the floor makes. `form` shows how the
    action is written. `chance`: what came, so that a device may report it. `secret`: it names what others may not know.
    Of the table, only a shoe says it; of a seat, only its own player.
    """

    check: Callable[..., Event]
    form: str
    late: bool = False
    floor: bool = False
    chance: bool = False
    secret: bool = False
    least: int = field(init=False)
    most: int = field(init=False)

    def __post_init__(self) -> None:
        given = list(inspect.signature(self.check).parameters.values())[1:]
        if given and given[0].name == "seat":
            given = given[1:]
        several = any(p.kind is p.VAR_POSITIONAL for p in given)
        plain = [p for p in given if p.kind is not p.VAR_POSITIONAL]
        object.__setattr__(self, "least", sum(p.default is p.empty for p in plain))
        object.__setattr__(self, "most", 99 if several else len(plain))


@dataclass(frozen=True)
class Prompt:
    """One open decision of one seat. `closed` names options that are shut just now, each with the reason."""

    seat: int
    options: tuple[str, ...]
    about: Mapping[str, object] = field(default_factory=dict)
    closed: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    secret: bool = False

    def public(self) -> dict[str, object]:
        return {"seat": self.seat, **self.about, "options": list(self.options)}


class Draw(NamedTuple):
    """What chance owes next: a thing of `pile` for `seat` (None: for nobody in particular).

    `contents` is what may come, in canonical order; `drawn` counts the draws from this pile that stand;
    `form` writes the action, e.g. `"card {}"`. One action may take `take` things, and
    those of `then` after them.
    """

    pile: str
    contents: tuple[str, ...]
    drawn: int
    seat: int | None
    form: str = "{}"
    take: int = 1
    then: Draw | None = None


Drawn: TypeAlias = dict[str, object] | list[dict[str, object]]
"""What the log keeps of the electronic shoe's draw for an action; a list where the action takes several things."""


class Variant(ABC, Generic[S]):
    """One game: its rules as pure functions. The house plays it through these methods alone."""

    key: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[range]
    rules_version: ClassVar[int] = 1
    rules: ClassVar[type[Rules]] = Rules
    sources: ClassVar[tuple[str, ...]] = ()
    # Players choose on screens of their own; else the dealer keys what they say.
    own_screens: ClassVar[bool] = False
    # Its set-up takes `first`: the seat that begins, where the table names one.
    names_first: ClassVar[bool] = False
    events: ClassVar[tuple[type[Event], ...]]
    table: ClassVar[Mapping[str, Verb]]
    seat: ClassVar[Mapping[str, Verb]]

    def setup(self, seats: Sequence[int], condition: int, rules: Rules, extra: Mapping[str, object]) -> Setup:
        """Compose the set-up; raises Refused for what this game does not take."""
        for name in extra:
            raise Refused("unknown_setup", "This game has no set-up {name!r}.", name=name)
        return Setup(tuple(seats), condition, rules)

    @abstractmethod
    def start(self, setup: Setup) -> S: ...

    @abstractmethod
    def consequence(self, state: S) -> Event | None:
        """The next thing that follows by itself, or None."""

    @abstractmethod
    def prompts(self, state: S) -> list[Prompt]: ...

    @abstractmethod
    def chance(self, state: S) -> Draw | None: ...

    @abstractmethod
    def stuck(self, state: S) -> str | None:
        """Why only a ruling of the floor can go on, or None."""

    @abstractmethod
    def posted(self, state: S) -> dict[int, int]:
        """Cents that each seat has put into the pot so far."""

    @abstractmethod
    def view(self, state: S, viewer: int | str) -> dict[str, Any]:
        """JSON-able data for a seat, `"public"` (which the dealer sees) or `"all"` (after the end)."""

    @abstractmethod
    def outcome(self, state: S) -> dict[str, Any]:
        """What this game adds to the common outcome."""

    @property
    def needs_shoe(self) -> bool:
        """Some of what comes is secret, so that a person who keyed it would see it."""
        return any(verb.secret for verb in self.table.values())

    def in_play(self, state: S, seat: int) -> bool:
        """Whether a seat dealt in still has a part in the game: it is not left in mid-hand."""
        return True

    def stub(self, state: S) -> int | None:
        """How many cards must be left of the deck, for a count; None where nothing is counted."""
        return None

    def piles(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        """The piles that an electronic shoe draws from, contents in canonical order."""
        return {}

    def awaiting(self, state: S) -> dict[str, Any] | None:
        if state.over:
            return None
        if (reason := self.stuck(state)) is not None:
            return {"ruling": reason}
        if (draw := self.chance(state)) is not None:
            return {"draw": draw.pile, "remaining": len(draw.contents), "seat": draw.seat}
        return {"seats": [p.seat for p in self.prompts(state)]}


def dealt_in(state: State, word: str) -> int:
    """The seat that `word` names, which must be dealt in. Raises Refused."""
    seat = number(word, least=1, most=MAX_SEAT)
    if seat not in state.setup.seats:
        raise Refused("not_dealt_in", "Seat {seat} is not dealt into this hand.", seat=seat)
    return seat


def check_award(variant: Variant[Any], state: State, *words: str) -> Awarded:
    """The floor's award of the whole pot, open at any time unless the hand is void. Raises Refused."""
    if not words or len(words) % 2:
        raise Refused(
            "bad_award", "An award names each seat with its amount in cents, e.g. 'award 5 3000 9 2500'."
        )
    shares = [
        (dealt_in(state, s), number(c, least=1, most=_MAX_AWARD))
        for s, c in zip(words[::2], words[1::2], strict=True)
    ]
    if len({seat for seat, _ in shares}) < len(shares):
        raise Refused("bad_award", "An award names each seat once.")
    pot, total = sum(variant.posted(state).values()), sum(cents for _, cents in shares)
    if total != pot:
        raise Refused(
            "award_not_pot",
            "The award adds up to {total}, the pot is {pot}.",
            total=dollars(total),
            pot=dollars(pot),
        )
    return Awarded(tuple(shares))


@lru_cache(maxsize=4096)
def read(variant: Variant[Any], text: str) -> tuple[Verb | None, int | None, str, tuple[str, ...]]:
    """Parse an action: (verb, seat, word, further words); the verb is None for `award` and `void`, known to all games.

    Raises Refused where the form is wrong: the one reader for every variant.
    """
    if len(text) > _LONGEST or not _TEXT.fullmatch(text):
        raise Refused("malformed", "An action is words parted by single spaces, e.g. '5 buy 3' or 'card Qh'.")
    words = tuple(text.split(" "))
    seat = None
    if words[0].isdecimal():
        seat = number(words[0], least=1, most=MAX_SEAT)
        words = words[1:]
        if not words:
            raise Refused(
                "malformed", "Seat {seat} does what? An action of a seat goes on, e.g. '5 fold'.", seat=seat
            )
    word, rest = words[0], words[1:]
    if seat is None and word in ("award", "void"):
        if word == "void" and rest:
            raise Refused("malformed", "It is written 'void'.")
        return None, None, word, rest
    verb = (variant.table if seat is None else variant.seat).get(word)
    if verb is None:
        known = ", ".join(v.form for v in (variant.table if seat is None else variant.seat).values())
        raise Refused("unknown_action", "{word!r} is no action here. Known: {known}.", word=word, known=known)
    if not verb.least <= len(rest) <= verb.most:
        raise Refused("malformed", "It is written {form!r}.", form=verb.form)
    return verb, seat, word, rest


def _over(state: State) -> Refused:
    if state.awarded is not None:
        return Refused("hand_over", "The hand is over: the floor has awarded the pot.")
    seats = ", ".join(map(str, state.winners or ()))
    return Refused("hand_over", "The hand is over, won by seat {seats}.", seats=seats)


def decide(variant: Variant[S], state: S, text: str) -> tuple[tuple[Event, ...], S]:
    """Play `text` on `state`: the primary event, what follows by itself, and the new state. Raises Refused."""
    verb, seat, word, words = read(variant, text)
    if state.void is not None:
        raise Refused("hand_void", "The hand is void; everything posted goes back.")
    event: Event
    if verb is None:
        event = check_award(variant, state, *words) if word == "award" else Voided("void")
    elif state.over and not verb.late:
        raise _over(state)
    elif seat is None:
        event = verb.check(state, *words)
    elif seat not in state.setup.seats:
        raise Refused("not_dealt_in", "Seat {seat} is not dealt into this hand.", seat=seat)
    else:
        event = verb.check(state, seat, *words)
    events = [event]
    state = event.apply(state)
    while (follows := variant.consequence(state)) is not None:
        events.append(follows)
        state = follows.apply(state)
    return tuple(events), state
