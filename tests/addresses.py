"""Every address of the room, and what is asked for at it: a table by the names of the routes, so that an address that
is new has to be entered here before anything passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tables.screens.offers import HOUSE_PANELS

WRONG_CODE = "333333"


@dataclass(frozen=True)
class Ask:
    """One request. `form` makes it a POST, `json` one with a body of JSON; `script`: as a script of the page asks."""

    name: str
    path: str
    form: Mapping[str, object] | None = None
    json: bool = False
    script: bool = False
    seat: int | None = None


@dataclass(frozen=True)
class Place:
    """What addresses are made from: a table and its hand as they stand. `panels` are a console's queries, `orders` what
    a person of the house sends and `choices` what the screen of a seat sends, each a form by its name.
    """

    number: int
    key: str
    hand: str
    seats: tuple[int, ...]
    seqs: tuple[int, ...]
    panels: tuple[str, ...]
    orders: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def at(place: Place, name: str, *args: object, query: str = "", **about: object) -> Ask:
    return Ask(f"{name} {args}{query}", reverse(name, args=args) + query, **about)  # type: ignore[arg-type]


def _looked_at(name: str, *args: Callable[[Place], object]) -> Callable[[Place], list[Ask]]:
    return lambda place: [at(place, name, *(arg(place) for arg in args))]


def _sent(
    name: str, form: Mapping[str, object], *args: Callable[[Place], object]
) -> Callable[[Place], list[Ask]]:
    return lambda place: [at(place, name, *(arg(place) for arg in args), form=form)]


def number(place: Place) -> int:
    return place.number


def _console(name: str, *, script: bool) -> Callable[[Place], list[Ask]]:
    return lambda place: [at(place, name, place.number, query=query, script=script) for query in place.panels]


def _orders(place: Place) -> list[Ask]:
    return [
        at(place, "tables:act", place.number, query=f"?{name}", form=form, script=script)
        for name, form in place.orders.items()
        for script in ((False, True) if name == "stale" else (True,))
    ]


def _api_orders(place: Place) -> list[Ask]:
    return [
        at(place, "api:act", place.number, query=f"?{name}", form=_as_json(form), json=True)
        for name, form in place.orders.items()
    ]


def _as_json(form: Mapping[str, object]) -> dict[str, object]:
    command_id, _, action = str(form["do"]).partition(":")
    about = {name: form[name] for name in ("reason", "rule", "alias") if name in form}
    return {
        "command_id": command_id,
        "action": action,
        "answers": {"hand": form["hand"], "seq": form["seq"]},
        **about,
    }


def _display(name: str) -> Callable[[Place], list[Ask]]:
    return lambda place: [
        *(at(place, name, place.number, place.key, query=query) for query in ("", "?minimal", "?still")),
        at(place, name, place.number, "of-no-table"),
    ]


def _seats(name: str, *, sent: bool = False) -> Callable[[Place], list[Ask]]:
    def asks(place: Place) -> Iterator[Ask]:
        for seat in place.seats:
            if not sent:
                yield at(place, name, place.number, seat, seat=seat)
                yield at(place, name, place.number, seat, query="?script", script=True, seat=seat)
                continue
            for said, form in place.choices.items():
                filled = {**form, "do": str(form["do"]).replace("SEAT", str(seat)), "seat": seat}
                yield at(
                    place,
                    name,
                    place.number,
                    seat,
                    query=f"?{said}",
                    form=filled,
                    script=said != "stale",
                    seat=seat,
                )

    return lambda place: list(asks(place))


def _hand(name: str) -> Callable[[Place], list[Ask]]:
    def asks(place: Place) -> list[Ask]:
        stream, _, first = place.hand.partition("/")
        queries = ("", *(f"?at={seq}" for seq in place.seqs))
        return [at(place, name, stream, int(first), query=query) for query in queries]

    return asks


ASKED: dict[str, Callable[[Place], list[Ask]]] = {
    "tables:room": _looked_at("tables:room"),
    "tables:page": _console("tables:page", script=False),
    "tables:felt": _console("tables:felt", script=True),
    "tables:act": _orders,
    "tables:chair": lambda place: [
        at(place, "tables:chair", place.number),
        at(place, "tables:chair", place.number, form={"person": "", "pin": "1234"}),
    ],
    "tables:guide": _sent("tables:guide", {"show": "on"}, number),
    "tables:players": _sent("tables:players", {"do": "sit-1:"}, number),
    "tables:display": _display("tables:display"),
    "tables:display_felt": _display("tables:display_felt"),
    "tables:hands": _looked_at("tables:hands", number),
    "tables:join": lambda place: [
        at(place, "tables:join"),
        at(place, "tables:join", form={"code": WRONG_CODE, "form": "join-1"}),
    ],
    "tables:join_code": lambda place: [at(place, "tables:join_code", WRONG_CODE)],
    "tables:seats": _looked_at("tables:seats", number),
    "tables:seat": _seats("tables:seat"),
    "tables:seat_look": _seats("tables:seat_look"),
    "tables:seat_act": _seats("tables:seat_act", sent=True),
    "tables:seat_leave": lambda place: [
        at(place, "tables:seat_leave", place.number, seat, form={"form": "leave-1"}) for seat in place.seats
    ],
    "tables:hand": _hand("tables:hand"),
    "tables:floor": lambda place: [
        at(place, "tables:floor"),
        at(place, "tables:floor", form={"do": f"pause-1:at {place.number} condition 999"}),
    ],
    "tables:alerts": _looked_at("tables:alerts"),
    "tables:screen": _looked_at("tables:screen"),
    "accounts:sign_in": lambda place: [
        at(place, "accounts:sign_in"),
        at(place, "accounts:sign_in", form={"username": "nobody", "password": "wrong"}),
    ],
    "accounts:sign_out": _sent("accounts:sign_out", {}),
    "accounts:session_left": _looked_at("accounts:session_left"),
    "accounts:stay": _sent("accounts:stay", {}),
    "accounts:keys": _looked_at("accounts:keys"),
    "live:stream": lambda place: [at(place, "live:stream", f"T{place.number}")],
    "api:tables": _looked_at("api:tables"),
    "api:table": _looked_at("api:table", number),
    "api:act": _api_orders,
    "api:hands": _looked_at("api:hands", number),
    "api:hand": lambda place: _hand("api:hand")(place)[:1],
    "api:nothing": lambda place: [Ask("api:nothing", "/api/v1/hands/all/")],
}
"""What is asked for at each named route."""
PUBLIC = ("tables:display", "tables:display_felt")


def routes(patterns: Iterable[object] | None = None, space: str = "") -> Iterator[str]:
    """Every route of the room by name; one without a name by its pattern."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name or pattern.pattern}"


def panels(own: Iterable[str], numbers: Iterable[int]) -> tuple[str, ...]:
    """The queries of a console: no panel, each of the house's and of the game's, a correction of each action."""
    names = dict.fromkeys((*HOUSE_PANELS, *own, "byhand", "odd", "misdeal"))
    return ("", *(f"?panel={name}" for name in names), *(f"?panel=correct&n={n}" for n in numbers))
