"""The rounds of Wongar and the end of the game: rulings W8-W13 and W50-W51."""

from __future__ import annotations

import pytest

from tables.game.play import correct
from tables.game.settlement import outcome, settled
from tests.wongar_games import BASIC, INITIATED, Game, ready


def taken(game: Game, **cards: str) -> Game:
    """Each seat takes the disc card of a territory and places no more: `taken(s1="kangaroo")`."""
    for seat, name in cards.items():
        game.do(f"{seat[1:]} take {name}", f"{seat[1:]} done")
    return game


def test_w8_the_order_of_a_round() -> None:
    game = taken(ready(), s1="kangaroo", s2="emu", s3="snake", s4="goanna")
    assert (game.state.round, game.state.boomerang) == (2, 1)
    for name in ("kangaroo", "emu", "snake", "goanna"):
        assert game.due() == f"reveal {name} {{}}"
        assert not game.options()
        assert game.refused("ritual 4 disc") == "no_card_due"
        game.do(f"reveal {name} cube")
    assert game.due() == "ritual 4 {}"
    assert game.refused("1 take kangaroo") == "not_now"
    game.do("ritual 4 disc")
    assert game.options() == tuple(f"1 take {name}" for name in BASIC.board.map.territories)


def test_w8_nothing_is_revealed_in_round_1() -> None:
    game = Game().revealed().filled().dealt().do("figures 2 3")
    assert (game.state.round, game.due()) == (1, "ritual 3 {}")
    assert game.refused("ritual 2 disc") == "other_seat"


def test_w8_the_boomerang_stays_all_round_and_follows_the_ancestor() -> None:
    game = ready(kangaroo="ancestor").do("1 take emu", "1 done", "2 take kangaroo", "2 move foot")
    assert game.state.owners["ancestor"] == 2
    assert game.state.boomerang == 1
    assert game.state.waiting == (3, 4)
    taken(game, s3="snake", s4="goanna")
    assert (game.state.round, game.state.boomerang, game.state.waiting) == (2, 2, (2, 3, 4, 1))


def test_w9_an_ancestor_that_stays_keeps_the_boomerang() -> None:
    game = taken(ready(), s1="kangaroo", s2="emu", s3="snake", s4="goanna")
    assert (game.state.owners["ancestor"], game.state.boomerang) == (1, 1)


def test_w9_by_a_house_rule_it_passes_to_the_left() -> None:
    game = ready(rules={"ancestor_passes_left": True})
    taken(game, s1="kangaroo", s2="emu", s3="snake", s4="goanna")
    assert game.happened()[1:] == ["AncestorPassed", "BoomerangPassed"]
    assert (game.state.owners["ancestor"], game.state.boomerang) == (2, 2)
    assert game.state.figures["ancestor"] == "hands"
    assert game.state.waiting == (2, 3, 4, 1)


def test_w9_by_the_house_rule_it_stays_with_whom_it_came_to() -> None:
    game = ready(rules={"ancestor_passes_left": True}, kangaroo="ancestor", emu="both")
    game.do("1 take snake", "1 done", "2 take kangaroo", "2 move foot", "3 take goanna", "3 done")
    assert game.state.passed_on
    game.do("4 take fish", "4 done")
    assert (game.state.owners["ancestor"], game.state.boomerang) == (2, 2)


def test_w9_by_the_house_rule_an_owner_who_takes_it_again_has_not_passed_it_on() -> None:
    game = ready(rules={"ancestor_passes_left": True}, kangaroo="ancestor")
    game.do("1 take kangaroo", "1 move emu")
    taken(game, s2="emu", s3="snake", s4="goanna")
    assert (game.state.owners["ancestor"], game.state.boomerang) == (2, 2)


def test_w10_the_privilege_of_the_elder_is_no_choice() -> None:
    game = ready().revealing("emu").do("reveal emu disc")
    assert game.happened() == ["CardRevealed", "PrivilegeFulfilled"]
    assert not game.options()
    game.do("ritual 4 cube")
    assert game.state.hands[4] == ("cube",)


def test_w11_nobody_may_pass_and_each_takes_one_card() -> None:
    game = ready()
    assert game.refused("1 pass") == "not_now"
    assert game.refused("1 done") == "not_now"
    assert game.refused("2 take emu") == "not_your_turn"
    game.do("1 take emu")
    assert game.refused("1 take snake") == "not_now"
    game.do("1 done")
    assert game.refused("1 take snake") == "not_your_turn"
    assert game.refused("2 take emu") == "no_card_there"
    assert game.closed() == {"take emu": "No card lies open in emu."}


def test_w11_a_seat_that_finds_no_card_is_skipped() -> None:
    game = ready().put(face_up={"fish": "disc"})
    game.emptied(*BASIC.board.map.territories).do("1 take fish", "1 done")
    assert game.happened() == ["PlacingEnded", "TurnSkipped", "TurnSkipped", "TurnSkipped", "Won"]
    assert game.state.over


def test_w11_who_has_a_figure_card_is_not_skipped() -> None:
    game = ready(INITIATED).put(face_up={"fish": "disc"}, figure_cards={1: (), 2: ("elder",), 3: (), 4: ()})
    game.emptied(*BASIC.board.map.territories).do("1 take fish", "1 done")
    assert game.options() == ("2 figure elder",)


