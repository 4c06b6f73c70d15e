"""The colours of felt, cards and seats against WCAG 2.2, 1.4.3 and 1.4.11, in both themes."""

import pytest

from tests.unit.test_tokens import colour, contrast

TEXT = [
    *((text, ground) for text in ("text", "text-quiet") for ground in ("seat", "felt", "felt-deep")),
    *(("fee", ground) for ground in ("surface", "seat")),
    *(("acts", ground) for ground in ("seat", "surface", "ground")),
    *((f"on-land-{land}", f"land-{land}") for land in ("water", "forest", "meadow", "desert", "mountain")),
    ("animal", "card"),
    *(("on-acts", "acts"), ("on-beat", "beat"), ("on-card-out", "card-out")),
]
EDGES = [
    ("acts", "felt"),
    ("acts", "ground"),
    ("beat", "seat"),
    ("beat", "felt"),
    ("edge", "seat"),
    ("fee", "surface"),
    ("cord", "felt"),
    ("cord", "felt-deep"),
]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("least", "pairs"), [(4.5, TEXT), (3.0, EDGES)], ids=["text", "edges"])
def test_contrast(theme: str, least: float, pairs: list[tuple[str, str]]) -> None:
    found = {pair: contrast(*(colour(token, theme) for token in pair)) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}
