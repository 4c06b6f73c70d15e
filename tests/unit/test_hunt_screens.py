"""What the screens of Boomerang (Ehrhard/Lalet) say and offer; none of them shows a token that lies face down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.template.loader import render_to_string

from tables.game.hand import Hand
from tables.screens.boomerang_hunt import SCREEN
from tables.screens.boomerang_hunt.pictures import ANIMALS, LANDS, Animal
from tables.screens.boomerang_hunt.score import tie_of
from tables.screens.panels import Panel
from tables.screens.places import Place
from tables.screens.seen import seen_of
from tables.variants.boomerang_hunt.deck import OMITTED, SPECIES, TERRITORIES, WHOLE_DECK
from tests.catalogue import ROOT
from tests.hunting import hunt_hand, plays

THREE = ("draw fish water forest", "draw turtle meadow desert", "draw emu forest mountain")
CHOSEN = (*THREE, "1 choose forest", "4 choose meadow", "6 choose desert")


def places(hand: Hand) -> list[Place]:
    return [
        Place(n, alias=f"P{n}", taken=n in hand.seats, dealt_in=n in hand.seats, in_hand=n in hand.seats)
        for n in range(1, 11)
    ]


def after(*texts: str, **about: Any) -> Hand:
    return plays(hunt_hand(**about), *texts)


def said(hand: Hand, seat: int | None = None) -> str:
    """The sentence of the status line, without its marks."""
    if seat is None:
        return re.sub("<[^>]*>", "", SCREEN.status(hand, places(hand))).strip()
    return re.sub("<[^>]*>", "", SCREEN.game.status(seen_of(hand, seat), places(hand))).strip()


def shown(name: str, hand: Hand, seat: int | None = None) -> str:
    """A fragment as a viewer receives it."""
    felt = (
        SCREEN.felt(hand, places(hand), frozenset())
        if seat is None
        else SCREEN.game.seat(seen_of(hand, seat), places(hand))
    )
    about = {
        "felt": felt,
        "places": places(hand),
        "act_url": "/",
        "fields": "",
        "here": "/",
        "felt_url": "/felt/",
    }
    return render_to_string(f"variants/boomerang_hunt/{name}.html", about)


# --- pictures --------------------------------------------------------------------------------


def test_there_is_a_picture_of_everything_in_one_sprite() -> None:
    sprite = (ROOT / "static/variants/boomerang_hunt.svg").read_text()
    drawn = re.findall(r'<symbol id="(\w+)"', sprite)
    assert sorted(drawn) == sorted([*SPECIES, *TERRITORIES, "boomerang"])
    assert tuple(ANIMALS) == SPECIES
    assert tuple(LANDS) == TERRITORIES


def test_a_card_is_told_in_words_letters_and_shape() -> None:
    card = Animal("fish water forest")
    assert card.name == "fish, water and forest"
    assert [land.letters for land in card.lands] == ["W", "F"]
    page = shown("felt", after(THREE[0]))
    assert 'data-card="fish water forest"' in page
    assert "fish, water and forest" in page
    for picture in ("fish", "water", "forest"):
        assert f"#{picture}" in page


# --- the dealer ------------------------------------------------------------------------------


def keys(hand: Hand) -> dict[str, Any]:
    pad = SCREEN.felt(hand, places(hand), frozenset())["pad"]
    return {key.card.text: key for _species, _name, row in pad.rows for key in row}


def test_the_pad_has_a_key_for_each_card_and_strikes_out_what_cannot_come() -> None:
    hand = after(*CHOSEN, "1 stop", "4 stop")
    found = keys(hand)
    assert len(found) == 60
    live = {text for text, key in found.items() if not key.lies}
    assert live == set(WHOLE_DECK) - {text.removeprefix("draw ") for text in THREE}
    for species, pair in OMITTED.items():
        assert found[" ".join((species, *pair))].lies == "not in this deck"
    assert found["turtle meadow desert"].lies == "captured by seat 6"
    assert found["emu forest mountain"].lies == "captured by seat 1"
    assert found["fish water meadow"].action == "draw fish water meadow"
    page = shown("dealer", hand)
    assert len(re.findall('class="key( is-out)?"', page)) == 60
    assert page.count(" disabled") == 60 - len(live)


def test_a_pad_serves_the_same_until_the_round_has_its_cards() -> None:
    first, second = (SCREEN.felt(h, places(h), frozenset())["pad"].serves for h in (after(), after(THREE[0])))
    assert first == second
    later = after(*CHOSEN, "1 stop", "4 stop")
    assert SCREEN.felt(later, places(later), frozenset())["pad"].serves != first


def test_no_pad_while_a_shoe_deals() -> None:
    for source in ("electronic", "reader"):
        felt = SCREEN.felt(hunt_hand(source=source), places(hunt_hand()), frozenset())
        assert (felt["due"], felt["pad"]) == (True, None)
    assert SCREEN.panel(hunt_hand(source="reader"), Panel("byhand")) is not None
    assert SCREEN.panel(hunt_hand(), Panel("byhand")) is None


def test_a_card_keyed_wrong_is_corrected_on_a_pad_of_its_own() -> None:
    hand = after(*THREE[:2])
    n = hand.play.moves[0].n
    made = SCREEN.panel(hand, Panel("correct", n))
    assert made is not None
    assert made["card"].text == "fish water forest"
    actions = {key.card.text: (key.action, key.lies) for _s, _n, row in made["pad"].rows for key in row}
    assert actions["fish water meadow"] == (f"correct {n} draw fish water meadow", "")
    assert actions["fish water forest"][1] == "as it was keyed"
    assert SCREEN.panel(hand, Panel("correct", 99)) is None
    assert SCREEN.panel(after(*CHOSEN), Panel("correct", after(*CHOSEN).play.moves[-1].n)) is None


def test_the_dealer_may_key_what_is_said_aloud_and_no_choice() -> None:
    page = shown("dealer", after(*THREE))
    assert "choose water" not in page
    assert "0 of 3 have chosen" in page
    page = shown("dealer", after(*CHOSEN))
    assert re.search(r':1 throw"', page)
    assert re.search(r':1 stop"', page)


def test_a_closed_option_says_why() -> None:
    broke = after(*CHOSEN, "1 throw", "4 throw", "6 stop", *(("1 throw", "4 throw") * 11))
    assert [(bid.word, bid.closed) for bid in SCREEN.felt(broke, places(broke), frozenset())["bids"]] == [
        ("stop", ""),
        ("throw", "Seat 1 has no boomerangs left: it can only stop."),
    ]
    assert "can only stop" in shown("seat", broke, 1)


# --- sentences -------------------------------------------------------------------------------


def test_sentences_for_everybody() -> None:
    assert said(after()) == "Round 1: cards are turned up."
    assert said(after(THREE[0])) == (
        "Fish, water and forest. Round 1: cards are turned up. Not seen yet: meadow, desert, mountain."
    )
    assert said(after(*THREE)).endswith("everybody chooses a territory in secret. 0 of 3 have chosen.")
    assert said(after(*CHOSEN[:4])) == "1 of 3 have chosen. Waiting for Seat 4, P4, Seat 6, P6."
    assert said(after(*CHOSEN)) == (
        "All have chosen. Seat 1, P1 throws or stops. 12 boomerangs in stock; "
        "to stop is to take nothing: the circle is empty."
    )
    assert "to stop is to take 1 boomerang." in said(after(*CHOSEN, "1 throw"))
    assert said(after(*CHOSEN, "1 stop", "4 stop")) == (
        "Round 2: cards are turned up. Seat 4 stops and takes nothing. "
        "Revealed: seat 6 desert, turtle; seat 4 meadow, nothing; seat 1 forest, fish, emu."
    )


def test_sentences_for_a_hunter() -> None:
    assert said(after(*THREE), 4).endswith("Choose where you hunt. 0 of 3 have chosen.")
    assert said(after(*CHOSEN[:5]), 4) == "You have chosen. 2 of 3 have chosen. Waiting for Seat 6, P6."
    assert "Your turn: throw or stop." in said(after(*CHOSEN), 1)
    assert "Seat 1, P1 throws or stops." in said(after(*CHOSEN), 4)


def test_what_stopping_and_throwing_mean_now() -> None:
    page = shown("seat", after(*CHOSEN, "1 throw", "4 throw", "6 throw"), 1)
    for text in ("take 3 boomerangs", "You would be the last to reveal.", "1 in, 10 are left"):
        assert text in page
    assert "You would reveal as number 2 of 3." in shown("seat", after(*CHOSEN, "1 stop"), 4)


def test_the_score_shows_how_a_tie_was_broken() -> None:
    felt = {
        "scores": {seat: {"total": total} for seat, total in (("1", 10), ("4", 10), ("6", 3))},
        "boomerangs": {"1": 13, "4": 15, "6": 8},
    }
    assert tie_of(felt) == "Seats 1, 4 tie at 10 points: seat 4 has more boomerangs, 15."
    felt["boomerangs"] = {"1": 15, "4": 15, "6": 6}
    assert tie_of(felt) == "Seats 1, 4 tie at 10 points and 15 boomerangs: they share."
    felt["scores"]["4"]["total"] = 9
    assert tie_of(felt) == ""


def test_the_house_set_is_named_wherever_the_cards_lie() -> None:
    for name in ("felt", "public", "rules"):
        assert re.search("house set", shown(name, after(*THREE)), re.IGNORECASE)
    assert "House set" in shown("seat", after(*THREE), 1)


# --- secrets ---------------------------------------------------------------------------------


def fragments(hand: Hand, seats: Iterable[int]) -> str:
    """All that everybody and these seats receive, ids of commands aside."""
    pages = [shown(name, hand) for name in ("felt", "public", "dealer")] + [said(hand)]
    pages += [shown("seat", hand, seat) + said(hand, seat) for seat in seats]
    felt = json.dumps(seen_of(hand, "public").felt)
    return re.sub(r"[0-9a-f]{32}", "", "".join((*pages, felt)))


@pytest.mark.parametrize(
    "more", [(), ("6 choose water",), ("6 choose water", "1 throw", "4 throw", "6 stop")]
)
def test_a_token_face_down_is_on_no_screen_but_its_owners(more: tuple[str, ...]) -> None:
    """Games that differ in one token alone give everybody else the same bytes, until it is revealed."""
    pages = set()
    for token in TERRITORIES:
        hand = after(*THREE, "1 choose forest", f"4 choose {token}", *more)
        pages.add(fragments(hand, (1, 6)))
        assert f"land-{token}" in shown("seat", hand, 4).partition("my-token")[2][:400]
    assert len(pages) == 1


def test_a_line_of_the_log_counts_what_a_token_took() -> None:
    cards = ["fish water forest", "emu water desert", "fish water meadow"]
    assert SCREEN.cards(cards) == ["2 fish", "emu"]
    assert SCREEN.cards([]) == []