def test_w12_cards_that_nobody_took_stay() -> None:
    game = taken(ready(hands="triple"), s1="kangaroo", s2="emu", s3="snake", s4="goanna")
    assert game.state.face_up["hands"] == "triple"
    for name in ("kangaroo", "emu", "snake", "goanna"):
        game.do(f"reveal {name} cube")
    assert game.due() == "ritual 4 {}"


def test_w13_collected_cards_are_public() -> None:
    game = taken(ready(), s1="kangaroo")
    assert BASIC.view(game.state, "public")["collected"]["1"] == ["disc"]
    assert BASIC.view(game.state, 3)["collected"]["1"] == ["disc"]


def test_w50_revealing_the_last_card_of_a_stack_ends_nothing_taking_it_does() -> None:
    game = ready().emptied(emu="disc").revealing("emu").do("reveal emu disc", "ritual 4 disc")
    assert not BASIC.view(game.state, "public")["last_round"]
    taken(game, s1="kangaroo", s2="snake", s3="goanna", s4="hands")
    assert (game.state.round, game.state.over) == (2, False)
    game = ready().emptied("emu")
    taken(game, s1="kangaroo", s2="emu")
    assert BASIC.view(game.state, "public")["last_round"]
    assert not game.state.over


def test_w51_the_round_in_progress_is_played_to_its_end() -> None:
    game = taken(ready().emptied("kangaroo"), s1="kangaroo", s2="emu", s3="snake")
    assert not game.state.over
    taken(game, s4="goanna")
    assert game.state.over
    assert game.happened() == ["PlacingEnded", "Won"]
    assert game.variant.awaiting(game.state) is None
    assert game.refused("1 take fish") == "hand_over"


@pytest.mark.parametrize("when", ["reveal", "privilege"])
def test_w51_a_scorpion_that_ends_the_game_lets_everybody_take_a_card(when: str) -> None:
    game = ready().put(scorpion=13).revealing("emu")
    if when == "reveal":
        game.do("reveal emu scorpion", "reveal emu disc", "ritual 4 disc")
    else:
        game.do("reveal emu disc", "ritual 4 scorpion", "ritual 4 disc")
    assert game.state.scorpion == 14
    taken(game, s1="kangaroo", s2="emu", s3="snake")
    assert not game.state.over
    assert taken(game, s4="goanna").state.over


def test_the_outcome_before_and_after_the_end() -> None:
    game = ready().put(score={1: 5, 2: -2, 3: 0, 4: 7}).emptied("kangaroo")
    taken(game, s1="kangaroo")
    before = outcome(BASIC, game.state)
    assert before["scores"]["1"] == {"track": 5, "bonus": 0, "total": 5}
    assert (before["winners"], before["scorpion"]) == ([], 0)
    assert before["net"] == dict.fromkeys("1234", -1_000)
    taken(game, s2="emu", s3="snake", s4="goanna")
    after = outcome(BASIC, game.state)
    assert after["scores"]["4"] == {"track": 7, "bonus": 8, "total": 15}
    assert after["scores"]["2"] == {"track": -2, "bonus": 8, "total": 6}
    assert (after["winners"], after["payouts"]) == ([4], {"4": 4_000})


def test_an_award_ends_the_game_without_a_bonus_and_void_gives_back() -> None:
    game = taken(ready(), s1="kangaroo")
    game.do("award 2 4000")
    result = outcome(BASIC, game.state)
    assert (result["winners"], result["scores"]["1"]["bonus"]) == ([2], 0)
    assert game.refused("2 take emu") == "hand_over"
    game.do("void")
    assert outcome(BASIC, game.state)["void"] == "void"


def test_w55_the_pot_of_a_shared_win() -> None:
    game = ready(seats=(7, 9, 2)).put(score={7: 0, 9: 3, 2: 3}).emptied("kangaroo")
    taken(game, s7="kangaroo", s9="emu", s2="snake")
    money = settled(BASIC, game.state)
    assert game.state.winners == (2, 9)
    assert money.payouts == {2: 1_500, 9: 1_500}
    assert game.state.odd_seat == 9


def test_a_card_keyed_wrong_is_put_right_until_it_matters() -> None:
    """A mis-keyed reveal is corrected while nobody has taken it; who has taken it did something else."""
    game = Game().revealed().filled().dealt().do("figures 1 4", "ritual 4 disc")
    game.do("1 take emu", "1 place disc fish", "1 done")
    right = correct(game.play, 0, "reveal kangaroo elder", 1_000)
    assert right.unfit is None
    assert right.play.state.face_up["kangaroo"] == "elder"
    wrong = correct(game.play, 1, "reveal emu cube", 1_000)
    assert wrong.unfit == "'1 take emu' turns out otherwise"


def test_a_piece_keyed_wrong_is_put_right() -> None:
    game = Game().revealed().do("piece 1 disc kangaroo", "piece 2 disc kangaroo")
    right = correct(game.play, 10, "piece 3 cube kangaroo", 1_000)
    assert right.unfit is None
    assert right.play.state.pieces["kangaroo"] == {(3, "cube"): 1, (2, "disc"): 1}
