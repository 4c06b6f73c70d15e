"""Taking back and correcting: who may, until when, and what is left of what was taken back."""

from tables import selectors
from tables.models import Hand
from tests.desk import Desk

REASON = "keyed wrong"


def undoes(desk: Desk, n: int, *, floor: bool) -> None:
    """`undo n` is the dealer's to do, or only the floor's."""
    if floor:
        assert desk.refuses(f"undo {n}", reason=REASON).code == "floor_only"
    answer = desk.do(f"undo {n}", by=desk.floor if floor else desk.dealer, reason=REASON)
    assert {record.role for record in desk.records(answer)} == {"floor" if floor else "dealer"}


def moves(desk: Desk) -> list[str]:
    return [move["text"] for move in desk.hand()["moves"]]


def test_the_dealer_takes_a_decision_back_until_a_card_has_come_after_it(desk: Desk) -> None:
    desk.deal().do("2 fold")
    before = desk.hand()
    desk.do("5 fold")
    undoes(desk, desk.last_n(), floor=False)
    after = desk.hand()
    assert (after["felt"], after["prompts"], after["pot"]) == (
        before["felt"],
        before["prompts"],
        before["pot"],
    )
    assert after["undone"] == [{"n": 7, "text": "5 fold", "by": 8, "reason": REASON}]
    desk.do("5 buy 1")
    bought = desk.last_n()
    assert bought == 9, "numbers are never used again"
    desk.do("card Ah")
    undoes(desk, bought, floor=True)
    assert moves(desk)[-1] == "2 fold"


def test_the_last_card_keyed_is_the_dealers_to_take_back(desk: Desk) -> None:
    desk.deal().do("2 buy 3", "card Kd")
    undoes(desk, desk.last_n(), floor=False)
    desk.do("card Ks", "card 3d")
    undoes(desk, desk.last_n() - 1, floor=True)


def test_a_decision_with_only_decisions_after_it_is_the_dealers_to_take_back(desk: Desk) -> None:
    desk.deal().do("2 fold")
    n = desk.last_n()
    desk.do("5 fold")
    undoes(desk, n, floor=False)


def test_a_declared_buy_is_withdrawn_without_a_reason(desk: Desk) -> None:
    desk.deal().do("2 buy 3")
    desk.do(f"undo {desk.last_n()}")
    desk.do("2 buy 1")
    lowered = desk.do(f"correct {desk.last_n()} 2 buy 2")
    assert {record.role for record in desk.records(lowered)} == {"dealer"}
    assert desk.hand()["felt"]["owed"] == 2
    desk.do("card Kd")
    assert desk.refuses(f"undo {desk.last_n() - 1}", by=desk.floor).code == "reason_missing"


def test_a_ruling_in_between_makes_it_the_floors(desk: Desk) -> None:
    desk.deal().do("2 fold")
    folded = desk.last_n()
    desk.ruled("restore 2")
    undoes(desk, desk.last_n(), floor=True)
    undoes(desk, folded, floor=False)
    desk.do("2 fold")
    folded = desk.last_n()
    desk.ruled("kill 5")
    assert desk.hand()["phase"] == "award"
    undoes(desk, folded, floor=True)


def test_while_the_hand_is_disputed_it_is_the_floors(desk: Desk) -> None:
    desk.deal().do("2 fold")
    n = desk.last_n()
    desk.do("dispute", reason="seat 2 says he bought")
    assert desk.refuses(f"correct {n} 2 buy 3", reason=REASON).code == "floor_only"
    assert desk.refuses("correct 3 deal 2 Td 8s", reason=REASON).code == "floor_only"
    undoes(desk, n, floor=True)
    assert desk.hand()["phase"] == "disputed", "until the floor has ruled"


def test_after_the_award_it_is_the_floors(desk: Desk) -> None:
    desk.won()
    undoes(desk, desk.last_n(), floor=False)
    desk.do("5 fold", "pay")
    assert desk.hand()["phase"] == "finished"
    undoes(desk, desk.last_n(), floor=True)
    assert desk.hand()["phase"] == "deciding"
    assert Hand.objects.get(id=desk.hand()["hand"]).finished_at is None


def test_money_that_went_out_otherwise_is_paid_again(desk: Desk) -> None:
    desk.won().do("pay")
    undoes(desk, desk.last_n(), floor=True)
    desk.do("5 buy 3", "card 2s", "card 3s", "card Ah")
    desk.do("9 fold")
    assert desk.hand()["phase"] == "award"
    paid = desk.do("pay")
    assert [r.data["payouts"] for r in desk.records(paid, "hand.paid")] == [{"5": 3_000}]
    assert desk.refuses("pay").code == "already_paid"


def test_after_the_next_deal_nothing_is_taken_back(desk: Desk) -> None:
    desk.won().do("pay")
    n = desk.last_n()
    desk.do("open")
    assert desk.refuses(f"undo {n}", by=desk.floor, reason=REASON).code == "no_such_action"
    desk.post().do("out 9")
    assert desk.refuses("undo 2", by=desk.floor, reason=REASON).code == "no_such_action", (
        "posts are not moves"
    )


