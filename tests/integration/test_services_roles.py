"""Who may do what at a table, in which role it is recorded, and what a refusal leaves in `access`."""

import pytest

from audit.selectors import head, read
from cardroom.accounts.roles import ADMIN, AUDITOR, DEALER, FLOOR
from cardroom.accounts.services import set_roles
from tables.game import registry
from tables.services import Answer, Command
from tests.desk import TERMINAL, Desk
from tests.people import ROOM, person

RULINGS = ("turn 5", "kill 5", "restore 2", "award 5 2000", "void", "waive 5 H-1", "rule stands")
SETTINGS = ("condition 2", "table close", "table open", "source electronic")


def role(desk: Desk, answer: Answer) -> str:
    (found,) = {record.role for record in desk.records(answer)}
    return found


def test_a_dealer_deals_and_does_not_rule(desk: Desk, subtests: pytest.Subtests) -> None:
    desk.deal()
    for text in (*RULINGS, *SETTINGS):
        with subtests.test(text=text):
            refusal = desk.refuses(text, reason="said so", rule="H-1")
            assert refusal.code == "floor_only"
            assert repr(text.split(" ")[0]) in refusal.reason
            assert "call a floor manager" in refusal.reason
    assert role(desk, desk.do("2 fold")) == DEALER


def test_every_ruling_of_the_game_is_the_floors(desk: Desk) -> None:
    verbs = registry.get("boomerang_poker").table
    assert {word for word, verb in verbs.items() if verb.floor} == {"turn", "restore", "kill"}


def test_who_holds_neither_role_does_nothing(desk: Desk) -> None:
    desk.deal()
    for other in (person(AUDITOR), person(ADMIN), person(AUDITOR, ADMIN)):
        for text in ("2 fold", "dispute", "sit 7", "open", "nonsense"):
            assert desk.refuses(text, by=other, reason="said so", alias="Rolf").code == "not_allowed"
        assert desk.refuses("void", by=other, reason="said so", rule="H-1").code == "floor_only"


def test_the_floor_may_deal(desk: Desk) -> None:
    desk.deal()
    assert role(desk, desk.do("2 fold", by=desk.floor)) == FLOOR


def test_who_holds_two_roles_acts_in_the_one_that_is_needed(desk: Desk) -> None:
    both = person(DEALER, FLOOR)
    desk.deal()
    assert role(desk, desk.do("2 buy 3", by=both)) == DEALER
    assert role(desk, desk.do(f"undo {desk.last_n()}", by=both)) == DEALER
    bought = desk.do("2 buy 3", by=both)
    n = desk.last_n()
    desk.do("card Kd", by=both)
    assert desk.refuses(f"undo {n}", reason="he bought 2").code == "floor_only"
    assert role(desk, desk.do(f"undo {n}", by=both, reason="he bought 2")) == FLOOR
    assert role(desk, desk.do("void", by=both, reason="fouled", rule="H-9")) == FLOOR
    assert role(desk, bought) == DEALER


def test_a_role_taken_away_in_mid_hand_is_gone(desk: Desk) -> None:
    desk.deal()
    order = desk.order("2 fold")
    set_roles(person=desk.dealer, roles=[AUDITOR], author=ROOM)
    desk.dealer.refresh_from_db()
    assert desk.refuses_order(order).code == "not_allowed"


def test_a_role_taken_away_while_the_command_waits_for_the_lock(desk: Desk) -> None:
    desk.deal()
    assert desk.dealer.roles == {DEALER}
    set_roles(person=desk.dealer, roles=[AUDITOR], author=ROOM)
    assert desk.refuses("2 fold").code == "not_allowed"


def test_while_the_hand_waits_for_the_floor_a_misdeal_is_a_ruling(desk: Desk) -> None:
    desk.deal().do("dispute", reason="two cards stuck together")
    assert desk.refuses("misdeal", reason="stuck cards", rule="H-2").code == "floor_only"
    assert desk.refuses("misdeal", by=desk.floor, reason="stuck cards").code == "ruling_incomplete"
    assert role(desk, desk.ruled("misdeal")) == FLOOR


def test_only_rulings_end_a_dispute(desk: Desk) -> None:
    desk.deal().do("dispute", reason="seat 5 says he folded")
    for text in ("2 fold", "pay", "card Kd", "drop"):
        assert desk.refuses(text, by=desk.floor).code in ("waits_for_floor", "no_card_due")
    assert desk.refuses("dispute", reason="again").code == "disputed_already"
    assert desk.hand()["frozen"] == "The hand is disputed: seat 5 says he folded. The floor rules."
    assert desk.hand()["phase"] == "disputed"
    desk.ruled("rule stands")
    desk.do("2 fold")


def test_a_hand_that_is_paid_and_disputed_is_not_closed(desk: Desk) -> None:
    desk.won().do("pay", "dispute", reason="the pot was short")
    assert desk.refuses("open").code == "waits_for_floor"
    assert desk.refuses("table close", by=desk.floor).code == "waits_for_floor"
    desk.ruled("rule stands")
    desk.do("open")


# --- what is recorded of a refusal ---------------------------------------------------------------


def test_a_refusal_is_recorded_with_word_and_code_alone(desk: Desk) -> None:
    desk.deal()
    said = {
        "2 buy 3": "buy",
        "card Kd": "card",
        "award 5 100": "award",
        "<script>": "",
        "5": "",
        "": "",
        "caf\u00e9": "",
        "x" * 40: "x" * 30,
    }
    seen = head("access").seq
    for text in said:
        desk.refuses_order(Command("x", text, None), by=desk.floor)
    recorded = list(read("access", seen + 1))
    assert [record.data["word"] for record in recorded] == list(said.values())
    for record in recorded:
        assert record.data.keys() == {"stream", "word", "code"}
        assert (record.actor, record.terminal) == (desk.floor.public_id, TERMINAL)
        assert record.subject == ""


def test_a_refusal_says_nothing_of_reason_alias_or_answers(desk: Desk) -> None:
    order = Command(
        "x", "sit 2", desk.answers(), reason="Unmistakable", rule="Unmistakable", alias="Unmistakable"
    )
    desk.refuses_order(order)
    assert not any("Unmistakable" in record.body for record in read("access"))


def test_what_was_refused_may_be_sent_again_with_its_id(desk: Desk) -> None:
    """The refused command has left no trace in the table's stream, so its id is free."""
    desk.deal()
    order = desk.order("5 buy 1")
    assert desk.refuses_order(order).code == "not_your_turn"
    seen = desk.answers()
    desk.do("2 fold")
    assert desk.refuses_order(Command(order.id, "5 buy 1", seen)).code == "stale"
    assert not desk.send(Command(order.id, "5 buy 1", desk.answers())).replayed
