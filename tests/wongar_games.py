"""Games of Wongar for tests: set up by texts, or put into a position and played on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pytest

from tables.game.base import Refused
from tables.game.play import Play, begin
from tables.game.records import set_up
from tables.variants.wongar import Wongar, WongarInitiated
from tables.variants.wongar.board import Board, TerritoryMap, Track
from tables.variants.wongar.cards import AT_FIRST, KINDS, PIECES, in_order, without
from tables.variants.wongar.land import Land, Placing, Stack

BASIC, INITIATED = Wongar(), WongarInitiated()

LETTERS = TerritoryMap(
    rows=(("ash", "bay", "cay", "dune"), ("east", "fen"), ("gap", "hill", "isle", "jetty")),
    borders={
        "ash": ("bay", "east"),
        "bay": ("ash", "cay", "east"),
        "cay": ("bay", "dune", "fen"),
        "dune": ("cay", "fen"),
        "east": ("ash", "bay", "fen", "gap", "hill"),
        "fen": ("cay", "dune", "east", "isle", "jetty"),
        "gap": ("east", "hill"),
        "hill": ("gap", "east", "isle"),
        "isle": ("hill", "fen", "jetty"),
        "jetty": ("isle", "fen"),
    },
    ancestor_at="east",
    elder_at="fen",
    house_set=False,
)
"""Another map that fits what is known: rows of 4, 2 and 4."""
OTHER_BOARD = Board(
    LETTERS,
    Track(spaces=(2, 3, 4), house_set=False),
    {"ancestor": (4, 5, 6), "elder": (1, 2, 3), "both": (7, 8, 9)},
)


class Game:
    """A game in progress; `state` is where it stands."""

    def __init__(
        self,
        variant: Wongar = BASIC,
        seats: Iterable[int] = (1, 2, 3, 4),
        condition: int = 1_000,
        rules: Mapping[str, object] | None = None,
    ) -> None:
        self.variant = variant
        self.play: Play = begin(
            variant, set_up(variant, seats=tuple(seats), condition=condition, rules=rules or {}, extra={})
        )

    @property
    def state(self) -> Land:
        state = self.play.state
        assert isinstance(state, Land)
        return state

    def do(self, *texts: str) -> Game:
        for text in texts:
            self.play = self.play.plays(len(self.play.moves), text)
        return self

    def put(self, **changes: object) -> Game:
        """The same game in another position."""
        self.play = Play(self.variant, self.play.setup, self.state.but(**changes))
        return self

    def options(self) -> tuple[str, ...]:
        """Of the one decision that is open, with the seat."""
        prompts = self.variant.prompts(self.state)
        return tuple(f"{prompt.seat} {option}" for prompt in prompts for option in prompt.options)

    def closed(self) -> dict[str, str]:
        return {option: why for prompt in self.variant.prompts(self.state) for option, why in prompt.closed}

    def due(self) -> str | None:
        """The form of the draw that chance owes."""
        draw = self.variant.chance(self.state)
        return None if draw is None else draw.form

    def refused(self, text: str) -> str:
        """The code of a refusal, after which nothing has changed."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(text)
        assert self.state is before
        assert caught.value.reason
        return caught.value.code

    def happened(self) -> list[str]:
        """The events of the last action."""
        return [type(event).__name__ for event in self.play.moves[-1].events]

    # --- set-up by texts -----------------------------------------------------------------------

    def revealed(self, **cards: str) -> Game:
        """The set-up's ten reveals: what is not named is a disc card."""
        names = self.variant.board.map.territories
        return self.do(*(f"reveal {name} {cards.get(name, 'disc')}" for name in names))

    def filled(self, **pieces: str) -> Game:
        """The bag emptied: what is not named follows from what is left. `filled(fish="2 disc, 2 cube, ...")`."""
        return self.do(*self._from_the_bag({name: listed(text) for name, text in pieces.items()}))

    def _from_the_bag(self, wanted: Mapping[str, list[str]]) -> Iterator[str]:
        seats, ground = self.state.setup.seats, self.variant.board.map
        bag = [f"{seat} {kind}" for kind in KINDS for _ in range(AT_FIRST) for seat in seats]
        for piece in (piece for pieces in wanted.values() for piece in pieces):
            bag.remove(piece)
        for name in ground.territories:
            pieces = list(wanted.get(name, ()))
            while len(pieces) < ground.share(name) * len(seats):
                pieces.append(bag.pop(0))
            yield from (f"piece {piece} {name}" for piece in pieces)

    def dealt(self, **hands: str) -> Game:
        """Two ritual cards for each seat; `dealt(s2="cube disc")`, discs where nothing is named."""
        for seat in self.state.setup.seats:
            self.do(*(f"ritual {seat} {card}" for card in hands.get(f"s{seat}", "disc disc").split()))
        return self

    # --- positions -----------------------------------------------------------------------------

    def lay(self, **pieces: str) -> Game:
        """Just these pieces on the territories named; supplies follow. `lay(fish="1 disc, 3 cube")`."""
        board = dict(self.state.pieces)
        for name, text in pieces.items():
            counted = Counter((int(piece.split()[0]), piece.split()[1]) for piece in listed(text))
            board[name] = dict(counted)
        placed = Counter[tuple[int, str]]()
        for there in board.values():
            placed.update(there)
        supply = {(s, k): PIECES[k] - placed[s, k] for s in self.state.setup.seats for k in KINDS}
        return self.put(pieces=board, supply=supply)

    def hold(self, **hands: str) -> Game:
        """Just these ritual cards in the hands named, the rest in the stack. `hold(s1="cube disc")`."""
        state = self.state
        held = {**state.hands, **{int(s[1:]): in_order(text.split()) for s, text in hands.items()}}
        doubles = ("double",) * (state.form.doubles * len(held))
        left = Counter((*state.form.rituals, *doubles)) - Counter(state.discards)
        left -= Counter({"scorpion": state.aside})
        for cards in held.values():
            left -= Counter(cards)
        if state.form.doubles_once:
            del left["double"]
        return self.put(hands=held, rituals=in_order(left.elements()))

    def open(self, **cards: str) -> Game:
        """These cards lie open on the territories named, taken from their stacks."""
        for name, card in cards.items():
            state, stack = self.state, self.state.stacks[name]
            left = tuple(sorted((*stack.left, state.face_up[name]))) if name in state.face_up else stack.left
            stacks = {**state.stacks, name: Stack(without(left, card), stack.under)}
            self.put(stacks=stacks, face_up={**state.face_up, name: card})
        return self

    def revealing(self, *names: str) -> Game:
        """The next round has begun: in these territories the open card is gone and another is due."""
        up = {name: card for name, card in self.state.face_up.items() if name not in names}
        owner = self.state.owners["ancestor"]
        order = self.state.clockwise(owner)
        return self.put(face_up=up, privileged=False, waiting=order, boomerang=owner, passed_on=False)

    def emptied(self, *names: str, **left: str) -> Game:
        """Stacks of which nothing is left, or just the cards named: `emptied(emu="scorpion")`."""
        stacks = {**self.state.stacks, **dict.fromkeys(names, Stack(()))}
        stacks |= {name: Stack(tuple(cards.split())) for name, cards in left.items()}
        return self.put(stacks=stacks)

    def figures(self, ancestor: int, elder: int, /, **at: str) -> Game:
        return self.put(owners={"ancestor": ancestor, "elder": elder}, figures={**self.state.figures, **at})

    def scores(self) -> tuple[int, ...]:
        return tuple(self.state.score[seat] for seat in self.state.setup.seats)