def test_what_was_taken_back_cannot_be_taken_back_again(desk: Desk) -> None:
    desk.deal().do("2 fold")
    n = desk.last_n()
    undoes(desk, n, floor=False)
    assert desk.refuses(f"undo {n}", reason=REASON).code == "no_such_action"


# --- correcting ----------------------------------------------------------------------------------


def test_a_wrong_first_card_is_corrected_four_actions_later_with_nothing_rekeyed(desk: Desk) -> None:
    desk.deal().do("2 fold", "5 buy 3", "card Ah", "9 buy 3")
    answer = desk.do("correct 3 deal 2 Td 7c", reason=REASON)
    assert {record.role for record in desk.records(answer)} == {"dealer"}
    assert moves(desk) == [
        "deal 2 Td 7c",
        "deal 5 As Tc",
        "deal 9 Qh Qs",
        "2 fold",
        "5 buy 3",
        "card Ah",
        "9 buy 3",
    ]
    assert desk.hand()["felt"]["hands"]["2"] == ["Td", "7c"]
    assert [u["text"] for u in desk.hand()["undone"]] == ["deal 2 Td 8c"]
    written = desk.records(answer)
    assert [(r.data["n"], r.data.get("replaces")) for r in written if r.data["text"]] == [
        (10, None),
        *((n + 8, n) for n in range(3, 10)),
    ]
    desk.do("card 4d", "card Qc", "5 buy 2", "card 9c", "card 2s", "pay")
    assert desk.hand()["paid"] == {"9": 5_500}


def test_a_correction_that_changes_the_play_waits_for_a_ruling(desk: Desk) -> None:
    desk.deal().do("2 fold", "5 buy 3")
    n = desk.hand()["moves"][1]["n"]
    held = desk.records(desk.do(f"correct {n} deal 5 2s 3c", reason=REASON), "hand.held")
    hand = desk.hand()
    assert hand["phase"] == "ruling"
    assert hand["frozen"] == (
        "The hand waits for a ruling: before '2 fold' another decision was open."
        " Kept out with their cheques: 2 fold, 5 buy 3."
    )
    assert moves(desk) == ["deal 2 Td 8c", "deal 5 2s 3c", "deal 9 Qh Qs"]
    assert [r.data["kept_out"] for r in held] == [[{"n": 6, "text": "2 fold"}, {"n": 7, "text": "5 buy 3"}]]
    assert [u["text"] for u in hand["undone"]] == ["deal 5 As Tc", "2 fold", "5 buy 3"]
    assert desk.refuses("5 fold").code == "waits_for_floor"
    assert desk.refuses(f"correct {desk.last_n()} deal 9 Qh Qd", reason=REASON).code == "floor_only"
    desk.ruled("rule stands")
    assert desk.hand()["prompts"][0]["seat"] == 5
    desk.do("5 fold")


def test_what_the_dealer_corrects_and_what_the_floor(desk: Desk) -> None:
    desk.deal().do("2 buy 3", "card 9s")
    card, bought = desk.last_n(), desk.last_n() - 1
    assert desk.refuses(f"correct {bought} 2 fold", reason=REASON).code == "floor_only"
    assert desk.refuses(f"correct {card} scrap 9s", reason=REASON).code == "floor_only"
    assert desk.refuses(f"correct {card} card Xs", reason=REASON).code == "unknown_card"
    assert desk.refuses(f"correct {card} card Qh", reason=REASON).code == "card_out"
    desk.do(f"correct {card} card 9h", reason=REASON)
    desk.do("card 2s", "card 3s", "5 fold")
    assert desk.hand()["phase"] == "award"
    desk.do(f"correct {desk.hand()['moves'][2]['n']} deal 9 Qh Qd", reason=REASON)
    desk.do("pay")
    text = f"correct {desk.hand()['moves'][2]['n']} deal 9 Qh Qs"
    assert desk.refuses(text, reason=REASON).code == "floor_only"
    desk.do(text, by=desk.floor, reason=REASON)
    assert desk.hand()["paid"] == {"9": 3_000}


def test_a_wrong_decision_is_corrected_by_the_dealer_until_a_card_has_come(desk: Desk) -> None:
    desk.deal().do("2 fold")
    answer = desk.do(f"correct {desk.last_n()} 2 buy 3", reason="the next key")
    assert {record.role for record in desk.records(answer)} == {"dealer"}
    assert desk.hand()["felt"]["owed"] == 3


def test_history_keeps_what_was_taken_back(desk: Desk) -> None:
    desk.won()
    desk.do(f"undo {desk.last_n()}", reason=REASON)
    desk.do("5 fold", "pay")
    steps = selectors.history(selectors.finished_hand(desk.hand()["hand"]))
    taken = [(step["text"], step["taken_back"]) for step in steps if step["text"] == "5 fold"]
    assert taken == [("5 fold", True), ("5 fold", False)]
    assert f"Taken back from action 7 on: {REASON}." in [step["said"] for step in steps]


def test_what_another_player_chose_on_his_own_screen_is_not_taken_back_without_the_floor(
    pickers: Desk,
) -> None:
    pickers.do("1 pick red")
    n = pickers.last_n()
    pickers.do("4 pick blue")
    undoes(pickers, n, floor=True)
