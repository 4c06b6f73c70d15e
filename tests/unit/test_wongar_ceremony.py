"""The Ceremonies of Wongar: rulings W35-W45 and the cases about them."""

from __future__ import annotations

import pytest

from tables.variants.wongar.land import Ceremony
from tests.wongar_games import BASIC, Game, at_ceremony


def active(game: Game) -> tuple[int, ...]:
    task = game.state.task
    return task.active if isinstance(task, Ceremony) else ()


def ceremony(trigger: str = "ancestor", held: str = "disc cube cylinder", **pieces: str) -> Game:
    """A Ceremony at Fish; seats 1 to 3 hold the same cards. Beside Fish lie Goanna, Hands and Possum."""
    game = at_ceremony("fish", trigger).lay(**pieces).hold(s1=held, s2=held, s3=held)
    return game.do("1 move fish")


def plays(game: Game) -> tuple[str, ...]:
    return tuple(text.partition(" play ")[2] for text in game.options() if " play " in text)


# --- who takes part --------------------------------------------------------------------------


def test_w35_who_has_a_piece_there_takes_part() -> None:
    game = ceremony(fish="3 disc, 1 cube", hands="2 disc")
    assert active(game) == (1, 3)
    assert game.refused("2 play disc in hands") == "out_of_ceremony"
    assert game.refused("2 pass") == "out_of_ceremony"
    assert game.refused("3 pass") == "not_your_turn"


def test_w35_wo3_nobody_takes_part() -> None:
    game = ceremony(hands="2 disc")
    assert game.happened() == ["FigureMoved", "CeremonyScored"]
    assert game.scores() == (0, 0, 0, 0)
    assert game.options()[0].startswith("2 take")


def test_w36_the_ancestors_owner_opens_also_when_the_elder_moved() -> None:
    game = at_ceremony("fish", "elder").figures(3, 1).lay(fish="1 disc, 2 disc, 3 disc")
    game.hold(s1="disc", s2="disc", s3="disc").do("1 move fish")
    assert active(game) == (3, 1, 2)
    game = ceremony(fish="1 disc, 2 disc, 3 disc")
    assert active(game) == (1, 2, 3)


def test_w36_else_the_next_participant_clockwise_from_him() -> None:
    game = at_ceremony("fish", "elder").figures(4, 1).lay(fish="2 disc, 3 disc")
    assert active(game.hold(s2="disc", s3="disc").do("1 move fish")) == (2, 3)


def test_w37_nobody_enters_from_outside_and_the_last_piece_takes_its_owner_out() -> None:
    game = ceremony(held="disc disc", fish="1 disc, 2 disc", hands="3 disc")
    game.do("1 play disc remove 2")
    assert active(game) == (1,)
    assert game.refused("2 play disc in hands") == "out_of_ceremony"
    assert game.refused("3 play disc in hands") == "out_of_ceremony"


def test_w37_b_may_cost_the_last_piece() -> None:
    game = ceremony(fish="1 disc, 2 disc").do("1 play disc out hands")
    assert active(game) == (2,)
    assert game.state.there(1, "disc", "hands") == 1


def test_w38_a_pass_is_final_and_still_counts_for_majorities() -> None:
    game = ceremony(fish="1 disc, 1 disc, 2 disc, 2 cube, 3 cube").do("1 pass")
    assert active(game) == (2, 3)
    assert game.refused("1 play disc remove 2") == "out_of_ceremony"
    game.do("2 pass", "3 pass")
    assert game.scores()[0] == 2


def test_w39_who_has_no_card_to_play_is_out_by_himself() -> None:
    game = at_ceremony("fish").lay(fish="1 disc, 2 disc, 3 disc, 4 cube")
    game.hold(s1="disc", s2="", s3="cylinder", s4="cylinder").do("1 move fish")
    assert active(game) == (1, 2, 3, 4)
    game.do("1 play disc out hands")
    assert game.happened() == [
        "RitualPlayed",
        "NothingToPlay",
        "NothingToPlay",
        "NothingToPlay",
        "CeremonyScored",
    ]


