"""The end of a game: points by animal and for sets of boomerangs, the winner, and how a tie was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.screens.boomerang_hunt.pictures import ANIMALS
from tables.screens.places import Place
from tables.variants.boomerang_hunt.deck import SPECIES, species_of


@dataclass(frozen=True)
class Points:
    """A cell: how many cards of an animal (or boomerangs) there are, and the points they bring."""

    thing: str
    count: int
    points: int


@dataclass(frozen=True)
class Row:
    place: Place
    animals: list[Points]
    boomerangs: Points
    total: int
    won: bool


@dataclass(frozen=True)
class Score:
    """`species` heads the columns as (key, name); `tie` says how a tie on points was broken, "" for none."""

    species: list[tuple[str, str]]
    rows: list[Row]
    tie: str


def final_score(felt: Mapping[str, Any], places: Mapping[int, Place], winners: tuple[int, ...]) -> Score:
    """The score of a game that is over by its rules, the seats as they sit."""
    rows = []
    for seat, points in felt["scores"].items():
        held = Counter(map(species_of, felt["captured"][seat]))
        rows.append(
            Row(
                places[int(seat)],
                [Points(name, held[name], points[name]) for name in SPECIES],
                Points("boomerang", felt["boomerangs"][seat], points["boomerangs"]),
                points["total"],
                int(seat) in winners,
            )
        )
    return Score([(name, str(ANIMALS[name])) for name in SPECIES], rows, tie_of(felt))


def tie_of(felt: Mapping[str, Any]) -> str:
    """How a tie on points is broken, "" where there is none."""
    totals = {seat: points["total"] for seat, points in felt["scores"].items()}
    best = max(totals.values())
    tied = [seat for seat, total in totals.items() if total == best]
    if len(tied) < 2:
        return ""
    stock = felt["boomerangs"]
    most = max(stock[seat] for seat in tied)
    leaders = [seat for seat in tied if stock[seat] == most]
    if len(leaders) > 1:
        return _("Seats {seats} tie at {points} points and {n} boomerangs: they share.").format(
            seats=", ".join(leaders), points=best, n=most
        )
    return _("Seats {seats} tie at {points} points: seat {seat} has more boomerangs, {n}.").format(
        seats=", ".join(tied), points=best, seat=leaders[0], n=most
    )
