"""The colours of static/css/tokens.css against WCAG 2.2, 1.4.3 and 1.4.11, in both themes."""

import re
from pathlib import Path

import pytest

CSS = Path("static/css/tokens.css").read_text()
TOKENS = dict(re.findall(r"--([\w-]+): (#\w{6}|light-dark\(.*?\));", CSS))

TEXT = [
    *((text, ground) for text in ("text", "text-quiet", "accent") for ground in ("ground", "surface")),
    ("on-primary", "primary"),
    ("on-danger", "danger"),
    *((f"suit-{suit}", "card") for suit in "shdc"),
]
EDGES = [(edge, ground) for edge in ("edge", "focus") for ground in ("ground", "surface")]


def colour(token: str, theme: str) -> str:
    value = TOKENS[token]
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


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("least", "pairs"), [(4.5, TEXT), (3.0, EDGES)], ids=["text", "edges"])
def test_contrast(theme: str, least: float, pairs: list[tuple[str, str]]) -> None:
    found = {pair: contrast(*(colour(token, theme) for token in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}
