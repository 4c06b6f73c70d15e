"""Twins: two evenings in rooms made alike that differ in a secret alone. What is sent to whoever may not know it must
be the same, byte for byte.

A `Tale` is one such evening: a game played through screens and services, looked at by everybody at several points.
"""

from __future__ import annotations

import io
import re
import uuid
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import TestCase

from audit.selectors import StreamHead, read
from cardroom.live.hub import hub
from tables.furnishing import link_display, watch_table
from tables.game.play import acting_seat
from tables.models import SeatCode
from tables.screens import screen_of
from tables.selectors import current, get_table
from tests.addresses import PUBLIC, Place, panels
from tests.alike import Again, taken_back
from tests.desk import Desk
from tests.people import ROOM, person
from tests.viewers import Lines, Viewer

STEP_S = 7
DELAY_S = 20
SEAT = ("tables:seat", "tables:seat_look")


@dataclass(frozen=True)
class Game:
    """A game with secrets, as twins of it are made.

    `seats` sit down, and the first two of them have screens of their own, the second of which has the secret; the last
    takes the tablet that goes round. `pair` are the two secrets, `other` what anybody else chooses: texts without the
    seat. `begin` brings an open hand to the first choice.
    """

    seats: tuple[int, int, int]
    pair: tuple[str, str]
    other: str
    begin: Callable[[Desk], object]
    settings: Mapping[str, object] = field(default_factory=dict)


