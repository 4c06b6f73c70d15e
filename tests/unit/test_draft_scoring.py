"""What rows are worth in Boomerang: Australia and Europe: the worked rows and rounds, the map, the choices."""

from __future__ import annotations

import pytest

from tables.variants.boomerang_draft import Draft, scoring
from tables.variants.boomerang_draft.journey import Line
from tests.drafting import AUSTRALIA, BOTH, EUROPE, WHOLE_DECK, Game, skipped

# --- what a row is worth ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "throw_catch", "collected", "collections", "animals", "icons"),
    [
        ("AV@XYIC", 0, 10, 10, 0, {"indigenous_culture": 3, "sightseeing": 1}),
        (
            "BJCO#UV",
            *(1, 4, 8, 6),
            {"sightseeing": 1, "indigenous_culture": 2, "bushwalking": 2, "swimming": 1},
        ),
        (
            "GXHMZFQ",
            *(1, 4, 8, 21),
            {"swimming": 1, "bushwalking": 1, "sightseeing": 2, "indigenous_culture": 1},
        ),
        ("AEJQV@B", 0, 3, 6, 3, {"indigenous_culture": 6, "sightseeing": 1}),
        ("KGWCIDP", 3, 20, 20, 0, {"bushwalking": 2, "swimming": 1, "sightseeing": 2}),
    ],
)
def test_rows_of_australia(
    row: str, throw_catch: int, collected: int, collections: int, animals: int, icons: dict[str, int]
) -> None:
    edition, cards = AUSTRALIA.edition, tuple(row)
    assert scoring.collection_sum(edition, cards) == collected
    for icon in edition.icons:
        assert scoring.icon_count(edition, cards, icon) == icons.get(icon, 0)
        game = Game().rows(row).choose(s5=icon)
        scored = game.round(5)
        assert (scored["throw_catch"], scored["collections"], scored["animals"]) == (
            *(throw_catch, collections),
            animals,
        )
        assert scored["activities"] == (0, 0, 2, 4, 7, 10, 15)[icons.get(icon, 0)]


@pytest.mark.parametrize(
    ("row", "throw_catch", "collected", "collections", "transport"),
    [
        ("ADLNQRS", 5, 7, 7, 4),
        ("@WAGKIO", 1, 8, 4, 7),
        ("SWHR#PB", 5, 11, 6, 4),
        ("GKMV@CT", 4, 5, 5, 11),
        ("JFUEYHC", 1, 5, 5, 21),
    ],
)
def test_rows_of_europe(row: str, throw_catch: int, collected: int, collections: int, transport: int) -> None:
    assert scoring.collection_sum(EUROPE.edition, tuple(row)) == collected
    scored = Game(EUROPE).rows(row).choose().round(5)
    assert (scored["throw_catch"], scored["collections"], scored["transport"]) == (
        *(throw_catch, collections),
        transport,
    )


def test_the_whole_deck_of_australia_in_one_round() -> None:
    game = Game(seats=(1, 2, 3, 4)).rows(*WHOLE_DECK[AUSTRALIA.key])
    game.choose(s1="bushwalking", s2="indigenous_culture", s3="sightseeing", s4="swimming")
    rounds = [tuple(game.round(seat).values()) for seat in game.seats]
    assert rounds == [
        (2, 7, 3, 0, 10, 12, 2, 36),
        (1, 7, 0, 0, 4, 4, 10, 26),
        (3, 7, 0, 0, 11, 0, 7, 28),
        (1, 7, 0, 0, 8, 9, 4, 29),
    ]
    assert list(game.round(1)) == [
        *("throw_catch", "sites", "regions", "all_regions", "collections", "animals", "activities"),
        "total",
    ]
    assert game.state.sheets[1][0].completed == ("Western Australia",)


def test_the_whole_deck_of_europe_in_one_round() -> None:
    game = Game(EUROPE, seats=(1, 2, 3, 4)).rows(*WHOLE_DECK[EUROPE.key])
    game.choose(s1="nature", s2="music", s3="music", s4="art")
    rounds = [tuple(game.round(seat).values()) for seat in game.seats]
    assert rounds == [
        (2, 7, 0, 7, 3, 4, 8, 31),
        (5, 7, 0, 0, 6, 4, 6, 28),
        (5, 7, 0, 0, 1, 12, 8, 33),
        (3, 7, 0, 0, 6, 3, 8, 27),
    ]
    assert list(game.round(1))[-3:] == ["transport", "treasures", "total"]