def test_w39_a_card_that_becomes_playable_again_comes_too_late() -> None:
    """Seat 2 cannot play its cylinder; seat 1 then brings one in, but seat 2 stays out."""
    game = at_ceremony("fish").lay(fish="1 disc, 1 disc, 2 disc", hands="1 cylinder")
    game.hold(s1="disc cylinder", s2="cylinder").do("1 move fish", "1 play disc out hands")
    assert "NothingToPlay" in game.happened()
    game.do("1 play cylinder in hands")
    assert game.refused("2 play cylinder remove 1") == "not_now"
    assert game.scores() == (4, 0, 0, 0)
    assert game.state.hands[2] == ("cylinder",)


def test_w40_the_last_active_seat_keeps_playing() -> None:
    game = ceremony(held="disc disc disc", fish="1 disc, 1 disc, 2 disc").do(
        "1 play disc out hands", "2 pass"
    )
    game.do("1 play disc in hands", "1 play disc remove 2")
    assert game.state.hands[1] == ()


def test_it_goes_round_until_nobody_plays() -> None:
    game = ceremony(fish="1 disc, 2 cube, 3 cylinder", possum="1 disc, 2 cube, 3 cylinder")
    for seat, kind in ((1, "disc"), (2, "cube"), (3, "cylinder")):
        assert active(game)[0] == seat
        game.do(f"{seat} play {kind} in possum")
    assert active(game) == (1, 2, 3)
    assert game.state.discards == ("disc", "cube", "cylinder")


# --- one card --------------------------------------------------------------------------------


def test_w41_w42_w43_the_three_ways_of_a_card() -> None:
    game = ceremony(fish="1 disc, 1 cube, 2 disc, 3 disc, 3 cylinder", possum="1 disc, 1 cylinder")
    assert plays(game) == (
        *("disc remove 2", "disc remove 3", "disc out goanna", "disc out hands", "disc out possum"),
        *("disc in possum", "cube out goanna", "cube out hands", "cube out possum"),
        *("cylinder remove 3", "cylinder in possum"),
    )
    assert game.options()[-1] == "1 pass"
    assert game.closed() == {
        "play cube remove": "There is no foreign cube in fish.",
        "play cube in": "There is no cube of one's own beside fish.",
        "play cylinder out": "There is no cylinder of one's own in fish.",
    }


def test_w42_a_piece_removed_goes_back_to_its_owner_and_own_pieces_are_not_removed() -> None:
    game = ceremony(fish="1 disc, 2 disc, 2 cube")
    assert game.refused("1 play disc remove 1") == "nothing_there"
    assert game.refused("1 play disc remove 3") == "nothing_there"
    assert game.refused("1 play disc remove 9") == "not_dealt_in"
    before = game.state.supply[2, "disc"]
    game.do("1 play disc remove 2")
    assert game.state.supply[2, "disc"] == before + 1
    assert game.state.there(2, "disc", "fish") == 0


def test_w43_own_pieces_go_over_one_border() -> None:
    game = ceremony(fish="1 disc, 2 disc", emu="1 disc", hands="2 disc")
    for text in ("out emu", "out fish", "in emu", "in hands", "in fish"):
        assert game.refused(f"1 play disc {text}") == "nothing_there"
    assert game.refused("1 play disc out swamp") == "unknown_territory"
    assert game.refused("1 play cube out hands") == "nothing_there"
    assert game.state.hands[1] == ("disc", "cube", "cylinder")


def test_a_card_that_one_does_not_hold() -> None:
    game = ceremony(held="disc", fish="1 disc, 1 cube, 2 disc")
    assert game.refused("1 play cube out hands") == "not_in_hand"
    assert game.refused("1 play double cube out hands") == "not_in_hand"
    assert game.refused("1 play scorpion remove 2") == "unknown_card"
    assert game.refused("1 play disc away 2") == "malformed"


def test_a_card_that_is_held_twice_is_offered_once() -> None:
    game = ceremony(held="disc disc", fish="1 disc, 2 disc")
    assert plays(game) == ("disc remove 2", "disc out goanna", "disc out hands", "disc out possum")
    assert game.do("1 play disc remove 2").state.hands[1] == ("disc",)


