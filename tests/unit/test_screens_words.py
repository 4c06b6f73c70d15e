"""Amounts, cards and addresses as the screens write and read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.game.base import Refused
from tables.game.cards import CARDS
from tables.screens.cards import Card, in_signs
from tables.screens.money import cheques
from tables.screens.panels import Panel, panel_from
from tables.views.orders import cents


@pytest.mark.parametrize(
    ("amount", "value", "said"),
    [
        (4_500, 500, "9 cheques of $5"),
        (500, 500, "1 cheque of $5"),
        (0, 500, "0 cheques of $5"),
        (1_750, 500, "3 cheques of $5 and $2.50"),
        (10_000_00, 100_00, "100 cheques of $100"),
    ],
)
def test_an_amount_in_cheques(amount: int, value: int, said: str) -> None:
    assert cheques(amount, value) == said


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("30", 3_000),
        ("17.50", 1_750),
        ("$5", 500),
        (" 7.05 ", 705),
        ("0", 0),
        ("0.01", 1),
        ("1234567890", 123_456_789_000),
    ],
)
def test_dollars_as_typed(typed: str, amount: int) -> None:
    assert cents(typed) == amount


@given(st.integers(0, 10**12 - 1))
def test_dollars_are_read_back_to_the_cent(amount: int) -> None:
    assert cents(f"{amount // 100}.{amount % 100:02}") == amount


@pytest.mark.parametrize(
    "typed",
    ["", ".", "5.", ".50", "5.5", "5.505", "-5", "+5", "1,000", "1e3", "five", "\u0665", "12345678901"],
)
def test_what_is_no_amount(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        cents(typed)
    assert refused.value.code == "bad_amount"


def test_a_card_is_told_by_letter_and_shape_and_named() -> None:
    ten = Card("Td")
    assert (ten.rank, ten.suit, ten.sign, ten.short, ten.name) == ("10", "d", "♦", "10♦", "ten of diamonds")
    assert len({Card(text).name for text in CARDS}) == 52
    assert len({Card(text).short for text in CARDS}) == 52


def test_cards_in_a_text_of_records() -> None:
    assert in_signs("deal 5 As Td") == "deal 5 A♠ 10♦"
    assert in_signs("5 buy 3") == "5 buy 3"
    assert in_signs("Ah! as it was") == "Ah! as it was"


@given(
    st.builds(
        Panel, st.sampled_from(["", "undo", "correct", "rulings"]), st.integers(0, 10**8), st.integers(0, 5)
    )
)
def test_a_panel_is_read_back_from_its_address(panel: Panel) -> None:
    words = dict(pair.split("=") for pair in panel.query.removeprefix("?").split("&") if pair)
    assert panel_from(words) == (panel if panel.name else Panel())


@pytest.mark.parametrize("name", ["../undo", "a b", "1", "<b>", "x&y", "undo\n"])
def test_what_cannot_be_a_panel_is_none(name: str) -> None:
    assert panel_from({"panel": name, "n": "7"}) == Panel()
