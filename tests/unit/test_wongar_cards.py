"""The territory cards of Wongar: rulings W24-W34 and the cases about them."""

from __future__ import annotations

import pytest

from tests.wongar_games import BASIC, Game, at_ceremony, placing, ready

NAMES = BASIC.board.map.territories


def supplied(count: int, card: str = "cylinder") -> Game:
    """The first seat has taken a card with so many pieces of its kind in the supply."""
    game = ready(emu=card).hold()
    return game.put(supply={**game.state.supply, (1, card): count}).do("1 take emu")


def placed(kind: str = "cylinder") -> tuple[str, ...]:
    return tuple(f"1 place {kind} {name}" for name in NAMES)


DRAWS = ("1 draw 1", "1 draw 2", "1 done")


def test_w24_the_compulsory_piece_is_placed_by_itself() -> None:
    game = supplied(8)
    assert game.happened() == ["CardTaken", "FirstPlaced"]
    assert game.state.there(1, "cylinder", "emu") == 1
    assert game.state.supply[1, "cylinder"] == 7
    assert game.options() == (*placed(), *DRAWS)
    assert game.state.collected[1] == ("cylinder",)


def test_w24_up_to_two_more_anywhere_then_the_turn_ends() -> None:
    game = supplied(8).do("1 place cylinder emu")
    assert game.options() == (*placed(), "1 draw 1", "1 done")
    assert game.closed() == {"draw 2": "Seat 1 has placed a further piece: 1 ritual card at most."}
    assert game.refused("1 draw 2") == "pieces_placed"
    game.do("1 place cylinder waterhole")
    assert game.state.task is None
    assert game.options()[0].startswith("2 take")
    assert (game.state.there(1, "cylinder", "emu"), game.state.there(1, "cylinder", "waterhole")) == (2, 1)


def test_w24_a_piece_and_a_card() -> None:
    game = supplied(8).do("1 place cylinder fish", "1 draw 1", "ritual 1 disc")
    assert game.state.hands[1] == ("disc",)
    assert game.options()[0].startswith("2 take")


@pytest.mark.parametrize("text", ["1 done", "1 draw 1", "1 draw 2"])
def test_w25_pieces_forgone_need_not_become_cards(text: str) -> None:
    game = supplied(8).do(text)
    assert game.state.owed == (0 if text == "1 done" else int(text[-1]))
    assert game.refused("1 place cylinder emu") == "not_now"


@pytest.mark.parametrize("count", ["0", "3", "01", "x"])
def test_w25_one_or_two_cards_are_taken(count: str) -> None:
    assert supplied(8).refused(f"1 draw {count}") == "bad_number"


def test_w26_wo4_without_a_piece_left_only_cards_are_taken() -> None:
    game = supplied(0)
    assert game.happened() == ["CardTaken"]
    assert game.options() == DRAWS
    assert game.closed() == {f"place cylinder {n}": "Seat 1 has no cylinders left." for n in NAMES}
    assert game.refused("1 place cylinder emu") == "supply_empty"
    assert game.refused("1 draw 3") == "bad_number"
    game.do("1 draw 2", "ritual 1 disc", "ritual 1 disc")
    assert not any(game.state.pieces.values())


def test_w26_the_last_piece_is_placed_and_two_cards_may_still_be_taken() -> None:
    game = supplied(1)
    assert game.state.there(1, "cylinder", "emu") == 1
    assert game.options() == DRAWS


def test_w26_the_supply_runs_out_after_one_more() -> None:
    game = supplied(2).do("1 place cylinder fish")
    assert game.options() == ("1 draw 1", "1 done")


def test_w27_nothing_is_placed_after_drawing() -> None:
    game = supplied(8).do("1 draw 1")
    assert game.refused("1 place cylinder fish") == "not_now"
    game.do("ritual 1 disc")
    assert game.refused("1 place cylinder fish") == "not_now"


def test_only_the_kind_of_the_card_is_placed() -> None:
    game = supplied(8)
    assert game.refused("1 place disc emu") == "wrong_kind"
    assert game.refused("1 place stone emu") == "unknown_kind"
    assert game.refused("1 place cylinder swamp") == "unknown_territory"
    assert game.refused("2 place cylinder emu") == "not_your_turn"


def test_w28_three_symbols_place_three_of_a_kind_anywhere() -> None:
    game = ready(emu="triple").do("1 take emu")
    assert game.options() == ("1 kind disc", "1 kind cube", "1 kind cylinder")
    assert game.refused("1 place cube emu") == "not_now"
    assert game.refused("1 kind double") == "unknown_kind"
    game.do("1 kind cube")
    for left, name in ((3, "fish"), (2, "fish"), (1, "snake")):
        assert placing(game).left == left
        assert game.options() == placed("cube")
        game.do(f"1 place cube {name}")
    assert game.options()[0].startswith("2 take")
    assert game.state.pieces["fish"] == {(1, "cube"): 2}
    assert "emu" not in [name for name, there in game.state.pieces.items() if there]


