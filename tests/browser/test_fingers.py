"""Fingers that are quicker than they should be, or slower: what a tap may and may not do."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.office import Office
from tests.browser.screen import Screen, centre

Opened = Callable[..., Screen]
GUARD_MS = 350


def answers_late(page: Screen) -> None:
    """Every command's answer is a quarter of a second late from now on."""

    def late(route: Route) -> None:
        page.page.wait_for_timeout(250)
        route.continue_()

    page.page.route("**/act/", late)


def test_a_double_tap_within_80_ms_is_one_purchase(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number, "2 fold")
    page.says("Seat 5, Maria, to act")
    page.settle()
    x, y = centre(page.page.locator("#buy-3"))
    page.page.mouse.click(x, y)
    page.page.wait_for_timeout(40)
    page.page.mouse.click(x, y)
    page.says("Card 1 of 3")
    page.page.wait_for_timeout(GUARD_MS)
    assert office.count(page.number, "hand.bought") == 1
    assert page.pot() == "$30 6 cheques of $5"
    assert office.hand(page.number)["felt"]["owed"] == 3


def test_a_double_tap_on_the_shoe_draws_one_card(screen: Opened, office: Office) -> None:
    """The button that comes back looks the same; it is another decision all the same."""
    page = screen(table={"source": "electronic"})
    page.tap("#primary").tap("#primary").settle()
    x, y = centre(page.page.locator("#draw"))
    page.page.mouse.click(x, y)
    page.page.wait_for_timeout(80)
    page.page.mouse.click(x, y)
    page.says("Card 2 of 6")
    page.page.wait_for_timeout(GUARD_MS)
    assert office.count(page.number, "hand.card_dealt") == 1


def test_a_double_tap_on_a_key_keys_one_card(screen: Opened, office: Office) -> None:
    page = screen()
    office.dana.does(page.number, "open", "post 2 5 9")
    page.says("Card 1 of 6")
    page.settle()
    page.key("Td").dblclick(delay=20)
    page.says("Card 2 of 6")
    page.page.wait_for_timeout(GUARD_MS)
    assert office.moves(page.number) == ["card Td"]
    expect(page.notice).to_be_empty()


def test_a_tap_120_ms_after_the_decision_has_changed_hits_nothing(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number, "2 fold", "5 buy 3")
    page.says("Card 1 of 3")
    page.settle()
    page.page.evaluate(
        """() => {
            window.tapped = 0;
            new MutationObserver((changes, observer) => {
                if (!document.querySelector('#buy-3')) return;
                observer.disconnect();
                setTimeout(() => { window.tapped = 1; document.querySelector('#buy-3').click(); }, 120);
            }).observe(document.querySelector('#console'), { childList: true });
        }"""
    )
    page.cards("Ah").says("A♥ beats", "Seat 9, Otis, to act")
    page.page.wait_for_function("() => window.tapped")
    page.settle()
    assert office.moves(page.number)[-1] == "card Ah"
    page.tap("#buy-3").says("Seat 9, Otis bought 3")


def test_no_tap_on_the_pad_is_lost_while_a_card_is_on_its_way(screen: Opened, office: Office) -> None:
    """Three keys within 120 ms, each answer a quarter of a second late: three cards, in order."""
    page = screen()
    office.dana.does(page.number, "open", "post 2 5 9")
    page.says("Card 1 of 6")
    page.settle()
    answers_late(page)
    page.page.evaluate(
        """() => ["Td", "As", "Qh"].forEach((card, i) => setTimeout(
            () => document.querySelector(`.key[data-card="${card}"]`).click(), 60 * i))"""
    )
    page.says("Card 4 of 6")
    assert office.moves(page.number) == ["card Td", "card As", "card Qh"]
    expect(page.notice).to_be_empty()


