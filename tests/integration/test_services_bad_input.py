"""What a table refuses: a stable code, a reason that says why and what to do, and nothing changed."""

import pytest

from audit.services import BadCommand, CommandReused
from cardroom.accounts.services import deactivate_person
from tables.furnishing import add_condition
from tables.models import Player
from tables.services import Answers, Command
from tests.desk import UNPRICED, Desk
from tests.people import ROOM, person

WHILE_CARDS_ARE_DUE = [
    ("card Td", "card_out", "Td lies with seat 2."),
    ("card Xd", "unknown_card", "'Xd' is no card"),
    ("card 10d", "unknown_card", "'10d' is no card"),
    ("card td", "unknown_card", "'td' is no card"),
    ("card", "malformed", "It is written 'card Qh'."),
    ("card Kd Ks", "malformed", "It is written 'card Qh'."),
    ("2 fold", "cards_due", "Seat 2 is still owed cards (3)."),
    ("5 buy 1", "cards_due", "Seat 2 is still owed cards (3)."),
    ("turn 5", "floor_only", "call a floor manager"),
    ("pay", "not_over", "The hand is not over: drawing."),
    ("open", "hand_open", "The hand before is not finished"),
    ("redeal", "no_redeal", "Only a void hand"),
    ("post 2", "seats_frozen", "A card has come"),
    ("scrap Td", "card_out", "Td lies with seat 2."),
    ("extra Kd", "no_extra_now", "right after a hand beat"),
    ("draw", "no_electronic_shoe", "physical deck: key the card"),
    ("Card Kd", "unknown_action", "'Card' is no action here"),
    ("card  Kd", "malformed", "single spaces"),
    (" card Kd", "malformed", "single spaces"),
    ("card Kd\n", "malformed", "single spaces"),
    ("", "malformed", "single spaces"),
    ("card K\u2666", "malformed", "single spaces"),
    ("\u0662 fold", "malformed", "single spaces"),
    ("5", "malformed", "Seat 5 does what?"),
    ("shout", "unknown_action", "'shout' is no action here"),
    ("5 shout", "unknown_action", "'shout' is no action here"),
    ("undo 99", "no_such_action", "no action 99"),
    ("undo 0", "no_such_action", "no action 0"),
    ("undo x", "bad_number", "'x' is not a number"),
    ("correct 3", "malformed", "correct 7 card Qh"),
    ("correct 3 deal 2 Td 8c", "same_text", "says that already"),
    ("x" * 201, "malformed", "short text"),
]


def test_while_cards_are_due(desk: Desk, subtests: pytest.Subtests) -> None:
    desk.deal().do("2 buy 3")
    for text, code, reason in WHILE_CARDS_ARE_DUE:
        with subtests.test(text=text):
            refusal = desk.refuses(text, reason="wanted" if text.startswith(("undo", "correct")) else "")
            assert refusal.code == code
            assert reason in refusal.reason
    desk.do("card Kd")


WHILE_A_SEAT_DECIDES = [
    ("5 fold 2", "malformed", "5 fold"),
    ("9 buy 1", "not_your_turn", "Seat 2 acts now, not seat 9."),
    ("2 buy 4", "bad_number", "'4' is not a number from 1 to 3"),
    ("2 buy 0", "bad_number", "'0' is not a number from 1 to 3"),
    ("2 buy 03", "bad_number", "'03' is not a number"),
    ("2 buy -1", "malformed", "single spaces"),
    ("2 buy 1.5", "malformed", "single spaces"),
    ("2 buy", "malformed", "It is written '5 buy 3'."),
    ("3 fold", "not_dealt_in", "Seat 3 is not dealt into this hand."),
    ("11 fold", "bad_number", "'11' is not a number from 1 to 10"),
    ("0 fold", "bad_number", "'0' is not a number from 1 to 10"),
    ("02 fold", "bad_number", "'02' is not a number"),
    ("card Kd", "no_card_due", "seat 2 folds or buys first"),
    ("deal 5 Kd Ks", "has_cards", "Seat 5 has cards already."),
    ("undo 5", "reason_missing", "Taking back needs its reason."),
    ("correct 3 deal 2 Td 8s", "reason_missing", "A correction needs its reason."),
    ("misdeal", "reason_missing", "needs its reason"),
    ("dispute", "reason_missing", "says what it is about"),
    ("drop now", "malformed", "It is written 'drop'."),
    ("leave 5", "in_hand", "Seat 5 is in the hand"),
    ("leave 4", "seat_empty", "Nobody sits in seat 4."),
    ("in 4", "seat_empty", "Nobody sits in seat 4."),
    ("sit 5", "seat_taken", "Seat 5 is taken."),
    ("sit 11", "bad_number", "'11' is not a number from 1 to 10"),
    ("sit", "malformed", "It is written 'sit 5'."),
]


