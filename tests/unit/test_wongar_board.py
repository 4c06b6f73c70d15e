"""Wongar's board and cards as data: the house map, the track, the chart, the decks; and another board."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tables.variants import wongar
from tables.variants.wongar.board import CHART, HOUSE_BOARD, HOUSE_MAP, HOUSE_TRACK, Board, Track
from tables.variants.wongar.cards import BASIC, INITIATED, PIECES
from tests.wongar_games import LETTERS, OTHER_BOARD, Game, ready

NAMES = ("kangaroo", "emu", "snake", "goanna", "hands", "foot", "turtle", "fish", "possum", "waterhole")
REACHED = dict(zip(NAMES, (7, 9, 7, 6, 9, 9, 6, 7, 9, 7), strict=True))


def test_the_house_map_and_track_are_marked_as_such() -> None:
    assert HOUSE_MAP.house_set
    assert HOUSE_TRACK.house_set
    view = wongar.VARIANTS[0].view(Game().state, "public")
    assert (view["map"]["house_set"], view["track"]["house_set"]) == (True, True)
    other = wongar.Wongar(OTHER_BOARD)
    view = other.view(Game(other).state, "public")
    assert (view["map"]["house_set"], view["track"]["house_set"]) == (False, False)


def test_the_house_map_has_ten_territories_and_nineteen_borders() -> None:
    assert HOUSE_MAP.territories == NAMES
    assert sum(map(len, HOUSE_MAP.borders.values())) == 2 * 19
    assert all(name in HOUSE_MAP.neighbours[near] for name in NAMES for near in HOUSE_MAP.neighbours[name])
    assert (HOUSE_MAP.ancestor_at, HOUSE_MAP.elder_at) == ("hands", "foot")


@pytest.mark.parametrize(("name", "count"), REACHED.items())
def test_w31_so_many_territories_does_the_elder_reach(name: str, count: int) -> None:
    assert len(HOUSE_MAP.near[name]) == count
    assert name not in HOUSE_MAP.near[name]
    assert set(HOUSE_MAP.neighbours[name]) < set(HOUSE_MAP.near[name])


def test_wo12_the_elder_from_kangaroo() -> None:
    assert set(HOUSE_MAP.near["kangaroo"]) == {"emu", "goanna", "hands", "snake", "foot", "fish", "possum"}


@pytest.mark.parametrize(("space", "phase"), [(0, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3)])
def test_wo17_the_edges_of_the_phases(space: int, phase: int) -> None:
    assert HOUSE_TRACK.phase(space) == phase
    assert HOUSE_TRACK.last == 14


def test_w49_the_printed_chart_is_the_rule() -> None:
    points = {trigger: [HOUSE_BOARD.points(trigger, space) for space in (0, 5, 10)] for trigger in CHART}
    assert points == {"ancestor": [2, 3, 5], "elder": [3, 4, 6], "both": [4, 5, 7]}


def test_the_territory_cards() -> None:
    counts = {"disc": 30, "cube": 20, "cylinder": 10, "triple": 10, "rituals": 10}
    counts |= {"ancestor": 20, "elder": 20, "both": 10, "scorpion": 20}
    assert Counter(BASIC.stack * 10) == counts
    assert (len(BASIC.stack), len(INITIATED.stack)) == (15, 13)
    assert Counter(BASIC.stack) - Counter(INITIATED.stack) == {"ancestor": 1, "elder": 1}


def test_the_ritual_cards() -> None:
    assert Counter(BASIC.rituals) == {"disc": 14, "cube": 12, "cylinder": 10, "double": 5, "scorpion": 2}
    assert Counter(INITIATED.rituals) == {"disc": 14, "cube": 12, "cylinder": 10}
    assert (len(BASIC.rituals), len(INITIATED.rituals)) == (43, 36)


def test_the_pieces_of_a_seat() -> None:
    assert PIECES == {"disc": 18, "cube": 15, "cylinder": 12}


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": (("ash", "ash"),)},
        {"rows": (("ash",),), "borders": {"ash": ()}},
        {"borders": {**LETTERS.borders, "ash": ("bay", "jetty")}},
        {"borders": {**LETTERS.borders, "ash": ("ash", "bay", "east")}},
        {"borders": {**LETTERS.borders, "ash": ("swamp",)}},
        {"borders": {name: near for name, near in LETTERS.borders.items() if name != "ash"}},
        {"ancestor_at": "swamp"},
        {"elder_at": "east"},
        {
            "rows": (("ash", "bay"), ("cay", "dune")),
            "borders": {"ash": ("bay",), "bay": ("ash",), "cay": ("dune",), "dune": ("cay",)},
            "ancestor_at": "ash",
            "elder_at": "bay",
        },
    ],
)
def test_a_map_that_is_none(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        replace(LETTERS, **wrong)


@pytest.mark.parametrize("spaces", [(), (5, 5), (5, 0, 5), (5, 5, 5, 5)])
def test_a_track_that_is_none(spaces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="three parts"):
        Track(spaces, house_set=False)


def test_a_map_that_the_first_pieces_do_not_fill() -> None:
    small = replace(
        LETTERS,
        rows=(("ash", "bay"),),
        borders={"ash": ("bay",), "bay": ("ash",)},
        ancestor_at="ash",
        elder_at="bay",
    )
    with pytest.raises(ValueError, match="fills the map"):
        wongar.Wongar(Board(small, HOUSE_TRACK, CHART))


def test_another_map_and_another_track_are_played_without_another_line() -> None:
    """Rows of 4, 2 and 4; a track of 2, 3 and 4 spaces; a chart of its own."""
    game = Game(wongar.Wongar(OTHER_BOARD))
    assert game.due() == "reveal ash {}"
    game.revealed(dune="elder", ash="triple").filled().dealt().do("figures 1 4", "ritual 4 cube")
    assert game.state.figures == {"ancestor": "east", "elder": "fen"}
    assert sum(game.state.pieces["east"].values()) == 8
    assert game.refused("1 take emu") == "unknown_territory"
    game.do("1 take dune")
    assert LETTERS.near["fen"] == tuple(name for name in LETTERS.territories if name != "fen")
    assert game.options() == tuple(f"1 move {name}" for name in LETTERS.near["fen"])


def test_the_scorpion_ends_the_game_on_the_last_space_of_any_track() -> None:
    game = ready(wongar.Wongar(OTHER_BOARD)).revealing("bay").put(scorpion=7)
    game.do("reveal bay scorpion", "reveal bay triple", "ritual 4 disc")
    assert (game.state.scorpion, OTHER_BOARD.track.last) == (8, 8)
    for seat, name in ((1, "ash"), (2, "cay"), (3, "dune"), (4, "east")):
        game.do(f"{seat} take {name}", f"{seat} done")
    assert game.state.over
