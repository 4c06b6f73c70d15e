"""Boomerang Poker once more, slow and plain, from the rules alone: what may be done, who acts, what it comes to.

It shares no line with the product: cards are texts, hands are compared as lists of ranks, everything is counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = [rank + suit for rank in RANKS for suit in SUITS]


def by_significance(cards: Iterable[str]) -> list[str]:
    """A hand's cards with the most significant first; of equal rank the better suit first."""
    held = list(cards)
    times = Counter(card[0] for card in held)
    held.sort(key=lambda c: (times[c[0]], RANKS.index(c[0]), SUITS.index(c[1])), reverse=True)
    if [card[0] for card in held] == list("A5432"):
        held = held[1:] + held[:1]
    return held


def strength(cards: Iterable[str]) -> tuple[int, list[int]]:
    """Category 0-8 and ranks by significance; more cards of the same beginning are more."""
    held = by_significance(cards)
    ranks = [RANKS.index(card[0]) for card in held]
    pattern = sorted(Counter(ranks).values(), reverse=True)
    five = len(held) == 5
    run = five and (ranks == list(range(ranks[0], ranks[0] - 5, -1)) or [c[0] for c in held] == list("5432A"))
    flush = five and len({card[1] for card in held}) == 1
    if run and flush:
        category = 8
    elif pattern[0] == 4:
        category = 7
    elif pattern == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif run:
        category = 4
    elif pattern[0] == 3:
        category = 3
    elif pattern[:2] == [2, 2]:
        category = 2
    else:
        category = int(pattern[0] == 2)
    return category, ranks


