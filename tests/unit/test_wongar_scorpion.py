"""The Scorpion of Wongar: rulings W14-W23 and the cases about it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.wongar_games import BASIC, Game, ready


def drawing(scores: tuple[int, ...], scorpions: int = 1) -> Game:
    """The first seat, due four ritual cards, has drawn so many Scorpions first."""
    seats = range(1, len(scores) + 1)
    game = ready(seats=seats, emu="rituals").put(score=dict(zip(seats, scores, strict=True))).hold()
    return game.do("1 take emu", *["ritual 1 scorpion"] * scorpions)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((20, 15, 10, 5), 17),
        ((5, 5, 5, 2), 4),  # WO7: level is not behind
        ((0, 0, -1), -1),  # WO8: below the start
        ((0, 0, 0), 0),
        ((-3, -2, -1), -3),
    ],
)
def test_w14_wo7_wo8_as_many_points_as_seats_are_behind(before: tuple[int, ...], after: int) -> None:
    game = drawing(before)
    assert game.scores() == (after, *before[1:])
    assert game.state.scorpion == 1


def test_w16_wt2_several_scorpions_are_evaluated_one_after_the_other() -> None:
    game = ready(seats=range(1, 6)).put(score={1: 20, 2: 15, 3: 10, 4: 5, 5: 17}).revealing("emu", "fish")
    game.do("reveal emu scorpion")
    assert game.scores()[0] == 16
    game.do("reveal emu disc", "reveal fish scorpion")
    assert game.scores() == (13, 15, 10, 5, 17)
    assert game.state.scorpion == 2


def test_w17_wo8_below_zero_and_again() -> None:
    game = drawing((0, 0, -1), 2)
    assert game.scores() == (-1, 0, -1)


def test_w15_the_step_and_the_loss_come_before_the_replacement() -> None:
    game = drawing((4, 2, 0, 0))
    assert (game.state.scorpion, game.scores()[0], game.state.aside) == (1, 1, 1)
    assert game.due() == "ritual 1 {}"
    assert (game.state.owed, game.state.hands[1]) == (4, ())


def test_w15_wt9_four_cards_come_for_four_even_after_a_scorpion() -> None:
    game = drawing((0, 0, 0, 0)).do(*["ritual 1 disc"] * 4)
    assert game.state.hands[1] == ("disc",) * 4
    assert len(game.state.rituals) == 43 - 5
    assert game.options()[0].startswith("2 take")


def test_w18_the_revealer_keeps_a_territory_scorpion() -> None:
    game = ready().put(score={1: 3, 2: 0, 3: 0, 4: 9}).revealing("emu").do("reveal emu scorpion")
    assert game.state.collected[1] == ("scorpion",)
    assert game.scores() == (1, 0, 0, 9)
    assert game.due() == "reveal emu {}"
    assert game.happened() == ["ScorpionRevealed"]


def test_w18_the_same_territory_again_until_another_card_shows() -> None:
    game = ready().revealing("emu", "fish").do("reveal emu scorpion")
    assert game.refused("reveal fish disc") == "other_stack"
    game.do("reveal emu scorpion", "reveal emu disc")
    assert game.due() == "reveal fish {}"
    assert game.state.collected[1] == ("scorpion", "scorpion")


def test_w19_wo9_the_second_ritual_scorpion_shuffles_all() -> None:
    game = ready(emu="rituals").put(aside=1, discards=("disc", "cube", "cylinder") * 4)
    game.hold(
        s1="disc disc disc cube cube",
        s2="double double double double double",
        s3="cylinder cylinder cylinder cylinder cylinder",
        s4="cube cube cube cube cube",
    )
    assert len(game.state.rituals) == 10
    game.do("1 take emu", "ritual 1 scorpion")
    assert game.happened() == ["ScorpionDrawn", "RitualsShuffled"]
    assert game.state.scorpion == 1
    assert len(game.state.rituals) == 9 + 12 + 2
    assert (game.state.discards, game.state.aside) == ((), 0)
    draw = game.variant.chance(game.state)
    assert draw is not None
    assert (draw.pile, draw.drawn, len(draw.contents)) == ("rituals_3", 0, 23)
    game.do("ritual 1 cylinder")
    assert (len(game.state.rituals), game.state.owed) == (22, 3)


def test_w19_a_discarded_card_comes_again_and_the_next_scorpion_is_set_aside() -> None:
    game = drawing((0, 0, 0), 2)
    assert (game.state.aside, game.state.rituals.count("scorpion")) == (0, 2)
    game.do("ritual 1 scorpion")
    assert (game.state.aside, game.state.rituals.count("scorpion")) == (1, 1)


def all_in_hands(left: str = "") -> Game:
    """The Elder's owner is due a card; but for those named, all that are no Scorpions are in hands."""
    cards = Counter({"disc": 14, "cube": 12, "cylinder": 10, "double": 5}) - Counter(left.split())
    held = " ".join(cards.elements())
    return ready(emu="rituals").hold(s2=held).revealing("fish").do("reveal fish disc")