def test_while_a_seat_decides(desk: Desk, subtests: pytest.Subtests) -> None:
    desk.deal()
    for text, code, reason in WHILE_A_SEAT_DECIDES:
        with subtests.test(text=text):
            refusal = desk.refuses(text, alias="Rolf" if text.startswith("sit") else "")
            assert refusal.code == code
            assert reason in refusal.reason
    desk.do("2 buy 3")


OF_THE_FLOOR = [
    ("condition 2", "hand_open"),
    ("source electronic", "hand_open"),
    ("table close", "hand_open"),
    ("table open", "table_open"),
    ("table shut", "malformed"),
    ("table", "malformed"),
    ("condition", "malformed"),
    ("source shuffler", "malformed"),
    ("turn 9", "highest_hand"),
    ("turn 3", "not_dealt_in"),
    ("restore 5", "not_out"),
    ("award 5 1400", "award_not_pot"),
    ("award 5 1000 5 500", "bad_award"),
    ("award 5", "bad_award"),
    ("award", "bad_award"),
    ("award 3 1500", "not_dealt_in"),
    ("award 5 1500.00", "malformed"),
    ("award 5 -1500", "malformed"),
    ("waive 3 H-12", "not_dealt_in"),
    ("waive 5 -", "bad_rule"),
    ("rule stands", "nothing_to_rule"),
    ("rule falls", "unknown_action"),
    ("void it", "malformed"),
]


def test_the_floor_in_mid_hand(desk: Desk, subtests: pytest.Subtests) -> None:
    desk.deal()
    for text, code in OF_THE_FLOOR:
        with subtests.test(text=text):
            assert desk.refuses(text, by=desk.floor, reason="because", rule="H-1").code == code
    desk.do("2 buy 3")


def test_more_than_a_hand_can_receive_or_the_stub_holds(desk: Desk) -> None:
    desk.deal().do("2 buy 1", "card 9s")
    assert desk.hand()["felt"]["out"] == {"2": "failed"}
    desk.do("5 buy 1", "card Ah")
    desk.do("9 buy 2", "card 3s", "card Qc")
    (prompt,) = desk.hand()["prompts"]
    assert (prompt["seat"], prompt["options"]) == (5, ["fold", "buy 1", "buy 2"])
    assert prompt["closed"] == {"buy 3": "Seat 5 holds 3 cards and can receive 2 more."}
    refusal = desk.refuses("5 buy 3")
    assert (refusal.code, refusal.reason) == ("too_many", "Seat 5 holds 3 cards and can receive 2 more.")


def test_the_last_hand_cannot_fold(desk: Desk) -> None:
    desk.won()
    refusal = desk.refuses("9 fold")
    assert (refusal.code, refusal.reason) == ("hand_over", "The hand is over, won by seat 9.")
    desk.do("pay")
    assert desk.refuses("9 fold").code == "hand_over"
    assert desk.refuses("pay").code == "already_paid"


def test_two_to_ten_seats_or_what_the_condition_says(desks: type[Desk]) -> None:
    desk = desks(seats=[2])
    assert desk.refuses("open").code == "seat_count"
    for seat in (1, 3, 4):
        desk.do(f"sit {seat}", alias="Somebody")
    few = add_condition(
        amount=500,
        cheque_value=500,
        odd_chip_unit=100,
        min_seats=3,
        max_seats=3,
        command_id="few",
        author=ROOM,
    )
    desk.do(f"condition {few.id}", by=desk.floor)
    refusal = desk.refuses("open")
    assert refusal.code == "seat_count"
    assert "3 to 3 seats; 4 would be in" in refusal.reason
    desk.do("out 4", "open")
    for text in ("in 4", "out 1"):
        assert desk.refuses(text).code == "seat_count"


def test_no_hand_without_a_table_that_is_open_a_condition_and_a_fee_row(desk: Desk) -> None:
    assert desk.refuses("2 fold").code == "no_hand"
    assert desk.refuses("pay").code == "no_hand"
    assert desk.refuses("redeal").code == "no_redeal"
    desk.do(f"condition {desk.conditions[UNPRICED]}", by=desk.floor)
    refusal = desk.refuses("open")
    assert refusal.code == "no_fee_row"
    assert "3 players" in refusal.reason
    for unknown in ("999999", "0", "x"):
        assert desk.refuses(f"condition {unknown}", by=desk.floor).code in ("unknown_condition", "bad_number")


# --- aliases -------------------------------------------------------------------------------------