class Tale:
    """An evening of the twin that has the secret `mine`. `sent[point][who, what]` is what was sent."""

    def __init__(self, again: Again, variant: str, game: Game, twin: int, lines: Lines) -> None:
        self.again, self.game, self.lines = again, game, lines
        lines.lines.clear()
        self.mine, self.other = game.pair[twin], game.other
        self.sent: dict[str, dict[tuple[str, str], bytes]] = {}
        self.rings: list[tuple[str, int]] = []
        self.near, self.owner, self.far = game.seats
        self.desk = Desk(variant=variant, seats=game.seats, **game.settings)  # type: ignore[arg-type]
        self.key = link_display(table=self.desk.number, command_id="link-1", author=ROOM)
        self.desk.open()
        self.viewers = self._people()
        self.takes_seat("old phone", self.owner, SEAT[1:])
        self.viewers["old phone"].seat = None
        self.takes_seat("owner", self.owner, SEAT)
        self.takes_seat("phone", self.near, SEAT)
        self.viewers["tablet"] = self._handed_round()
        again.begins("begun")
        game.begin(self.desk)

    def _people(self) -> dict[str, Viewer]:
        dealer, floor = self.desk.dealer, self.desk.floor
        auditor, admin = (person(name, name=f"{name.title()} of the house") for name in ("auditor", "admin"))
        console, past = ("tables:page", "tables:felt", "api:table"), ("tables:hand", "api:hand", "api:hands")
        return {
            "nobody": Viewer("nobody", main=(*PUBLIC, "tables:seat_look"), whole=PUBLIC),
            "dealer": Viewer.of_house("dealer", dealer, *console, *past, whole=("tables:felt", "tables:act")),
            "floor": Viewer.of_house(
                "floor",
                floor,
                *console,
                "tables:room",
                "tables:floor",
                whole=("tables:felt", "api:act", "tables:hand"),
            ),
            "auditor": Viewer.of_house(
                "auditor", auditor, *console, *past, "tables:hands", "api:tables", whole=("tables:hand",)
            ),
            "admin": Viewer.of_house("admin", admin, "tables:hand", "api:hand"),
        }

    def takes_seat(self, name: str, seat: int, main: tuple[str, ...] = SEAT) -> None:
        """A phone becomes the screen of a seat, by a code from the dealer."""
        self.again.begins(f"code for {name}")
        self.desk.do(f"screen {seat}", by=self.desk.floor)
        code = SeatCode.objects.get(table=self.desk.number, seat=seat).code
        self.again.begins(f"{name} joins")
        viewer = Viewer(name, seat=seat, main=main)
        answer = viewer.client.post("/join/", {"code": code, "form": uuid.uuid4().hex})
        assert answer.status_code == 302, answer.content.decode()
        self.viewers[name] = viewer

    def _handed_round(self) -> Viewer:
        self.again.begins("handed round")
        viewer = Viewer.of_house("tablet", self.desk.floor, "tables:seats", *SEAT)
        form = {"do": f"{uuid.uuid4().hex}:hand round", **self._answers()}
        answer = viewer.client.post(f"/tables/{self.desk.number}/act/", form)
        assert (answer.status_code, "tablet" in viewer.client.cookies) == (302, True)
        viewer.seat = self.far
        return viewer

    # --- what is done ---

    def does(self, *actions: str, **about: Any) -> None:
        for action in actions:
            self.again.passes(STEP_S)
            self.again.begins(f"{action} {self.again.now}")
            with self._heard():
                self.desk.do(action, **about)

    def ruled(self, *actions: str) -> None:
        self.does(*actions, by=self.desk.floor, reason="seen on the tape", rule="H-4")

    def chooses(self, who: str, text: str) -> None:
        """A player chooses on his screen; what he is answered is looked at as well."""
        viewer = self.viewers[who]
        self.again.passes(STEP_S)
        self.again.begins(f"{who} {self.again.now}")
        form = {"do": f"{uuid.uuid4().hex}:{viewer.seat} {text}", **self._prompt(viewer.seat)}
        with self._heard():
            answer = viewer.client.post(
                f"/tables/{self.desk.number}/seats/{viewer.seat}/act/", form, headers={"HX-Request": "true"}
            )
        assert answer.status_code == 200, answer.content.decode()
        point = f"{who} chooses{' anew' if f'{who} chooses' in self.sent else ''}"
        self._keep(point, (who, "tables:seat_act chosen"), f"{answer.headers}\n{answer.content.decode()}")

    def all_choose(self) -> None:
        self.chooses("owner", self.mine)
        self.chooses("phone", self.other)
        self.chooses("tablet", self.other)

    def take_back(self, n: int) -> None:
        self.does(f"undo {n}", by=self.desk.floor, reason="once more")

    def secret_n(self) -> int:
        """The number of the owner's secret action that stands."""
        return next(
            int(move["n"])
            for move in reversed(self.desk.hand()["moves"])
            if acting_seat(move["text"]) == self.owner
        )

    @contextmanager
    def if_instead(self) -> Iterator[None]:
        """What might have come instead: it is looked at, and has not been."""
        now, viewers = self.again.now, dict(self.viewers)
        with taken_back():
            yield
        self.again.now, self.viewers = now, viewers

    @contextmanager
    def _heard(self) -> Any:
        """With the rings that follow a commit, kept as the doorbell passes them on."""
        before, hub.ring = hub.ring, lambda *ring: self.rings.append(ring)  # type: ignore[method-assign]
        try:
            with TestCase.captureOnCommitCallbacks(execute=True):
                yield
        finally:
            hub.ring = before  # type: ignore[method-assign]

    # --- what is looked at ---

    def looked_at(self, point: str, closely: Iterable[str] = ()) -> None:
        """Everybody looks where he looks each time, and at the routes `closely`, also by sending what is refused or is
        taken back again.
        """
        place = self._place(closely=bool(closely))
        viewers = {**self.viewers, "phone again": self.viewers["phone"].again("phone again")}
        for name, viewer in viewers.items():
            more = () if name == "phone again" else closely
            for route, ask in viewer.asks(place, dict.fromkeys((*viewer.main, *more))):
                what = f"{ask.name}{' sent' if ask.form is not None else ''}"
                self._keep(point, (name, what), viewer.sent(self.again, route, ask))
        self.looked_at_late(point)
        self._keep(point, ("cache", "all"), self._cached())
        self._keep(point, ("operator", "record"), _command("record", place.hand))
        self._keep(point, ("doorbell", "rings"), str(self.rings))
        self._keep(point, ("log", "lines"), "\n".join(self.lines.lines))
        if closely:
            self._keep(point, ("operator", "check"), _command("rebuild_projections", check=True))
            self._keep(point, ("operator", "rebuild"), _command("rebuild_projections"))

    def looked_at_late(self, point: str) -> None:
        """What the public display shows where it shows everything a while later."""
        place, late = self._place(closely=False), Viewer("late display")
        about = {"count_every": 0, "display_delay": DELAY_S, "command_id": "late-1"}
        with taken_back():
            watch_table(table=self.desk.number, author=ROOM, **about)  # type: ignore[arg-type]
            for route, ask in late.asks(place, PUBLIC):
                self._keep(point, (late.name, ask.name), late.sent(self.again, route, ask))

    def fails(self, point: str) -> None:
        """Everything that is asked for fails, also what a player chooses: the answers, and what is logged."""
        place, before = self._place(closely=False), len(self.lines.lines)
        with faults():
            for name in ("dealer", "owner", "phone"):
                viewer = self.viewers[name]
                for route, ask in viewer.asks(place, (*viewer.main[:2], "tables:seat_act")):
                    what = f"{ask.name}{' sent' if ask.form is not None else ''}"
                    self._keep(point, (name, what), viewer.sent(self.again, route, ask))
        self._keep(point, ("log", "lines"), "\n".join(self.lines.lines[before:]))

    def _keep(self, point: str, what: tuple[str, str], text: str) -> None:
        self.sent.setdefault(point, {})[what] = zlib.compress(text.encode(), 1)

    def _cached(self) -> str:
        """What is in the cache, by its keys. The log's digests, by which entries are found there, are not looked at."""
        found = []
        for key in list(cache._cache):
            kept = cache.get(key.split(":", 2)[2])
            found.append(
                (re.sub("[0-9a-f]{64}", "#", key), str(kept[:2] if isinstance(kept, StreamHead) else kept))
            )
        return str(sorted(found))

    def _answers(self) -> dict[str, object]:
        answers = self.desk.answers()
        return {"hand": answers.hand, "seq": answers.seq}

    def _prompt(self, seat: int | None) -> dict[str, object]:
        hand = self.desk.hand()
        after = next((prompt["after"] for prompt in hand["prompts"] if prompt["seat"] == seat), 0)
        return {"hand": hand["hand"], "seat": seat, "after": after}

    def _place(self, *, closely: bool) -> Place:
        table = get_table(self.desk.number)
        assert table is not None
        told = current(table)
        assert told is not None
        hand = told.hand if not told.hand.closed else None
        own = [tool.name for tool in screen_of(table.variant).tools(hand)]
        numbers = [move.n for move in told.hand.play.moves[-4:]]
        seqs = tuple(record.seq for record in read(told.stream, told.first_seq, told.last_seq))[-3:]
        shown = panels(own, numbers) if closely else ("", "?panel=undo", "?panel=rulings", "?panel=last")
        hand, choices, orders = told.hand.id, self._choices(), self._orders(numbers)
        return Place(table.number, self.key, hand, self.game.seats, seqs, shown, orders, choices)

    def _orders(self, numbers: list[int]) -> dict[str, dict[str, object]]:
        """What the house may send: what fits, what does not, and what is not its own to choose."""
        owner, near, secrets = self.owner, self.near, (*self.game.pair, self.other)
        texts = ["open", "pay", "dispute", "void", "nonsense", "hand round", "draw", f"leave {owner}"]
        texts += [
            *(f"{owner} {text}" for text in (*secrets, "stop")),
            f"{near} {self.other}",
            f"{near} throw",
        ]
        texts += [
            f"neutral {owner}",
            f"neutral {near}",
            f"substitute {owner}",
            f"screen {owner}",
            "rule stands",
        ]
        texts += [text for n in numbers[-2:] for text in (f"undo {n}", f"correct {n} {owner} {secrets[0]}")]
        about = {"reason": "seen on the tape", "rule": "H-4", "alias": "Somebody Else"}
        made = {text: {"do": f"order-1:{text}", **self._answers(), **about} for text in texts}
        seq = int(str(self._answers()["seq"])) - 9
        return made | {
            "stale": {"do": f"order-1:{near} stop", **self._answers(), "seq": seq},
            "without a reason": {"do": f"order-1:undo {numbers[-1] if numbers else 1}", **self._answers()},
        }

    def _choices(self) -> dict[str, dict[str, object]]:
        """What a seat's screen may send, as an answer to the decision that is open or to an older one."""
        hand = self.desk.hand()
        texts = (*self.game.pair, self.other, "throw", "stop", "nonsense")
        some = next((prompt["after"] for prompt in hand["prompts"]), 0)
        made: dict[str, dict[str, object]] = {
            text: {"do": f"choice-1:SEAT {text}", "hand": hand["hand"], "after": some} for text in texts
        }
        made["stale"] = {"do": f"choice-1:SEAT {self.other}", "hand": hand["hand"], "after": 1}
        made["for another"] = {
            "do": f"choice-1:{self.owner} {self.other}",
            "hand": hand["hand"],
            "after": some,
        }
        return made