def listed(text: str) -> list[str]:
    """`"1 disc, 2 cube"` as pieces."""
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def ready(
    variant: Wongar = BASIC,
    seats: Iterable[int] = (1, 2, 3, 4),
    rules: Mapping[str, object] | None = None,
    **cards: str,
) -> Game:
    """Round 1, the first seat is to take a card; disc cards lie open, but for those named; no piece, no hand.

    The first seat owns the Ancestor, the last the Elder.
    """
    game = Game(variant, seats, rules=rules)
    state, ground = game.state, variant.board.map
    first, last = state.setup.seats[0], state.setup.seats[-1]
    game.put(
        round=1,
        shuffles=1,
        privileged=True,
        boomerang=first,
        waiting=state.setup.seats,
        owners={"ancestor": first, "elder": last},
        figures={"ancestor": ground.ancestor_at, "elder": ground.elder_at},
        start=dict.fromkeys(state.start, 0),
        hands=dict.fromkeys(state.setup.seats, ()),
        supply={(seat, kind): count for seat in state.setup.seats for kind, count in PIECES.items()},
    )
    return game.open(**{name: cards.get(name, "disc") for name in ground.territories})


def at_ceremony(
    site: str, trigger: str = "ancestor", variant: Wongar = BASIC, seats: Iterable[int] = (1, 2, 3, 4)
) -> Game:
    """The first seat has taken the figure card of `trigger` and has still to move the figure to `site`."""
    beside = variant.board.map.neighbours[site][0]
    game = ready(variant, seats, **{beside: trigger})
    game.put(figures={"ancestor": beside, "elder": beside})
    return game.do(f"{game.state.setup.seats[0]} take {beside}")


def placing(game: Game) -> Placing:
    task = game.state.task
    assert isinstance(task, Placing)
    return task
