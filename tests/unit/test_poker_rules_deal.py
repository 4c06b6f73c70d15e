"""The deal: who gets the next card, boxed cards, and the misdeal."""

from __future__ import annotations

from itertools import islice

import pytest

from tables.game.cards import DECK, TEXTS
from tests.dealing import DEALT, POKER, after, open_prompt, refusal, replayed

CARDS = [TEXTS[card] for card in DECK]


def cards(*seen: str) -> list[str]:
    """All cards as they may still come, in canonical order."""
    return [card for card in CARDS if card not in seen]


def deal_of(count: int, start: int = 0) -> list[str]:
    return [f"card {card}" for card in islice(CARDS, start, start + count)]


def test_cards_go_clockwise_from_the_first_seat_listed_until_each_has_two() -> None:
    felt = after(*deal_of(6), seats=(7, 9, 2))
    assert [[TEXTS[c] for c in felt.hands[seat]] for seat in (7, 9, 2)] == [
        ["2c", "2s"],
        ["2d", "3c"],
        ["2h", "3d"],
    ]
    assert felt.dealt


def test_a_card_goes_to_the_first_seat_clockwise_with_the_fewest() -> None:
    felt = after("card 2c", "deal 2 Ah Kh", "card 2d", "card 3c", "card 3d", seats=(7, 9, 2))
    assert {seat: [TEXTS[c] for c in hand] for seat, hand in felt.hands.items()} == {
        7: ["2c", "3c"],
        2: ["Ah", "Kh"],
        9: ["2d", "3d"],
    }


@pytest.mark.parametrize("order", [(2, 5, 9), (9, 5, 2), (5, 2, 9)])
def test_pairs_are_dealt_in_any_order(order: tuple[int, ...]) -> None:
    actions = [next(action for action in DEALT if action.startswith(f"deal {seat} ")) for seat in order]
    assert open_prompt(*actions) == (2, 5, ["fold", "buy 1", "buy 2", "buy 3"])
    assert list(replayed(*actions)["outcome"]["hands"]) == ["2", "5", "9"]


def test_a_pair_is_refused_where_the_seat_has_a_card() -> None:
    assert refusal("card 2c", "deal 2 As Ah")[0] == "has_cards"
    assert refusal(DEALT[0], "deal 2 As Ah")[0] == "has_cards"
    assert refusal(*DEALT, "deal 2 Kd Kh")[0] == "has_cards"


def test_ten_seats_are_dealt_twenty_cards_and_32_remain() -> None:
    felt = after(*deal_of(20), seats=range(1, 11))
    assert felt.dealt
    assert felt.stub == 32
    assert felt.actor is not None


@pytest.mark.parametrize("early", ["5 fold", "5 buy 1", "turn 5", "restore 5", "kill 5"])
def test_nobody_acts_or_is_ruled_upon_before_the_deal_is_complete(early: str) -> None:
    assert refusal(*DEALT[:2], early)[0] == "deal_unfinished"


def test_the_deal_awaits_the_next_card_for_its_seat() -> None:
    assert replayed("card 2c")["awaiting"] == {"draw": "deck", "remaining": 51, "seat": 5}
    assert replayed(*DEALT)["awaiting"] == {"seats": [2]}
    draw = POKER.chance(after("card 2c", "scrap 7c"))
    assert draw is not None
    assert (draw.drawn, draw.seat, list(draw.contents)) == (2, 5, cards("2c", "7c"))


def test_a_boxed_card_is_set_aside_and_the_next_takes_its_place() -> None:
    felt = after("card Td", "scrap 7c", "card As", "card Qh")
    assert [TEXTS[c] for c in felt.dead] == ["7c"]
    assert TEXTS[felt.hands[5][0]] == "As"
    assert felt.stub == 48
    code, reason = refusal("card Td", "scrap 7c", "card 7c")
    assert code == "card_out"
    assert "7c lies among the cards set aside" in reason


def test_boxed_cards_in_the_deal_are_taken_as_often_as_they_happen() -> None:
    assert len(after(*(f"scrap {card}" for card in CARDS[:9])).dead) == 9


def test_a_boxed_card_comes_only_while_a_card_is_due() -> None:
    assert refusal(*DEALT, "scrap 7c")[0] == "no_card_due"
    felt = after(*DEALT, "2 buy 2", "scrap 7c", "card 3c")
    assert (felt.owed, felt.buyer, felt.stub) == (1, 2, 44)


def test_a_misdeal_ends_the_hand_and_everything_posted_goes_back() -> None:
    result = replayed(*DEALT, "2 buy 3", "misdeal")
    assert result["complete"]
    assert result["outcome"] == {
        "void": "misdeal",
        "pot": 0,
        "payouts": {},
        "net": {"2": 0, "5": 0, "9": 0},
        "winners": [],
    }


@pytest.mark.parametrize(
    "before",
    [
        (),
        DEALT[:1],
        ("card 2c", "scrap 3c", "scrap 4c"),
        DEALT,
        (*DEALT, "turn 5"),
        (*DEALT, "kill 2"),
        (*DEALT, "kill 2", "restore 2"),
        (*DEALT, "kill 2", "kill 5", "kill 9"),
        (*DEALT, "2 buy 1"),
        (*DEALT, "2 buy 1", "scrap 3c"),
    ],
)
def test_a_misdeal_is_open_until_the_first_fold_or_bought_card_and_rulings_do_not_close_it(
    before: tuple[str, ...],
) -> None:
    assert replayed(*before, "misdeal")["outcome"]["void"] == "misdeal"


@pytest.mark.parametrize(
    "before",
    [
        (*DEALT, "2 fold"),
        (*DEALT, "9 fold"),
        (*DEALT, "2 fold", "restore 2"),
        (*DEALT, "2 buy 1", "card 3c"),
        (*DEALT, "2 buy 2", "card 3c"),
    ],
)
def test_a_misdeal_is_too_late_after_a_fold_even_one_taken_back_and_after_a_bought_card(
    before: tuple[str, ...],
) -> None:
    assert refusal(*before, "misdeal")[0] == "too_late"


def test_with_an_empty_stub_in_the_deal_the_floor_awards_voids_or_calls_a_misdeal() -> None:
    stuck = [f"scrap {card}" for card in CARDS]
    assert "ruling" in replayed(*stuck)["awaiting"]
    for closed in ("card 2c", "scrap 2c", "deal 5 2c 3c"):
        assert refusal(*stuck, closed)[0] == "waits_for_floor"
    assert replayed(*stuck, "misdeal")["complete"]
    assert replayed(*stuck, "void")["complete"]
    assert replayed(*stuck, "award 5 1500")["complete"]
