"""The colours of static/css/tokens.css against WCAG 2.2, 1.4.3 and 1.4.11, in every theme with every deck."""

import re
from pathlib import Path

import pytest

from tables.screens.preferences import CHOICES

CSS = Path("static/css/tokens.css").read_text()
TOKEN = re.compile(r"--([\w-]+): (#\w{6}|light-dark\(.*?\));")
DEFAULTS = dict(TOKEN.findall(CSS[: CSS.index(":root[data-")]))
LOOKS = [(theme, deck) for theme in CHOICES["theme"] for deck in CHOICES["deck"]]

TEXT = [
    *((text, ground) for text in ("text", "text-quiet", "accent") for ground in ("ground", "surface")),
    ("on-primary", "primary"),
    ("on-danger", "danger"),
    ("on-acts", "acts"),
    *((f"suit-{suit}", "card") for suit in "shdc"),
    *((f"key-{suit}", "key") for suit in "shdc"),
]
EDGES = [
    *((edge, ground) for edge in ("edge", "focus", "acts") for ground in ("ground", "surface")),
    ("card-edge", "card"),
    ("edge", "card-out"),
]


def deck_tokens(deck: str) -> dict[str, str]:
    """What a deck sets anew."""
    found = re.search(rf':root\[data-deck="{deck}"\] \{{(.*?)\}}', CSS, re.DOTALL)
    return dict(TOKEN.findall(found[1])) if found else {}


def colour(token: str, theme: str, deck: str = "four") -> str:
    value = deck_tokens(deck).get(token, DEFAULTS[token])
    if value.startswith("#"):
        return value
    light, dark = re.findall(r"#\w{6}", value)
    return light if theme == "light" else dark


def luminance(value: str) -> float:
    channels = [int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_published() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize(("theme", "deck"), LOOKS)
@pytest.mark.parametrize(("least", "pairs"), [(4.5, TEXT), (3.0, EDGES)], ids=["text", "edges"])
def test_contrast(theme: str, deck: str, least: float, pairs: list[tuple[str, str]]) -> None:
    found = {pair: contrast(*(colour(token, theme, deck) for token in pair)) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}


def test_the_decks_are_what_they_are_called() -> None:
    decks = {deck: [colour(f"suit-{suit}", "dark", deck) for suit in "shdc"] for deck in CHOICES["deck"]}
    assert len(set(decks["four"])) == 4
    spades, hearts, diamonds, clubs = decks["two"]
    assert (spades, hearts) == (clubs, diamonds)
    assert spades != hearts
    assert min(contrast(suit, colour("card", "dark", "contrast")) for suit in decks["contrast"]) >= 7


def test_every_colour_is_a_token() -> None:
    """Styles name no colour of their own: a theme could not change it."""
    for file in Path("static/css").rglob("*.css"):
        if file.name != "tokens.css":
            assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*;)", file.read_text()) == [], file.name
