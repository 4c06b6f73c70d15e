"""The end of a game of Boomerang: points by animal and for sets of boomerangs, and who has won. Pure."""

from __future__ import annotations

from collections import Counter

from tables.variants.boomerang_hunt.camp import SET, Camp
from tables.variants.boomerang_hunt.deck import SPECIES, species_of


def counts(state: Camp) -> dict[int, Counter[str]]:
    """How many cards of each animal every seat has captured."""
    return {
        seat: Counter(species_of(card) for card in state.captured.get(seat, ())) for seat in state.setup.seats
    }


def scores(state: Camp) -> dict[int, dict[str, int]]:
    """Points as they stand: most of an animal scores its cards, for all who tie; six boomerangs are a point."""
    held = counts(state)
    most = {name: max(counter[name] for counter in held.values()) for name in SPECIES}
    table = {}
    for seat, mine in held.items():
        points = {name: mine[name] if mine[name] == most[name] else 0 for name in SPECIES}
        points["boomerangs"] = state.boomerangs[seat] // SET
        table[seat] = {**points, "total": sum(points.values())}
    return table


def winners(state: Camp) -> tuple[int, ...]:
    """Most points; of those who tie, most boomerangs; still tied, they share."""
    table = scores(state)

    def place(seat: int) -> tuple[int, int]:
        return table[seat]["total"], state.boomerangs[seat]

    best = max(place(seat) for seat in state.setup.seats)
    return tuple(sorted(seat for seat in state.setup.seats if place(seat) == best))