def test_an_alias_is_one_to_sixty_characters_as_text(desk: Desk) -> None:
    for alias in ("", " ", "\u200d", "\u202e", "\n\t"):
        assert desk.refuses("sit 1", alias=alias).code == "bad_alias"
    refusal = desk.refuses("sit 1", alias="x" * 61)
    assert (refusal.code, refusal.reason) == (
        "bad_alias",
        "A name has at most 60 characters; this one has 61.",
    )
    assert desk.refuses("sit 1", alias="half \ud83d").code == "bad_alias"
    assert Player.objects.count() == 3
    desk.do("sit 1", alias="x" * 60)
    desk.do("sit 3", alias='<b onclick="x()">Bobby</b>')
    aliases = [seat["alias"] for seat in desk.view()["seats"]]
    assert aliases[0] == "x" * 60
    assert aliases[2] == '<b onclick="x()">Bobby</b>'


def test_direction_controls_are_taken_out_and_that_is_said(desk: Desk) -> None:
    order = desk.order("sit 1", alias="Ma\u202eria \u200e")
    answer = desk.send(order)
    assert answer.notes == ("Direction marks were taken out of the name.",)
    assert desk.send(order).notes == answer.notes, "the same when sent again"
    answer = desk.do("sit 3", alias="\u00adZo\u0308e\u0007  \U0001f468\u200d\U0001f33e")
    assert answer.notes == ("Invisible characters were taken out of the name.",)
    assert [desk.view()["seats"][seat]["alias"] for seat in (0, 2)] == [
        "Maria",
        "Z\u00f6e \U0001f468\u200d\U0001f33e",
    ]


def test_an_alias_stands_nowhere_in_the_log(desk: Desk) -> None:
    desk.do("sit 1", alias="Unmistakable")
    assert not any("Unmistakable" in record.body for record in desk.records())


# --- ids and lines -------------------------------------------------------------------------------


def test_a_command_id_belongs_to_one_command(desk: Desk) -> None:
    desk.deal()
    order = desk.order("2 fold")
    desk.send(order)
    for other in (
        Command(order.id, "2 buy 3", order.answers),
        Command(order.id, "2 fold", Answers(desk.hand()["hand"], 999)),
        Command(order.id, "2 fold", order.answers, reason="else"),
        Command(order.id, "2 fold", order.answers, rule="H-1"),
        Command(order.id, "2 fold", order.answers, alias="Else"),
        Command(order.id, "2 fold", None),
    ):
        refusal = desk.refuses_order(other)
        assert isinstance(refusal, CommandReused)
        assert refusal.code == "command_reused"
    assert desk.refuses_order(order, by=desk.floor).code == "command_reused", "and to one person"


def test_a_command_id_that_cannot_stand_in_a_record(desk: Desk) -> None:
    for id in ("", " ", "a b", "x" * 101, "caf\u00e9", "a\n", "\ud800", "\0"):
        refusal = desk.refuses_order(Command(id, "open", desk.answers()))
        assert isinstance(refusal, BadCommand)
        assert "command_id is 1 to 100 visible ASCII characters" in refusal.reason


def test_answers_that_nobody_was_shown(desk: Desk) -> None:
    desk.open()
    hand = desk.hand()["hand"]
    for answers, code in (
        (Answers("\ud800", 1), "bad_command"),
        (Answers(hand, 2**60), "bad_command"),
        (Answers(hand, 2**50), "stale"),
        (Answers(hand, -1), "stale"),
        (Answers("T12/1", 7), "stale"),
        (Answers("", 0), "stale"),
    ):
        assert desk.refuses_order(Command("x", "card Kd", answers)).code == code


def test_reasons_and_rules_are_one_line(desk: Desk) -> None:
    desk.deal()
    for bad in ("two\nlines", "x" * 501, "turn\u202earound", "\ud800"):
        assert desk.refuses("dispute", reason=bad).code == "malformed"
        assert desk.refuses("void", by=desk.floor, reason="fouled", rule=bad).code == "malformed"
    desk.do("dispute", reason="x" * 500)


def test_a_dealer_deactivated_in_mid_hand(desk: Desk) -> None:
    desk.deal()
    order = desk.order("2 fold")
    admin = person("admin")
    deactivate_person(person=desk.dealer, author=ROOM)
    desk.dealer.refresh_from_db()
    refusal = desk.refuses_order(order)
    assert refusal.code == "inactive"
    assert "another dealer takes over" in refusal.reason
    other = person("dealer")
    answer = desk.send(order, by=other)
    assert desk.records(answer)[0].actor == other.public_id
    assert admin.is_active


def test_a_dealer_deactivated_while_his_command_waits_for_the_lock(desk: Desk) -> None:
    """The person was read when he was still active; under the lock he is asked for again."""
    desk.deal()
    deactivate_person(person=desk.dealer, author=ROOM)
    assert desk.dealer.is_active, "as the request had it"
    assert desk.refuses("2 fold").code == "inactive"
