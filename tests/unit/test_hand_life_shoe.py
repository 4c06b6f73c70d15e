"""The electronic shoe: committed before the deal, the same draw again when it is taken back, nothing keyed by hand."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter

import pytest

from tables.game.base import Draw
from tables.game.cards import DECK, TEXTS
from tables.game.shoe import SEED_BYTES, commitment, drawn, uniform
from tests.dealing import POKER, SEED, Dealing, after


def slow_uniform(seed: bytes, pile: bytes, k: int, n: int) -> int:
    """Written from the description of the fair shoe, word by word."""
    suffix = b""
    while True:
        mac = hmac.new(seed, pile + suffix + b"\x00" + k.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in (0, 8, 16, 24):
            candidate = int.from_bytes(mac[start : start + 8], "big")
            if candidate < (2**64 // n) * n:
                return candidate % n
        suffix = bytes([suffix[0] + 1]) if suffix else b"\x01"


@pytest.mark.parametrize("n", [1, 2, 5, 52, 1000, 2**63 + 1, 2**64 - 1])
def test_a_draw_is_the_committed_one_also_when_words_are_rejected(n: int) -> None:
    """Beyond 2**63 half of the words are rejected, so that all four of a digest often are."""
    chance = random.Random(n)
    for k in range(200):
        seed = chance.randbytes(SEED_BYTES)
        assert uniform(seed, "deck", k, n) == slow_uniform(seed, b"deck", k, n) < n


@pytest.mark.parametrize("n", [0, -1, 2**64])
def test_a_draw_from_nothing_is_a_fault_of_the_caller(n: int) -> None:
    with pytest.raises(ValueError, match="something left"):
        uniform(SEED, "deck", 0, n)


def test_draws_are_even() -> None:
    """Chi-square with 51 degrees of freedom: 99 % of fair samples are below 77.4."""
    counts = Counter(uniform(SEED, "deck", k, 52) for k in range(52_000))
    assert sum((counts[i] - 1000) ** 2 / 1000 for i in range(52)) < 77.4


def test_the_commitment_binds_seed_hand_and_version() -> None:
    assert commitment(SEED, "T12/4711") == hashlib.sha256(SEED + b"\0T12/4711\x001").hexdigest()
    assert (
        len({commitment(SEED, "T12/4711"), commitment(SEED, "T12/4712"), commitment(bytes(32), "T12/4711")})
        == 3
    )


def test_the_pile_is_the_deck_in_canonical_order() -> None:
    state = after()
    assert POKER.piles(state.setup) == {"deck": tuple(TEXTS[card] for card in DECK)}
    draw = POKER.chance(state)
    assert draw is not None
    assert (draw.contents, draw.drawn) == (POKER.piles(state.setup)["deck"], 0)
    text, about = drawn(SEED, draw)
    assert text == f"card {draw.contents[slow_uniform(SEED, b'deck', 0, 52)]}"
    assert about == {"pile": "deck", "k": 0, "n": 52, "index": slow_uniform(SEED, b"deck", 0, 52)}


def test_an_action_may_take_several_things_and_from_a_further_pile() -> None:
    """So many draws one after the other, each as it would be by itself."""
    then = Draw("others", ("x", "y"), 0, None, take=2)
    text, about = drawn(SEED, Draw("first", ("a", "b", "c"), 1, None, "deal 5 {}", take=2, then=then))
    cards, draws = [], []
    for pile, left, begun in (("first", ["a", "b", "c"], 1), ("others", ["x", "y"], 0)):
        for k in (begun, begun + 1):
            n = len(left)
            index = slow_uniform(SEED, pile.encode(), k, n)
            draws.append({"pile": pile, "k": k, "n": n, "index": index})
            cards.append(left.pop(index))
    assert text == f"deal 5 {' '.join(cards)}"
    assert about == draws


def electronic(**about: object) -> Dealing:
    return Dealing(source="electronic", **about).post()  # type: ignore[arg-type]  # keywords of opening


def test_one_card_is_drawn_or_all_that_are_due() -> None:
    dealing = electronic()
    assert dealing.hand.opening["commitment"] == commitment(SEED, dealing.hand.id)
    dealing.do("draw")
    assert len(dealing.hand.play.moves) == 1
    first = dealing.facts[-1].data
    assert first["text"].startswith("card ")
    assert first["draw"]["k"] == 0
    dealing.do("draw all")
    assert dealing.hand.phase == "deciding"
    draws = [data["draw"] for data in dealing.said("hand.card_dealt")]
    assert [draw["k"] for draw in draws] == list(range(6))
    assert [draw["n"] for draw in draws] == list(range(52, 46, -1))
    assert len({move.text for move in dealing.hand.play.moves}) == 6
    assert dealing.refuses("draw") == "no_card_due"
    assert dealing.refuses("draw all") == "no_card_due"


def test_an_auditor_finds_every_draw_again_without_the_rules() -> None:
    dealing = electronic().do("draw all")
    deck = [TEXTS[card] for card in DECK]
    while dealing.hand.phase in ("deciding", "drawing"):
        prompt = POKER.prompts(dealing.hand.state)[0]
        dealing.do(f"{prompt.seat} {prompt.options[-1]}")
        if dealing.hand.phase == "drawing":
            dealing.do("draw all")
    draws = [fact.data for fact in dealing.facts if fact.data.get("draw")]
    assert len(draws) > 6
    for data in draws:
        draw = data["draw"]
        assert draw["n"] == len(deck)
        assert data["text"] == f"card {deck.pop(slow_uniform(SEED, b'deck', draw['k'], draw['n']))}"


def test_a_draw_taken_back_comes_again() -> None:
    dealing = electronic().do("draw", "draw", "draw")
    before = [move.text for move in dealing.hand.play.moves]
    dealing.do("undo 4", reason="ruled by the floor").do("draw", "draw")
    assert [move.text for move in dealing.hand.play.moves] == before
    assert [data["draw"]["k"] for data in dealing.said("hand.card_dealt")] == [0, 1, 2, 1, 2]


@pytest.mark.parametrize("text", ["card Qh", "scrap 7c", "deal 5 As Td"])
def test_no_card_of_the_electronic_shoe_is_keyed_by_hand(text: str) -> None:
    assert electronic().refuses(text) == "electronic_shoe"


def test_a_card_of_the_electronic_shoe_is_not_corrected_a_decision_is() -> None:
    dealing = electronic().do("draw all")
    right = "card " + POKER.piles(dealing.hand.play.setup)["deck"][0]
    assert dealing.refuses(f"correct 3 {right}", reason="x") == "electronic_shoe"
    actor = POKER.prompts(dealing.hand.state)[0].seat
    dealing.do(f"{actor} buy 3").do(f"correct {dealing.hand.n} {actor} fold", reason="misheard")
    assert dealing.refuses("extra 2c") == "no_extra_now"
    assert dealing.hand.play.moves[-1].text == f"{actor} fold"


def test_nothing_is_drawn_while_posting_or_while_the_floor_is_asked() -> None:
    assert Dealing(source="electronic").refuses("draw") == "unposted"
    dealing = electronic().do("dispute", reason="the screen was dark")
    assert dealing.refuses("draw") == "waits_for_floor"
    assert dealing.ruled("rule stands").do("draw").hand.begun


def test_the_fee_drops_with_the_first_draw_if_the_room_says_so() -> None:
    dealing = electronic(drop_when="before_deal").do("draw all")
    assert len(dealing.said("fee.dropped")) == 1
    assert dealing.said("fee.dropped")[0]["n"] == dealing.said("hand.card_dealt")[0]["n"]
