"""Which PINs and badges may be chosen, and that what is kept of them cannot be read."""

import pytest

from cardroom.accounts.pins import bad_badge, bad_pin, badge_code, badge_fingerprint, pin_secret


@pytest.mark.parametrize("pin", ["2580", "13579", "102030", "90210871", "1123", "0910"])
def test_a_pin(pin: str) -> None:
    assert bad_pin(pin) == ""


@pytest.mark.parametrize(
    "pin",
    [
        *("", "123", "258", "123456789", "25 80", "25a0", "-2580", "²580", "\u0662\u0665\u0668\u0660"),
        *("0000", "7777777", "1234", "23456", "9876", "87654321", "7890", "2109"),
    ],
)
def test_no_pin(pin: str) -> None:
    assert bad_pin(pin)


@pytest.mark.parametrize("code", ["A1B2", "00012345", "x" * 64, "card 7/12", "~!@#"])
def test_a_badge(code: str) -> None:
    assert bad_badge(code) == ""


@pytest.mark.parametrize("code", ["", "abc", "x" * 65, "b\u00e4dge", "tab\there", "new\nline"])
def test_no_badge(code: str) -> None:
    assert bad_badge(code)


@pytest.mark.parametrize("typed", ["A1B2", ";A1B2", " ;A1B2 \r", "; A1B2"])
def test_what_a_reader_types_is_the_code(typed: str) -> None:
    assert badge_code(typed) == "A1B2"


def test_what_is_kept_hangs_on_the_room_s_key_and_on_the_person(settings: object) -> None:
    kept = (pin_secret("p1", "2580"), pin_secret("p2", "2580"), badge_fingerprint("A1B2"))
    assert len(set(kept)) == 3
    assert not any("2580" in text or "A1B2" in text for text in kept)
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert not set(kept) & {pin_secret("p1", "2580"), pin_secret("p2", "2580"), badge_fingerprint("A1B2")}