# --- the double ------------------------------------------------------------------------------


def double(**pieces: str) -> Game:
    return ceremony(held="double", **pieces)


def test_w44_wo6_a_double_removes_two_of_a_kind() -> None:
    game = double(fish="1 disc, 2 cube, 2 cube, 3 cube")
    assert plays(game)[:1] == ("double disc out goanna",)
    assert [text for text in plays(game) if "remove" in text] == [
        "double cube remove 2 2",
        "double cube remove 2 3",
    ]
    assert game.refused("1 play double cube remove 2") == "wrong_count"
    assert game.refused("1 play double cube remove 3 3") == "nothing_there"
    assert game.refused("1 play double disc remove 2 3") == "nothing_there"
    assert game.refused("1 play double disc remove 1 1") == "nothing_there"


def test_w44_wo6_one_back_to_each_and_the_order_has_no_meaning() -> None:
    game = double(fish="1 disc, 2 cube, 3 cube")
    before = game.state.supply
    game.do("1 play double cube remove 3 2")
    assert game.play.moves[-1].events[0].data()["targets"] == ["2", "3"]
    assert game.state.supply[2, "cube"] == before[2, "cube"] + 1
    assert game.state.supply[3, "cube"] == before[3, "cube"] + 1
    assert game.state.discards == ("double",)


def test_w44_wo6_with_one_there_one_is_removed() -> None:
    game = double(fish="1 disc, 2 cube")
    assert "double cube remove 2" in plays(game)
    assert game.refused("1 play double cube remove 2 2") == "wrong_count"
    game.do("1 play double cube remove 2")
    assert game.state.pieces["fish"] == {(1, "disc"): 1}


def test_w45_two_out_to_one_or_two_neighbours() -> None:
    game = double(fish="1 disc, 1 disc, 1 disc")
    beside = ("goanna", "hands", "possum")
    pairs = [(a, b) for i, a in enumerate(beside) for b in beside[i:]]
    assert plays(game) == tuple(f"double disc out {a} {b}" for a, b in pairs)
    game.do("1 play double disc out possum hands")
    assert (game.state.there(1, "disc", "hands"), game.state.there(1, "disc", "possum")) == (1, 1)
    assert game.state.there(1, "disc", "fish") == 1


def test_w45_two_in_from_one_or_two_neighbours() -> None:
    game = double(fish="1 cube", hands="1 disc, 1 disc", possum="1 disc", emu="1 disc")
    assert [t for t in plays(game) if "in" in t.split()] == [
        "double disc in hands hands",
        "double disc in hands possum",
    ]
    assert game.refused("1 play double disc in possum possum") == "nothing_there"
    assert game.refused("1 play double disc in hands emu") == "nothing_there"
    game.do("1 play double disc in hands hands")
    assert game.state.there(1, "disc", "fish") == 2


def test_w45_with_one_available_one_is_moved() -> None:
    game = double(fish="1 cube", possum="1 disc")
    assert plays(game) == (
        "double disc in possum",
        *(f"double cube out {name}" for name in ("goanna", "hands", "possum")),
    )
    assert game.refused("1 play double cube out hands possum") == "wrong_count"


def test_w45_out_in_and_remove_are_not_mixed() -> None:
    game = double(fish="1 disc, 2 disc", possum="1 disc")
    assert game.refused("1 play double disc out hands in possum") == "malformed"
    assert game.refused("1 play double disc remove 2 hands") == "bad_number"


@pytest.mark.parametrize("text", ["1 play double fish out hands", "1 play double disc"])
def test_a_double_names_its_kind(text: str) -> None:
    assert double(fish="1 disc, 2 disc").refused(text) in {"unknown_kind", "malformed"}


def test_what_others_see_of_a_ceremony() -> None:
    game = ceremony(fish="1 disc, 2 disc").put(scorpion=9)
    assert BASIC.view(game.state, "public")["ceremony"] == {
        "site": "fish",
        "trigger": "ancestor",
        "active": [1, 2],
        "points": 3,
    }
    assert all(prompt.secret for prompt in BASIC.prompts(game.state))
