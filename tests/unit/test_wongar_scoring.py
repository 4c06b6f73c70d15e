"""The Scoring of Wongar's Ceremonies and the final bonus: rulings W46-W49 and W52-W55."""

from __future__ import annotations

import pytest

from tables.variants.wongar import ceremony, scoring
from tests.wongar_games import Game, at_ceremony, ready


def scored(owner: int, trigger: str = "ancestor", scorpion: int = 0, **fish: str) -> tuple[int, ...]:
    """Points of the seats after a Ceremony at Fish in which nobody holds a card; `owner` has the Ancestor then."""
    game = at_ceremony("fish", trigger).lay(**fish).put(scorpion=scorpion)
    return game.figures(owner, 4).do("1 move fish").scores()


def test_w46_a_kind_that_is_not_there_scores_for_nobody() -> None:
    assert scored(1, fish="2 cube, 3 cylinder") == (0, 2, 2, 0)


def test_each_kind_is_scored_separately() -> None:
    assert scored(1, fish="2 cube, 2 cylinder, 2 disc, 3 disc, 3 disc") == (0, 4, 2, 0)


def test_w47_wo1_a_tie_goes_to_the_first_of_those_tied_from_the_ancestors_owner_on() -> None:
    assert scored(3, fish="1 cube, 1 cube, 4 cube, 4 cube, 2 cube") == (0, 0, 0, 2)


def test_w47_wo2_the_owner_who_ties_wins() -> None:
    assert scored(2, fish="1 cube, 2 cube") == (0, 2, 0, 0)


def test_w47_the_one_who_takes_the_ancestor_wins_the_tie() -> None:
    """The Scoring follows the change of owner."""
    game = at_ceremony("fish").lay(fish="1 cube, 4 cube")
    assert game.state.owners["ancestor"] == 1
    assert game.do("1 move fish").scores() == (2, 0, 0, 0)


@pytest.mark.parametrize("owner", [1, 2, 3, 4])
def test_w47_against_counting_by_hand(owner: int) -> None:
    game = ready().lay(fish="1 disc, 3 disc, 4 disc, 2 cube, 4 cube").figures(owner, 1)
    first = {1: (1, 2), 2: (3, 2), 3: (3, 4), 4: (4, 4)}
    assert ceremony.majorities(game.state, "fish") == (*first[owner], 0)


@pytest.mark.parametrize(("space", "points"), [(0, 2), (4, 2), (5, 3), (9, 3), (10, 5), (14, 5)])
def test_w48_the_phase_is_that_of_the_scorpion_when_it_is_scored(space: int, points: int) -> None:
    assert scored(1, scorpion=space, fish="2 cube") == (0, points, 0, 0)


@pytest.mark.parametrize(
    ("trigger", "points"), [("ancestor", (2, 3, 5)), ("elder", (3, 4, 6)), ("both", (4, 5, 7))]
)
def test_w49_the_chart(trigger: str, points: tuple[int, ...]) -> None:
    for space, value in zip((0, 5, 10), points, strict=True):
        if trigger == "both":
            game = ready(fish="both").lay(fish="3 cube").put(scorpion=space).do("1 take fish")
            assert game.scores() == (0, 0, value, 0)
        else:
            assert scored(1, trigger, space, fish="3 cube") == (0, 0, value, 0)


def test_wo15_who_passes_keeps_the_majority() -> None:
    game = at_ceremony("fish").lay(fish="1 disc, 2 disc, 2 disc, 2 disc, 3 disc")
    game.hold(s1="disc", s2="disc", s3="disc").do("1 move fish", "1 pass", "2 pass", "3 pass")
    assert game.scores() == (0, 2, 0, 0)


# --- the end ---------------------------------------------------------------------------------


def collected(**cards: str) -> Game:
    names = {int(seat[1:]): tuple(text.split()) for seat, text in cards.items()}
    return ready(seats=sorted(names)).put(collected=names)


def test_w52_wo16_most_cards_of_a_kind() -> None:
    game = collected(
        s1="disc disc disc disc cube triple", s2="disc disc disc disc triple", s3="disc disc triple triple"
    )
    assert scoring.bonuses(game.state) == {1: 16, 2: 8, 3: 0}


def test_w52_only_cards_of_one_kind_count() -> None:
    others = "triple rituals ancestor elder both scorpion"
    assert scoring.bonuses(collected(s1=others, s2=others, s3="").state) == {1: 0, 2: 0, 3: 0}


def test_w53_all_who_tie_get_eight_whoever_owns_the_ancestor() -> None:
    assert scoring.bonuses(collected(s1="cube", s2="cube", s3="cube").state) == {1: 8, 2: 8, 3: 8}


def test_w54_a_kind_that_nobody_collected_gives_no_bonus() -> None:
    assert scoring.bonuses(collected(s1="", s2="", s3="").state) == {1: 0, 2: 0, 3: 0}


def test_w55_who_ties_for_most_points_wins_together() -> None:
    game = collected(s1="cube", s2="", s3="disc").put(score={1: 3, 2: 11, 3: 2})
    assert scoring.winners(game.state) == (1, 2)
    assert scoring.winners(game.put(score={1: -9, 2: -5, 3: -2}).state) == (3,)


def test_wo17_the_end_comes_with_the_last_space_alone() -> None:
    for space in range(15):
        assert scoring.ends(ready().put(scorpion=space).state) is (space == 14)
