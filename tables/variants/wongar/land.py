"""Where a game of Wongar stands: pieces, stacks, hands, figures, the Scorpion, and whose doing is open. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from tables.game.base import Rules, State
from tables.variants.wongar.board import HOUSE_BOARD, Board
from tables.variants.wongar.cards import BASIC, Form

Piece = tuple[int, str]
"""A seat and a kind: `(4, "cube")`."""


@dataclass(frozen=True)
class WongarRules(Rules):
    """`ancestor_passes_left`: an Ancestor that did not change hands in a round goes to the left neighbour (W9)."""

    ancestor_passes_left: bool = False


class Stack(NamedTuple):
    """The face-down cards of a territory.

    `left` in canonical order: what may come next. `under`: Scorpions that were put under the stack at set-up, which
    come when all else has (W1); `raised`: how many of them have come.
    """

    left: tuple[str, ...]
    under: int = 0
    raised: int = 0

    @property
    def size(self) -> int:
        return len(self.left) + self.under


class Choosing(NamedTuple):
    """The seat names the kind of a card of three symbols (W28)."""

    seat: int


class Placing(NamedTuple):
    """The seat places pieces of one kind: `left` more at most.

    `may_end`: it may end, or take ritual cards for what is left, as with a card of one kind (W24). `first`: where the
    compulsory piece has still to go, "" if nowhere.
    """

    seat: int
    kind: str
    left: int
    may_end: bool
    first: str = ""


class Moving(NamedTuple):
    """The seat has received the figure and moves it (S:52, S:55)."""

    seat: int
    figure: str


class Gathering(NamedTuple):
    """The seat has received both figures, which now go to the territory of the card (S:58)."""

    seat: int
    territory: str


class Ceremony(NamedTuple):
    """A Ceremony at `site`. `trigger` is what is scored by: `ancestor`, `elder` or `both`.

    `active`: who still takes part, in the order of acting; the first acts now.
    """

    site: str
    trigger: str
    active: tuple[int, ...]


Task = Choosing | Placing | Moving | Gathering | Ceremony


@dataclass(frozen=True)
class Land(State):
    """The board and all that lies on and around it.

    `supply`: pieces that a seat may place; `start`: pieces of the set-up that are not on the board yet; `pieces`:
    those on each territory. `face_up`: the card that lies open on a stack; `collected`: cards taken, face down before
    the seats but seen by all (W13); `set_aside`: Scorpions of the stacks that nobody keeps.

    `rituals`: the face-down stack in canonical order, `discards` the open pile as it grew; `aside`: Scorpions that lie
    beside the board; `gone`: double cards that have left the game; `shuffles`: how often the stack was made anew,
    `drawn`: cards that came from it since.

    `owners` and `figures`: who owns Ancestor and Elder, and where they stand. `boomerang`: who began the round,
    counted in `round`, 0 during set-up. `privileged`: the Elder's privilege of this round is done. `passed_on`: the
    Ancestor has changed hands in it. `waiting`: who has still to take a card, in order. `owed`: ritual cards due to
    `owed_seat`.
    """

    board: Board = HOUSE_BOARD
    form: Form = BASIC
    supply: Mapping[Piece, int] = field(default_factory=dict)
    start: Mapping[Piece, int] = field(default_factory=dict)
    pieces: Mapping[str, Mapping[Piece, int]] = field(default_factory=dict)
    stacks: Mapping[str, Stack] = field(default_factory=dict)
    face_up: Mapping[str, str] = field(default_factory=dict)
    collected: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    set_aside: int = 0
    rituals: tuple[str, ...] = ()
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    aside: int = 0
    gone: int = 0
    shuffles: int = 0
    drawn: int = 0
    owners: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)
    figure_cards: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    boomerang: int = 0
    round: int = 0
    privileged: bool = False
    passed_on: bool = False
    waiting: tuple[int, ...] = ()
    owed_seat: int = 0
    owed: int = 0
    task: Task | None = None
    scorpion: int = 0
    score: Mapping[int, int] = field(default_factory=dict)

    def rules(self) -> WongarRules:
        return cast(WongarRules, self.setup.rules)

    def clockwise(self, first: int) -> tuple[int, ...]:
        at = self.setup.seats.index(first)
        return self.setup.seats[at:] + self.setup.seats[:at]

    def there(self, seat: int, kind: str, territory: str) -> int:
        """How many pieces of that kind the seat has on the territory."""
        return self.pieces[territory].get((seat, kind), 0)

    def takes_part(self, seat: int, territory: str) -> bool:
        """The seat has a piece of any kind there (S:72, W35)."""
        return any(owner == seat for owner, _ in self.pieces[territory])

    def moved(self, piece: Piece, *, out_of: str = "", into: str = "") -> dict[str, Mapping[Piece, int]]:
        """The pieces on the board with one moved, removed or added."""
        board = dict(self.pieces)
        if out_of:
            board[out_of] = _counted(board[out_of], piece, -1)
        if into:
            board[into] = _counted(board[into], piece, 1)
        return board

    def supplied(self, piece: Piece, change: int) -> dict[Piece, int]:
        return {**self.supply, piece: self.supply[piece] + change}

    def behind(self, seat: int) -> int:
        """How many seats have strictly fewer points: what a Scorpion costs (S:67, W14)."""
        return sum(points < self.score[seat] for points in self.score.values())

    @property
    def next_space(self) -> int:
        """Where the Scorpion steps; on the last space it stays (W21)."""
        return min(self.scorpion + 1, self.board.track.last)


def _counted(pieces: Mapping[Piece, int], piece: Piece, change: int) -> dict[Piece, int]:
    """The pieces of a territory with a count changed; a piece that is not there is not named."""
    changed = {**pieces, piece: pieces.get(piece, 0) + change}
    if not changed[piece]:
        del changed[piece]
    return changed
