"""Boomerang: Australia and Europe: every row of their rules, the worked rounds, and the faults seen elsewhere."""

from __future__ import annotations

import pytest

from tables.game.base import Refused, decide
from tables.game.settlement import settled
from tables.variants.boomerang_draft import Draft, scoring
from tables.variants.boomerang_draft.journey import Journey, Line
from tests.drafting import AUSTRALIA, BOTH, EUROPE, Game, dealt_for, skipped, with_others

# --- the table and a round -------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("count", [1, 5])
def test_two_to_four_play(variant: Draft, count: int) -> None:
    with pytest.raises(Refused) as caught:
        Game(variant, range(1, count + 1))
    assert caught.value.code == "seat_count"


@BOTH
@pytest.mark.parametrize("count", [2, 3, 4])
def test_four_rounds_of_seven_cards_each_the_rest_stays_unseen(variant: Draft, count: int) -> None:
    game = Game(variant, range(1, count + 1))
    for number in range(1, 5):
        assert (game.state.round, game.state.over) == (number, False)
        game.rows()
        assert all(len(hand) == 7 for hand in game.state.dealt.values())
        game.choose()
    assert game.state.over
    assert game.code("deal 1 A B C D E F G") == "hand_over"


def test_seats_are_dealt_in_any_order_and_nobody_picks_before_all_are() -> None:
    game = Game(seats=(9, 2, 5)).do("deal 2 H I J K L M N")
    assert game.variant.awaiting(game.state) == {"draw": "deck 1", "remaining": 21, "seat": None}
    assert game.options() == {}
    assert game.code("2 pick H") == "deal_unfinished"
    game.do("deal 5 O P Q R S T U", "deal 9 A B C D E F G")
    assert game.variant.awaiting(game.state) == {"seats": [9, 2, 5]}
    assert game.options()[9] == tuple(f"pick {card}" for card in "ABCDEFG")


def test_every_hand_goes_left_to_the_next_seat() -> None:
    game = Game(seats=(9, 2, 5)).deal("ABCDEFG", "HIJKLMN", "OPQRSTU").pick("AHO")
    assert game.options() == {
        9: tuple(f"pick {card}" for card in "PQRSTU"),
        2: tuple(f"pick {card}" for card in "BCDEFG"),
        5: tuple(f"pick {card}" for card in "IJKLMN"),
    }


def test_the_hand_is_offered_in_canonical_order_however_it_was_dealt() -> None:
    game = Game().do("deal 5 # X A @ C B Z", "deal 9 D E F G H I J")
    assert game.options()[5] == tuple(f"pick {card}" for card in "ABCXZ@#")


@BOTH
@pytest.mark.parametrize("count", [2, 3, 4])
def test_seat_i_picks_from_the_hands_dealt_to_i_and_those_before_it(variant: Draft, count: int) -> None:
    """The travel of the hands: pick j of seat i comes from the hand dealt to seat i - j, the Catch from i - 6."""
    game = Game(variant, range(1, count + 1)).rows()
    for at, seat in enumerate(game.seats):
        row = game.state.rows[seat]
        for j, card in enumerate(row):
            assert card in game.state.dealt[game.seats[(at - j) % count]]


def test_the_last_card_passes_once_more_and_is_the_catch() -> None:
    game = Game().deal("ABCDEFG", "HIJKLMN")
    for cards in ("AH", "IB", "CJ", "KD", "EL"):
        game.pick(cards)
    assert game.options() == {5: ("pick M", "pick N"), 9: ("pick F", "pick G")}
    game.pick("MF")
    assert game.state.rows == {5: tuple("AICKEMG"), 9: tuple("HBJDLFN")}
    assert [event.type for event in game.events()] == [
        *("hand.site_picked", "hand.site_laid", "hand.site_laid", "hand.hands_passed"),
        *("hand.row_completed", "hand.row_completed"),
    ]
    assert game.events()[-1].throw == "H"
    assert game.events()[-1].catch == "N"


@BOTH
def test_the_picks_of_a_step_may_come_in_any_order(variant: Draft) -> None:
    rows = ("AICKEMG", "HBJDLFN", "OPQRSTU")
    one, other = Game(variant, (1, 2, 3)), Game(variant, (1, 2, 3))
    one.rows(*rows)
    other.do(
        *(f"deal {s} {' '.join(hand)}" for s, hand in ((3, dealt_for(rows)[2]), (1, dealt_for(rows)[0])))
    )
    other.do(f"deal 2 {' '.join(dealt_for(rows)[1])}")
    for step in range(6):
        other.do(*(f"{seat} pick {rows[seat - 1][step]}" for seat in (2, 3, 1)))
    assert other.state == one.state


