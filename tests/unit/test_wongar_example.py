"""The worked example of Wongar's rules, to the end of its first round and into the second: the cases WT3-WT11.

The example reads 4 points where the printed chart says 2; it is played with both. Territories A to E are Kangaroo,
Hands, Emu, Fish and Possum; Green, Red, Orange and Violet sit at 1 to 4.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.variants.wongar import Wongar
from tables.variants.wongar.board import CHART, HOUSE_BOARD, Board
from tests.wongar_games import Game

GREEN, RED, ORANGE, VIOLET = 1, 2, 3, 4
AS_IN_THE_EXAMPLE = replace(HOUSE_BOARD, chart={"ancestor": (4, 5, 7), "elder": (3, 4, 6), "both": (2, 3, 5)})


def opened(game: Game) -> Game:
    """The preparation: WT3."""
    game.revealed(kangaroo="cube", hands="cylinder", emu="ancestor", fish="disc", possum="rituals")
    game.filled(fish="2 disc, 2 cube, 1 cylinder, 3 cylinder", hands="2 cube")
    game.dealt(s2="cube cube", s3="disc cylinder")
    return game.do("figures 1 4")


def first_turns(game: Game) -> Game:
    """Green's turn, and Red's up to the Ceremony."""
    opened(game).do("ritual 4 cube", "1 take hands", "1 draw 2", "ritual 1 disc", "ritual 1 disc")
    return game.do("2 take emu", "2 move fish")


def ceremony(game: Game) -> Game:
    game = first_turns(game).do("2 play cube in hands", "3 play cylinder remove 1", "2 pass")
    return game.do("3 play disc remove 2")


def first_round(game: Game) -> Game:
    ceremony(game).do("3 take possum", "ritual 3 cube", "ritual 3 cube", "ritual 3 scorpion")
    game.do("ritual 3 double", "ritual 3 disc")
    return game.do("4 take fish", "4 place disc kangaroo", "4 draw 1", "ritual 4 disc")


def held(game: Game) -> tuple[int, ...]:
    return tuple(len(game.state.hands[seat]) for seat in (GREEN, RED, ORANGE, VIOLET))


def test_wt3_the_preparation() -> None:
    state = opened(Game()).state
    assert (state.owners, state.boomerang) == ({"ancestor": GREEN, "elder": VIOLET}, GREEN)
    assert state.figures == {"ancestor": "hands", "elder": "foot"}
    assert held(opened(Game())) == (2, 2, 2, 2)
    assert len(state.rituals) == 35


def test_wt4_the_privilege_of_the_elder() -> None:
    game = opened(Game()).do("ritual 4 cube")
    assert (held(game), len(game.state.rituals)) == ((2, 2, 2, 3), 34)


def test_wt5_green_takes_the_cylinder_card_at_b() -> None:
    game = first_turns(Game())
    assert game.state.supply[GREEN, "cylinder"] == 7
    assert (held(game)[0], len(game.state.rituals)) == (4, 32)


def test_wt6_red_takes_the_ancestor_at_c_and_the_ceremony_is_in_d() -> None:
    game = first_turns(Game())
    assert (game.state.owners["ancestor"], game.state.boomerang) == (RED, GREEN)
    assert game.state.figures["ancestor"] == "fish"
    assert game.state.task == ("fish", "ancestor", (RED, ORANGE, GREEN))


def test_wt7_the_ceremony() -> None:
    game = first_turns(Game()).do("2 play cube in hands", "3 play cylinder remove 1")
    assert game.state.supply[GREEN, "cylinder"] == 8
    assert game.state.task == ("fish", "ancestor", (RED, ORANGE))
    game.do("2 pass", "3 play disc remove 2")
    assert game.state.supply[RED, "disc"] == 15
    assert game.happened() == ["RitualPlayed", "NothingToPlay", "CeremonyScored"]
    assert game.state.pieces["fish"] == {(RED, "cube"): 2, (ORANGE, "cylinder"): 1}
    assert held(game)[1:3] == (1, 0)
    assert game.state.discards == ("cube", "cylinder", "disc")


@pytest.mark.parametrize(("board", "points"), [(HOUSE_BOARD, 2), (AS_IN_THE_EXAMPLE, 4)])
def test_wt8_wt9_wt10_wt11_the_points(board: Board, points: int) -> None:
    game = ceremony(Game(Wongar(board)))
    assert game.scores() == (0, points, points, 0)
    game.do("3 take possum", "ritual 3 cube", "ritual 3 cube", "ritual 3 scorpion")
    assert game.scores() == (0, points, points - 2, 0)
    assert game.state.scorpion == 1
    game = first_round(Game(Wongar(board))).do("reveal emu scorpion")
    assert game.scores() == (0, points - 3, points - 2, 0)
    assert game.state.scorpion == 2


def test_wt9_four_ritual_cards_and_a_scorpion() -> None:
    game = ceremony(Game()).do("3 take possum", "ritual 3 cube", "ritual 3 cube", "ritual 3 scorpion")
    game.do("ritual 3 double", "ritual 3 disc")
    assert (held(game)[2], len(game.state.rituals), game.state.aside) == (4, 27, 1)


def test_wt10_violet_takes_the_disc_card_at_d() -> None:
    game = first_round(Game())
    assert game.state.pieces["fish"][VIOLET, "disc"] == 1
    assert game.state.there(VIOLET, "disc", "kangaroo") >= 1
    assert game.state.supply[VIOLET, "disc"] == 12
    assert held(game) == (4, 1, 4, 4)
    assert sum(held(game)) + len(game.state.discards) + game.state.aside + len(game.state.rituals) == 43
    assert (len(game.state.discards), game.state.aside, len(game.state.rituals)) == (3, 1, 26)


def test_wt11_the_second_round() -> None:
    game = first_round(Game())
    assert (game.state.round, game.state.boomerang) == (2, RED)
    assert game.state.face_up["kangaroo"] == "cube"
    assert game.due() == "reveal emu {}"
    game.do("reveal emu scorpion", "reveal emu disc")
    assert game.state.collected[RED] == ("ancestor", "scorpion")
    assert game.state.stacks["emu"].size == 12
    for name, card in (("hands", "cube"), ("fish", "elder"), ("possum", "both")):
        game.do(f"reveal {name} {card}")
        assert game.state.stacks[name].size == 13
    assert game.due() == "ritual 4 {}"
    game.do("ritual 4 disc")
    assert game.options()[0] == "2 take kangaroo"


def test_the_charts_differ_in_their_order_alone() -> None:
    assert sorted(CHART.values()) == sorted(AS_IN_THE_EXAMPLE.chart.values())
