"""Boomerang: Australia and Europe: what is refused and changes nothing, and the faults that public programs have."""

from __future__ import annotations

import pytest

from tables.game.records import replay
from tables.variants.boomerang_draft import Draft, scoring
from tests.drafting import AUSTRALIA, BOTH, EUROPE, Game, skipped

# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("deal", "malformed"),
        ("deal 5", "malformed"),
        ("deal 5 A B C D E F", "malformed"),
        ("deal 5 A B C D E F G H", "malformed"),
        ("deal 5 ABCDEFG", "malformed"),
        ("deal A B C D E F G", "bad_number"),
        ("deal 05 A B C D E F G", "bad_number"),
        ("deal 7 A B C D E F G", "not_dealt_in"),
        ("deal 5 A B C D E F a", "unknown_card"),
        ("deal 5 A B C D E F 1", "unknown_card"),
        ("deal 5 A B C D E F AB", "unknown_card"),
        ("deal 5 A B C D E F A", "card_twice"),
        ("5 deal A B C D E F G", "unknown_action"),
        ("card A", "unknown_action"),
        ("draw A", "unknown_action"),
        ("5 pick", "malformed"),
        ("5 pick A B", "malformed"),
        ("5 pick a", "unknown_card"),
        ("5 pick 7", "unknown_card"),
        ("pick A", "unknown_action"),
        ("7 pick A", "not_dealt_in"),
        ("5 pick A", "deal_unfinished"),
        ("5 skip", "no_choice_due"),
        ("5 skip now", "malformed"),
        ("5 activity", "malformed"),
        ("5 activity swimming", "no_choice_due"),
        ("5 activity Swimming", "unknown_scoring"),
        ("5 activity nature", "unknown_scoring"),
        ("5 treasure nature", "unknown_action"),
        ("5  pick A", "malformed"),
        ("5 pick *", "malformed"),
    ],
)
def test_before_the_deal_is_complete(text: str, code: str) -> None:
    assert Game().code(text) == code
    assert Game().do("deal 9 H I J K L M N").code(text) == code


def test_a_seat_receives_one_hand_a_round_and_a_card_comes_once() -> None:
    game = Game().do("deal 9 H I J K L M N")
    assert game.code("deal 9 O P Q R S T U") == "has_cards"
    assert game.code("deal 9 H I J K L M N") == "has_cards"
    assert game.code("deal 5 A B C D E F H") == "card_out"
    assert "H" not in game.refused("deal 5 A B C D E F H").reason
    assert game.do("deal 5 A B C D E F G").code("deal 5 O P Q R S T U") == "no_card_due"


def test_while_cards_are_picked() -> None:
    game = Game().deal("ABCDEFG", "HIJKLMN")
    assert game.code("5 pick H") == "not_in_hand"
    assert game.code("5 pick Z") == "not_in_hand"
    assert game.do("5 pick A").code("5 pick B") == "picked_already"
    assert game.code("5 pick A") == "picked_already"
    assert game.code("5 skip") == "no_choice_due"
    assert game.code("5 activity swimming") == "no_choice_due"
    assert game.do("9 pick H").code("5 pick B") == "not_in_hand", "it has been passed on"
    assert game.do("5 pick I").code("9 pick I") == "not_in_hand"


def test_the_catch_is_not_a_choice() -> None:
    game = Game().deal("ABCDEFG", "HIJKLMN")
    for cards in ("AH", "IB", "CJ", "KD", "EL", "MF"):
        game.pick(cards)
    assert game.code("5 pick G") == "no_pick_due"
    assert game.code("9 pick N") == "no_pick_due"


@BOTH
def test_while_it_is_chosen_what_is_scored(variant: Draft) -> None:
    game, icon = Game(variant).rows("AEJQVTB"), variant.edition.icon
    assert game.code("5 pick A") == "no_pick_due"
    assert game.code("deal 5 A B C D E F G") == "no_card_due"
    assert game.code(f"5 {icon} surfing") == "unknown_scoring"
    game.do(f"5 {icon} {variant.edition.icons[1]}")
    assert game.code(f"5 {icon} {variant.edition.icons[1]}") == "chosen_already"
    assert game.code(f"5 {icon} {variant.edition.icons[0]}") == "chosen_already"
    assert game.code("5 skip") == "chosen_already"


def test_a_treasure_of_which_one_has_no_symbol_and_a_skip_where_a_choice_is_due() -> None:
    game = Game(EUROPE).rows("GKMV@BD")
    assert game.code("5 treasure nature") == "no_icon"
    assert game.code("5 skip") == "must_choose"
    assert game.code("5 activity swimming") == "unknown_action"


def test_a_used_activity_and_a_used_treasure() -> None:
    game = Game().rows().do("5 activity swimming", "9 activity swimming").rows()
    assert game.refused("5 activity swimming").reason == "Seat 5 has used swimming in round 1."
    game = Game(EUROPE).rows("JFUEYHC").choose(s5="music").rows("JFUEYHC")
    assert game.code("5 treasure music") == "used_already"


@BOTH
@pytest.mark.parametrize(
    "rules",
    [
        "treasure_optional = 1",
        "undealt_first = 'yes'",
        "sheep = true",
        "odd_chip_unit = 0",
        "tie_after_draw = 'live'",
    ],
)
def test_a_wrong_rule_refuses_the_record(variant: Draft, rules: str) -> None:
    result = replay(f"format = 1\nvariant = '{variant.key}'\nseats = [1, 2]\nrules.{rules}\nactions = []")
    assert result["refused"]["code"] in {"bad_rule", "unknown_rule"}


