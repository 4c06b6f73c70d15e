"""Every state of a dealer's screen, made through the API: where it is, and who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.browser.office import Office
from tests.hunters import SHOWN

SIX = (1, 2, 3, 5, 6, 8)
NAMES = ("Maria", "Chen", "Otis", "Priya", "Lou", "Bea")
POSTS = "post 1 2 3 5 6 8"
DEAL = ("deal 1 Td 8c", "deal 2 As Tc", "deal 3 Qh Qs", "deal 5 Jd 7s", "deal 6 Kc Qd", "deal 8 9h 9s")
FIVE = ("1 buy 3", "card 2c", "card 3c", "card 4d", "5 buy 3", "card 2h", "card 3d", "card Js")
SPLIT = (
    "deal 1 As Ks",
    "deal 2 Ah Kh",
    *("deal 3 4c 9s", "deal 5 3c 8d", "deal 6 4s 7c", "deal 8 5c Jd"),
    *("6 fold", "5 fold", "3 fold", "8 fold", "2 buy 3", "card 2d", "1 buy 1", "card 2c"),
)
FOLDS = ("5 fold", "1 fold", "2 fold", "6 fold", "8 fold")


@dataclass(frozen=True)
class At:
    """A table in some state."""

    number: int
    query: str = ""
    who: str = "dana"


def six(office: Office, *actions: str, **about: object) -> int:
    """A table of six and what has been done there."""
    settings = {name: str(value) for name, value in about.items()}
    number = office.table(seats=SIX, names=NAMES, **settings)
    office.dana.does(number, *actions)
    return number


def dealt(office: Office, *actions: str) -> int:
    return six(office, "open", POSTS, *DEAL, *actions)


def _reasoned(office: Office, number: int, action: str, reason: str) -> int:
    office.dana.does(number, action, reason=reason)
    return number


def _mixed(office: Office) -> At:
    number = six(office, "out 3")
    office.dana.does(number, "reserve 9", alias="Ana-Lucia")
    return At(number)


def _counting(office: Office, *then: str) -> At:
    number = dealt(office, "1 fold", "5 fold", "2 fold", "6 fold", "8 fold")
    office.floor(f"watch {number}", count_every="1", display_delay="0")
    office.dana.does(number, "pay", *then)
    return At(number)


def hunted(office: Office, *actions: str, **settings: str) -> int:
    """A table where four hunters play, and what has been done there."""
    number = office.table(seats=(1, 3, 4, 6), names=NAMES, variant="boomerang_hunt", **settings)
    office.dana.does(number, "open", "post 1 3 4 6", *actions)
    return number


def _hunting(office: Office) -> At:
    """Tokens lie face down, and the first hunter throws or stops."""
    number = hunted(office, *SHOWN)
    for seat in (1, 3, 4, 6):
        office.flora.does(number, f"neutral {seat}", reason="the test", rule="T-1")
    return At(number)


def _misread(office: Office) -> At:
    number = hunted(office, *SHOWN[:2])
    return At(number, f"?panel=correct&n={office.hand(number)['moves'][0]['n']}")


STATES: dict[str, Callable[[Office], At]] = {
    "between": _mixed,
    "posting": lambda o: At(six(o, "open")),
    "pad": lambda o: At(six(o, "open", POSTS, "card Td")),
    "decision": lambda o: At(dealt(o)),
    "purchase": lambda o: At(dealt(o, "1 buy 2")),
    "award": lambda o: At(dealt(o, "1 fold", "5 fold", "2 fold", "6 fold", "8 fold")),
    "count": _counting,
    "count_off": lambda o: _counting(o, "count 39"),
    "five": lambda o: At(dealt(o, *FIVE)),
    "split": lambda o: At(six(o, "open", POSTS, *SPLIT)),
    "void": lambda o: At(_reasoned(o, dealt(o), "misdeal", "Wrong count")),
    "disputed": lambda o: At(_reasoned(o, dealt(o), "dispute", "Whose turn it is")),
    "ruling": lambda o: At(_reasoned(o, dealt(o), "dispute", "Whose turn it is"), who="flora"),
    "paused": lambda o: At(_reasoned(o, dealt(o), "pause", "Shuffler")),
    "called": lambda o: At(_reasoned(o, dealt(o), "call", "Fill")),
    "reader": lambda o: At(six(o, "open", POSTS, source="reader")),
    "shoe": lambda o: At(six(o, "open", POSTS, source="electronic")),
    "by_hand": lambda o: At(six(o, "open", POSTS, source="reader"), "?panel=byhand"),
    "hunt_pad": lambda o: At(hunted(o, SHOWN[0])),
    "hunt_shoe": lambda o: At(hunted(o, source="electronic")),
    "hunt_by_hand": lambda o: At(hunted(o, source="reader"), "?panel=byhand"),
    "hunt_choosing": lambda o: At(hunted(o, *SHOWN)),
    "hunt_hunting": _hunting,
    "hunt_correct": _misread,
    "hunt_phones": lambda o: At(hunted(o, *SHOWN), "?panel=phones"),
    "hunt_rulings": lambda o: At(hunted(o, *SHOWN), "?panel=rulings", "flora"),
    "panel_count": lambda o: At(_counting(o).number, "?panel=count"),
    "panel_rulings": lambda o: At(dealt(o), "?panel=rulings", "flora"),
    "panel_cards": lambda o: At(dealt(o, *FIVE), "?panel=cards&n=5"),
    "panel_odd": lambda o: At(dealt(o), "?panel=odd"),
    **{
        f"panel_{name}": (lambda o, name=name: At(dealt(o), f"?panel={name}"))
        for name in ("call", "pause", "seats", "last", "rules", "screen", "undo", "misdeal", "dispute")
    },
}


def states(*, without: Iterable[str] = ()) -> list[str]:
    return [name for name in STATES if name not in without]
