"""The decks of the drafting games: what is in them, and what is refused when it is loaded."""

from __future__ import annotations

import csv
import dataclasses
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tables.variants import boomerang_draft
from tables.variants.boomerang_draft.deck import LETTERS, BadDeck, Deck, in_order, read, word
from tables.variants.boomerang_draft.editions import AUSTRALIA, EUROPE, Edition, deck_of
from tests.drafting import BOTH, Game
from tests.drafting import EUROPE as EUROPE_GAME

FOLDER = Path(boomerang_draft.__file__).parent
TEXTS = {name: (FOLDER / f"{name}.csv").read_text("utf-8") for name in ("australia", "europe")}


def counted(deck: Deck, column: str) -> Counter[str]:
    return Counter(word for site in deck.sites.values() if (word := getattr(site, column)))


# --- what is in them -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["australia", "europe"])
def test_twenty_eight_cards_and_none_is_a_comment(name: str) -> None:
    deck = deck_of(f"{name}.csv")
    assert tuple(deck.sites) == tuple(LETTERS)
    assert len(TEXTS[name].splitlines()) == 1 + 28
    assert TEXTS[name].splitlines()[-1].startswith("#,")
    assert {"@", "#"} <= set(deck.sites)


@pytest.mark.parametrize("edition", [AUSTRALIA, EUROPE])
def test_seven_regions_of_four_neighbouring_letters_that_share_a_number(edition: Edition) -> None:
    regions = list(edition.deck.regions.values())
    assert ["".join(sites) for sites in regions] == ["ABCD", "EFGH", "IJKL", "MNOP", "QRST", "UVWX", "YZ@#"]
    numbers = [{edition.deck.sites[letter].number for letter in sites} for sites in regions]
    assert sorted(n for (n,) in numbers) == list(range(1, 8))


def test_the_symbols_of_the_printed_deck() -> None:
    deck = AUSTRALIA.deck
    assert counted(deck, "collection") == {"leaves": 5, "wildflowers": 4, "shells": 3, "souvenirs": 1}
    assert counted(deck, "pair") == {"kangaroos": 5, "emus": 5, "wombats": 4, "koalas": 3, "platypuses": 2}
    assert counted(deck, "icon") == dict.fromkeys(AUSTRALIA.icons, 6)
    assert not deck.stand_in


def test_the_symbols_of_the_stand_in_deck() -> None:
    deck = EUROPE.deck
    assert counted(deck, "collection") == {"beer": 5, "cheese": 4, "wine": 3, "spirits": 1}
    assert counted(deck, "pair") == {"cars": 5, "trains": 5, "bicycles": 4, "boats": 3, "planes": 2}
    assert counted(deck, "icon") == dict.fromkeys(EUROPE.icons, 6)


@BOTH
def test_every_card_shows_two_symbols(variant: boomerang_draft.Draft) -> None:
    for site in variant.edition.deck.sites.values():
        assert sum(map(bool, (site.collection, site.pair, site.icon))) == 2, site


def test_the_stand_in_deck_says_so_wherever_it_is_shown() -> None:
    assert EUROPE.deck.stand_in
    assert Game(EUROPE_GAME).variant.view(Game(EUROPE_GAME).state, "public")["stand_in_deck"] is True
    assert Game().variant.view(Game().state, "public")["stand_in_deck"] is False
    assert any("stand-in" in source.lower() for source in EUROPE_GAME.sources)


def test_another_file_is_another_deck_and_no_stand_in_unless_it_says_so() -> None:
    rows = list(csv.reader(TEXTS["europe"].splitlines()))
    printed = read("\n".join(",".join(row[:-1]) for row in rows))
    assert not printed.stand_in
    assert printed.sites == EUROPE.deck.sites
    assert not read(TEXTS["europe"].replace("stand-in", "printed")).stand_in


def test_labels_become_words_as_records_write_them() -> None:
    assert word("Indigenous Culture") == "indigenous_culture"
    assert word("") == ""
    assert in_order("#@ZA") == ("A", "Z", "@", "#")


# --- a deck that is refused ------------------------------------------------------------------