def test_w20_when_only_scorpions_are_left_no_card_is_drawn() -> None:
    game = all_in_hands()
    assert game.happened() == ["CardRevealed", "PrivilegeFulfilled", "DrawingEnded"]
    assert game.state.rituals == ("scorpion", "scorpion")
    assert game.due() is None
    assert game.state.scorpion == 0
    game.do("1 take emu")
    assert game.happened() == ["CardTaken", "DrawingEnded"]
    assert game.options()[0].startswith("2 take")


def test_w20_what_is_due_ends_when_the_last_other_card_has_come() -> None:
    game = all_in_hands("disc cube").do("ritual 4 disc", "1 take emu", "ritual 1 cube")
    assert game.happened() == ["RitualReceived", "DrawingEnded"]
    assert game.state.hands[1] == ("cube",)
    assert game.options()[0].startswith("2 take")


def test_w20_both_scorpions_come_before_a_discarded_card_does() -> None:
    game = all_in_hands().put(discards=("disc",), hands={1: (), 2: ("cube",), 3: (), 4: ()})
    game.do("1 take emu")
    assert game.variant.awaiting(game.state) == {"draw": "rituals_2", "remaining": 2, "seat": 1}
    game.do("ritual 1 scorpion")
    assert game.refused("ritual 1 disc") == "card_out"
    game.do("ritual 1 scorpion", "ritual 1 disc")
    assert game.happened() == ["RitualReceived", "DrawingEnded"]
    assert game.state.scorpion == 2


def test_w21_wo17_on_its_last_space_the_scorpion_stays_and_still_costs() -> None:
    game = drawing((3, 1, 0, 9)).put(scorpion=14)
    game.do("ritual 1 scorpion")
    assert game.state.scorpion == 14
    assert game.scores() == (0, 1, 0, 9)


def test_w22_wo10_a_stack_that_ends_in_a_scorpion() -> None:
    game = ready().put(score={1: 3, 2: 0, 3: 4, 4: 1}).emptied(emu="scorpion").revealing("emu")
    game.do("reveal emu scorpion")
    assert game.scores() == (1, 0, 4, 1)
    assert (game.state.scorpion, game.state.collected[1]) == (1, ("scorpion",))
    assert "emu" not in game.state.face_up
    assert BASIC.view(game.state, "public")["last_round"]
    game.do("ritual 4 disc")
    assert "1 take emu" not in game.options()
    for seat, name in ((1, "kangaroo"), (2, "snake"), (3, "goanna"), (4, "hands")):
        assert not game.state.over
        game.do(f"{seat} take {name}", f"{seat} done")
    assert game.state.over


def test_w23_no_limit_to_a_hand() -> None:
    game = ready(emu="rituals").hold(s1=" ".join(["disc"] * 14 + ["cube"] * 12)).do("1 take emu")
    game.do(*["ritual 1 cylinder"] * 4)
    assert len(game.state.hands[1]) == 30


def test_a_scorpion_among_the_cards_drawn_instead_of_pieces() -> None:
    game = (
        ready().put(score={1: 2, 2: 0, 3: 0, 4: 0}).hold().do("1 take emu", "1 draw 2", "ritual 1 scorpion")
    )
    assert game.scores()[0] == -1
    game.do("ritual 1 disc", "ritual 1 cube")
    assert game.state.hands[1] == ("disc", "cube")


def test_the_elders_owner_suffers_the_scorpion_of_his_privilege() -> None:
    game = ready().put(score={1: 0, 2: 0, 3: 0, 4: 5}).hold().revealing("emu")
    game.do("reveal emu disc", "ritual 4 scorpion")
    assert game.scores() == (0, 0, 0, 2)
    assert game.due() == "ritual 4 {}"
