"""Many at once at a real server: one command is done once, one of two pages wins, the other is told what happened."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from tests.integration.room_log import chains_hold, commands, money_adds_up, records
from tests.server import Reply, Room, Tab

AT_ONCE = 20
DEAL = ("deal 1 Td 8c", "deal 2 As Tc", "deal 3 Qh Qs", "deal 5 Kh Ks", "deal 6 Ah Ac", "deal 8 Jh Js")


def all_at_once(*calls: Callable[[], Reply]) -> list[Reply]:
    """The answers, in the order of the calls, which all start together."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Reply]) -> Reply:
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def dealt(tab: Tab) -> None:
    tab.does(1, "open", "post 1 2 3 5 6 8", *DEAL)


def test_twenty_posts_of_one_command_id_make_one_event(room: Room) -> None:
    server = room.server()
    dana, again = server.tab("dana"), server.tab("dmitri")
    dealt(dana)
    for action, wrote in (
        ("1 buy 3", 1),
        ("card 9s", 1),
        ("undo", 1),
        ("card 9h", 1),
        ("void", 1),
        ("pay", 7),
    ):
        text = f"undo {dana.table(1)['hand']['moves'][-1]['n']}" if action == "undo" else action
        tab = server.tab("flora") if action == "void" else dana
        order = tab.order(1, text, reason="keyed wrong", rule="H-1")
        replies = all_at_once(*[lambda tab=tab, order=order: tab.act(1, order)] * AT_ONCE)
        assert {reply.status for reply in replies} == {200}
        assert len({reply.body for reply in replies}) == 1, "all answers are the same"
        assert [reply.headers.get("idempotent-replayed") for reply in replies].count(None) == 1
        answer = replies[0].json
        assert answer["last"] - answer["first"] + 1 == wrote
        found = [record.seq for record in records(room, "T1") if record.command_id == order["command_id"]]
        assert found == list(range(answer["first"], answer["last"] + 1))
        if action == "1 buy 3":
            hand = dana.table(1)["hand"]
            assert (hand["pot"], hand["felt"]["owed"]) == (9 * 500, 3)
            assert again.act(1, {**order, "action": "1 buy 2"}).status == 422
    chains_hold(room)
    assert money_adds_up(room, "T1") == 0


def test_two_pages_at_once_one_wins_and_the_other_is_told(room: Room) -> None:
    server = room.server()
    tabs = {"Dana Reyes": server.tab("dana"), "Dmitri Sokolov": server.tab("dmitri")}
    dealt(tabs["Dana Reyes"])
    won: list[str] = []
    for _ in range(12):
        hand = tabs["Dana Reyes"].table(1)["hand"]
        texts = choices(hand)
        if not texts:
            break
        orders = [tab.order(1, text) for tab, text in zip(tabs.values(), texts, strict=True)]
        replies = all_at_once(*acting(tabs, orders))
        (winner, done), (loser, stale) = sorted(
            zip(tabs, replies, strict=True), key=lambda pair: pair[1].status
        )
        assert (done.status, stale.status) == (200, 409), [reply.body for reply in replies]
        won.append(winner)
        told = stale.json
        assert told["since"][0]["who"] == winner != loser
        assert told["since"][0]["said"] == done.json["events"][0]["said"]
        assert told["since"][0]["at"] == done.json["events"][0]["at"]
        assert told["answers"] == {"hand": hand["hand"], "seq": done.json["last"]}
    assert len(won) > 3
    chains_hold(room)
    money_adds_up(room, "T1")


def acting(tabs: dict[str, Tab], orders: list[dict[str, Any]]) -> list[Callable[[], Reply]]:
    return [
        lambda tab=tab, order=order: tab.act(1, order)
        for tab, order in zip(tabs.values(), orders, strict=True)
    ]


def choices(hand: dict[str, Any]) -> list[str]:
    """Two different things to do in this place, both of which the rules admit."""
    if hand["phase"] == "deciding":
        (prompt,) = hand["prompts"]
        seat, (*_, last) = prompt["seat"], prompt["options"]
        return [f"{seat} fold", f"{seat} {last}" if last != "fold" else f"{hand['felt']['order'][-1]} fold"]
    if hand["phase"] == "drawing":
        return [f"card {card}" for card in unseen(hand)[:2]]
    return []


def unseen(hand: dict[str, Any]) -> list[str]:
    felt = hand["felt"]
    seen = {card for cards in felt["hands"].values() for card in cards} | set(felt["dead"])
    return [card for rank in "23456789TJQKA" for suit in "cdhs" if (card := rank + suit) not in seen]


def test_two_servers_on_one_database_take_turns(room: Room) -> None:
    """Each has its own memory of the hand, and neither is ever behind."""
    tabs = [room.server().tab("dana"), room.server().tab("dmitri")]
    actions = [
        "open",
        "post 1 2 3 5 6 8",
        *DEAL,
        "1 fold",
        "8 fold",
        "2 fold",
        "3 buy 3",
        "card Qc",
        "5 fold",
        "6 fold",
        "pay",
        "open",
    ]
    for number, action in enumerate(actions):
        tabs[number % 2].does(1, action)
        one, other = (json.dumps(tab.table(1), sort_keys=True) for tab in tabs)
        assert one == other
    chains_hold(room)
    assert money_adds_up(room, "T1") == 1


def test_tables_do_not_wait_for_each_other_nor_mix(room: Room) -> None:
    server = room.server()
    floor = server.tab("flora")
    floor.does(3, "sit 1", alias="One")
    floor.does(3, "sit 2", alias="Two")

    def play(table: int) -> Reply:
        tab = server.tab("dana")
        for _ in range(3):
            tab.does(table, "open")
            tab.does(table, "post " + " ".join(map(str, tab.table(table)["hand"]["unposted"])))
            tab.does(table, "misdeal", reason="deck is short")
            tab.does(table, "pay")
        return tab.get(f"/api/v1/tables/{table}/")

    replies = all_at_once(*[lambda table=table: play(table) for table in (1, 2, 3)])
    assert [reply.json["stream"] for reply in replies] == ["T1", "T2", "T3"]
    assert [len(commands(room, f"T{table}")) - before for table, before in ((1, 8), (2, 6), (3, 4))] == [
        12,
        12,
        12,
    ]
    chains_hold(room)
