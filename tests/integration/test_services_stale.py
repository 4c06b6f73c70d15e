"""What makes an answer stale, and what its sender is told."""

from datetime import UTC, datetime, timedelta

from tables import selectors
from tables.services import Answers, Command
from tests.desk import Desk
from tests.people import person
from tests.picking import KEY


def test_the_second_tap_hits_no_other_decision(desk: Desk) -> None:
    """A forged post with the sequence of the decision before is told who acts now, and does nothing."""
    desk.deal()
    order = desk.order("2 fold")
    second = Command("second-tap", "2 fold", order.answers)
    desk.send(order)
    stale = desk.refuses_order(second)
    assert stale.code == "stale"
    assert stale.reason == "1 event has happened since. Seat 5 is now to act."
    assert (stale.now.hand, stale.now.seq) == (desk.hand()["hand"], desk.hand()["seq"])


def test_what_happened_since_is_named_with_who_what_and_when(desk: Desk) -> None:
    desk.deal()
    seen = desk.answers()
    other = person("dealer", name="Dmitri Sokolov")
    desk.do("2 buy 3", by=other)
    desk.do("card Kd")
    desk.do("void", by=desk.floor, reason="fouled deck", rule="H-9")
    stale = desk.refuses_order(Command("late", "2 fold", seen))
    told = selectors.since_view(stale.since, "boomerang_poker")
    assert [(line["who"], line["role"], line["said"]) for line in told] == [
        ("Dmitri Sokolov", "dealer", "Seat 2 buys 3 to beat seat 5."),
        ("Dana Reyes", "dealer", "Seat 2 receives Kd: not yet."),
        ("Flora Nguyen", "floor", "The hand is void; everything posted goes back. (fouled deck, H-9)"),
    ]
    now = datetime.now(UTC)
    times = [datetime.fromisoformat(line["at"]) for line in told]
    assert times == sorted(times)
    assert all(now - timedelta(minutes=1) < at <= now for at in times)
    assert [line["seq"] for line in told] == [record.seq for record in desk.records()[-3:]]


def test_what_is_not_of_the_hand_makes_nothing_stale(desk: Desk) -> None:
    desk.deal()
    seen = desk.answers()
    desk.do("sit 7", alias="Rolf")
    desk.do("out 7", "in 7")
    desk.do("leave 7")
    assert desk.answers() == seen
    desk.send(Command("still-open", "2 fold", seen))


def test_what_is_not_about_a_hand_needs_no_answer(desk: Desk) -> None:
    desk.deal()
    for text, by in (("sit 7", desk.dealer), ("leave 7", desk.dealer)):
        desk.send(Command(text.replace(" ", "-"), text, None, alias="Rolf" if text == "sit 7" else ""), by=by)
    desk.do("2 fold", "5 fold", "pay")
    for text in (f"condition {desk.conditions[1_000]}", "source reader", "table close", "table open"):
        desk.send(Command(text.replace(" ", "-"), text, None), by=desk.floor)


def test_everything_else_says_what_it_answers(desk: Desk) -> None:
    desk.deal()
    hand = desk.hand()["hand"]
    for text in ("open", "2 fold", "in 2", "pay", "undo 3", "void", "redeal", "dispute"):
        for answers in (None, Answers(hand), Answers(hand, seat=2), Answers(hand, after=3)):
            refusal = desk.refuses_order(Command("x", text, answers), by=desk.floor)
            assert refusal.code == "answers_missing"


def test_two_open_the_first_hand(desk: Desk) -> None:
    nothing = desk.answers()
    assert nothing == Answers("", 0)
    desk.send(Command("one", "open", nothing))
    stale = desk.refuses_order(Command("two", "open", nothing))
    assert stale.code == "stale"
    assert [record.type for record in stale.since] == ["hand.opened"]
    assert desk.refuses_order(Command("three", "open", Answers("T12/1", 0))).code == "stale"


def test_another_hand(desk: Desk) -> None:
    assert desk.refuses_order(Command("early", "2 fold", Answers("T12/9", 9))).code == "stale"
    desk.won().do("pay")
    before = desk.answers()
    desk.do("open")
    stale = desk.refuses_order(Command("late", "undo 9", before), by=desk.floor)
    assert stale.reason == f"The table is at hand {desk.hand()['hand']} by now."
    assert [record.type for record in stale.since] == ["hand.opened"]