@contextmanager
def faults() -> Iterator[None]:
    """While this lasts, screens fail."""

    def fault(*_: object) -> None:
        raise RuntimeError("a fault of the room")

    with pytest.MonkeyPatch.context() as patch:
        for module in ("console", "seat"):
            patch.setattr(f"tables.screens.{module}.places_of", fault)
        yield


def _command(name: str, *args: str, **about: object) -> str:
    """What a command of the operator prints."""
    said = io.StringIO()
    with taken_back():
        try:
            call_command(name, *args, stdout=said, stderr=said, **about)
        except CommandError as refused:
            said.write(str(refused))
    return said.getvalue()


Found = dict[tuple[str, str], str]
"""To whom what was sent differs, with the first lines in which it does."""


def differences(one: Tale, other: Tale) -> dict[str, Found]:
    """By point of the tale, what differs. The same must have been looked at."""
    assert [(point, list(sent)) for point, sent in one.sent.items()] == [
        (point, list(sent)) for point, sent in other.sent.items()
    ]
    found: dict[str, Found] = {}
    for point, sent in one.sent.items():
        for what, text in sent.items():
            if text != (twin := other.sent[point][what]):
                lines = [zlib.decompress(said).decode().splitlines() for said in (text, twin)]
                differ = [line for line in unified_diff(*lines, n=0, lineterm="") if line[0] in "+-"][2:]
                differ.sort(key=lambda line: line[1:].startswith("Content-Length"))
                found.setdefault(point, {})[what] = "\n".join(differ[:4])[:500]
    return found
