"""What may be seen of a game of Wongar, by whom, and what chance draws from."""

from __future__ import annotations

import json

import pytest

from tables.game.base import Refused
from tables.game.registry import game_events
from tables.game.shoe import drawn
from tests.wongar_games import BASIC, INITIATED, Game, at_ceremony, ready

SEED = bytes(range(32))


def test_a_seat_sees_its_own_hand_and_of_others_only_counts() -> None:
    game = ready().hold(s1="disc cube", s2="double", s3="", s4="cylinder")
    for viewer in (1, 2, 3, 4, "public"):
        view = BASIC.view(game.state, viewer)
        own = {} if viewer == "public" else {str(viewer): list(game.state.hands[int(viewer)])}
        assert view["hands"] == own
        assert view["cards_held"] == {"1": 2, "2": 1, "3": 0, "4": 1}
        assert view["rituals"]["contents"] is None
        assert view["stacks"] is None


def test_all_is_seen_after_the_end() -> None:
    game = ready().hold(s1="disc cube")
    view = BASIC.view(game.state, "all")
    assert view["hands"]["1"] == ["disc", "cube"]
    assert len(view["rituals"]["contents"]) == 41
    assert len(view["stacks"]["emu"]) == 14


@pytest.mark.parametrize("variant", [BASIC, INITIATED])
@pytest.mark.parametrize("viewer", [2, "public", "all"])
def test_a_view_is_json(variant: object, viewer: int | str) -> None:
    assert variant in (BASIC, INITIATED)
    chosen = BASIC if variant is BASIC else INITIATED
    for game in (Game(chosen), ready(chosen), at_ceremony("fish", variant=chosen)):
        view = chosen.view(game.state, viewer)
        assert json.loads(json.dumps(view)) == view


def test_a_ritual_card_is_read_by_its_seat_alone_and_a_scorpion_by_all() -> None:
    game = ready(emu="rituals").hold().do("1 take emu", "ritual 1 cube")
    assert game.play.moves[-1].events[0].secret_to == 1
    game.do("ritual 1 scorpion")
    assert game.play.moves[-1].events[0].secret_to is None
    game = ready(INITIATED, emu="rituals").hold().do("1 take emu", "1 pick cube")
    assert game.play.moves[-1].events[0].secret_to == 1


def test_nothing_else_is_secret() -> None:
    for variant in (BASIC, INITIATED):
        secret = [event.__name__ for event in game_events(variant).values() if "secret_to" in vars(event)]
        assert secret == ["RitualReceived", "RitualPicked"]


def test_a_decision_whose_options_tell_of_a_hand_is_secret() -> None:
    game = at_ceremony("fish").lay(fish="1 disc, 2 disc").hold(s1="disc")
    assert not any(prompt.secret for prompt in BASIC.prompts(game.state))
    assert all(prompt.secret for prompt in BASIC.prompts(game.do("1 move fish").state))
    game = ready(INITIATED, emu="rituals").hold().do("1 take emu")
    assert all(prompt.secret for prompt in INITIATED.prompts(game.state))


def test_the_picker_sees_the_stack_while_he_picks() -> None:
    game = ready(INITIATED, emu="rituals").hold()
    assert INITIATED.view(game.state, 1)["rituals"]["contents"] is None
    game.do("1 take emu")
    assert INITIATED.view(game.state, 1)["rituals"]["contents"] == list(game.state.rituals)
    for viewer in (2, "public"):
        assert INITIATED.view(game.state, viewer)["rituals"]["contents"] is None
        assert INITIATED.view(game.state, viewer)["rituals"]["stack"] == 36
    game.do(*["1 pick disc"] * 4)
    assert INITIATED.view(game.state, 1)["rituals"]["contents"] is None


def test_in_the_basic_game_nobody_sees_the_stack() -> None:
    game = ready(emu="rituals").hold().do("1 take emu")
    assert BASIC.view(game.state, 1)["rituals"]["contents"] is None


def test_who_is_not_to_act_learns_nothing_of_his_neighbours_hand_from_a_refusal() -> None:
    told = []
    for hand in ("disc", "cube"):
        game = at_ceremony("fish").lay(fish="1 disc, 1 cube, 2 disc").hold(s1=hand, s2="disc")
        game.do("1 move fish")
        with pytest.raises(Refused) as caught:
            game.do("2 play disc remove 1")
        told.append((caught.value.code, caught.value.reason))
    assert told[0] == told[1]


# --- chance ----------------------------------------------------------------------------------


def test_each_stack_is_a_pile_of_its_own() -> None:
    game = Game().do("reveal kangaroo disc")
    draw = BASIC.chance(game.state)
    assert draw is not None
    assert (draw.pile, draw.drawn, draw.contents) == ("stack_emu", 0, BASIC.form.stack)
    game = ready().revealing("kangaroo")
    draw = BASIC.chance(game.state)
    assert draw is not None
    assert (draw.pile, draw.drawn, len(draw.contents)) == ("stack_kangaroo", 1, 14)


def test_a_shuffle_is_a_new_pile() -> None:
    game = Game().revealed().filled()
    draw = BASIC.chance(game.state)
    assert draw is not None
    assert (draw.pile, draw.drawn, draw.seat, draw.form) == ("rituals", 0, 1, "ritual 1 {}")
    game.do("ritual 1 scorpion")
    draw = BASIC.chance(game.state)
    assert draw is not None
    assert (draw.pile, draw.drawn, len(draw.contents)) == ("rituals", 1, 42)
    game.dealt().do("figures 1 4")
    draw = BASIC.chance(game.state)
    assert draw is not None
    assert (draw.pile, draw.drawn, len(draw.contents), draw.seat) == ("rituals_2", 0, 35, 4)


@pytest.mark.parametrize("variant", ["basic", "initiated"])
def test_the_electronic_shoe_makes_the_whole_set_up(variant: str) -> None:
    game = Game(BASIC if variant == "basic" else INITIATED)
    piles = game.variant.piles(game.play.setup)
    seen = set()
    while (draw := game.variant.chance(game.state)) is not None:
        if draw.drawn == 0 and draw.pile in piles:
            assert draw.contents == piles[draw.pile]
        text, about = drawn(SEED, draw)
        assert (about["pile"], about["k"]) not in seen
        seen.add((about["pile"], about["k"]))
        game.do(text)
        if game.state.round:
            break
    assert len(game.state.face_up) == 10
    assert game.state.owners


def test_a_card_that_is_taken_back_comes_again() -> None:
    game = Game().revealed().filled()
    draw = BASIC.chance(game.state)
    assert draw is not None
    once = drawn(SEED, draw)
    after = game.play.plays(len(game.play.moves), once[0])
    taken = after.before(after.moves[-1].n)
    again = BASIC.chance(taken.state)
    assert again is not None
    assert drawn(SEED, again) == once
