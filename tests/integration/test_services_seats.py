"""Sitting down, leaving and changing the table's terms while hands come and go."""

from tables.furnishing import retire_condition
from tables.models import Player
from tests.desk import Desk
from tests.people import ROOM


def aliases(desk: Desk) -> dict[int, str]:
    return {seat["seat"]: seat["alias"] for seat in desk.view()["seats"] if seat["alias"]}


def test_who_folded_may_leave_and_his_seat_be_taken_in_mid_hand(desk: Desk) -> None:
    desk.deal()
    assert desk.refuses("leave 2").code == "in_hand"
    desk.do("2 fold", "leave 2")
    desk.do("sit 2", alias="Nora")
    assert aliases(desk)[2] == "Maria", "the hand is played by who was dealt in"
    desk.do("5 fold", "pay", "open")
    assert aliases(desk)[2] == "Nora"
    assert desk.hand()["seats"] == [2, 5, 9]
    assert Player.objects.count() == 4


def test_who_was_taken_out_before_the_first_card_may_leave(desk: Desk) -> None:
    desk.open()
    assert desk.refuses("leave 9").code == "in_hand"
    desk.do("out 9", "leave 9")
    assert desk.hand()["seats"] == [2, 5]


def test_leaving_once_the_hand_is_paid(desk: Desk) -> None:
    desk.won()
    assert desk.refuses("leave 9").code == "in_hand"
    desk.do("pay", "leave 9")
    assert desk.refuses("leave 9").code == "seat_empty"
    desk.do("open")
    assert desk.hand()["seats"] == [2, 5]


def test_who_is_in_is_not_in_again(desk: Desk) -> None:
    assert desk.refuses("in 5").code == "already_in"
    desk.do("out 5")
    assert desk.refuses("out 5").code == "already_out"
    desk.do("open")
    assert desk.hand()["seats"] == [2, 9]
    assert desk.refuses("out 5").code == "not_dealt_in"
    desk.do("in 5")
    assert desk.hand()["seats"] == [2, 5, 9]


def test_the_condition_changes_only_between_hands(desk: Desk) -> None:
    ten = desk.conditions[1_000]
    desk.do("open")
    assert desk.refuses(f"condition {ten}", by=desk.floor).code == "hand_open"
    desk.post().do("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold")
    assert desk.refuses(f"condition {ten}", by=desk.floor).code == "hand_open", "not paid yet"
    desk.do("pay")
    desk.do(f"condition {ten}", by=desk.floor)
    assert desk.hand()["condition"] == 500
    desk.do("open")
    assert (desk.hand()["condition"], desk.hand()["cheque_value"]) == (1_000, 500)


def test_a_redeal_keeps_the_condition_of_the_hand_it_repeats(desk: Desk) -> None:
    desk.deal().do("misdeal", reason="two boxed cards")
    assert desk.refuses(f"condition {desk.conditions[1_000]}", by=desk.floor).code == "hand_open"
    desk.do("redeal")
    assert desk.hand()["condition"] == 500


def test_a_retired_condition_is_chosen_by_no_table(desk: Desk) -> None:
    ten = desk.conditions[1_000]
    retire_condition(condition=ten, command_id="retire", author=ROOM)
    assert desk.refuses(f"condition {ten}", by=desk.floor).code == "unknown_condition"
    desk.do("table close", by=desk.floor)
    assert desk.refuses(f"table open {ten}", by=desk.floor).code == "unknown_condition"
    desk.do("table open", by=desk.floor)
