"""Every state of the console: sizes, places, words for screen readers, and no colour alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.browser.states import STATES, states

Opened = Callable[..., Screen]
GOLDEN = Path(__file__).parent / "accessible"
SIZES = ((1024, 768), (768, 1024), (390, 844))
CONTROLS = (
    "#table :is(button, a.button, a.last-hand, .pad-suit, .choice, input:not([type=hidden], [type=radio]))"
)
MEASURED = """(controls) => [...document.querySelectorAll(controls)]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches('.unseen') && !e.closest('.unseen'))
  .map((e) => { const b = e.getBoundingClientRect(); return {
    name: (e.id || e.className) + ' ' + e.textContent.trim().slice(0, 30),
    part: e.closest('.decision, .tools, .money')?.className ?? '',
    x: b.x, y: b.y + scrollY, w: b.width, h: b.height, inside: e.closest('.choice') !== null && !e.matches('.choice') };
  })"""
INERT_SIGNS = ("✓", "✕", "○")


@pytest.fixture
def at(screen: Opened, office: Office) -> Callable[..., Screen]:
    """A screen in one of the states."""

    def opened(name: str, **about: object) -> Screen:
        made = STATES[name](office)
        page = screen(made.number, who=made.who, **about)
        return page.open(made.query) if made.query else page

    return opened


@pytest.mark.parametrize("name", states())
def test_what_is_told_and_how_large_it_is(at: Callable[..., Screen], name: str) -> None:
    """What a screen reader finds; 44 px at least, the primary button 64, and 8 px between any two of a part."""
    page = at(name)
    accessible(page, name)
    for width, height in SIZES:
        page.page.set_viewport_size({"width": width, "height": height})
        found = page.page.evaluate(MEASURED, CONTROLS)
        small = [b["name"] for b in found if b["w"] < 43.5 or b["h"] < 43.5]
        assert small == [], (width, small)
        primary = page.page.locator("#primary")
        if primary.count() and not page.page.locator("#table").get_attribute("data-panel"):
            box = primary.bounding_box()
            assert box
            assert box["height"] >= 64, width
            assert box["width"] >= 64, width
        close = [
            (one["name"], other["name"])
            for i, one in enumerate(found)
            for other in found[i + 1 :]
            if one["part"] == other["part"]
            and not (one["inside"] or other["inside"])
            and gap(one, other) < 7.5
        ]
        assert close == [], (width, close)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width, width


def gap(one: dict[str, float], other: dict[str, float]) -> float:
    """Between two boxes, along the axis on which they are apart."""
    aside = max(other["x"] - one["x"] - one["w"], one["x"] - other["x"] - other["w"])
    apart = max(other["y"] - one["y"] - one["h"], one["y"] - other["y"] - other["h"])
    return max(aside, apart)


@pytest.mark.parametrize(("hand", "side"), [("right", "right"), ("left", "left")])
def test_one_primary_button_in_one_place(at: Callable[..., Screen], hand: str, side: str) -> None:
    """H1: bottom right on a tablet, mirrored for the left hand; Fold on the other side."""
    places = set()
    for name in ("between", "posting", "count", "void", "paused"):
        page = at(name)
        if hand == "left":
            page.page.context.add_cookies(
                [{"name": "screen", "value": "hand-left", "url": page.office.address}]
            )
            page.open()
        box = page.page.locator("#primary").bounding_box()
        assert box
        edge = box["x"] if side == "left" else box["x"] + box["width"]
        places.add((round(edge), round(box["y"] + box["height"])))
        assert page.page.locator("#primary").count() == 1
    assert len(places) == 1, places


def test_fold_and_buy_change_sides_for_the_left_hand(at: Callable[..., Screen]) -> None:
    page = at("decision")
    fold, buy = (page.page.locator(f"#{name}").bounding_box() for name in ("fold", "buy-1"))
    assert fold
    assert buy
    assert fold["x"] < buy["x"]
    page.page.context.add_cookies([{"name": "screen", "value": "hand-left", "url": page.office.address}])
    page.open()
    boxes = [page.page.locator(f"#{name}").bounding_box() for name in ("buy-1", "buy-2", "buy-3", "fold")]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert edges == sorted(edges)
    assert edges[3][0] - edges[2][1] >= 24 - 0.5
    tools, felt = page.page.locator(".tools").bounding_box(), page.page.locator(".felt-area").bounding_box()
    assert tools
    assert felt
    assert tools["x"] < felt["x"]


def accessible(page: Screen, name: str) -> None:
    """The names and states of everything in the tree are as kept; `ACCESSIBLE=write` writes them anew."""
    parts = {"status": "#status", "decision": ".decision > .looks-on", "tools": ".tools"}
    told = "\n".join(f"# {part}\n{tree(page.page, selector)}" for part, selector in parts.items()) + "\n"
    expect(page.page.get_by_role("log")).to_have_count(1)
    kept(name, told)


def kept(name: str, told: str) -> None:
    """A tree is as it was kept under this name."""
    file = GOLDEN / f"{name}.yml"
    if os.environ.get("ACCESSIBLE") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(told)
    assert told == file.read_text()


def tree(page: Page, selector: str) -> str:
    """Its accessibility tree, without what changes from run to run."""
    snapshot = page.locator(selector).aria_snapshot()
    snapshot = re.sub(r"\d\d:\d\d(:\d\d)?", "HH:MM", snapshot)
    snapshot = re.sub(r"/tables/\d+/|/hands/T\d+/\d+/", "/TABLE/", snapshot)
    snapshot = re.sub(r"(?<!\d)\d+:\d\d(?!\d)|127\.0\.0\.1:\d+", "M:SS", snapshot)
    return re.sub(r"Hand \d+|T\d+\b|table \d+", "Hand N", snapshot)


def test_every_state_of_a_seat_has_a_word(at: Callable[..., Screen]) -> None:
    page = at("between")
    words = {n: page.page.locator(f"#strip-{n} .strip-state").inner_text() for n in (1, 3, 4, 9)}
    said = {n: text.strip("".join(INERT_SIGNS) + " ") for n, text in words.items()}
    assert said == {1: "in", 3: "out", 4: "seat somebody", 9: "reserved: sits"}
    chips = [page.seat(n).inner_text().lower() for n in (1, 3, 4, 9)]
    for text, word in zip(chips, ("in", "out", "empty", "reserved"), strict=True):
        assert word in text


@pytest.mark.parametrize("kind", ["achromatopsia", "protanopia", "deuteranopia", "tritanopia"])
def test_suits_are_told_apart_without_colour(at: Callable[..., Screen], kind: str) -> None:
    """With the deficiency simulated every face still shows rank, letter and shape; its picture differs from others'."""
    page = at("purchase")
    session = page.page.context.new_cdp_session(page.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
    for card, letter in (("2s", "S"), ("2h", "H"), ("2d", "D"), ("2c", "C")):
        key = page.key(card)
        assert key.locator(".card-letter").inner_text().upper() == letter
        assert key.locator("use").get_attribute("href") == f"#suit-{letter.lower()}"
    pictures = {card: page.key(card).screenshot() for card in ("2s", "2h", "2d", "2c")}
    assert len(set(pictures.values())) == 4


@pytest.mark.parametrize("deck", ["four", "two", "contrast"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_device_shows_its_deck_and_theme_from_the_first_paint(
    at: Callable[..., Screen], theme: str, deck: str
) -> None:
    page = at("decision")
    page.page.context.add_cookies(
        [{"name": "screen", "value": f"deck-{deck}.theme-{theme}", "url": page.office.address}]
    )
    page.page.route("**/*.js", lambda route: route.abort())
    page.page.goto(f"{page.office.address}/tables/{page.number}/")
    colour = "element => getComputedStyle(element).color"
    hearts = page.page.locator(".felt .card.suit-h").first.evaluate(colour)
    wanted = {"four": "rgb(198, 74, 0)", "two": "rgb(179, 0, 27)", "contrast": "rgb(122, 21, 0)"}[deck]
    assert hearts == wanted
    ground = page.page.locator("body").evaluate("element => getComputedStyle(element).backgroundColor")
    assert ground == {"dark": "rgb(18, 24, 31)", "light": "rgb(255, 255, 255)"}[theme]