# --- prompts ---------------------------------------------------------------------------------


def test_who_has_picked_waits_and_the_others_are_still_asked() -> None:
    game = Game(seats=(9, 2, 5)).deal("ABCDEFG", "HIJKLMN", "OPQRSTU").do("2 pick K")
    assert list(game.options()) == [9, 5]
    assert game.variant.awaiting(game.state) == {"seats": [9, 5]}
    assert all(prompt.secret for prompt in game.variant.prompts(game.state))


def test_what_may_be_chosen_after_a_round_of_australia() -> None:
    game = Game().rows("AV@XYIC")
    everything = [f"activity {name}" for name in AUSTRALIA.edition.icons]
    assert game.options() == {5: (*everything, "skip"), 9: (*everything, "skip")}
    game.do("5 activity bushwalking").do("9 skip").rows()
    assert game.options()[5] == (everything[0], *everything[2:], "skip")
    assert game.closed(5) == {everything[1]: "Seat 5 has used bushwalking in round 1."}
    assert game.closed(9) == {}
    assert all(prompt.secret for prompt in game.variant.prompts(game.state))


def test_what_may_be_chosen_after_a_round_of_europe() -> None:
    game = Game(EUROPE).rows("JFUEYHC", "GKMV@BD")
    assert game.options()[5] == ("treasure nature", "treasure music", "treasure monuments", "treasure art")
    assert game.closed(5) == {"skip": "Seat 5 has a treasure to choose."}
    assert game.options()[9] == ("treasure music", "treasure monuments", "treasure art")
    assert game.closed(9)["treasure nature"] == "Seat 9 has no nature on its seven cards."
    game.do("5 treasure nature", "9 treasure art").rows("JFUEYHC")
    assert game.closed(5)["treasure nature"] == "Seat 5 has used nature in round 1."


def test_treasure_optional_opens_the_skip_and_nothing_else() -> None:
    game = Game(EUROPE, treasure_optional=True).rows("JFUEYHC", "GKMV@BD")
    assert game.options()[9] == ("treasure music", "treasure monuments", "treasure art", "skip")
    assert game.code("9 treasure nature") == "no_icon"
    assert game.do("9 skip", "5 skip").round(9)["treasures"] == 0


def without_a_treasure() -> Game:
    """Seat 5 has used monuments and music, and then holds nothing else."""
    game = Game(EUROPE).rows("LMPYABZ").choose(s5="monuments").rows("ABGJS#D").choose(s5="music")
    return game.rows("AH@LMPY")


def test_skip_is_only_for_who_has_no_treasure_to_choose_and_scores_nothing() -> None:
    game = without_a_treasure()
    assert game.options()[5] == ("skip",)
    assert game.code("5 treasure monuments") == "used_already"
    assert game.code("5 treasure art") == "no_icon"
    assert game.code("9 skip") == "must_choose"
    game.choose()
    assert game.round(5)["treasures"] == 0


@BOTH
def test_every_seat_enters_its_choice_also_where_skip_is_the_only_one(variant: Draft) -> None:
    game = without_a_treasure() if variant is EUROPE else Game().rows()
    assert list(game.options()) == list(game.seats)
    assert game.variant.awaiting(game.state) == {"seats": [5, 9]}


# --- dealing ---------------------------------------------------------------------------------


@BOTH
def test_all_cards_are_shuffled_before_every_round(variant: Draft) -> None:
    game = Game(variant).rows().choose()
    draw = variant.chance(game.state)
    assert draw is not None
    assert (draw.pile, len(draw.contents), draw.drawn, draw.take, draw.then) == ("deck 2", 28, 0, 7, None)
    game.rows("ABCDEFG")


def test_undealt_first_with_two_deals_nothing_else() -> None:
    game = Game(undealt_first=True).rows("ABCDEFG", "HIJKLMN").choose()
    assert game.state.undealt() == tuple("OPQRSTUVWXYZ@#")
    assert game.code("deal 5 A P Q R S T U") == "undealt_first"
    game.do("deal 5 O P Q R S T U")
    assert game.code("deal 9 V W X Y Z @ N") == "undealt_first"
    game.do("deal 9 V W X Y Z @ #")


def test_undealt_first_with_three_is_refused_as_soon_as_they_no_longer_fit() -> None:
    game = Game(seats=(1, 2, 3), undealt_first=True).rows("ABCDEFG", "HIJKLMN", "OPQRSTU").choose()
    game.do("deal 2 A B C D E F G", "deal 1 H I J K V W X")
    assert game.code("deal 3 L M N Y Z @ O") == "undealt_first"
    game.do("deal 3 L M N Y Z @ #")