def changed(letter: str, column: int, value: str, name: str = "australia") -> str:
    """The file with one field of one card changed."""
    lines = TEXTS[name].splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{letter},"))
    fields = lines[at].split(",")
    fields[column] = value
    lines[at] = ",".join(fields)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "columns"),
        (TEXTS["australia"].replace("letter,site", "card,site"), "columns"),
        (TEXTS["australia"].replace("number", "no"), "columns"),
        (TEXTS["australia"].splitlines()[0], "lacks the cards A B C"),
        (TEXTS["australia"].rpartition("#,")[0], "lacks the cards #"),
        (TEXTS["australia"].replace("\nQ,", "\nR,"), "'R' stands on two cards"),
        (TEXTS["australia"] + "A,The Bungle Bungles,1,Western Australia,Leaves,,\n", "'A' stands on two"),
        (changed("Q", 0, "q"), "letter is one of"),
        (changed("Q", 0, ""), "letter is one of"),
        (changed("Q", 0, "QR"), "letter is one of"),
        (changed("Q", 1, ""), "card Q has no site"),
        (changed("Q", 3, ""), "card Q has no site or no region"),
        (changed("Q", 2, "0"), "number of card Q"),
        (changed("Q", 2, "8"), "number of card Q"),
        (changed("Q", 2, "five"), "number of card Q"),
        (changed("Q", 2, "05"), "number of card Q"),
        (changed("Q", 2, ""), "number of card Q"),
        (changed("Q", 3, "Tasmania"), "Tasmania 5"),
        (changed("Q", 3, "Atlantis"), "Atlantis 1"),
        (TEXTS["australia"].replace("Tasmania", "Victoria"), "regions"),
        (changed("Q", 5, "Wombats,Swimming"), "more or fewer fields"),
        (TEXTS["australia"].replace("Q,Blue Mountains,5,", "Q,Blue Mountains\n"), "fewer fields"),
        (changed("Q", 7, "printed", "europe"), "origin"),
        (TEXTS["europe"].replace("stand-in", "copied"), "origin"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadDeck, match=why):
        read(text)


@pytest.mark.parametrize(
    ("letter", "column", "value", "why"),
    [
        ("B", 5, "Kangaroo", "card B shows 'kangaroo', which has no value among animals"),
        ("A", 4, "Leaf", "card A shows 'leaf', which has no value among collection"),
        ("H", 6, "Swim", "card H shows 'swim', which has no value among activities"),
        ("H", 6, "Leaves", "no value among activities"),
    ],
)
def test_a_symbol_without_a_value_refuses_the_deck(letter: str, column: int, value: str, why: str) -> None:
    with pytest.raises(BadDeck, match=why):
        dataclasses.replace(AUSTRALIA, deck=read(changed(letter, column, value)))


def test_the_plural_of_the_data_is_that_of_the_tables() -> None:
    """A fault seen elsewhere: a table that says `Wombat` where the cards say `Wombats` scores nothing, unnoticed."""
    pairs = {kind.removesuffix("s"): value for kind, value in AUSTRALIA.pairs.items()}
    with pytest.raises(BadDeck, match="card B shows 'kangaroos'"):
        dataclasses.replace(AUSTRALIA, pairs=pairs)
    with pytest.raises(BadDeck, match="no value among treasures"):
        dataclasses.replace(EUROPE, icons=("natures", "music", "monuments", "art"))


@pytest.mark.parametrize(
    ("edition", "change", "why"),
    [
        (AUSTRALIA, {"region_bonuses": {"Tasmanien": 5}}, "'Tasmanien', which is no region"),
        (
            AUSTRALIA,
            {"own_icons": (0, 0, 2, 4, 7, 10)},
            "6 cards show 'indigenous_culture', but 5 are scored",
        ),
        (AUSTRALIA, {"others_icons": {2: 4, 3: 3, 4: 2}}, "own cards or on those of the others"),
        (AUSTRALIA, {"own_icons": ()}, "own cards or on those of the others"),
        (EUROPE, {"others_icons": {2: 4, 3: 3}}, "scored for 2 to 4 players"),
        (EUROPE, {"deck": AUSTRALIA.deck}, "no value among"),
    ],
)
def test_tables_that_do_not_fit_the_deck_refuse_it(
    edition: Edition, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadDeck, match=why):
        dataclasses.replace(edition, **change)


def test_the_bonus_of_a_region_is_data() -> None:
    other = dataclasses.replace(EUROPE, region_bonuses={"Alpine": 5})
    assert (other.bonus("Alpine"), other.bonus("Nordic"), EUROPE.bonus("Alpine")) == (5, 3, 3)