class SlowPoker:
    """A game as it stands. `can` says whether a text is legal, `do` plays a legal one."""

    def __init__(self, seats: Iterable[int], condition: int, rules: Mapping[str, object]) -> None:
        self.seats = list(seats)
        self.condition = condition
        self.tie_stays = rules.get("tie_after_draw", "live") == "live"
        self.split_at_once = rules.get("tied_finish", "split") == "split"
        self.next_off_deck = rules.get("overdealt_card", "dead") == "next"
        self.unit = int(str(rules.get("odd_chip_unit", 100)))
        self.cards: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.out: dict[int, str] = {}
        self.paid_cards: Counter[int] = Counter()
        self.buys: list[int] = []
        self.gone: list[str] = []
        self.waiting: str | None = None
        self.buyer: int | None = None
        self.still_owed = 0
        self.target: int | None = None
        self.named: int | None = None
        self.beat_just_now = False
        self.misdeal_possible = True
        self.winners: list[int] | None = None
        self.award: dict[int, int] | None = None
        self.void: str | None = None

    # What can be seen.

    def seen(self) -> set[str]:
        on_table = {card for hand in self.cards.values() for card in hand} | set(self.gone)
        return on_table | ({self.waiting} if self.waiting else set())

    def stub(self) -> int:
        return 52 - len(self.seen()) + (self.waiting is not None)

    def dealt(self) -> bool:
        return all(len(hand) >= 2 for hand in self.cards.values())

    def ended(self) -> bool:
        return not (self.winners is None and self.award is None and self.void is None)

    def live_upwards(self) -> list[int]:
        live = [seat for seat in self.seats if seat not in self.out]

        def place(seat: int) -> tuple[object, ...]:
            suits = [SUITS.index(card[1]) for card in by_significance(self.cards[seat])]
            return (*strength(self.cards[seat]), suits)

        return sorted(live, key=place)

    def to_act(self) -> int | None:
        if self.ended() or not self.dealt() or self.still_owed:
            return None
        upwards = self.live_upwards()
        if len(upwards) < 2:
            return None
        return upwards[0] if self.named is None else self.named

    def prompt(self) -> dict[str, object] | None:
        seat = self.to_act()
        if seat is None:
            return None
        upwards = self.live_upwards()
        most = min(5 - len(self.cards[seat]), self.stub())
        options = ["fold", *(f"buy {n}" for n in (1, 2, 3) if n <= most)]
        return {"seat": seat, "to_beat": upwards[upwards.index(seat) + 1], "options": options}

    def posted(self) -> dict[int, int]:
        return {seat: self.condition + self.condition * self.paid_cards[seat] for seat in self.seats}

    def paid(self) -> dict[int, int]:
        if self.void is not None:
            return {}
        if self.award is not None:
            return self.award
        if self.winners is None:
            return {}
        units = sum(self.posted().values()) // len(self.winners) // self.unit
        each = dict.fromkeys(self.winners, units * self.unit)
        last = (
            [seat for seat in self.buys if seat in self.winners][-1]
            if len(self.winners) > 1
            else self.winners[0]
        )
        each[last] += sum(self.posted().values()) - sum(each.values())
        return each

    # What may be done.

    def can(self, text: str) -> bool:
        first, *rest = text.split(" ")
        if self.void is not None or first == "void":
            return self.void is None
        if first == "award":
            return self.can_award(rest[::2], rest[1::2])
        if self.ended() and first not in ("restore", "kill", "extra"):
            return False
        if first in ("card", "scrap", "deal", "extra", "misdeal"):
            return self.can_happen(first, rest)
        if not self.dealt() or self.still_owed:
            return False
        seat = int(rest[0] if first in ("turn", "restore", "kill") else first)
        if seat not in self.seats:
            return False
        if first in ("turn", "restore", "kill"):
            return self.can_rule(first, seat)
        prompt = self.prompt()
        asked = prompt is not None and prompt["seat"] == seat and " ".join(rest) in str(prompt["options"])
        return seat not in self.out and (rest == ["fold"] or asked)

    def can_award(self, seats: list[str], cents: list[str]) -> bool:
        to, amounts = {int(seat) for seat in seats}, [int(amount) for amount in cents]
        whole = sum(amounts) == sum(self.posted().values()) and min(amounts) > 0
        return whole and len(to) == len(seats) and to <= set(self.seats)

    def can_happen(self, word: str, cards: list[str]) -> bool:
        if word == "misdeal":
            return self.misdeal_possible
        if word == "deal":
            seat, *cards = cards
            if self.cards.get(int(seat), ["no such seat"]) or len(set(cards)) == 1:
                return False
        if set(cards) & self.seen():
            return False
        if word == "extra":
            return self.beat_just_now and self.award is None
        return self.stub() > 0 and (not self.dealt() or self.still_owed > 0)

    def can_rule(self, word: str, seat: int) -> bool:
        if word == "restore":
            return self.out.get(seat, "exhausted") != "exhausted"
        if word == "kill" or seat in self.out:
            return word == "kill" and seat not in self.out
        return len(self.cards[seat]) < 5 and self.live_upwards()[-1] != seat

    # What is done.

    def do(self, text: str) -> None:
        first, *rest = text.split(" ")
        beaten, self.beat_just_now = self.beat_just_now, False
        if first in ("void", "misdeal"):
            self.void = first
        elif first == "award":
            self.award = {int(s): int(c) for s, c in zip(rest[::2], rest[1::2], strict=True)}
            self.beat_just_now = beaten
        elif first in ("card", "deal", "scrap", "extra"):
            self.happen(first, rest)
        elif first in ("turn", "restore", "kill"):
            self.rule(first, int(rest[0]))
        elif rest == ["fold"]:
            self.out[int(first)] = "folded"
            self.misdeal_possible = False
        else:
            self.buy(int(first), int(rest[1]))
        self.follow()

    def happen(self, word: str, cards: list[str]) -> None:
        if word == "deal":
            self.cards[int(cards[0])] = cards[1:]
        elif word == "scrap" or (word == "extra" and not self.next_off_deck):
            self.gone.append(cards[0])
        elif word == "extra":
            self.waiting = cards[0]
        elif self.dealt():
            self.receive(cards[0])
        else:
            fewest = min(len(hand) for hand in self.cards.values())
            next(hand for hand in self.cards.values() if len(hand) == fewest).append(cards[0])

    def rule(self, word: str, seat: int) -> None:
        if word == "turn":
            self.named = self.named if seat == self.to_act() else seat
            return
        self.winners = self.award = None
        if word == "kill":
            self.out[seat] = "killed"
        else:
            del self.out[seat]

    def buy(self, seat: int, count: int) -> None:
        upwards = self.live_upwards()
        self.paid_cards[seat] += count
        self.buys.append(seat)
        self.buyer, self.still_owed, self.target = seat, count, upwards[upwards.index(seat) + 1]
        self.named = None
        if self.waiting is not None:
            card, self.waiting = self.waiting, None
            self.receive(card)

    def receive(self, card: str) -> None:
        assert self.buyer is not None
        assert self.target is not None
        self.misdeal_possible = False
        self.cards[self.buyer].append(card)
        self.still_owed -= 1
        mine, theirs = strength(self.cards[self.buyer]), strength(self.cards[self.target])
        if mine > theirs:
            self.still_owed = 0
            self.beat_just_now = True
        elif self.still_owed == 0 and not (mine == theirs and self.tie_stays):
            self.out[self.buyer] = "failed"

    def follow(self) -> None:
        """What happens by itself."""
        while not self.ended() and self.dealt() and not self.still_owed:
            upwards = self.live_upwards()
            named = self.named
            if named is not None and (
                named not in upwards or len(self.cards[named]) == 5 or upwards[-1] == named
            ):
                self.named = None
            if not upwards:
                return
            if len(upwards) == 1:
                self.winners = upwards
                return
            held = len(self.cards[upwards[0]])
            if all(strength(self.cards[seat]) == strength(self.cards[upwards[0]]) for seat in upwards):
                if held == 5 or (self.split_at_once and held > 2):
                    self.winners = sorted(upwards)
                return
            if held < 5:
                return
            self.out[upwards[0]] = "exhausted"