def test_a_tool_tapped_while_a_card_is_on_its_way_opens_after_it(screen: Opened, office: Office) -> None:
    page = screen()
    office.dana.does(page.number, "open", "post 2 5 9")
    page.says("Card 1 of 6")
    page.settle()
    answers_late(page)
    page.page.evaluate(
        """() => [".key[data-card=Td]", "#tool-odd", "#tool-dispute"].forEach((tapped, i) => setTimeout(
            () => document.querySelector(tapped).click(), 60 * i))"""
    )
    expect(page.page.locator("#panel-title")).to_have_text("Dispute: freeze the hand")
    assert office.moves(page.number) == ["card Td"], "of two tools the one that was tapped last"
    page.page.unroute("**/act/")
    page.settle()
    page.page.locator("#tool-dispute").click()
    page.says("Card 2 of 6")
    page.settle()
    page.page.locator("#tool-odd").dblclick(delay=20)
    page.page.wait_for_timeout(GUARD_MS)
    expect(page.page.locator("#table")).to_have_attribute("data-panel", "odd")


def test_a_press_that_slides_off_does_nothing(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    page.settle()
    seen = len(office.facts(page.number))
    page.page.mouse.move(*centre(page.page.locator("#fold")))
    page.page.mouse.down()
    page.page.mouse.move(*centre(page.page.locator(".felt-pot")))
    page.page.mouse.up()
    page.page.wait_for_timeout(200)
    assert len(office.facts(page.number)) == seen


def test_fold_is_neither_beside_buy_nor_like_it(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, Ada, to act")
    for width, height in ((1024, 768), (768, 1024), (512, 800), (390, 844), (320, 700)):
        page.page.set_viewport_size({"width": width, "height": height})
        fold = page.page.locator("#fold").bounding_box()
        buys = [page.page.locator(f"#buy-{n}").bounding_box() for n in (1, 2, 3)]
        assert fold
        for buy in buys:
            assert buy
            aside = max(buy["x"] - fold["x"] - fold["width"], fold["x"] - buy["x"] - buy["width"])
            apart = max(buy["y"] - fold["y"] - fold["height"], fold["y"] - buy["y"] - buy["height"])
            assert aside >= 24 - 0.5, (width, aside, apart)
    look = "element => getComputedStyle(element).backgroundColor"
    assert page.page.locator("#fold").evaluate(look) != page.page.locator("#buy-1").evaluate(look)


def test_long_names_move_no_button(screen: Opened, office: Office) -> None:
    long = ["W" * 60, "x" * 60, "Nine hundred and ninety-nine thousand rabbits in one small hat"[:60]]
    for width, height in ((1024, 768), (512, 800)):
        places = []
        for names in (("Al", "Bo", "Cy"), long):
            page = screen(table={"names": names}, viewport={"width": width, "height": height})
            office.dealt(page.number)
            page.says("Seat 2, ")
            boxes = [
                page.page.locator(f"#{name}").bounding_box()
                for name in ("fold", "buy-1", "buy-3", "tool-seats")
            ]
            places.append([(box["x"], box["width"]) for box in boxes if box])
            assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        assert places[0] == places[1]
    page.seat(2).locator(".seat-alias").focus()
    expect(page.seat(2).locator(".seat-alias")).to_have_css("white-space", "normal")


def test_rapid_taps_do_not_zoom_but_pinching_may(screen: Opened, office: Office) -> None:
    page = screen()
    office.dealt(page.number)
    page.says("Seat 2, ")
    expect(page.page.locator("#buy-1")).to_have_css("touch-action", "manipulation")
    assert "user-scalable" not in (page.page.locator("meta[name=viewport]").get_attribute("content") or "")


def test_seats_are_taken_out_one_after_the_other_without_waiting(screen: Opened, office: Office) -> None:
    page = screen(table={"seats": (2, 5, 9, 10)})
    page.answered(lambda: page.page.locator("#strip-5").click())
    page.answered(lambda: page.page.locator("#strip-9").click())
    expect(page.page.locator("#strip-5")).to_contain_text("out")
    expect(page.page.locator("#strip-9")).to_contain_text("out")
    page.settle()
    page.page.locator("#strip-5").dblclick(delay=10)
    page.page.wait_for_timeout(GUARD_MS)
    expect(page.page.locator("#strip-5")).to_contain_text("in")
    assert office.count(page.number, "seat.dealt_in") == 1