NOTHING = Line((), "skip", 0, 0, 0, 0, 0, 0, 0, ())


def test_the_printed_score_sheet_adds_up() -> None:
    """The publisher's example: 108 in all."""
    lines = [
        NOTHING._replace(collections=collected, pairs=animals, icons=activity)
        for collected, animals, activity in zip((8, 6, 11, 4), (4, 10, 7, 9), (0, 4, 7, 4), strict=True)
    ]
    lines[3] = lines[3]._replace(throw_catch=7, sites=21, regions=6)
    assert scoring.scores(AUSTRALIA.edition, lines) == {
        "throw_catch": 7,
        "sites": 21,
        "regions": 6,
        "all_regions": 0,
        "collections": 29,
        "animals": 30,
        "activities": 15,
        "total": 108,
    }


def test_throw_and_catch_are_an_absolute_difference_of_at_most_six() -> None:
    assert Game().rows("YBCDEFA").choose().round(5)["throw_catch"] == 6
    assert Game().rows("AECDBFY").choose().round(5)["throw_catch"] == 6
    assert Game().rows("AECYBFD").choose().round(5)["throw_catch"] == 0


# --- sites and regions -----------------------------------------------------------------------


@BOTH
def test_a_letter_is_crossed_off_once_in_the_game(variant: Draft) -> None:
    game = skipped(variant, (5, 9), ("AEIMQUY",), ("AEIMQUZ",), ("AEIMQUY",))
    assert [game.round(5, n)["sites"] for n in range(3)] == [7, 1, 0]


@BOTH
def test_a_region_is_completed_over_the_whole_game_and_its_bonus_is_gone_then(variant: Draft) -> None:
    game = skipped(variant, (5, 9), ("ABEIMQU", "FGHJKLN"), ("CDFNRVY", "EIMPSTZ"), ("EGHIJKL", "ABCDOQU"))
    assert [game.round(5, n)["regions"] for n in range(3)] == [0, 3, 0], "A-D; then E-H and I-L too late"
    assert [game.round(9, n)["regions"] for n in range(3)] == [0, 6, 3], "E-H and I-L; M-P, but A-D too late"
    regions = list(variant.edition.deck.regions)
    assert [line.completed for line in game.state.sheets[5]] == [(), (regions[0],), ()]
    assert [line.completed for line in game.state.sheets[9]] == [(), (regions[1], regions[2]), (regions[3],)]


@BOTH
def test_who_completes_a_region_in_the_same_round_has_the_bonus_in_full(variant: Draft) -> None:
    first, second, third = "ABEIMQU", "CDFJNRV", "GHKLOST"
    game = skipped(
        variant,
        (1, 2, 3),
        (first, second, third),
        (second, first, third),
        ("IMQUJNR", "GKOSWY@", "ABCDEFP"),
    )
    assert [game.round(seat, 1)["regions"] for seat in game.seats] == [3, 3, 0]
    assert [game.round(seat, 2)["regions"] for seat in game.seats] == [0, 0, 3], "E-H, and A-D too late"
    region = variant.edition.deck.sites["A"].region
    assert game.variant.view(game.state, "public")["regions"][region] == [1, 2]


@BOTH
def test_the_throw_and_the_catch_count_for_sites_and_regions(variant: Draft) -> None:
    game = skipped(variant, (5, 9), ("AEFBICD",))
    assert (game.round(5)["sites"], game.round(5)["regions"]) == (7, 3)


EVERYWHERE = "AEIMQUY"


