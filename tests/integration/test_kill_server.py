"""`kill -9` of the server between any two steps of a hand and in mid-request: the hand goes on where it was."""

import random
import time
import uuid
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

from tests.integration.room_log import chains_hold, commands, money_adds_up, records
from tests.server import Room, Server, Tab, Unanswered

KILLS = 25
HAND = """
    open, post 1 2 3, out 8, post 5 6, deal 1 Td 8c, deal 2 As Tc, deal 3 Qh Qs, deal 5 2h 3s, deal 6 2c 3h, 5 fold,
    6 fold, 1 buy 3, card 9h, undo, card Ad, 2 buy 1, card 5c, 1 fold, pay, open
"""


def test_killed_between_any_two_steps(room: Room) -> None:
    server = room.server()
    tab = server.tab("dana")
    steps = [step.strip() for step in HAND.split(",")]
    for action in steps:
        text = f"undo {tab.table(1)['hand']['moves'][-1]['n']}" if action == "undo" else action
        order = tab.order(1, text, reason="keyed wrong")
        done = tab.act(1, order)
        assert done.status == 200, (text, done.body)
        before = tab.table(1)
        server.restart()
        assert tab.table(1) == before, f"after {text!r}"
        again = tab.act(1, order)
        assert (again.status, again.body) == (200, done.body)
        assert again.headers["idempotent-replayed"] == "true"
    first = tab.get("/api/v1/tables/1/hands/").json["hands"][0]
    assert sum(first["payouts"].values()) == first["pot"] == (5 + 3 + 1) * 500
    chains_hold(room)
    assert money_adds_up(room, "T1") == 1
    assert len(commands(room, "T1")) == 8 + len(steps)


def test_the_answer_is_lost_and_the_server_killed(room: Room) -> None:
    """The award is committed, its answer never read; the retry and a second tab find one award and one drop."""
    server = room.server()
    tab = server.tab("dana")
    tab.does(1, *[step.strip() for step in HAND.split(",") if "undo" not in step and "9h" not in step][:-2])
    order = tab.order(1, "pay")
    with tab.unread(1, order):
        until = time.monotonic() + 60
        while not records(room, "T1", "hand.paid"):
            assert time.monotonic() < until, "the award was not committed"
    server.restart()
    again = tab.act(1, order)
    assert (again.status, again.headers["idempotent-replayed"]) == (200, "true")
    stale = server.tab("dana").act(1, {**order, "command_id": "second-tab"})
    assert [line["said"] for line in stale.json["since"]] == [event["said"] for event in again.json["events"]]
    assert tab.act(1, {**order, "reason": "another body"}).status == 422
    assert [len(records(room, "T1", kind)) for kind in ("hand.paid", "fee.dropped", "hand.opened")] == [
        1,
        1,
        1,
    ]
    assert money_adds_up(room, "T1") == 1


class Dealer:
    """Plays hand after hand at one table, and sends a command that was not answered again until it is."""

    def __init__(self, server: Server, table: int) -> None:
        self.tab: Tab = server.tab("dana")
        self.table = table
        self.done: dict[str, tuple[int, int]] = {}
        self.unanswered = 0
        self._chance = random.Random(table)

    def play(self, ending: Event) -> None:
        while not ending.is_set():
            view = self._patiently("GET", f"/api/v1/tables/{self.table}/", None)
            order = {
                "command_id": uuid.uuid4().hex,
                "action": self._next(view["hand"]),
                "answers": view["answers"],
            }
            answer = self._patiently("POST", f"/api/v1/tables/{self.table}/act/", order)
            assert answer["command_id"] == order["command_id"]
            self.done[answer["command_id"]] = (answer["first"], answer["last"])

    def _patiently(self, method: str, path: str, data: Any) -> Any:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                reply = self.tab.request(method, path, data)
            except Unanswered:
                self.unanswered += 1
                time.sleep(0.02)
                continue
            assert reply.status == 200, (path, data, reply.body)
            return reply.json
        raise AssertionError("the server did not come back")

    def _next(self, hand: Any) -> str:
        if hand is None or hand["phase"] == "finished":
            return "open"
        if hand["phase"] == "posting":
            return "post " + " ".join(map(str, hand["unposted"]))
        if hand["phase"] == "drawing":
            return "draw all" if hand["source"] == "electronic" else f"card {self._card(hand['felt'])}"
        if hand["phase"] == "deciding":
            (prompt,) = hand["prompts"]
            return f"{prompt['seat']} {self._chance.choice(prompt['options'])}"
        assert hand["phase"] == "award", hand["phase"]
        return "pay"

    def _card(self, felt: Any) -> str:
        seen = {card for cards in felt["hands"].values() for card in cards}
        return self._chance.choice([r + s for r in "23456789TJQKA" for s in "cdhs" if r + s not in seen])


def test_killed_while_requests_are_in_flight(room: Room) -> None:
    server = room.server()
    floor, before = server.tab("flora"), {}
    for seat, alias in ((2, "Two"), (4, "Four"), (6, "Six")):
        floor.does(3, f"sit {seat}", alias=alias)
    dealers = [Dealer(server, table) for table in (1, 2, 3)]
    for dealer in dealers:
        before[dealer.table] = commands(room, f"T{dealer.table}")
    ending, chance = Event(), random.Random(7)
    with ThreadPoolExecutor(len(dealers)) as threads:
        playing: list[Future[None]] = [threads.submit(dealer.play, ending) for dealer in dealers]
        try:
            for _ in range(KILLS):
                _some_were_done(dealers, playing)
                time.sleep(chance.uniform(0, 0.2))
                server.restart()
            _some_were_done(dealers, playing)
        finally:
            ending.set()
        for future in playing:
            future.result()
    assert sum(dealer.unanswered for dealer in dealers) >= KILLS, "requests were cut off"
    chains_hold(room)
    for dealer in dealers:
        stream = f"T{dealer.table}"
        assert commands(room, stream) == before[dealer.table] | dealer.done, (
            "each command once, none but those sent"
        )
        assert money_adds_up(room, stream) >= 1
    seeds = {hand for (hand,) in room.rows("SELECT hand FROM tables_shoeseed")}
    assert seeds == {record.subject for record in records(room, "T2") if record.type == "hand.opened"}


def _some_were_done(dealers: list[Dealer], playing: list[Future[None]]) -> None:
    """Waits until every table has gone on by some commands."""
    wanted = {dealer.table: len(dealer.done) + 3 for dealer in dealers}
    until = time.monotonic() + 120
    while any(len(dealer.done) < wanted[dealer.table] for dealer in dealers):
        for future in playing:
            assert not future.done() or future.result() is not None
        assert time.monotonic() < until, "no table goes on"
        time.sleep(0.01)
