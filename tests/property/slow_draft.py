"""Boomerang: Australia and Europe once more, slow and plain, from the rules alone: what may be done, what it comes to.

It shares no line with the product: the files of the decks are taken apart by hand, hands do not travel (pick j of
seat i comes from the hand dealt to seat i - j), and the game is scored anew from its rows whenever it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "tables" / "variants" / "boomerang_draft"
WORTH = (
    "Leaves 1, Wildflowers 2, Shells 3, Souvenirs 5, Beer 1, Cheese 2, Wine 3, Spirits 5, "
    "Kangaroos 3, Emus 4, Wombats 5, Koalas 7, Platypuses 9, Cars 3, Trains 4, Bicycles 5, Boats 7, Planes 9"
)
VALUES = {name: int(points) for name, points in (each.split(" ") for each in WORTH.split(", "))}
CHOICES = {
    "boomerang_australia": ["Indigenous Culture", "Bushwalking", "Swimming", "Sightseeing"],
    "boomerang_europe": ["Nature", "Music", "Monuments", "Art"],
}


class SlowDraft:
    """A game as it stands. `can` says whether a text is legal, `do` plays a legal one."""

    def __init__(self, key: str, seats: Iterable[int], rules: Mapping[str, object]) -> None:
        self.key, self.seats = key, list(seats)
        self.europe = key == "boomerang_europe"
        self.optional = bool(rules.get("treasure_optional", False)) or not self.europe
        self.undealt_first = bool(rules.get("undealt_first", False))
        lines = (FOLDER / f"{key.removeprefix('boomerang_')}.csv").read_text("utf-8").splitlines()[1:]
        self.cards = {line.split(",")[0]: line.split(",") for line in lines}
        self.history: list[tuple[dict[int, str], dict[int, str]]] = []
        self.new_round()

    def new_round(self) -> None:
        self.dealt: dict[int, str] = {}
        self.rows = dict.fromkeys(self.seats, "")
        self.chosen: dict[int, str] = {}

    # What is open.

    def ended(self) -> bool:
        return len(self.history) == 4

    def to_deal(self) -> bool:
        return not self.ended() and len(self.dealt) < len(self.seats)

    def step(self) -> int:
        """How many picks all have made."""
        return min(len(row) for row in self.rows.values())

    def hand(self, seat: int) -> str:
        """What this seat may pick from now; "" if it has picked."""
        step = self.step()
        if self.to_deal() or len(self.rows[seat]) > step or step >= 6:
            return ""
        source = self.dealt[self.seats[(self.seats.index(seat) - step) % len(self.seats)]]
        gone = "".join(self.rows.values())
        return "".join(card for card in source if card not in gone)

    def open(self) -> dict[int, set[str]]:
        """The options of every seat that is asked."""
        if self.ended() or self.to_deal():
            return {}
        if self.step() < 6:
            return {
                seat: {f"pick {card}" for card in self.hand(seat)} for seat in self.seats if self.hand(seat)
            }
        return {seat: self.choices_of(seat) for seat in self.seats if seat not in self.chosen}

    def choices_of(self, seat: int) -> set[str]:
        used = {choices[seat] for _, choices in self.history}
        word = "treasure" if self.europe else "activity"
        legal = set()
        for name in CHOICES[self.key]:
            text = f"{word} {name.lower().replace(' ', '_')}"
            if text not in used and (not self.europe or self.count(self.rows[seat], name)):
                legal.add(text)
        if self.optional or not legal:
            legal.add("skip")
        return legal

    def can(self, text: str) -> bool:
        words = text.split(" ")
        if words[0] == "deal":
            return self.can_deal(int(words[1]), words[2:])
        return words[0].isdecimal() and " ".join(words[1:]) in self.open().get(int(words[0]), set())

    def can_deal(self, seat: int, cards: list[str]) -> bool:
        gone = set("".join(self.dealt.values()))
        fits = seat in self.seats and seat not in self.dealt and len(cards) == len(set(cards)) == 7
        if not self.to_deal() or not fits or set(cards) & gone or not set(cards) <= set(self.cards):
            return False
        if self.undealt_first and self.history:
            waiting = set(self.cards) - set("".join(self.history[-1][0].values())) - gone - set(cards)
            return len(waiting) <= 7 * (len(self.seats) - len(self.dealt) - 1)
        return True

    def do(self, text: str) -> None:
        words = text.split(" ")
        if words[0] == "deal":
            self.dealt[int(words[1])] = "".join(words[2:])
            return
        seat, word = int(words[0]), words[1]
        if word == "pick":
            self.rows[seat] += words[2]
            if self.step() == 6:
                self.catches()
            return
        self.chosen[seat] = " ".join(words[1:])
        if len(self.chosen) == len(self.seats):
            self.history.append((self.rows, self.chosen))
            self.new_round()

    def catches(self) -> None:
        gone = "".join(self.rows.values())
        count = len(self.seats)
        for at, seat in enumerate(self.seats):
            (last,) = [card for card in self.dealt[self.seats[(at - 6) % count]] if card not in gone]
            self.rows[seat] += last

    # What it comes to.

    def count(self, row: str, symbol: str) -> int:
        return sum(symbol in self.cards[card][4:7] for card in row)

    def number(self, card: str) -> int:
        return int(self.cards[card][2])

    def collected(self, row: str) -> int:
        total = sum(VALUES[self.cards[card][4]] for card in row if self.cards[card][4])
        if self.europe:
            return total if total <= 7 else (total + 1) // 2
        return 2 * total if 1 <= total <= 7 else total

    def paired(self, row: str) -> int:
        kinds = {fields[5] for fields in self.cards.values()} - {""}
        return sum(VALUES[kind] * (self.count(row, kind) // 2) for kind in kinds)

    def chosen_points(self, number: int, seat: int) -> int:
        rows, choices = self.history[number]
        if choices[seat] == "skip":
            return 0
        name = choices[seat].split(" ")[1].replace("_", " ").title()
        if self.europe:
            others = "".join(row for other, row in rows.items() if other != seat)
            return {2: 4, 3: 3, 4: 2}[len(self.seats)] * self.count(others, name)
        return [0, 0, 2, 4, 7, 10, 15][self.count(rows[seat], name)]

    def visited(self, seat: int, rounds: int) -> set[str]:
        """The letters of a seat after so many rounds."""
        return set("".join(rows[seat] for rows, _ in self.history[:rounds]))

    def region(self, name: str) -> set[str]:
        return {letter for letter, fields in self.cards.items() if fields[3] == name}

    def regions(self) -> set[str]:
        return {fields[3] for fields in self.cards.values()}

    def when(self, seat: int, wanted: str) -> int | None:
        """The round (from 0) at whose end a seat had all of a region, or for "" something of every region."""
        for n in range(len(self.history)):
            letters = self.visited(seat, n + 1)
            if wanted and self.region(wanted) <= letters:
                return n
            if not wanted and all(self.region(name) & letters for name in self.regions()):
                return n
        return None

    def region_points(self, number: int, seat: int) -> int:
        points = 0
        for name in self.regions():
            times = [when for other in self.seats if (when := self.when(other, name)) is not None]
            if times and min(times) == number == self.when(seat, name):
                points += 3
        return points

    def everywhere_points(self, number: int, seat: int) -> int:
        if not self.europe or self.when(seat, "") != number:
            return 0
        times = {when for other in self.seats if (when := self.when(other, "")) is not None}
        before = sum(when < number for when in times)
        return [7, 3, 1, 0][before]

    def round(self, number: int, seat: int) -> dict[str, int]:
        row = self.history[number][0][seat]
        points = {
            "throw_catch": abs(self.number(row[0]) - self.number(row[6])),
            "sites": len(self.visited(seat, number + 1)) - len(self.visited(seat, number)),
            "regions": self.region_points(number, seat),
            "all_regions": self.everywhere_points(number, seat),
            "collections": self.collected(row),
            ("transport" if self.europe else "animals"): self.paired(row),
            ("treasures" if self.europe else "activities"): self.chosen_points(number, seat),
        }
        return {**points, "total": sum(points.values())}

    def rounds(self) -> dict[str, list[dict[str, int]]]:
        return {str(seat): [self.round(n, seat) for n in range(len(self.history))] for seat in self.seats}

    def scores(self) -> dict[str, dict[str, int]]:
        """The whole game so far."""
        return {
            seat: {name: sum(each[name] for each in rounds) for name in rounds[0]}
            for seat, rounds in self.rounds().items()
        }

    def winners(self) -> list[int]:
        table = self.scores()
        places = {seat: (table[str(seat)]["total"], table[str(seat)]["throw_catch"]) for seat in self.seats}
        return sorted(seat for seat in self.seats if places[seat] == max(places.values()))

    def payouts(self, condition: int, unit: int) -> dict[str, int]:
        """Equal shares in whole units; the rest goes to the first winner in the order of the seats."""
        pot, won = condition * len(self.seats), self.winners()
        share = pot // len(won) - pot // len(won) % unit
        paid = dict.fromkeys(won, share)
        first = next(seat for seat in self.seats if seat in won)
        paid[first] += pot - share * len(won)
        return {str(seat): cents for seat, cents in sorted(paid.items()) if cents}
