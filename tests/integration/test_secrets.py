"""Nothing that is hidden from a viewer is in anything that is sent to him: two evenings that differ in a secret alone
send him the same bytes, at every address, at many points of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tables.game import registry
from tables.screens import has_screen
from tests.addresses import ASKED, routes
from tests.alike import evening
from tests.hunters import SHOWN
from tests.twins import Found, Game, Tale, differences
from tests.viewers import Lines

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]

GAMES = {
    "boomerang_hunt": Game(
        seats=(1, 4, 6),
        pair=("choose water", "choose mountain"),
        other="choose desert",
        begin=lambda desk: desk.do(*SHOWN),
    ),
}
"""The games whose players choose on screens of their own, each with how twins of it are made."""
PLAYED = pytest.mark.parametrize("variant", GAMES)
DECISIONS = ("tables:felt", "tables:act", "tables:seat_act", "api:act", "live:stream")
HISTORY = ("tables:hand", "api:hand", "record")
"""What tells all of a game that is over, to the house."""
OWNERS = ("tables:seat_look (12, 4)", "tables:seat_act (12, 4)", "tables:seat_act chosen")
HOUSE = {"dealer", "floor", "auditor", "operator"}


@pytest.fixture
def lines() -> Iterator[Lines]:
    with Lines() as made:
        yield made


def told_apart(variant: str, tell: Callable[[Tale], None], lines: Lines) -> dict[str, Found]:
    """To whom what was sent differs, by point of a tale that is told with the one secret and with the other."""
    tales = []
    for twin in (0, 1):
        with evening() as again:
            tale = Tale(again, variant, GAMES[variant], twin, lines)
            tell(tale)
            tales.append(tale)
    return differences(*tales)


def his_own(what: tuple[str, str]) -> bool:
    """The player who has chosen sees it where he looks, and is told of it where he is told what has happened."""
    who, where = what
    return who in ("owner", "substitute") and where.startswith(OWNERS)


def history(what: tuple[str, str]) -> bool:
    who, where = what
    return who in HOUSE and where.startswith(HISTORY)


def hidden(found: dict[str, Found], *ended: str) -> None:
    """Nobody is sent more than he may know; once the game has `ended`, its history tells the house."""
    leaks = [
        f"{point}: {who} is sent by {where}: {lines}"
        for point, sent in found.items()
        for (who, where), lines in sent.items()
        if not (his_own((who, where)) or (point in ended and history((who, where))))
    ]
    assert not leaks, "\n".join([f"{len(leaks)} leaks", *leaks])


def test_every_address_is_asked_for() -> None:
    assert set(routes()) == set(ASKED)


def test_every_game_whose_players_choose_on_screens_has_twins() -> None:
    waiting = {game.key for game in registry.variants() if game.own_screens and has_screen(game.key)}
    assert set(GAMES) == waiting


def while_they_choose(tale: Tale) -> None:
    tale.chooses("owner", tale.mine)
    tale.looked_at("one has chosen", closely=ASKED)
    tale.fails("everything fails")
    with tale.if_instead():
        tale.does(f"substitute {tale.owner}", by=tale.desk.floor, alias="Sub Stitute", reason="he left")
        tale.takes_seat("substitute", tale.owner)
        tale.looked_at("a substitute looks")
    with tale.if_instead():
        tale.ruled("void")
        tale.does("pay")
        tale.looked_at("given back")
    tale.chooses("phone", tale.other)
    tale.does(f"neutral {tale.far}", by=tale.desk.floor, reason="he is silent")
    tale.looked_at("chosen for one who is silent")


@PLAYED
def test_a_choice_is_hidden_while_others_choose(variant: str, lines: Lines) -> None:
    found = told_apart(variant, while_they_choose, lines)
    hidden(found, "given back")
    for point in ("one has chosen", "chosen for one who is silent", "a substitute looks"):
        who = "substitute" if point.startswith("a substitute") else "owner"
        assert (who, "tables:seat_look (12, 4)?script") in found[point], (
            "his own he sees, or nothing is tried here"
        )
    assert {who for who, _ in found["a substitute looks"]} == {"substitute"}, (
        "who has left sees nothing any more"
    )
    assert {"dealer", "auditor", "operator"} <= {who for who, _ in found["given back"]}, (
        "the history tells them all"
    )


def until_it_is_revealed(tale: Tale) -> None:
    tale.all_choose()
    tale.looked_at("all have chosen", closely=DECISIONS)
    with tale.if_instead():
        tale.ruled(f"correct {tale.desk.hand()['moves'][2]['n']} draw emu forest meadow")
        tale.looked_at("a correction waits for the floor")
    tale.does("dispute", reason="whose turn it is")
    tale.looked_at("disputed")
    tale.ruled("rule stands")
    tale.does(f"{tale.near} throw", f"{tale.owner} stop")
    tale.looked_at("one has stopped")
    with tale.if_instead():
        tale.ruled(f"award {tale.near} 500 {tale.owner} 1000")
        tale.looked_at("awarded")


@PLAYED
def test_a_choice_is_hidden_until_it_is_revealed(variant: str, lines: Lines) -> None:
    found = told_apart(variant, until_it_is_revealed, lines)
    hidden(found)
    assert ("owner", "tables:seat_look (12, 4)?script") in found["one has stopped"]


def taken_back(tale: Tale) -> None:
    tale.chooses("owner", tale.mine)
    tale.take_back(tale.secret_n())
    tale.looked_at("taken back")
    tale.chooses("phone", tale.other)
    tale.chooses("tablet", tale.other)
    tale.chooses("owner", tale.other)
    tale.looked_at("chosen anew")
    tale.does(f"{tale.near} stop", f"{tale.owner} stop")
    tale.looked_at("revealed")
    tale.ruled(f"award {tale.near} 500 {tale.owner} 1000")
    tale.does("pay")
    tale.looked_at("the end")


@PLAYED
def test_what_was_taken_back_is_told_at_the_end_alone(variant: str, lines: Lines) -> None:
    """Also to him who had chosen it."""
    found = told_apart(variant, taken_back, lines)
    assert set(found.pop("owner chooses")) == {("owner", "tables:seat_act chosen")}
    hidden(found, "the end")
    assert set(found) == {"the end"}


def revealed_late(tale: Tale) -> None:
    tale.all_choose()
    tale.does(f"{tale.near} stop", f"{tale.owner} stop")
    tale.looked_at_late("revealed")
    tale.again.passes(30)
    tale.looked_at_late("later")


@PLAYED
def test_a_display_that_is_late_reveals_late(variant: str, lines: Lines) -> None:
    found = told_apart(variant, revealed_late, lines)
    hidden({"revealed": found.get("revealed", {})})
    assert {who for who, _ in found["later"]} == {"late display"}