def test_taken_back_in_the_meantime(desk: Desk) -> None:
    desk.deal().do("2 fold")
    seen = desk.answers()
    desk.do(f"undo {desk.last_n()}", reason="wrong key")
    stale = desk.refuses_order(Command("late", "5 fold", seen))
    assert stale.reason == "1 event has happened since. Seat 2 is now to act."
    desk.do("2 buy 3")
    stale = desk.refuses_order(Command("later", "5 fold", seen))
    assert stale.reason == "2 events have happened since. A card is due to seat 2."


def test_staleness_comes_before_permission(desk: Desk) -> None:
    """Who acts on an old screen is told what happened, not that what he sees there is for the floor."""
    desk.deal().do("2 buy 3")
    seen, n = desk.answers(), desk.last_n()
    desk.do("card Kd")
    stale = desk.refuses_order(Command("late", f"undo {n}", seen, reason="wrong key"))
    assert stale.reason == "1 event has happened since. A card is due to seat 2."


# --- seats answer their prompt -------------------------------------------------------------------


def test_four_simultaneous_prompts_do_not_collide(pickers: Desk) -> None:
    hand = pickers.hand()
    orders = [
        Command(
            f"phone-{p['seat']}",
            f"{p['seat']} pick red",
            Answers(hand["hand"], seat=p["seat"], after=p["after"]),
        )
        for p in hand["prompts"]
    ]
    assert len(orders) == 4
    for order in orders:
        pickers.send(order)
    assert pickers.hand()["complete"]


def test_a_prompt_is_stale_once_it_is_answered(pickers: Desk) -> None:
    name = pickers.hand()["hand"]
    pickers.do("1 pick red", "4 pick blue")
    for seat, after in ((1, 0), (4, 0), (6, 1), (8, 4), (2, 0), (6, -1)):
        order = Command("late", f"{seat} pick red", Answers(name, seat=seat, after=after))
        assert pickers.refuses_order(order).code == "stale", (seat, after)
    pickers.send(Command("in-time", "6 pick red", Answers(name, seat=6, after=0)))


def test_what_a_seat_had_not_seen(pickers: Desk) -> None:
    name = pickers.hand()["hand"]
    pickers.do("4 pick blue", "6 pick red")
    order = Command("late", "4 pick red", Answers(name, seat=4, after=0))
    stale = pickers.refuses_order(order)
    assert [record.data["text"] for record in stale.since] == ["4 pick blue", "6 pick red"]
    assert [line["said"] for line in selectors.since_view(stale.since, KEY)] == [
        "Seat 4 chooses.",
        "Seat 6 chooses.",
    ]
    order = Command("later", "4 pick red", Answers(name, seat=4, after=1))
    assert [record.data["text"] for record in pickers.refuses_order(order).since] == ["6 pick red"]


def test_a_secret_is_a_bare_fact_to_others(pickers: Desk) -> None:
    records = pickers.records(pickers.do("4 pick blue"))
    (line,) = selectors.events_view(records, KEY)
    assert (line["type"], line["text"], line["said"]) == ("hand.colour_picked", None, "Seat 4 chooses.")
    assert "blue" not in str(pickers.view())


def test_a_seat_answers_for_itself_alone(pickers: Desk) -> None:
    name = pickers.hand()["hand"]
    for action in ("4 pick red", "void", "pay", "undo 1"):
        refusal = pickers.refuses_order(
            Command("x", action, Answers(name, seat=1, after=0)), by=pickers.floor
        )
        assert refusal.code == "answers_other_seat"


def test_a_poker_seat_may_answer_its_prompt_too(desk: Desk) -> None:
    desk.deal()
    hand = desk.hand()
    (prompt,) = hand["prompts"]
    assert (prompt["seat"], prompt["after"]) == (2, 3)
    desk.send(Command("phone", "2 buy 3", Answers(hand["hand"], seat=2, after=3)))
    stale = desk.refuses_order(Command("again", "2 buy 3", Answers(hand["hand"], seat=2, after=3)))
    assert stale.reason == "That decision is no longer open. A card is due to seat 2."
    assert [record.data["text"] for record in stale.since] == ["2 buy 3"]
