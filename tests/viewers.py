"""Who looks at a room, each with a browser of his own, and everything that he is sent."""

from __future__ import annotations

import copy
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client

from audit.selectors import head, read
from cardroom.accounts.models import Person
from tests.addresses import ASKED, Ask, Place
from tests.alike import Again, taken_back

OF_SCRIPT = {"HX-Request": "true"}


@dataclass
class Viewer:
    """Somebody's browser. `seat`: it is, or was, the screen of this seat. At the routes of `main` he looks each time,
    at those of `whole` he asks for everything.
    """

    name: str
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    seat: int | None = None
    main: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_house(cls, name: str, who: Person, *main: str, whole: tuple[str, ...] = ()) -> Viewer:
        made = cls(name, main=main, whole=whole)
        made.client.force_login(who)
        return made

    def again(self, name: str) -> Viewer:
        """The same browser after a break: it holds what it held, and knows what it was shown before."""
        made = Viewer(name, seat=self.seat, main=self.main)
        made.client.cookies = copy.deepcopy(self.client.cookies)
        made.tags = dict(self.tags)
        return made

    def asks(self, place: Place, routes: Iterable[str]) -> Iterator[tuple[str, Ask]]:
        """What he asks for: all where it is his, of anything else the first, so that he is refused it."""
        for route in routes:
            found = ASKED[route](place)
            if route in self.whole:
                yield from ((route, ask) for ask in found)
            elif self.seat is not None and found and found[0].seat is not None:
                others = [ask for ask in found if ask.seat != self.seat]
                mine = [ask for ask in found if ask.seat == self.seat]
                yield from ((route, ask) for ask in mine + others[:1])
            else:
                yield from ((route, ask) for ask in found[:1])

    def sent(self, again: Again, route: str, ask: Ask) -> str:
        """All that the answer holds; what was done is taken back."""
        again.begins(f"{self.name} {ask.name} {ask.script}")
        cookies = copy.deepcopy(self.client.cookies)
        before = head("access").seq
        try:
            with taken_back():
                said = self._streamed(ask) if route == "live:stream" else self._answered(ask)
                recorded = [(r.actor, r.role, r.type, r.data) for r in read("access", before + 1)]
        finally:
            self.client.cookies = cookies
        return f"{said}\naccess: {recorded}"

    def _answered(self, ask: Ask) -> str:
        headers = dict(OF_SCRIPT) if ask.script else {}
        if ask.form is not None:
            kind = {"content_type": "application/json"} if ask.json else {}
            return written(self.client.post(ask.path, ask.form, headers=headers, **kind))
        first = self.client.get(ask.path, headers=headers)
        said, tag = written(first), first.headers.get("ETag", "")
        for known in dict.fromkeys((self.tags.get(ask.name, ""), tag)):
            if known:
                said += written(self.client.get(ask.path, headers={**headers, "If-None-Match": known}))
        self.tags[ask.name] = tag
        return said

    def _streamed(self, ask: Ask) -> str:
        return str(async_to_sync(self._heard)(ask.path))

    async def _heard(self, path: str) -> str:
        """How the doorbell's line begins."""
        line = AsyncClient()
        line.cookies = self.client.cookies
        answer: Any = await line.get(path)
        if not isinstance(answer, StreamingHttpResponse):
            return written(answer)
        parts = aiter(answer.streaming_content)  # type: ignore[arg-type]
        heard = [await anext(parts), await anext(parts)]
        await parts.aclose()  # type: ignore[attr-defined]
        return f"{answer.status_code} {sorted(answer.headers.items())}\n{heard}"


def written(answer: Any) -> str:
    """An answer as it goes over the line: status, headers, cookies, body."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    head = [str(answer.status_code), *(f"{name}: {value}" for name, value in answer.headers.items())]
    return "\n".join([*head, answer.cookies.output(), body.decode(), ""])


class Lines(logging.Handler):
    """Every line that the room writes into its log, or would at the level of most detail."""

    LOGGERS = ("tables", "cardroom", "audit", "fees", "django")

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def __enter__(self) -> Self:
        loggers = [logging.getLogger(name) for name in self.LOGGERS]
        self._levels = [(logger, logger.level) for logger in loggers]
        for logger in loggers:
            logger.addHandler(self)
            logger.setLevel(logging.DEBUG)
        return self

    def __exit__(self, *_: object) -> None:
        for logger, level in self._levels:
            logger.removeHandler(self)
            logger.setLevel(level)

    def emit(self, record: logging.LogRecord) -> None:
        if record.module == "redis_bell":  # of the line to Redis, whenever it stands
            return
        self.lines.append(self.format(record))