def test_undealt_first_with_four_and_without_the_setting_changes_nothing() -> None:
    game = Game(seats=(1, 2, 3, 4), undealt_first=True).rows().choose()
    assert game.state.undealt() == ()
    game.rows(*reversed(with_others("A#BYCZD", seats=4)))
    Game(seats=(1, 2, 3)).rows("ABCDEFG", "HIJKLMN", "OPQRSTU").choose().rows("ABCDEFG", "HIJKLMN", "OPQRSTU")


# --- the end ---------------------------------------------------------------------------------


def sheets(*totals: tuple[int, int]) -> Journey:
    """Three seats with these totals and points for Throw and Catch."""
    lines = {
        seat: (Line((), "skip", thrown, total - thrown, 0, 0, 0, 0, 0, ()),)
        for seat, (total, thrown) in zip((9, 2, 5), totals, strict=True)
    }
    return Game(seats=(9, 2, 5)).state.but(sheets=lines)


@pytest.mark.parametrize(
    ("totals", "won"),
    [
        (((80, 3), (81, 0), (79, 20)), (2,)),
        (((80, 3), (80, 4), (79, 20)), (2,)),
        (((80, 4), (80, 4), (80, 3)), (2, 9)),
        (((80, 4), (80, 4), (80, 4)), (2, 5, 9)),
    ],
)
def test_the_highest_total_then_throw_and_catch_then_shared(
    totals: tuple[tuple[int, int], ...], won: tuple[int, ...]
) -> None:
    assert scoring.winners(sheets(*totals)) == won


def evened(state: Journey, lacking: dict[int, tuple[int, int]]) -> Journey:
    """The sheets with so many points more in the first round, in all and for Throw and Catch."""
    lines = {
        seat: (
            first._replace(
                throw_catch=first.throw_catch + thrown, collections=first.collections + total - thrown
            ),
            *others,
        )
        for seat, (first, *others) in state.sheets.items()
        for total, thrown in (lacking[seat],)
    }
    return state.but(sheets=lines)


@BOTH
def test_a_shared_pot_gives_the_odd_cheque_to_the_first_winner_from_the_first_seat(variant: Draft) -> None:
    seats = (9, 2, 5)
    game = Game(variant, seats, condition=500, odd_chip_unit=500)
    for _ in range(3):
        game.rows().choose()
    game.rows()
    for seat in seats[:2]:
        game.do(f"{seat} {game.options()[seat][0]}")
    last = f"5 {game.options()[5][0]}"
    _, ended = decide(variant, game.state, last)
    result = scoring_of(ended)
    most = {seat: (200 - total, 50 - thrown) for seat, (total, thrown) in result.items()}
    most[5] = (most[5][0] - 1, most[5][1])
    _, shared = decide(variant, evened(game.state, most), last)
    assert shared.winners == (2, 9)
    assert settled(variant, shared).payouts == {2: 500, 9: 1000}


def scoring_of(state: Journey) -> dict[int, tuple[int, int]]:
    """Total and points for Throw and Catch of every seat."""
    totals = {seat: scoring.scores(state.edition, lines) for seat, lines in state.sheets.items()}
    return {seat: (score["total"], score["throw_catch"]) for seat, score in totals.items()}


@BOTH
def test_a_game_without_a_condition_has_no_pot(variant: Draft) -> None:
    game = skipped(variant, (5, 9), (), (), (), ())
    assert game.result()["pot"] == 0
    assert game.result()["payouts"] == {}
    assert game.result()["winners"]


@BOTH
def test_scores_of_finished_rounds_stand_while_a_game_goes_on(variant: Draft) -> None:
    game = Game(variant)
    assert game.result()["rounds"] == {"5": [], "9": []}
    assert game.score(5)["total"] == 0
    game.rows().choose()
    result = game.result()
    assert result["winners"] == []
    assert result["scores"] == {seat: rounds[0] for seat, rounds in result["rounds"].items()}


@BOTH
def test_the_floor_may_void_or_award_in_mid_round(variant: Draft) -> None:
    game = Game(variant, condition=500).rows().choose().do("deal 5 A B C D E F G")
    assert Game(variant, condition=500).do("void").result()["net"] == {"5": 0, "9": 0}
    awarded = game.do("award 9 1000")
    assert awarded.result()["winners"] == [9]
    assert awarded.options() == {}
    assert awarded.variant.awaiting(awarded.state) is None
    assert awarded.code("deal 9 H I J K L M N") == "hand_over"