def test_a_rule_of_the_other_edition_is_unknown_and_a_set_up_too() -> None:
    head = "format = 1\nvariant = 'boomerang_australia'\nseats = [1, 2]\nactions = []\n"
    assert replay(head + "rules.treasure_optional = false")["refused"]["code"] == "unknown_rule"
    assert replay(head + "setup.first = 1")["refused"]["code"] == "unknown_setup"
    assert replay(head + "rules.undealt_first = false")["refused"] is None


# --- faults seen in public programs ----------------------------------------------------------


def test_fault_counts_are_not_values() -> None:
    """One shell is 3, one souvenir 5, a pair of platypuses 9."""
    game = Game().rows("GXKBEHN").choose()
    assert (game.round(5)["collections"], game.round(5)["animals"]) == (3 + 1 + 5, 9 + 4)


@pytest.mark.parametrize(
    ("total", "australia", "europe"), [(0, 0, 0), (1, 2, 1), (7, 14, 7), (8, 8, 4), (9, 9, 5), (20, 20, 10)]
)
def test_fault_the_thresholds_at_seven_and_eight(total: int, australia: int, europe: int) -> None:
    assert scoring.collection_points(AUSTRALIA.edition, total) == australia
    assert scoring.collection_points(EUROPE.edition, total) == europe


@pytest.mark.parametrize(("count", "scored"), [(0, 0), (1, 0), (2, 3), (3, 3), (4, 6), (5, 6)])
def test_fault_three_or_four_of_a_kind(count: int, scored: int) -> None:
    kangaroos, none = "BCJO#", "ADIKLMP"
    assert scoring.pair_points(AUSTRALIA.edition, tuple(kangaroos[:count] + none[count:])) == scored


@BOTH
def test_fault_the_catch_missing_from_regions(variant: Draft) -> None:
    assert skipped(variant, (5, 9), ("EFABCID",)).round(5)["regions"] == 3
    assert skipped(variant, (5, 9), ("AEFBCID",)).round(5)["regions"] == 3


@BOTH
def test_fault_regions_judged_before_everyone_has_marked(variant: Draft) -> None:
    """The seat that is scored second completes the region in the same round: both have it, whoever chose first."""
    for order in ((5, 9), (9, 5)):
        game = skipped(variant, (5, 9), ("ABEFIJM", "CDGHKLN")).rows("CDOPQRU", "ABSTVWX")
        for seat in order:
            option = game.options()[seat][-1]
            game.do(f"{seat} {option}")
        assert [game.round(seat)["regions"] for seat in (5, 9)] == [3, 3]


@BOTH
def test_fault_the_result_depends_on_the_order_of_the_seats(variant: Draft) -> None:
    rows = {1: "ABEFIJM", 2: "CDGHKLN", 3: "OPQRSTU"}
    results = []
    for seats in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        game = skipped(variant, seats, *([tuple(rows[seat] for seat in seats)] * 4))
        result = game.result()
        results.append((result["scores"], result["rounds"], result["winners"]))
    assert results[0] == results[1] == results[2]


def test_fault_plurals_of_data_and_tables_differ() -> None:
    """Every symbol of both decks is worth something to whoever has enough of it."""
    for variant in (AUSTRALIA, EUROPE):
        edition = variant.edition
        for site in edition.deck.sites.values():
            assert not site.collection or scoring.collection_sum(edition, (site.letter,)) > 0
            assert not site.pair or scoring.pair_points(edition, (site.letter, site.letter)) > 0
            assert not site.icon or scoring.icon_count(edition, (site.letter,), site.icon) == 1


@BOTH
def test_fault_a_claimed_region_leaks_between_games(variant: Draft) -> None:
    before = skipped(variant, (5, 9), ("ABCDEIM",))
    after = skipped(variant, (5, 9), ("OPQRSTU", "ABCDEIM"))
    assert before.round(5)["regions"] == after.round(9)["regions"] == 3
    regions = variant.view(Game(variant).state, "public")["regions"]
    assert not any(regions.values())


@BOTH
def test_fault_site_points_missing_from_the_total(variant: Draft) -> None:
    for row in skipped(variant, (1, 2, 3), (), ()).result()["scores"].values():
        assert row["sites"] >= 7
        assert row["total"] == sum(points for category, points in row.items() if category != "total")


def test_fault_the_tie_break_is_missing() -> None:
    """See also the cases of the end in test_draft_rules."""
    game = Game().rows().choose().rows().choose().rows().choose().rows().choose()
    lines = {seat: rows[-1]._replace(throw_catch=0, sites=0) for seat, rows in game.state.sheets.items()}
    one, other = lines[5]._replace(throw_catch=3), lines[5]._replace(sites=3)
    tied = game.state.but(sheets={5: (one,), 9: (other,)})
    assert one.total == other.total
    assert scoring.winners(tied) == (5,)


@BOTH
def test_fault_an_illegal_pick_changes_the_state(variant: Draft) -> None:
    game = Game(variant).deal("ABCDEFG", "HIJKLMN").do("9 pick K")
    before = game.state
    for text in ("5 pick K", "5 pick Z", "5 pick x", "9 pick L", "9 pick K", "7 pick A"):
        game.refused(text)
    assert game.state is before
    assert game.options() == {5: tuple(f"pick {card}" for card in "ABCDEFG")}


@BOTH
def test_fault_a_fifth_deal(variant: Draft) -> None:
    game = skipped(variant, (5, 9), (), (), (), ())
    assert game.state.over
    assert variant.chance(game.state) is None
    assert game.code("deal 5 A B C D E F G") == "hand_over"
    assert len(game.result()["rounds"]["5"]) == 4