@pytest.mark.parametrize(
    ("rounds", "booked"),
    [
        (
            (
                ("AEIMQUY", "Z@#FGHJ", "BCDKLNO", "PRSTVWX"),
                ("YZ@#EFG", "AHMQUIJ", "BCDKLNO", "PRSTVWX"),
                ("Z@#FGHJ", "BCDKLNO", "AEIMQUY", "PRSTVWX"),
                ("Z@#FGHJ", "BCDKLNO", "PRSTVWX", "AEIMQUY"),
            ),
            ((7, 0, 0, 0), (0, 3, 0, 0), (0, 0, 1, 0), (0, 0, 0, 0)),
        ),
        (
            (
                ("AEIMQUY", "BFJNRVZ", "CDGHKLO", "PSTWX@#"),
                ("BCDFGHJ", "KLNORVZ", "AEIMQUY", "PSTWX@#"),
                ("BCDFGHJ", "KLNORVZ", "PSTWX@#", "AEIMQUY"),
            ),
            ((7, 0, 0), (7, 0, 0), (0, 3, 0), (0, 0, 1)),
        ),
        (
            (
                ("AEIMQUY", "Z@#FGHJ", "BCDKLNO", "PRSTVWX"),
                ("STWXZ@#", "AMQUIJK", "ERVYCGL", "BDFHNOP"),
                ("Z@#FGHJ", "BCDKLNO", "PRSTVWX", "AEIMQUY"),
            ),
            ((7, 0, 0), (0, 3, 0), (0, 3, 0), (0, 0, 1)),
        ),
    ],
    ids=["one after another", "two first", "two second"],
)
def test_all_regions_score_seven_three_one_and_a_value_is_used_up_per_group(
    rounds: tuple[tuple[str, ...], ...], booked: tuple[tuple[int, ...], ...]
) -> None:
    game = skipped(EUROPE, (1, 2, 3, 4), *rounds)
    scored = tuple(
        tuple(game.round(seat, n)["all_regions"] for n in range(len(rounds))) for seat in game.seats
    )
    assert scored == booked


def test_the_bonus_for_all_regions_comes_over_several_rounds_and_once() -> None:
    game = skipped(EUROPE, (5, 9), ("ABCDEFG",), ("IJMNQRU",), ("Y@#ABCD",), (EVERYWHERE,))
    assert [game.round(5, n)["all_regions"] for n in range(4)] == [0, 0, 7, 0]


def test_australia_has_no_bonus_for_all_regions() -> None:
    assert skipped(AUSTRALIA, (5, 9), (EVERYWHERE,)).round(5)["all_regions"] == 0


# --- activities and treasures ----------------------------------------------------------------


def test_an_activity_without_an_icon_may_be_chosen_and_is_used_up() -> None:
    game = Game().rows("AEJQV@B").do("5 activity swimming", "9 skip")
    assert game.round(5)["activities"] == 0
    assert game.rows("HLNSW#A").code("5 activity swimming") == "used_already"


@pytest.mark.parametrize(("seats", "each"), [((1, 2), 4), ((1, 2, 3), 3), ((1, 2, 3, 4), 2)])
def test_a_treasure_scores_for_the_symbols_of_the_others_alone(seats: tuple[int, ...], each: int) -> None:
    row = "EFIORTA"  # six of nature, so that nobody else has one
    game = Game(EUROPE, seats).rows(row)
    others = "".join("".join(game.state.rows[seat]) for seat in seats[1:])
    music = sum(card in "ABGJS#" for card in others)
    assert Game(EUROPE, seats).rows(row).choose(s1="nature").round(1)["treasures"] == 0
    assert game.choose(s1="music").round(1)["treasures"] == each * music > 0


def test_several_may_choose_the_same_treasure() -> None:
    game = Game(EUROPE, (1, 2, 3)).rows("ABGEFIO", "JS#RTHQ", "CDKLMNP")
    game.do("1 treasure music", "2 treasure music", "3 treasure art")
    assert (game.round(1)["treasures"], game.round(2)["treasures"]) == (9, 9)


@BOTH
def test_each_activity_or_treasure_is_scored_once_a_game(variant: Draft) -> None:
    icons, row = variant.edition.icons, {AUSTRALIA: "ADHBEKL", EUROPE: "ECADFKL"}[variant]
    game = Game(variant)
    for number, icon in enumerate(icons):
        game.rows(row)
        for used in icons[:number]:
            assert game.code(f"5 {variant.edition.icon} {used}") == "used_already"
        game.choose(s5=icon)
    assert [line.choice for line in game.state.sheets[5]] == list(icons)
