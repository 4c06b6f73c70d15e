"""Finished hands: the list of a table, and one hand stepped through record by record."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.office import Office


def test_a_finished_hand_is_stepped_through(office: Office, signed_in: Callable[..., BrowserContext]) -> None:
    """A hand with a wrong card corrected and a buy taken back: nothing of it is hidden."""
    number = office.table()
    office.dana.does(number, "open", "post 2 5 9", "deal 2 9d 8c", "deal 5 As Tc", "deal 9 Qh Qs")
    first = office.hand(number)["moves"][0]["n"]
    office.dana.does(number, f"correct {first} deal 2 Td 8c", reason="Keyed wrong")
    office.dana.does(number, "2 fold", "5 buy 1")
    office.dana.does(number, f"undo {office.hand(number)['moves'][-1]['n']}")
    office.dana.does(number, "5 buy 2", "card Ah", "9 fold", "pay")
    page = signed_in("dmitri").new_page()
    page.goto(f"/tables/{number}/")
    page.get_by_role("link", name="Finished hands").click()
    row = page.locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("seat 5 $25")
    expect(row).to_contain_text("2 taken back or corrected")
    row.get_by_role("link").click()
    records = page.locator(".record")
    seqs = [int(record.get_attribute("id")[1:]) for record in records.all()]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    expect(page.get_by_role("heading", name=f"After record {seqs[-1]}")).to_be_visible()
    expect(page.locator(".reconciliation")).to_contain_text("Posted and paid are the same, to the cent.")
    expect(page.locator(".reconciliation")).to_contain_text("$5 of it was paid for cards that never came.")
    taken = page.locator(".record.is-taken-back s")
    assert [text.inner_text() for text in taken.all()][:1] == ["Seat 2 is dealt 9♦ 8♣."]
    assert "Seat 5 buys 1 to beat seat 9." in [text.inner_text() for text in taken.all()]
    expect(records.first).to_contain_text("Posting begins: 3 seats at $5, fee $1 each.")
    expect(records.first).to_contain_text("Dana Reyes, dealer")
    page.get_by_role("link", name="First").click()
    expect(page.locator(".card")).to_have_count(0)
    expect(page.locator(".button.is-shut").filter(has_text="Previous")).to_be_visible()
    for _ in range(7):
        page.get_by_role("link", name="Next").click()
    expect(page.locator(".seat-2 .card").first).to_have_attribute("data-card", "9d")
    page.get_by_role("link", name="Last").click()
    page.get_by_role("link", name="Previous").click()
    page.get_by_role("link", name="Previous").click()
    expect(page.locator(".seat-2 .card").first).to_have_attribute("data-card", "Td")
    page.locator(f"#e{seqs[7]} .record-seq").click()
    assert page.url.endswith(f"?at={seqs[7]}#e{seqs[7]}")
    expect(page.locator(f"#e{seqs[7]}")).to_be_in_viewport()


def test_older_hands_are_a_page_away(office: Office, signed_in: Callable[..., BrowserContext]) -> None:
    number = office.table(seats=(1, 2))
    for _ in range(21):
        office.dana.does(number, "open", "post 1 2", "deal 1 2c 3d", "deal 2 Ac Ad", "1 fold", "pay")
    page = signed_in("dana").new_page()
    page.goto(f"/tables/{number}/hands/")
    expect(page.locator("tbody tr")).to_have_count(20)
    newest = page.locator("tbody a").all_inner_texts()
    page.get_by_role("link", name="Older hands").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert page.locator("tbody a").inner_text() not in newest
    page.get_by_role("link", name="Newest").click()
    expect(page.locator("tbody tr")).to_have_count(20)
