"""Boomerang (Ehrhard/Lalet) written a second time, plainly and slowly, so that the product has something to be held to.

Everything is found anew from the list of what was done; nothing of the product is used but the names in its records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

ANIMALS = ("fish", "turtle", "emu", "wallaby", "lizard", "armadillo")
LANDS = ("water", "forest", "meadow", "desert", "mountain")
MISSING = {
    "fish": {"desert", "mountain"},
    "turtle": {"forest", "mountain"},
    "emu": {"water", "mountain"},
    "wallaby": {"water", "desert"},
    "lizard": {"water", "meadow"},
    "armadillo": {"forest", "meadow"},
}
Card = tuple[str, frozenset[str]]


def house_set() -> list[Card]:
    pairs = [frozenset((one, other)) for one in LANDS for other in LANDS if one < other]
    return [(animal, pair) for animal in ANIMALS for pair in pairs if pair != MISSING[animal]]


def card(words: Iterable[str]) -> Card:
    animal, *lands = words
    return animal, frozenset(lands)


class SlowHunt:
    """A game as it stands. `do` takes a text that `can` be done."""

    def __init__(
        self,
        seats: list[int],
        condition: int,
        rules: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
    ) -> None:
        setup = setup or {}
        self.seats = seats
        self.condition = condition
        self.strict = bool((rules or {}).get("opening_throw_required"))
        self.unit = int((rules or {}).get("odd_chip_unit", 100))
        self.pile = [card(text.split(" ")) for text in setup["deck"]] if "deck" in setup else house_set()
        self.opened = self.first = setup.get("first", seats[0])
        self.cord: list[Card] = []
        self.stock = dict.fromkeys(seats, 12)
        self.won: dict[int, list[Card]] = {seat: [] for seat in seats}
        self.circle = 0
        self.rounds = 0
        self.over = False
        self._begin()

    def _begin(self) -> None:
        self.rounds += 1
        self.tokens: dict[int, str] = {}
        self.out: list[int] = []
        self.bids: list[tuple[int, str]] = []

    # What is open.

    def due(self) -> list[Card]:
        """The cards of which one is turned up next, [] where none is."""
        seen = set().union(*(lands for _animal, lands in self.cord)) if self.cord else set()
        begun = self.tokens or self.bids
        return list(self.pile) if not (self.over or begun or len(seen) == 5) else []

    def turn(self) -> int:
        """Whose turn it is to throw or stop: clockwise after the last who did, past those who are out."""
        if not self.bids:
            return self.first
        at = self.seats.index(self.bids[-1][0])
        order = self.seats[at + 1 :] + self.seats[: at + 1]
        return next(seat for seat in order if seat not in self.out)

    def open(self) -> dict[int, list[str]]:
        """By seat, what it may do."""
        if self.over or self.due():
            return {}
        if len(self.tokens) < len(self.seats):
            at = self.seats.index(self.first)
            around = self.seats[at:] + self.seats[:at]
            return {seat: [f"choose {land}" for land in LANDS] for seat in around if seat not in self.tokens}
        seat = self.turn()
        may = ["throw"] if self.stock[seat] else []
        if not (self.strict and not self.bids and may):
            may.append("stop")
        return {seat: may}

    def can(self, text: str) -> bool:
        words = text.split(" ")
        if words[0] == "draw":
            return card(words[1:]) in self.due()
        return " ".join(words[1:]) in self.open().get(int(words[0]), [])

    # What is done.

    def do(self, text: str) -> None:
        words = text.split(" ")
        if words[0] == "draw":
            self.pile.remove(card(words[1:]))
            self.cord.append(card(words[1:]))
            return
        seat = int(words[0])
        if words[1] == "choose":
            self.tokens[seat] = words[2]
            return
        self.bids.append((seat, words[1]))
        if words[1] == "throw":
            self.stock[seat] -= 1
            self.circle += 1
            return
        self.stock[seat] += self.circle
        self.circle = 0
        self.out.append(seat)
        if len(self.out) == len(self.seats) - 1:
            self._capture()

    def _capture(self) -> None:
        (last,) = (seat for seat in self.seats if seat not in self.out)
        for seat in [last, *self.out[::-1]]:
            mine = [one for one in self.cord if self.tokens[seat] in one[1]]
            self.won[seat] += mine
            self.cord = [one for one in self.cord if one not in mine]
        self.first = last
        if self.pile:
            self._begin()
        else:
            self.over = True

    # What came of it.

    def scores(self) -> dict[str, dict[str, int]]:
        count = {
            seat: {name: sum(one[0] == name for one in self.won[seat]) for name in ANIMALS}
            for seat in self.seats
        }
        made: dict[str, dict[str, int]] = {}
        for seat in self.seats:
            row = {}
            for name in ANIMALS:
                beaten = any(count[other][name] > count[seat][name] for other in self.seats)
                row[name] = 0 if beaten else count[seat][name]
            row["boomerangs"] = self.stock[seat] // 6
            made[str(seat)] = row | {"total": sum(row.values())}
        return made

    def winners(self) -> list[int]:
        if not self.over:
            return []
        scores = self.scores()
        place = {seat: (scores[str(seat)]["total"], self.stock[seat]) for seat in self.seats}
        return sorted(seat for seat in self.seats if place[seat] == max(place.values()))

    def paid(self) -> dict[str, int]:
        """Cents by seat: even shares in whole units, the rest to the first winner from the first hunter of the game."""
        winners, pot = self.winners(), self.condition * len(self.seats)
        if not winners or not pot:
            return {}
        even = pot // len(winners) // self.unit * self.unit
        at = self.seats.index(self.opened)
        first = next(seat for seat in self.seats[at:] + self.seats[:at] if seat in winners)
        shares = {seat: even + (pot - even * len(winners) if seat == first else 0) for seat in winners}
        return {str(seat): cents for seat, cents in shares.items()}
