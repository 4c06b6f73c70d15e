"""A tab that Playwright leaves alone: its own pages it keeps awake and in sight for ever; this one can sleep."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Browser, Page

PATIENCE_S = 60


class BareTab:
    """A page in the browser's own profile, driven through the browser's protocol; `idle` is any page to wait with."""

    def __init__(self, browser: Browser, idle: Page, address: str, cookies: list[dict[str, Any]]) -> None:
        self._idle = idle
        self._answers: dict[int, Any] = {}
        self._protocol = browser.new_browser_cdp_session()
        self._protocol.on("Target.receivedMessageFromTarget", self._heard)
        self._protocol.send("Storage.setCookies", {"cookies": cookies})
        self._target = self._protocol.send("Target.createTarget", {"url": address})["targetId"]
        attached = self._protocol.send("Target.attachToTarget", {"targetId": self._target})
        self._session = attached["sessionId"]
        self.send("Page.enable")

    def send(self, method: str, **words: Any) -> Any:
        id = len(self._answers) + 1
        message = {"id": id, "method": method, "params": words}
        about = {"sessionId": self._session, "message": json.dumps(message)}
        self._answers[id] = None
        self._protocol.send("Target.sendMessageToTarget", about)
        self._until(lambda: self._answers[id] is not None, method)
        assert "error" not in self._answers[id], self._answers[id]
        return self._answers[id]["result"]

    def evaluate(self, expression: str) -> Any:
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until it is true in the page."""
        self._until(lambda: self.evaluate(f"Boolean({expression})"), expression)

    def sleep(self) -> None:
        """Out of sight and frozen: no timer runs, nothing is received."""
        self.send("Page.setWebLifecycleState", state="frozen")

    def wake(self) -> None:
        self.send("Page.setWebLifecycleState", state="active")
        self.send(
            "Emulation.setFocusEmulationEnabled", enabled=True
        )  # in sight again, which no window is here

    def close(self) -> None:
        self._protocol.send("Target.closeTarget", {"targetId": self._target})

    def _heard(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "id" in message:
            self._answers[message["id"]] = message

    def _until(self, reached: Any, what: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not reached():
            assert time.monotonic() < until, f"it did not come to this: {what}"
            self._idle.wait_for_timeout(20)
