"""Boomerang (Ehrhard/Lalet): hunters choose a territory in secret, outstay each other with boomerangs, and capture.

Source: the published rules of the game; where they are silent, the rulings named beside each part. Pure: no Django, no
clock, no random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tables.game.base import Draw, Event, Prompt, Refused, Rules, Setup, Variant, Verb, Won
from tables.variants.boomerang_hunt import checks, events, scoring
from tables.variants.boomerang_hunt.camp import BOOMERANGS, Camp, HuntRules
from tables.variants.boomerang_hunt.deck import TERRITORIES, WHOLE_DECK, checked, territories_of

CHOICES = tuple(f"choose {territory}" for territory in TERRITORIES)


class BoomerangHunt(Variant[Camp]):
    key = "boomerang_hunt"
    name = "Boomerang (Ehrhard & Lalet)"
    seats = range(3, 6)
    rules = HuntRules
    own_screens = True
    names_first = True
    sources = ("Boomerang, rules by Ehrhard and Lalet", "House component set: 54 cards")
    events = (
        *(events.Turned, events.Chosen, events.Thrown, events.StoppedHunting),
        *(events.Captured, events.RoundBegun),
    )
    table = {"draw": Verb(checks.check_draw, "draw fish water forest", chance=True)}
    seat = {
        "choose": Verb(checks.check_choose, "5 choose desert", secret=True),
        "throw": Verb(checks.check_throw, "5 throw"),
        "stop": Verb(checks.check_stop, "5 stop"),
    }

    def setup(self, seats: Sequence[int], condition: int, rules: Rules, extra: Mapping[str, object]) -> Setup:
        """`deck` lists another set of cards, `first` names the first hunter. Raises Refused."""
        kept: dict[str, object] = {}
        for name, value in extra.items():
            if name == "deck":
                kept["deck"] = list(checked(value))
            elif name == "first":
                if type(value) is not int or value not in seats:
                    raise Refused("bad_first", "'first' is one of the seats that are dealt in.")
                kept["first"] = value
            else:
                raise Refused("unknown_setup", "This game has no set-up {name!r}.", name=name)
        return Setup(tuple(seats), condition, rules, kept)

    def start(self, setup: Setup) -> Camp:
        listed = setup.extra.get("deck")
        deck = checked(listed) if listed is not None else WHOLE_DECK
        first = setup.extra.get("first", setup.seats[0])
        assert isinstance(first, int)
        return Camp(
            setup,
            deck=deck,
            left=deck,
            boomerangs=dict.fromkeys(setup.seats, BOOMERANGS),
            first=first,
            turn=first,
        )

    def consequence(self, state: Camp) -> Event | None:
        """When one hunter is left all tokens are revealed, his first; then comes the next round, or the end."""
        if state.over or len(state.hunters) > 1 or len(state.chosen) < len(state.setup.seats):
            return None
        order = (*state.hunters, *reversed(state.stopped))
        if len(state.captures) < len(order):
            seat = order[len(state.captures)]
            territory = state.chosen[seat]
            taken = tuple(card for card in state.shown if territory in territories_of(card))
            return events.Captured(seat, territory, taken)
        if state.left:
            return events.RoundBegun(order[0])
        won = scoring.winners(state)
        opened = state.setup.extra.get("first", state.setup.seats[0])
        assert isinstance(opened, int)
        return Won(won, next(seat for seat in state.clockwise(opened) if seat in won))

    def prompts(self, state: Camp) -> list[Prompt]:
        if state.choosing:
            waiting = (seat for seat in state.clockwise(state.first) if seat not in state.chosen)
            return [Prompt(seat, CHOICES, secret=True) for seat in waiting]
        seat = state.actor
        if seat is None:
            return []
        shut = {"throw": checks.throw_closed(state, seat), "stop": checks.stop_closed(state, seat)}
        options = tuple(option for option, why in shut.items() if why is None)
        return [Prompt(seat, options, closed=tuple((o, why) for o, why in shut.items() if why is not None))]

    def chance(self, state: Camp) -> Draw | None:
        if not state.revealing:
            return None
        return Draw("deck", state.left, len(state.deck) - len(state.left), None, "draw {}")

    def stuck(self, state: Camp) -> str | None:
        return None

    def posted(self, state: Camp) -> dict[int, int]:
        return dict.fromkeys(state.setup.seats, state.setup.condition)

    def piles(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        return {"deck": self.start(setup).deck}

    def view(self, state: Camp, viewer: int | str) -> dict[str, Any]:
        """All is public but the tokens of the round, which their owners alone see until they are revealed."""
        revealed = {capture.seat: capture.territory for capture in state.captures}
        seen = state.chosen if viewer == "all" else {**revealed, **_own(state, viewer)}
        return {
            "round": state.round,
            "first": state.first,
            "actor": state.actor,
            "shown": list(state.shown),
            "pile": len(state.left),
            "circle": state.circle,
            "boomerangs": _by_seat(state.boomerangs),
            "chosen": [seat for seat in state.setup.seats if seat in state.chosen],
            "tokens": _by_seat(seen),
            "stopped": list(state.stopped),
            "captured": {str(seat): list(state.captured.get(seat, ())) for seat in state.setup.seats},
            "captures": [_capture(capture) for capture in state.captures],
            "before": [_capture(capture) for capture in state.before],
            "scores": _by_seat(scoring.scores(state)),
        }

    def outcome(self, state: Camp) -> dict[str, Any]:
        return {"scores": _by_seat(scoring.scores(state)), "boomerangs": _by_seat(state.boomerangs)}


def _own(state: Camp, viewer: int | str) -> dict[int, str]:
    return {seat: token for seat, token in state.chosen.items() if seat == viewer}


def _by_seat(values: Mapping[int, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in values.items()}


def _capture(capture: Any) -> dict[str, Any]:
    return {"seat": capture.seat, "territory": capture.territory, "cards": list(capture.cards)}


VARIANT = BoomerangHunt()
