"""The camp as everybody sees it: the cord with its cards, the hunters round it, what the last tokens brought."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.screens.boomerang_hunt.pictures import ANIMALS, LANDS, Animal, Land
from tables.screens.boomerang_hunt.score import Score, final_score
from tables.screens.places import Place
from tables.screens.seen import Seen
from tables.variants.boomerang_hunt.deck import HOUSE_SET, SPECIES, TERRITORIES, species_of, territories_of

FACE_DOWN = "back"


@dataclass(frozen=True)
class Held:
    """How many of an animal a hunter has captured; `leads`: nobody has more."""

    species: str
    count: int
    leads: bool

    @property
    def name(self) -> str:
        return str(ANIMALS[self.species])


@dataclass(frozen=True)
class Hunter:
    """A hunter at the table. `key` is the look that goes with the word `state`; `token` is "" for none, `back` for one
    that lies face down, else the territory that was revealed. `place_out` counts who has stopped, from 1.
    """

    place: Place
    boomerangs: int = 0
    held: list[Held] = field(default_factory=list)
    key: str = "live"
    state: str = ""
    token: str = ""
    first: bool = False
    place_out: int = 0
    points: int = 0

    @property
    def token_name(self) -> str:
        return str(LANDS[self.token]) if self.token in LANDS else ""


@dataclass(frozen=True)
class Reveal:
    """A token that was revealed, and what it took; `order` counts from 1, the last hunter's."""

    order: int
    place: Place
    land: Land
    cards: list[Animal]

    @property
    def took(self) -> list[Held]:
        """What it took, counted by animal."""
        counts = Counter(card.species for card in self.cards)
        return [Held(species, counts[species], False) for species in SPECIES if counts[species]]


def hunt_of(seen: Seen, places: list[Place]) -> dict[str, Any]:
    """What every screen of the game shows: the felt."""
    felt = seen.felt
    by_number = {place.number: place for place in places}
    shown = {name for text in felt["shown"] for name in territories_of(text)}
    over = bool(felt["captures"]) and seen.over
    reveals = felt["captures"] or (felt["before"] if felt["actor"] is None else [])
    return {
        "hunters": [_hunter(seen, by_number[seat]) for seat in seen.seats],
        "others": [place for place in places if (place.taken or place.reserved) and not place.in_hand],
        "round": felt["round"],
        "pile": felt["pile"],
        "circle": felt["circle"],
        "cord": _cord(seen),
        "lands": [Land(name, name in shown) for name in TERRITORIES],
        "seen_lands": len(shown),
        "reveals": [
            Reveal(
                at, by_number[one["seat"]], Land(one["territory"]), [Animal(card) for card in one["cards"]]
            )
            for at, one in enumerate(reveals, start=1)
        ],
        "reveal_round": felt["round"] if felt["captures"] else felt["round"] - 1,
        "score": _score(seen, by_number) if over else None,
        "house_set": HOUSE_SET,
        "posting": seen.phase == "posting",
        "choosing": seen.choosing,
        "chosen": len(felt["chosen"]),
        "of": len(seen.seats),
    }


def _cord(seen: Seen) -> list[Animal]:
    """The cards beside the cord, each with the action that turned it up."""
    came = {move.text.removeprefix("draw "): move.n for move in seen.moves if move.kind == "chance"}
    return [Animal(text, came.get(text, 0)) for text in seen.felt["shown"]]


def _score(seen: Seen, places: dict[int, Place]) -> Score | None:
    return final_score(seen.felt, places, seen.winners) if not seen.felt["pile"] else None


def counts_of(felt: dict[str, Any]) -> dict[str, Counter[str]]:
    """By seat, how many of each animal it has captured."""
    return {seat: Counter(map(species_of, cards)) for seat, cards in felt["captured"].items()}


def _hunter(seen: Seen, place: Place) -> Hunter:
    felt, seat = seen.felt, str(place.number)
    counts = counts_of(felt)
    most = {name: max(held[name] for held in counts.values()) for name in SPECIES}
    key, state = _state(seen, place)
    token = felt["tokens"].get(seat, "") if felt["captures"] else ""
    if not token and place.number in felt["chosen"]:
        token = FACE_DOWN
    stopped = felt["stopped"]
    return Hunter(
        place,
        boomerangs=felt["boomerangs"][seat],
        held=[Held(name, counts[seat][name], 0 < counts[seat][name] == most[name]) for name in SPECIES],
        key=key,
        state=state,
        token=token,
        first=place.number == felt["first"],
        place_out=stopped.index(place.number) + 1 if place.number in stopped else 0,
        points=felt["scores"][seat]["total"],
    )


def _state(seen: Seen, place: Place) -> tuple[str, str]:
    """The look and the word for where a hunter stands."""
    felt, seat = seen.felt, place.number
    if seen.over:
        return ("won", _("wins")) if seat in seen.winners else ("live", "")
    if seen.phase == "posting":
        return ("due", _("to post")) if place.due else ("posted", _("posted"))
    if seat in felt["stopped"]:
        return "out", _("stopped {n}").format(n=felt["stopped"].index(seat) + 1)
    if seat == felt["actor"]:
        return "acts", _("to act")
    if felt["actor"] is not None:
        return "live", _("hunts")
    if not felt["chosen"] and not seen.choosing:
        return "live", ""
    return ("chosen", _("chosen")) if seat in felt["chosen"] else ("acts", _("chooses"))
