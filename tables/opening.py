"""Opening a hand and dealing a void one again: what the hand freezes, and the hand before it closed."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any

from audit.services import Entry, Log
from fees.selectors import frozen_row
from tables.game import registry
from tables.game.actions import Room, carried, carry_in, closing, seat_limits
from tables.game.base import Draw, Drawn, Refused
from tables.game.hand import Fact, Hand, opened
from tables.game.records import set_up
from tables.game.shoe import SEED_BYTES, commitment, drawn
from tables.models import Seat, ShoeSeed, Table


class Opener:
    """What the house answers to a hand while one command runs under the table's lock."""

    def __init__(
        self,
        row: Table,
        hand: Hand | None,
        log: Log,
        reason: str,
        rule: str,
        *,
        read_by_shoe: bool = False,
    ) -> None:
        self.row = row
        self.hand = hand
        self._log = log
        self._reason = reason
        self._rule = rule
        self._read_by_shoe = read_by_shoe

    def seated(self, *, dealt_in: bool = False) -> dict[int, str]:
        """Player by seat, those alone who want the next hand if `dealt_in`."""
        seats = Seat.objects.filter(table=self.row, reserved=False).order_by("number")
        return {seat.number: seat.player for seat in seats if seat.dealt_in or not dealt_in}

    def room(self) -> Room:
        """What the open hand may ask of the house."""
        return Room(
            reason=self._reason,
            rule=self._rule,
            seated=self.seated(),
            fee_row=self._fee_row,
            shoe=self._drawn if self.hand is not None and self.hand.electronic else None,
            box=self.row.box,
            read_by_shoe=self._read_by_shoe,
        )

    def close_last(self) -> list[Entry]:
        """The facts that end the hand before. Raises Refused (`hand_open`) while it is not finished."""
        if self.hand is None or self.hand.closed:
            return []
        return entries_of(self.hand, closing(self.hand, self._revealed()))

    def open(self) -> list[Entry]:
        """A hand for the seats that are in, with everything frozen. Raises Refused."""
        row, condition = self.row, self.row.condition
        if not row.is_open or condition is None:
            raise Refused("table_closed", "The table is closed: the floor opens it with a condition.")
        if row.source == Table.Source.PAD and registry.get(row.variant).needs_shoe:
            raise needs_shoe()
        entries = self.close_last()
        seated = self.seated(dealt_in=True)
        seats = tuple(seated)
        seat_limits(seats, condition.min_seats, condition.max_seats)
        opening = {
            "variant": row.variant,
            "condition": condition.amount,
            "cheque_value": condition.cheque_value,
            "min_seats": condition.min_seats,
            "max_seats": condition.max_seats,
            "seats": list(seats),
            "players": {str(seat): player for seat, player in seated.items()},
            "setup": {"first": row.first} if row.first is not None else {},
            "fee": dict(self._fee_row(len(seats))),
            "rules": {**row.rules, "odd_chip_unit": condition.odd_chip_unit},
            "carried_from": None,
        }
        return entries + self._opened("open", opening, len(entries))

    def redeal(self) -> list[Entry]:
        """The void hand again: same seats, posts and the one fee. Raises Refused."""
        old = self.hand
        if old is None or old.closed:
            raise Refused("no_redeal", "There is no void hand to deal again.")
        unnamed, done = carried(old, "redeal", "")
        last = closing(done, self._revealed())
        count = len(unnamed) + len(last)
        facts = carried(old, "redeal", self._id(count))[0] + last
        opening = {
            **old.opening,
            "seats": list(old.seats),
            "players": dict(old.players),
            "fee": dict(old.fee),
        }
        opened_now = self._opened(None, {**opening, "carried_from": old.id}, count)
        posts, dealt_again = carry_in(opened(opened_now[0].data), old)
        return entries_of(old, facts) + opened_now + entries_of(dealt_again, posts)

    def _opened(self, text: str | None, opening: dict[str, Any], before: int) -> list[Entry]:
        row, hand = self.row, self._id(before)
        variant = registry.get(opening["variant"])
        setup = set_up(
            variant,
            seats=opening["seats"],
            condition=opening["condition"],
            rules=opening["rules"],
            extra=opening["setup"],
        )
        electronic = row.source == Table.Source.ELECTRONIC
        seed = self._new_seed(hand) if electronic else None
        frozen = {
            **opening,
            "n": 1,
            "text": text,
            "hand": hand,
            "rules": setup.rules.composed(),
            "rules_version": variant.rules_version,
            "drop_when": row.drop_when,
            "source": row.source,
            "shuffle": "electronic" if electronic else row.shuffle,
            "deck": "" if electronic else row.deck,
            "commitment": None if seed is None else commitment(seed, hand),
            "piles": {pile: list(cards) for pile, cards in variant.piles(setup).items()}
            if electronic
            else {},
            "box": row.box,
            "shift": row.shift,
        }
        return [Entry("hand.opened", frozen, hand)]

    def _id(self, before: int) -> str:
        """The name of a hand whose `hand.opened` is written after `before` other events of this command."""
        return f"{self.row.stream}/{self._log.seq + before + 1}"

    def _new_seed(self, hand: str) -> bytes:
        return bytes(ShoeSeed.objects.create(hand=hand, seed=secrets.token_bytes(SEED_BYTES)).seed)

    @cached_property
    def _seed(self) -> bytes:
        """The seed of the open hand's electronic shoe."""
        assert self.hand is not None
        return bytes(ShoeSeed.objects.get(hand=self.hand.id).seed)

    def _drawn(self, draw: Draw) -> tuple[str, Drawn]:
        return drawn(self._seed, draw)

    def _revealed(self) -> str | None:
        """The seed in hex, to be published; None where cards came from a physical deck."""
        return self._seed.hex() if self.hand is not None and self.hand.electronic else None

    def _fee_row(self, players: int) -> dict[str, Any]:
        """The approved fee row for a hand of this condition. Raises Refused where there is none."""
        if self.hand is not None and self.hand.seats_open:
            found = frozen_row(self.hand.condition, players, self.hand.fee["schedule"])
        else:
            assert self.row.condition is not None
            found = frozen_row(self.row.condition.amount, players)
        if found is None:
            raise Refused(
                "no_fee_row",
                "No approved fee schedule has a row for this condition with {players} players: no hand without it.",
                players=players,
            )
        return dict(found)


def needs_shoe() -> Refused:
    return Refused(
        "needs_shoe", "In this game some cards are secret: a shoe deals them, electronic or one that reads."
    )


def entries_of(hand: Hand, facts: list[Fact]) -> list[Entry]:
    """Facts of a hand as the log takes them."""
    return [Entry(fact.type, fact.data, hand.id) for fact in facts]
