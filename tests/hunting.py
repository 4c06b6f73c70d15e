"""Games of Boomerang (Ehrhard/Lalet) for tests: set up with a deck of their own and played by texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tables.game.actions import Room, act
from tables.game.hand import Hand, opened
from tables.game.play import Play, begin
from tables.game.records import set_up
from tables.variants.boomerang_hunt import VARIANT as HUNT
from tables.variants.boomerang_hunt.camp import Camp
from tables.variants.boomerang_hunt.deck import WHOLE_DECK
from tests.dealing import opening

SHORT = {"W": "water", "F": "forest", "Me": "meadow", "D": "desert", "Mo": "mountain"}
MINI = ("fish W F", "turtle Me D", "emu F Mo", "fish W Me", "lizard F D", "fish W D", "wallaby Me Mo")
"""The deck of the worked game, in the order in which it comes."""


def card(text: str) -> str:
    """`fish W F` as records write it."""
    species, *pair = text.split(" ")
    return " ".join((species, *(SHORT[name] for name in pair)))


class Game:
    """A game in progress; `state` is where it stands."""

    def __init__(
        self,
        seats: Iterable[int] = (1, 4, 6),
        deck: Iterable[str] | None = MINI,
        first: int | None = None,
        condition: int = 1_000,
        rules: Mapping[str, object] | None = None,
    ) -> None:
        extra: dict[str, object] = {} if deck is None else {"deck": [card(text) for text in deck]}
        if first is not None:
            extra["first"] = first
        self.play: Play = begin(
            HUNT,
            set_up(HUNT, seats=tuple(seats), condition=condition, rules=rules or {}, extra=extra),
        )

    @property
    def state(self) -> Camp:
        state = self.play.state
        assert isinstance(state, Camp)
        return state

    def do(self, *texts: str) -> Game:
        for text in texts:
            self.play = self.play.plays(len(self.play.moves), text)
        return self

    def turn_up(self, *cards: str) -> Game:
        return self.do(*(f"draw {card(text)}" for text in cards))

    def choose(self, **tokens: str) -> Game:
        """`choose(s1="W", s4="F")`."""
        return self.do(*(f"{seat[1:]} choose {SHORT[name]}" for seat, name in tokens.items()))

    def options(self) -> dict[int, tuple[str, ...]]:
        return {prompt.seat: prompt.options for prompt in HUNT.prompts(self.state)}


def hunt_hand(seats: Iterable[int] = (1, 4, 6), source: str = "pad") -> Hand:
    """A hand of the game at a table, where everybody has posted."""
    about = {"variant": HUNT.key, "rules": HUNT.rules().composed(), "min_seats": 3, "max_seats": 5}
    piles = {"piles": {"deck": list(WHOLE_DECK)}} if source == "electronic" else {}
    hand = opened({**opening(seats=seats, source=source), **about, **piles})
    return plays(hand, "post " + " ".join(map(str, hand.unposted)))


def plays(hand: Hand, *texts: str) -> Hand:
    """The hand after these texts, whoever enters them."""
    for text in texts:
        _, hand = act(hand, text, Room(read_by_shoe=True))
    return hand
