"""Boomerang: Australia and Boomerang: Europe: seven cards pass around, one is kept of each, and rows are scored.

One engine with two editions as data. Source: the published rules; where they are silent or contradict each other, the
rulings named beside each part. Pure: no Django, no clock, no random.
"""

from __future__ import annotations

from math import ceil
from typing import Any, ClassVar

from tables.game.base import Draw, Event, Prompt, Setup, Variant, Verb, Won
from tables.variants.boomerang_draft import checks, events, scoring
from tables.variants.boomerang_draft.editions import AUSTRALIA, EUROPE, SEATS, Edition
from tables.variants.boomerang_draft.journey import (
    HAND,
    ROUNDS,
    SKIP,
    DraftRules,
    EuropeRules,
    Journey,
    deck_pile,
    first_pile,
    undealt_pile,
)
from tables.variants.boomerang_draft.view import rounds, totals, view


class Draft(Variant[Journey]):
    """What both editions have in common; `edition` is the data in which they differ."""

    edition: ClassVar[Edition]
    seats = SEATS
    rules = DraftRules
    own_screens = True
    events = (
        *(events.HandDealt, events.Picked, events.Laid, events.HandsPassed, events.RowCompleted),
        *(events.Chosen, events.RoundScored, events.RoundBegun, events.PileFormed),
    )
    table = {"deal": Verb(checks.check_deal, checks.DEAL_FORM, chance=True, secret=True)}

    def start(self, setup: Setup) -> Journey:
        journey = Journey(setup, edition=self.edition)
        return journey.but(piles=first_pile(self.edition, journey.rules(), 1))

    def consequence(self, state: Journey) -> Event | None:
        """What follows once all have picked, when the rows are complete, and once all have chosen what they score."""
        if state.over:
            return None
        if deck_pile(state.round) not in state.piles:
            return _pile(state)
        if state.dealing or (state.picking and len(state.picks) < len(state.setup.seats)):
            return None
        if state.picking:
            face_down = (s for s in state.setup.seats if len(state.rows[s]) < state.step - 1)
            seat = next(face_down, None)
            return events.HandsPassed() if seat is None else events.Laid(seat, state.picks[seat])
        if not state.revealed:
            seat = next(s for s in state.setup.seats if len(state.rows[s]) < HAND)
            return events.RowCompleted(seat, state.throws[seat], *state.hands[seat])
        return None if state.choosing else _round_over(state)

    def prompts(self, state: Journey) -> list[Prompt]:
        if state.picking:
            waiting = [seat for seat in state.setup.seats if seat not in state.picks]
            return [
                Prompt(seat, tuple(f"pick {card}" for card in state.hands[seat]), secret=True)
                for seat in waiting
            ]
        if state.choosing:
            return [_choice(state, seat) for seat in state.setup.seats if seat not in state.choices]
        return []

    def chance(self, state: Journey) -> Draw | None:
        """A hand of seven for the next seat; what comes first, because it was undealt, is dealt around evenly."""
        if not state.dealing:
            return None
        waiting = [seat for seat in state.setup.seats if seat not in state.dealt]
        first = undealt_pile(state.round)
        early = ceil(len(state.left(first)) / len(waiting)) if first in state.piles else 0
        draw = None
        for pile, take in ((deck_pile(state.round), HAND - early), (first, early)):
            if take:
                left = state.left(pile)
                gone = len(state.piles[pile]) - len(left)
                draw = Draw(pile, left, gone, None, f"deal {waiting[0]} {{}}", take, then=draw)
        return draw

    def awaiting(self, state: Journey) -> dict[str, Any] | None:
        """What is left counts all undealt cards: how many of each pile lie in a hand is secret."""
        awaited = super().awaiting(state)
        if awaited is None or "draw" not in awaited:
            return awaited
        left = len(state.edition.deck.sites) - HAND * len(state.dealt)
        return {"draw": deck_pile(state.round), "remaining": left, "seat": None}

    def stuck(self, state: Journey) -> str | None:
        return None

    def posted(self, state: Journey) -> dict[int, int]:
        return dict.fromkeys(state.setup.seats, state.setup.condition)

    def piles(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        """The whole deck anew for every round. A pile that depends on what was undealt is told when it is formed."""
        rules = self.start(setup).rules()
        first = [first_pile(self.edition, rules, n) for n in range(1, ROUNDS + 1)]
        return {pile: cards for piles in first for pile, cards in piles.items()}

    def view(self, state: Journey, viewer: int | str) -> dict[str, Any]:
        return view(state, viewer)

    def outcome(self, state: Journey) -> dict[str, Any]:
        return {"scores": totals(state), "rounds": rounds(state)}


def _pile(state: Journey) -> Event:
    """With `undealt_first`: the cards that nobody had are a pile of their own, the others lie below them."""
    undealt, name = state.undealt(), undealt_pile(state.round)
    if undealt and name not in state.piles:
        return events.PileFormed(name, undealt)
    others = tuple(card for card in state.edition.deck.sites if card not in undealt)
    return events.PileFormed(deck_pile(state.round), others)


def _round_over(state: Journey) -> Event:
    """All have chosen: every seat's round is written down, then comes the next round, or the end."""
    for seat in state.setup.seats:
        if len(state.sheets.get(seat, ())) < state.round:
            return events.RoundScored.of(seat, scoring.line(state, seat))
    if state.round < ROUNDS:
        return events.RoundBegun(state.round + 1)
    won = scoring.winners(state)
    return Won(won, next(seat for seat in state.setup.seats if seat in won))


def _choice(state: Journey, seat: int) -> Prompt:
    """What a seat may score in this round; the rest is closed with its reason."""
    shut = {
        f"{state.edition.icon} {icon}": checks.icon_used(state, seat, icon)
        or checks.icon_lacking(state, seat, icon)
        for icon in state.edition.icons
    }
    shut[SKIP] = checks.skip_closed(state, seat)
    options = tuple(option for option, why in shut.items() if why is None)
    closed = tuple((option, why) for option, why in shut.items() if why is not None)
    return Prompt(seat, options, closed=closed, secret=True)


class BoomerangAustralia(Draft):
    key = "boomerang_australia"
    name = "Boomerang: Australia"
    edition = AUSTRALIA
    sources = ("Boomerang: Australia, the publisher's rules and printed deck",)
    seat = {
        "pick": Verb(checks.check_pick, "5 pick A", secret=True),
        "activity": Verb(checks.check_icon, "5 activity swimming", secret=True),
        "skip": Verb(checks.check_skip, "5 skip", secret=True),
    }


class BoomerangEurope(Draft):
    key = "boomerang_europe"
    name = "Boomerang: Europe"
    rules = EuropeRules
    edition = EUROPE
    sources = ("Boomerang: Europe, rules by the publisher", "Stand-in deck of our own: 28 cards")
    seat = {
        "pick": Verb(checks.check_pick, "5 pick A", secret=True),
        "treasure": Verb(checks.check_icon, "5 treasure nature", secret=True),
        "skip": Verb(checks.check_skip, "5 skip", secret=True),
    }


VARIANTS = (BoomerangAustralia(), BoomerangEurope())
