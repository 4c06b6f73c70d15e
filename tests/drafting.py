"""Games of Boomerang: Australia and Europe for tests: whole rounds from the rows that they shall give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import tables.variants  # noqa: F401  # the games register themselves
from tables.game import registry
from tables.game.base import Refused
from tables.game.play import Play, begin
from tables.game.records import set_up
from tables.game.settlement import outcome
from tables.variants.boomerang_draft import Draft
from tables.variants.boomerang_draft.deck import LETTERS
from tables.variants.boomerang_draft.journey import Journey


def draft(key: str) -> Draft:
    found = registry.get(f"boomerang_{key}")
    assert isinstance(found, Draft)
    return found


AUSTRALIA, EUROPE = draft("australia"), draft("europe")
BOTH = pytest.mark.parametrize("variant", [AUSTRALIA, EUROPE], ids=["australia", "europe"])

WHOLE_DECK = {
    AUSTRALIA.key: ("ABCDGXM", "EJQV@HN", "IKLPRZO", "STUWY#F"),
    EUROPE.key: ("AEINQVZ", "SWHR#PB", "CDFGJOT", "KLMUXY@"),
}
"""Rows of a first round of four that uses every card."""


def with_others(*rows: str, seats: int) -> tuple[str, ...]:
    """These rows, and for the further seats rows of what is left, in canonical order."""
    left = [card for card in LETTERS if card not in "".join(rows)]
    fill = ("".join(left[7 * n : 7 * n + 7]) for n in range(seats - len(rows)))
    return (*rows, *fill)


def dealt_for(rows: tuple[str, ...]) -> list[str]:
    """The hands from which these rows come: the hand of seat i gives its j-th card to seat i + j."""
    count = len(rows)
    return ["".join(rows[(seat + j) % count][j] for j in range(7)) for seat in range(count)]


class Game:
    """A game in progress; `state` is where it stands."""

    def __init__(
        self,
        variant: Draft = AUSTRALIA,
        seats: Iterable[int] = (5, 9),
        condition: int = 0,
        **rules: object,
    ) -> None:
        self.variant = variant
        self.seats = tuple(seats)
        setup = set_up(variant, seats=self.seats, condition=condition, rules=rules, extra={})
        self.play: Play = begin(variant, setup)

    @property
    def state(self) -> Journey:
        state = self.play.state
        assert isinstance(state, Journey)
        return state

    def do(self, *texts: str) -> Game:
        for text in texts:
            self.play = self.play.plays(len(self.play.moves), text)
        return self

    def refused(self, text: str) -> Refused:
        """How `text` is refused; it changes nothing."""
        before = self.play
        with pytest.raises(Refused) as caught:
            self.do(text)
        assert self.play == before
        assert caught.value.reason
        assert "{" not in caught.value.reason
        return caught.value

    def code(self, text: str) -> str:
        return self.refused(text).code

    def deal(self, *hands: str) -> Game:
        """A hand for every seat, clockwise from the first: `deal("ACFKRX#", ...)`."""
        return self.do(
            *(f"deal {seat} {' '.join(hand)}" for seat, hand in zip(self.seats, hands, strict=True))
        )

    def pick(self, cards: str) -> Game:
        """A card for every seat."""
        return self.do(*(f"{seat} pick {card}" for seat, card in zip(self.seats, cards, strict=True)))

    def rows(self, *rows: str) -> Game:
        """A round up to the choices, with these rows; those not given are filled up."""
        given = with_others(*rows, seats=len(self.seats))
        self.deal(*dealt_for(given))
        for step in range(6):
            self.pick("".join(row[step] for row in given))
        return self

    def choose(self, **choices: str) -> Game:
        """`choose(s5="swimming")`; the others skip, or take the first that they must."""
        for seat in self.seats:
            if (named := choices.get(f"s{seat}")) is not None:
                text = named if named == "skip" else f"{self.variant.edition.icon} {named}"
            else:
                options = self.options()[seat]
                text = "skip" if "skip" in options else options[0]
            self.do(f"{seat} {text}")
        return self

    def options(self) -> dict[int, tuple[str, ...]]:
        return {prompt.seat: prompt.options for prompt in self.variant.prompts(self.state)}

    def closed(self, seat: int) -> dict[str, str]:
        (prompt,) = [prompt for prompt in self.variant.prompts(self.state) if prompt.seat == seat]
        return dict(prompt.closed)

    def result(self) -> dict[str, Any]:
        return outcome(self.variant, self.state)

    def round(self, seat: int, number: int = -1) -> Mapping[str, int]:
        """A finished round of a seat by category."""
        rounds: dict[str, list[dict[str, int]]] = self.result()["rounds"]
        return rounds[str(seat)][number]

    def score(self, seat: int) -> Mapping[str, int]:
        scores: dict[str, dict[str, int]] = self.result()["scores"]
        return scores[str(seat)]

    def events(self, n: int = -1) -> list[Any]:
        """What an action gave, the last one where none is named."""
        return list(self.play.moves[n].events)


def skipped(variant: Draft, seats: tuple[int, ...], *rounds: tuple[str, ...]) -> Game:
    """Rounds with these rows in which everybody skips who may."""
    rules = {"treasure_optional": True} if variant is EUROPE else {}
    game = Game(variant, seats, **rules)
    for rows in rounds:
        game.rows(*rows).do(*(f"{seat} skip" for seat in seats))
    return game
