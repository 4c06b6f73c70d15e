"""A hunter's phone in Chromium: looks where it is covered, chooses, throws and stops."""

from __future__ import annotations

from tests.browser.phone import INERT_MS, Phone


class Hunter(Phone):
    """A phone that is played on by whoever sits there."""

    def look(self) -> Hunter:
        """Uncovered, whatever it was."""
        if not self.is_open:
            super().look()
        return self

    def bid(self, word: str) -> None:
        """Throw or stop, once the buttons answer."""
        self.look()
        button = self.page.locator(f"#bid-{word}")
        button.wait_for()
        self.page.wait_for_timeout(INERT_MS + 50)
        with self.page.expect_response("**/act/") as answer:
            button.click()
        assert answer.value.status == 200, answer.value.text()

    def sends(self, action: str) -> int:
        """Decide by the form that the room has sent, without a tap; the status of the answer."""
        return int(
            self.page.evaluate(
                """async (action) => {
                    const look = document.getElementById("seat").dataset.look;
                    const headers = {"HX-Request": "true"};
                    const html = await (await fetch(look, {headers, cache: "no-store"})).text();
                    const seat = new DOMParser().parseFromString(html, "text/html");
                    const wanted = [...seat.querySelectorAll("[name=do]")].find((b) => b.value.endsWith(`:${action}`));
                    if (!wanted) return 0;
                    const body = new FormData(wanted.form);
                    body.set("do", wanted.value);
                    return (await fetch(wanted.form.action, {method: "POST", body, headers})).status;
                }""",
                action,
            )
        )