@pytest.mark.parametrize("text", ["1 draw 1", "1 done"])
def test_w28_no_cards_instead_of_the_three(text: str) -> None:
    game = ready(emu="triple").do("1 take emu", "1 kind disc")
    assert game.refused(text) == "must_place"


@pytest.mark.parametrize("supply", [0, 1, 2])
def test_w28_with_fewer_pieces_fewer_are_placed(supply: int) -> None:
    game = ready(emu="triple")
    game.put(supply={**game.state.supply, (1, "cube"): supply}).do("1 take emu", "1 kind cube")
    for _ in range(supply):
        assert game.options() == placed("cube")
        game.do("1 place cube emu")
    assert game.state.supply[1, "cube"] == 0
    assert game.options()[0].startswith("2 take")


@pytest.mark.parametrize(("figure", "seat"), [("ancestor", 1), ("elder", 4)])
def test_w29_who_owns_the_figure_keeps_it_and_moves_it(figure: str, seat: int) -> None:
    game = ready(emu=figure).put(waiting=(seat,)).do(f"{seat} take emu")
    assert game.state.owners == {"ancestor": 1, "elder": 4}
    assert game.options()[0].startswith(f"{seat} move")
    game.do(f"{seat} move possum")
    assert game.happened()[:2] == ["FigureMoved", "CeremonyScored"]


def test_w29_the_figure_comes_from_its_owner() -> None:
    game = ready(emu="elder", fish="ancestor").do("1 take emu")
    assert game.state.owners == {"ancestor": 1, "elder": 1}
    game.do("1 move fish", "2 take fish")
    assert game.state.owners == {"ancestor": 2, "elder": 1}


def test_w30_the_ancestor_moves_over_one_border() -> None:
    game = ready(fish="ancestor").do("1 take fish")
    near = ("kangaroo", "emu", "goanna", "foot", "fish", "possum")
    assert game.options() == tuple(f"1 move {name}" for name in near)
    assert game.refused("1 move hands") == "out_of_reach"
    assert game.refused("1 move snake") == "out_of_reach"
    assert game.closed()["move hands"] == "The ancestor stands in hands and may not stay there."
    assert game.closed()["move snake"] == "The ancestor moves over one border from hands."


def test_w31_wo12_the_elder_moves_over_one_or_two() -> None:
    game = ready(fish="elder").figures(1, 4, elder="kangaroo").do("1 take fish")
    legal = ("emu", "snake", "goanna", "hands", "foot", "fish", "possum")
    assert game.options() == tuple(f"1 move {name}" for name in legal)
    for name in ("kangaroo", "turtle", "waterhole"):
        assert game.refused(f"1 move {name}") == "out_of_reach"


def test_w30_the_ceremony_is_where_the_figure_goes() -> None:
    game = (
        ready(fish="ancestor")
        .lay(fish="1 disc", possum="2 disc")
        .hold(s2="disc")
        .do("1 take fish", "1 move possum")
    )
    assert game.state.task == ("possum", "ancestor", (2,))


def test_w32_wo11_both_figures_may_stand_there_already() -> None:
    game = ready(hands="both").figures(1, 4, ancestor="hands", elder="hands").put(scorpion=7)
    game.lay(hands="2 disc, 2 disc, 3 disc, 3 cube").do("1 take hands")
    assert game.happened() == ["CardTaken", "FiguresGathered", *["NothingToPlay"] * 2, "CeremonyScored"]
    assert game.state.owners == {"ancestor": 1, "elder": 1}
    assert game.scores() == (0, 5, 5, 0)


@pytest.mark.parametrize("stood", ["fish", "emu"])
def test_w32_both_come_from_anywhere(stood: str) -> None:
    game = ready(emu="both").figures(2, 3, ancestor=stood, elder="turtle").do("1 take emu")
    assert game.state.figures == {"ancestor": "emu", "elder": "emu"}
    assert game.state.owners == {"ancestor": 1, "elder": 1}


@pytest.mark.parametrize(("trigger", "points"), [("ancestor", 5), ("elder", 6)])
def test_w33_wo13_a_chance_meeting_is_scored_as_the_figure_that_moved(trigger: str, points: int) -> None:
    game = at_ceremony("fish", trigger).put(scorpion=10)
    game.figures(1, 4, **{"ancestor" if trigger == "elder" else "elder": "fish"})
    game.lay(fish="3 cube").do("1 move fish")
    assert game.state.figures == {"ancestor": "fish", "elder": "fish"}
    assert game.scores() == (0, 0, points, 0)


def test_w34_four_ritual_cards() -> None:
    game = ready(emu="rituals").hold().do("1 take emu")
    for kind in ("disc", "cube", "scorpion", "cylinder", "double"):
        assert game.due() == "ritual 1 {}"
        game.do(f"ritual 1 {kind}")
    assert game.state.hands[1] == ("disc", "cube", "cylinder", "double")
    assert game.state.collected[1] == ("rituals",)
    assert game.options()[0].startswith("2 take")
