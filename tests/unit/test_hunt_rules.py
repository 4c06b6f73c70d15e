"""Boomerang (Ehrhard/Lalet): every ruling B1-B37, the cases of the text and our own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tables.game.base import Refused
from tables.game.records import set_up
from tables.game.settlement import outcome, settled
from tables.variants.boomerang_hunt import VARIANT as HUNT
from tables.variants.boomerang_hunt import scoring
from tables.variants.boomerang_hunt.camp import Camp
from tables.variants.boomerang_hunt.deck import HOUSE_SET, SPECIES, TERRITORIES, WHOLE_DECK, territories_of
from tests.hunting import MINI, Game, card

THREE = MINI[:3]


def refused(game: Game, text: str) -> str:
    before = game.state
    with pytest.raises(Refused) as caught:
        game.do(text)
    assert game.state == before
    assert caught.value.reason
    return caught.value.code


def bidding(seats: tuple[int, ...] = (1, 4, 6), first: int | None = None, **rules: object) -> Game:
    """Tokens are down; the first hunter is to act."""
    game = Game(seats, THREE, first=first, rules=rules).turn_up(*THREE)
    for seat in seats:
        game.do(f"{seat} choose water")
    return game


def with_hand(state: Camp, **captured: str) -> Camp:
    """The state with so many of one animal per seat: `s1="fish 5"`."""
    cards = {
        int(s[1:]): tuple(f"{t.split()[0]} water forest" for _ in range(int(t.split()[1])))
        for s, t in captured.items()
    }
    return state.but(captured=cards)


# --- the set ---------------------------------------------------------------------------------


def test_b1_the_house_set_is_54_different_cards_nine_an_animal() -> None:
    assert HOUSE_SET
    assert len(WHOLE_DECK) == len(set(WHOLE_DECK)) == 54
    assert Counter(text.split(" ")[0] for text in WHOLE_DECK) == dict.fromkeys(SPECIES, 9)
    shown = Counter(name for text in WHOLE_DECK for name in territories_of(text))
    assert shown == {"water": 21, "mountain": 21, "forest": 22, "meadow": 22, "desert": 22}
    pairs = Counter(territories_of(text) for text in WHOLE_DECK)
    six = {("water", "forest"), ("forest", "desert"), ("meadow", "desert"), ("meadow", "mountain")}
    assert pairs == {pair: 6 if pair in six else 5 for pair in combinations(TERRITORIES, 2)}


@pytest.mark.parametrize("count", [3, 4, 5])
def test_bt5_everybody_starts_with_twelve(count: int) -> None:
    game = Game(range(1, count + 1), deck=None)
    assert game.state.boomerangs == dict.fromkeys(range(1, count + 1), 12)
    assert len(game.state.left) == 54


@pytest.mark.parametrize("count", [2, 6])
def test_b2_three_to_five_play(count: int) -> None:
    with pytest.raises(Refused) as caught:
        Game(range(1, count + 1))
    assert caught.value.code == "seat_count"


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ({"deck": []}, "bad_deck"),
        ({"deck": "fish water forest"}, "bad_deck"),
        ({"deck": ["fish water"]}, "bad_deck"),
        ({"deck": [7]}, "bad_deck"),
        ({"deck": ["fish water forest"] * 201}, "bad_deck"),
        ({"deck": ["whale water forest"]}, "unknown_card"),
        ({"deck": ["fish water water"]}, "unknown_card"),
        ({"deck": ["fish water swamp"]}, "unknown_card"),
        ({"first": 2}, "bad_first"),
        ({"first": True}, "bad_first"),
        ({"first": "1"}, "bad_first"),
        ({"sheep": 1}, "unknown_setup"),
    ],
)
def test_a_wrong_set_up_is_refused(extra: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as caught:
        set_up(HUNT, seats=(1, 4, 6), condition=0, rules={}, extra=extra)
    assert caught.value.code == code


def test_b3_a_deck_may_write_the_territories_in_either_order_and_a_card_twice() -> None:
    game = Game(deck=None)
    setup = set_up(
        HUNT,
        seats=(1, 4, 6),
        condition=0,
        rules={},
        extra={"deck": ["fish forest water", "fish water forest"]},
    )
    assert HUNT.start(setup).left == ("fish water forest", "fish water forest")
    game.do("draw fish forest water")
    assert game.state.shown == ("fish water forest",)
    assert refused(game, "draw fish water forest") == "card_out"


def test_b4_the_first_seat_is_given_with_the_set_up() -> None:
    assert Game().state.first == 1
    assert Game(first=6).state.first == 6


# --- turning up ------------------------------------------------------------------------------


def test_b5_bo6_cards_come_until_five_territories_are_seen() -> None:
    deck = ("fish W F", "emu W F", "turtle Me D", "lizard F D", "wallaby Me Mo", "fish W Me")
    game = Game(deck=deck)
    for text in deck[:5]:
        assert HUNT.chance(game.state) is not None
        assert not game.options()
        game.turn_up(text)
    assert HUNT.chance(game.state) is None
    assert set(game.options()) == {1, 4, 6}
    assert refused(game, "draw fish water meadow") == "no_card_due"


def test_b6_bo7_what_is_left_counts_toward_the_five() -> None:
    deck = ("emu F Me", "turtle W D", "emu W Mo", "lizard F D", "fish W Me", "wallaby Me Mo")
    game = Game(deck=deck).turn_up(*deck[:3])
    game.choose(s1="W", s4="W", s6="D").do("1 stop", "4 stop")
    assert game.state.shown == (card("emu F Me"),)
    for text in deck[3:]:
        assert not game.options()
        game.turn_up(text)
    assert len(game.state.shown) == 4
    assert set(game.options()) == {1, 4, 6}


def test_b7_the_last_hunters_territory_is_gone_so_a_card_is_due() -> None:
    game = Game().turn_up(*THREE).choose(s1="F", s4="W", s6="D").do("1 stop", "4 stop")
    assert "desert" not in game.state.territories_shown()
    assert HUNT.chance(game.state) is not None


def test_b8_bo11_a_dry_pile_gives_a_final_round_with_what_is_seen() -> None:
    game = Game(deck=("fish W F",)).turn_up("fish W F")
    assert set(game.options()) == {1, 4, 6}
    game.choose(s1="W", s4="F", s6="D").do("1 stop", "4 stop")
    assert [(c.seat, c.territory, c.cards) for c in game.state.captures] == [
        (6, "desert", ()),
        (4, "forest", ("fish water forest",)),
        (1, "water", ()),
    ]
    assert game.state.over


def test_b9_b10_b36_bo9_an_exact_end_is_played_and_leftovers_score_for_nobody() -> None:
    game = Game(deck=THREE).turn_up(*THREE)
    assert not game.state.left
    game.choose(s1="W", s4="W", s6="W").do("1 stop", "4 stop")
    assert game.state.over
    assert game.state.captured[6] == ("fish water forest",)
    assert game.state.shown == (card("turtle Me D"), card("emu F Mo"))
    assert scoring.scores(game.state)[6] == {
        **dict.fromkeys(SPECIES, 0),
        "fish": 1,
        "boomerangs": 2,
        "total": 3,
    }


# --- choosing --------------------------------------------------------------------------------


def test_b11_choices_are_secret_in_any_order_and_any_of_the_five() -> None:
    game = Game(deck=("fish W F", "fish W F")).turn_up("fish W F", "fish W F")
    assert all(
        options == tuple(f"choose {name}" for name in TERRITORIES) for options in game.options().values()
    )
    assert all(prompt.secret for prompt in HUNT.prompts(game.state))
    game.choose(s6="Mo")
    assert game.play.moves[-1].events[0].secret_to == 6
    assert HUNT.view(game.state, 6)["tokens"] == {"6": "mountain"}
    for viewer in (1, 4, "public"):
        assert HUNT.view(game.state, viewer)["tokens"] == {}
        assert HUNT.view(game.state, viewer)["chosen"] == [6]
    assert set(game.options()) == {1, 4}


def test_a_choice_stands_and_is_one_of_five() -> None:
    game = Game().turn_up(*THREE).choose(s4="F")
    assert refused(game, "4 choose forest") == "chosen_already"
    assert refused(game, "4 choose water") == "chosen_already"
    assert refused(game, "1 choose swamp") == "unknown_territory"
    assert refused(game, "2 choose water") == "not_dealt_in"
    assert refused(game, "1 throw") == "no_hunt_now"
    assert refused(Game().turn_up(MINI[0]), "1 choose water") == "no_choice_due"
    assert refused(bidding(), "1 choose water") == "no_choice_due"


def test_b12_tokens_come_back_before_the_next_round() -> None:
    game = Game().turn_up(*THREE).choose(s1="F", s4="F", s6="Me").do("1 stop", "4 stop")
    assert game.state.chosen == {}
    game.turn_up("fish W Me", "lizard F D")
    assert all(len(options) == 5 for options in game.options().values())


# --- hunting ---------------------------------------------------------------------------------


def test_b13_the_first_hunter_may_stop_at_once_unless_the_strict_reading_is_set() -> None:
    assert bidding().options() == {1: ("throw", "stop")}
    strict = bidding(opening_throw_required=True)
    assert strict.options() == {1: ("throw",)}
    assert HUNT.prompts(strict.state)[0].closed == (("stop", "Seat 1 opens the round with a throw."),)
    assert refused(strict, "1 stop") == "must_throw"
    assert strict.do("1 throw").options() == {4: ("throw", "stop")}
    strict.do("4 throw", "6 throw")
    assert strict.options() == {1: ("throw", "stop")}


def test_b14_stopping_with_an_empty_circle_takes_nothing() -> None:
    assert bidding().do("1 stop").state.boomerangs == {1: 12, 4: 12, 6: 12}


@pytest.mark.parametrize(("circle", "after"), [(3, 3), (0, 0)])
def test_b15_b16_bo2_bo3_without_boomerangs_one_can_only_stop(circle: int, after: int) -> None:
    game = bidding()
    poor = game.state.but(boomerangs={1: 0, 4: 18, 6: 18}, circle=circle)
    (prompt,) = HUNT.prompts(poor)
    assert prompt.options == ("stop",)
    assert prompt.closed == (("throw", "Seat 1 has no boomerangs left: it can only stop."),)
    verb = HUNT.seat["throw"]
    with pytest.raises(Refused) as caught:
        verb.check(poor, 1)
    assert caught.value.code == "no_boomerangs"
    stopped = HUNT.seat["stop"].check(poor, 1).apply(poor)
    assert (stopped.boomerangs[1], stopped.circle, stopped.stopped) == (after, 0, (1,))


def test_b17_b18_one_boomerang_a_throw_and_no_way_back() -> None:
    game = bidding().do("1 throw")
    assert (game.state.boomerangs[1], game.state.circle) == (11, 1)
    assert refused(game, "1 throw") == "not_your_turn"
    game.do("4 stop")
    assert refused(game, "4 throw") == "seat_stopped"
    assert refused(game, "4 stop") == "seat_stopped"


def test_b19_b20_bo4_the_last_hunter_need_not_act() -> None:
    game = bidding((1, 2, 3, 4), first=3)
    game.do("3 stop", "4 stop", "1 stop")
    assert game.state.over
    assert [capture.seat for capture in game.state.captures] == [2, 1, 4, 3]
    assert game.state.boomerangs == dict.fromkeys((1, 2, 3, 4), 12)


def test_b21_b23_b27_bo1_a_trace_of_the_hunt() -> None:
    game = Game().turn_up(*THREE).choose(s1="W", s4="W", s6="W")
    game.do("1 throw", "4 throw", "6 stop", "1 throw", "4 stop")
    assert game.state.boomerangs == {1: 10, 4: 12, 6: 14}
    assert sum(game.state.boomerangs.values()) == 36
    assert game.state.circle == 0
    assert [capture.seat for capture in game.state.before] == [1, 4, 6]
    assert (game.state.first, game.state.round) == (1, 2)


def test_b22_the_hunt_goes_on_when_the_pile_is_empty() -> None:
    game = bidding()
    assert not game.state.left
    assert game.do("1 throw", "4 throw", "6 throw").options() == {1: ("throw", "stop")}


def test_b24_b25_b26_all_cards_of_a_territory_go_to_who_reveals_first() -> None:
    game = (
        Game()
        .turn_up(*THREE)
        .choose(s1="F", s4="F", s6="Me")
        .do("1 throw", "4 throw", "6 stop", "1 throw", "4 stop")
    )
    assert game.state.captured == {1: (card("fish W F"), card("emu F Mo")), 4: (), 6: (card("turtle Me D"),)}


def test_b28_the_turn_goes_clockwise_past_those_who_stopped() -> None:
    game = bidding((1, 2, 3, 4, 5), first=4)
    for seat, text in (
        (4, "throw"),
        (5, "stop"),
        (1, "throw"),
        (2, "stop"),
        (3, "throw"),
        (4, "throw"),
        (1, "throw"),
    ):
        assert set(game.options()) == {seat}
        game.do(f"{seat} {text}")
    assert set(game.options()) == {3}


def test_b29_what_everybody_sees() -> None:
    game = (
        Game()
        .turn_up(*THREE)
        .choose(s1="F", s4="F", s6="Me")
        .do("1 throw", "4 throw", "6 stop", "1 throw", "4 stop")
    )
    view = HUNT.view(game.state, "public")
    assert view["before"][0] == {
        "seat": 1,
        "territory": "forest",
        "cards": [card("fish W F"), card("emu F Mo")],
    }
    assert (view["pile"], view["circle"], view["round"]) == (4, 0, 2)
    assert view["captured"]["6"] == [card("turtle Me D")]
    assert view["tokens"] == {}
    assert "left" not in view


def test_b37_there_is_a_card_in_every_round() -> None:
    game = Game(deck=("fish W F",))
    assert HUNT.chance(game.state) is not None


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ({"s1": "fish 5", "s4": "fish 3", "s6": "fish 1"}, (5, 0, 0)),  # BT1
        ({"s1": "turtle 4", "s4": "turtle 4", "s6": "turtle 1"}, (4, 4, 0)),  # BT2, B30
        ({"s6": "emu 1"}, (0, 0, 1)),  # B32
        ({}, (0, 0, 0)),  # B31
    ],
)
def test_bt1_bt2_b30_b31_b32_most_of_an_animal(held: dict[str, str], points: tuple[int, ...]) -> None:
    state = with_hand(Game().state, **held).but(boomerangs={1: 0, 4: 0, 6: 0})
    assert tuple(row["total"] for row in scoring.scores(state).values()) == points


@pytest.mark.parametrize(("left", "points"), [(8, 1), (14, 2), (5, 0), (6, 1), (0, 0), (12, 2)])
def test_bt3_bt4_b33_a_point_for_six_boomerangs(left: int, points: int) -> None:
    state = Game().state.but(boomerangs={1: left, 4: 0, 6: 0})
    assert scoring.scores(state)[1]["boomerangs"] == points


def test_b34_b35_bo12_a_tie_goes_to_more_boomerangs_and_is_shared_then() -> None:
    state = with_hand(Game().state, s1="fish 8", s4="emu 8")
    assert scoring.winners(state.but(boomerangs={1: 13, 4: 15, 6: 8})) == (4,)
    assert scoring.winners(state.but(boomerangs={1: 15, 4: 15, 6: 6})) == (1, 4)


def test_bo14_the_whole_small_game() -> None:
    game = Game().turn_up(*THREE).choose(s1="F", s4="F", s6="Me")
    game.do("1 throw", "4 throw", "6 stop", "1 throw", "4 stop")
    assert game.state.boomerangs == {1: 10, 4: 12, 6: 14}
    game.turn_up(*MINI[3:])
    assert not game.state.left
    game.choose(s1="Me", s4="W", s6="D").do("1 stop", "4 throw", "6 throw", "4 stop")
    assert game.state.boomerangs == {1: 10, 4: 13, 6: 13}
    result = outcome(HUNT, game.state)
    assert {seat: row["total"] for seat, row in result["scores"].items()} == {"1": 4, "4": 3, "6": 5}
    assert result["winners"] == [6]
    assert result["payouts"] == {"6": 3_000}
    assert refused(game, "1 throw") == "hand_over"


def test_a_shared_pot_gives_the_odd_cheque_to_the_first_winner_from_the_first_seat() -> None:
    game = Game(deck=("fish W F",), first=4, condition=500).turn_up("fish W F")
    game.choose(s1="D", s4="D", s6="D").do("4 stop", "6 stop")
    money = settled(HUNT, game.state)
    assert game.state.winners == (1, 4, 6)
    assert money.payouts == {1: 500, 4: 500, 6: 500}
    assert game.state.odd_seat == 4


def test_a_game_without_a_condition_has_no_pot() -> None:
    game = Game(deck=("fish W F",), condition=0).turn_up("fish W F").choose(s1="W", s4="W", s6="W")
    game.do("1 stop", "4 stop")
    assert settled(HUNT, game.state).payouts == {}


@pytest.mark.parametrize(
    "text", ["draw", "draw fish", "1 choose", "1 choose water forest", "1 throw 2", "card Qh", "choose water"]
)
def test_malformed_texts(text: str) -> None:
    assert refused(Game(), text) in {"malformed", "unknown_action"}
