"""Boomerang: Australia and Europe: who sees what, and hands that only a shoe deals."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest

from audit.core.registry import check
from tables.event_types import shape
from tables.game.actions import Room, act
from tables.game.hand import Fact, opened
from tables.game.registry import game_events
from tables.variants.boomerang_draft import Draft, events
from tests.dealing import SEED, Dealing, opening
from tests.drafting import AUSTRALIA, BOTH, EUROPE, Game

# --- what is seen ----------------------------------------------------------------------------


def dealt(variant: Draft = AUSTRALIA) -> Game:
    return Game(variant, (1, 2, 3)).deal("ABCDEFG", "HIJKLMN", "OPQRSTU")


def test_a_seat_sees_its_own_hand_of_the_others_a_count() -> None:
    view = AUSTRALIA.view(dealt().state, 2)
    assert view["hands"] == {"2": list("HIJKLMN")}
    assert view["cards"] == {"1": 7, "2": 7, "3": 7}
    assert AUSTRALIA.view(dealt().state, "public")["hands"] == {}
    assert set(AUSTRALIA.view(dealt().state, "all")["hands"]) == {"1", "2", "3"}


def test_a_pick_is_seen_by_its_seat_until_all_have_picked() -> None:
    game = dealt().pick("AHO").do("1 pick P", "3 pick I")
    assert AUSTRALIA.view(game.state, 1)["picks"] == {"1": "P"}
    assert AUSTRALIA.view(game.state, 2)["picks"] == {}
    public = AUSTRALIA.view(game.state, "public")
    assert (public["picks"], public["picked"], public["step"]) == ({}, [1, 3], 2)
    assert AUSTRALIA.view(game.state, "all")["picks"] == {"1": "P", "3": "I"}
    game.do("2 pick B")
    assert AUSTRALIA.view(game.state, "public")["rows"] == {"1": ["P"], "2": ["B"], "3": ["I"]}


def test_a_throw_is_its_owners_until_the_round_ends() -> None:
    game = dealt().pick("AHO")
    for cards in ("PBI", "JQC", "DKR", "SEL"):
        game.pick(cards)
        assert AUSTRALIA.view(game.state, 1)["throws"] == {"1": "A"}
        assert AUSTRALIA.view(game.state, "public")["throws"] == {}
    game.pick("MTF")
    throws = {"1": "A", "2": "H", "3": "O"}
    assert AUSTRALIA.view(game.state, "public")["throws"] == throws
    assert AUSTRALIA.view(game.state, 3)["throws"] == throws


@BOTH
def test_a_choice_is_sealed_until_all_have_chosen(variant: Draft) -> None:
    game = Game(variant, (1, 2, 3)).rows()
    first, second = (game.options()[seat][0] for seat in (1, 2))
    game.do(f"1 {first}", f"2 {second}")
    assert variant.view(game.state, 1)["choices"] == {"1": first.split(" ")[1]}
    for viewer in (3, "public"):
        view = variant.view(game.state, viewer)
        assert (view["choices"], view["chosen"], view["phase"]) == ({}, [1, 2], "choosing")
    game.do(f"3 {game.options()[3][-1]}")
    assert variant.view(game.state, "public")["sheets"]["1"][0]["choice"] == first.split(" ")[1]


@BOTH
def test_what_is_secret_says_to_whom_and_what_reveals_says_so(variant: Draft) -> None:
    game = Game(variant, (1, 2, 3)).rows().choose()
    secret: dict[str, set[int | None]] = {}
    for move in game.play.moves:
        for event in move.events:
            secret.setdefault(event.type, set()).add(event.secret_to)
    to_seats = {"hand.hand_dealt", "hand.site_picked", "hand.scoring_chosen"}
    assert {name for name, seats in secret.items() if seats == {1, 2, 3}} == to_seats
    assert all(seats == {None} for name, seats in secret.items() if name not in to_seats)
    revealing = {event.type for event in variant.events if event.reveals}
    assert revealing == {"hand.site_laid", "hand.row_completed", "hand.round_scored"}


def test_a_skip_is_told_as_any_choice() -> None:
    game = Game().rows().do("5 skip", "9 activity swimming")
    kinds = [type(event) for move in game.play.moves[-2:] for event in move.events[:1]]
    assert kinds == [events.Chosen, events.Chosen]


def test_a_view_is_json_and_holds_no_undealt_card_before_it_is_seen() -> None:
    game = dealt().pick("AHO").pick("PBI")
    for viewer in (1, 2, 3, "public", "all"):
        text = json.dumps(AUSTRALIA.view(game.state, viewer))
        assert not any(f'"{card}"' in text for card in "VWXYZ@#")


def test_a_refusal_says_no_more_than_that_a_card_is_not_in_the_own_hand() -> None:
    """Whether it is one's own Throw, in another hand, another's Throw or undealt."""
    game = dealt().pick("AHO")
    for card in "AJHV":
        assert game.refused(f"1 pick {card}").reason == f"{card} is not in the hand of seat 1."
    assert game.refused("deal 1 A B C D E F G").reason.endswith("seats 1, 2, 3 have still to pick.")


def test_the_rows_of_the_round_before_stay_on_the_sheet() -> None:
    game = Game().rows("AV@XYIC").choose(s5="swimming")
    sheet = AUSTRALIA.view(game.state, "public")["sheets"]["5"]
    assert sheet[0]["row"] == list("AV@XYIC")
    view = AUSTRALIA.view(game.state, 9)
    assert (view["used"]["5"], view["used"]["9"]) == (["swimming"], [])
    assert view["crossed"]["5"] == list("ACIVXY@")
    assert view["passes_to"] == {"5": 9, "9": 5}
    assert (view["phase"], view["step"], view["round"]) == ("dealing", None, 2)


# --- the electronic shoe ---------------------------------------------------------------------


class Drafting(Dealing):
    """A hand of a drafting game at a table."""

    def __init__(
        self, variant: Draft, seats: tuple[int, ...] = (2, 5, 9), source: str = "electronic", **rules: object
    ) -> None:
        made = variant.rules.read(rules)
        state = Game(variant, seats, **rules).state
        data = {
            **opening(seats=seats, source=source),
            "variant": variant.key,
            "rules": made.composed(),
            "piles": {name: list(cards) for name, cards in variant.piles(state.setup).items()},
        }
        self.fees = {}
        self.facts = [Fact("hand.opened", data)]
        self.hand = opened(data)
        self.post()

    def through(self, rounds: int) -> Drafting:
        """Rounds dealt by the shoe, in which everybody takes the first option."""
        target = self.hand.variant.outcome(self.hand.state)["rounds"]
        done = len(target[str(self.hand.seats[0])]) + rounds
        while len(self.hand.variant.outcome(self.hand.state)["rounds"][str(self.hand.seats[0])]) < done:
            if self.hand.phase == "drawing":
                self.do("draw all")
            else:
                prompt = self.hand.variant.prompts(self.hand.state)[0]
                self.do(f"{prompt.seat} {prompt.options[0]}")
        return self


def index_of(pile: str, k: int, n: int) -> int:
    """Written from the description of the fair shoe; none of these draws rejects all four words."""
    mac = hmac.new(SEED, pile.encode() + b"\0" + k.to_bytes(8, "big"), hashlib.sha256).digest()
    words = (int.from_bytes(mac[at : at + 8], "big") for at in (0, 8, 16, 24))
    return next(word for word in words if word < 2**64 // n * n) % n


def verified(facts: list[Fact]) -> int:
    """Recompute every draw from seed and piles, knowing no rules; how many there were."""
    piles: dict[str, list[str]] = {name: list(cards) for name, cards in facts[0].data["piles"].items()}
    standing: dict[int, list[tuple[str, str]]] = {}
    count = 0
    for fact in facts[1:]:
        data = fact.data
        if fact.type == "hand.pile_formed":
            piles[data["pile"]] = list(data["contents"])
        for n in data.get("taken", ()):
            standing.pop(n, None)
        if not data.get("draw"):
            assert fact.type != "hand.hand_dealt", "no card comes but from the shoe"
            continue
        came = standing.setdefault(data["n"], [])
        cards = data["text"].split(" ")[2:]
        assert len(cards) == len(data["draw"]) == 7
        for card, draw in zip(cards, data["draw"], strict=True):
            gone = [c for drawn in standing.values() for pile, c in drawn if pile == draw["pile"]]
            left = [c for c in piles[draw["pile"]] if c not in gone]
            assert (draw["k"], draw["n"]) == (len(gone), len(left))
            assert draw["index"] == index_of(draw["pile"], draw["k"], draw["n"])
            assert card == left[draw["index"]]
            came.append((draw["pile"], card))
            count += 1
    return count


@BOTH
def test_the_shoe_deals_a_hand_a_draw_and_the_whole_game(variant: Draft) -> None:
    dealing = Drafting(variant).do("draw")
    assert [move.text.split(" ")[:2] for move in dealing.hand.play.moves] == [["deal", "2"]]
    dealing.do("draw all")
    assert dealing.hand.phase == "deciding"
    assert dealing.refuses("draw") == "no_card_due"
    dealing.through(4)
    assert dealing.hand.state.over
    assert verified(dealing.facts) == 4 * 3 * 7
    piles = {draw["pile"] for data in dealing.said("hand.hand_dealt") for draw in data["draw"]}
    assert piles == {"deck 1", "deck 2", "deck 3", "deck 4"}
    texts = [data["text"].split(" ")[2:] for data in dealing.said("hand.hand_dealt")]
    assert texts[0] != texts[3], "a reshuffle is another pile"


@pytest.mark.parametrize(
    ("seats", "early"), [((2, 5), [7, 7]), ((2, 5, 9), [3, 2, 2]), ((2, 5, 7, 9), [0, 0, 0, 0])]
)
def test_what_was_undealt_is_dealt_first_and_around_evenly(seats: tuple[int, ...], early: list[int]) -> None:
    dealing = Drafting(EUROPE, seats, undealt_first=True, treasure_optional=True).through(4)
    assert verified(dealing.facts) == 4 * len(seats) * 7
    dealt_hands = dealing.said("hand.hand_dealt")
    for number in range(1, 4):
        hands = dealt_hands[number * len(seats) : (number + 1) * len(seats)]
        counts = [sum(draw["pile"] == f"undealt {number + 1}" for draw in data["draw"]) for data in hands]
        assert counts == early
        before = {
            c for data in dealt_hands[(number - 1) * len(seats) : number * len(seats)] for c in data["cards"]
        }
        now = {card for data in hands for card in data["cards"]}
        assert before | now >= set(EUROPE.edition.deck.sites) or len(seats) == 4


def test_a_hand_taken_back_comes_again() -> None:
    dealing = Drafting(AUSTRALIA).do("draw all")
    before = [move.text for move in dealing.hand.play.moves]
    n = dealing.hand.play.moves[1].n
    dealing.do(f"undo {n}", reason="ruled by the floor").do("draw all")
    assert [move.text for move in dealing.hand.play.moves] == before
    assert verified(dealing.facts) == 5 * 7


def test_nobody_learns_by_keying_where_a_card_is() -> None:
    """Whatever is keyed is refused alike, before the rules look at it."""
    dealing = Drafting(AUSTRALIA).do("draw")
    (dealt_now,) = dealing.hand.state.dealt.values()
    other = [card for card in AUSTRALIA.edition.deck.sites if card not in dealt_now][:7]
    for cards in (dealt_now, other, ["A"] * 7, ["A"]):
        assert dealing.refuses(f"deal 5 {' '.join(cards)}") == "electronic_shoe"
        assert dealing.refuses(f"deal 2 {' '.join(cards)}", reason="x") == "electronic_shoe"


@pytest.mark.parametrize("source", ["pad", "reader"])
def test_a_hand_is_never_keyed(source: str) -> None:
    dealing = Drafting(AUSTRALIA, source=source)
    assert dealing.refuses("deal 2 A B C D E F G", reason="the reader is broken") == "secret_cards"
    assert dealing.refuses("deal 2 A B") == "secret_cards"


def test_a_hand_read_by_the_reader_shoe_is_played() -> None:
    dealing = Drafting(AUSTRALIA, source="reader")
    facts, hand = act(dealing.hand, "deal 2 A B C D E F G", Room(read_by_shoe=True))
    assert [fact.type for fact in facts] == ["hand.hand_dealt"]
    assert facts[0].data["draw"] is None
    dealing.take(facts, hand)
    assert dealing.refuses(f"correct {facts[0].data['n']} deal 2 A B C D E F H", reason="x") == "secret_cards"


@BOTH
def test_the_log_takes_every_fact(variant: Draft) -> None:
    dealing = Drafting(variant, undealt_first=True).through(4)
    kinds = set()
    for fact in dealing.facts:
        if fact.type in game_events(variant):
            check(fact.type, "T1", fact.data)
            kinds.add(fact.type)
    assert kinds == {event.type for event in variant.events} | {"hand.won"}


def test_only_what_takes_several_things_has_a_list_of_draws() -> None:
    lists = {event for event in AUSTRALIA.events if isinstance(_draw_shape(event), list)}
    assert lists == {events.HandDealt}


def _draw_shape(event: type[Any]) -> object:
    draw: Any = shape(event)["draw"]
    return draw.spec
