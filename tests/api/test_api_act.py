"""A command over HTTP: one answer for ever, and every way to be refused."""

import json
from typing import Any

import pytest

from cardroom.accounts.roles import ADMIN, AUDITOR
from tests.api.caller import Caller
from tests.desk import Desk, standing
from tests.people import person


def test_a_whole_hand(dealer: Caller, desk: Desk) -> None:
    texts = [
        "open",
        "post 2 5 9",
        "deal 2 Td 8c",
        "deal 5 As Tc",
        "deal 9 Qh Qs",
        "2 fold",
        "5 buy 3",
        "card Ah",
    ]
    texts += ["9 buy 3", "card 4d", "card Qc", "5 buy 2", "card 9c", "card 2s", "pay"]
    for text in texts:
        answer = dealer.act(text)
        assert answer["events"][0]["text"] == text
        assert [event["seq"] for event in answer["events"]] == list(
            range(answer["first"], answer["last"] + 1)
        )
    table = dealer.get(dealer.table)
    assert table["hand"]["paid"] == {"9": 5_500}
    assert table["answers"] == {"hand": table["hand"]["hand"], "seq": answer["last"]}


def test_what_is_answered(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    order = dealer.order("2 buy 3")
    answer = dealer.post(order)
    record = desk.records()[-1]
    assert answer == {
        "command_id": order["command_id"],
        "stream": "T12",
        "first": record.seq,
        "last": record.seq,
        "notes": [],
        "events": [
            {
                "seq": record.seq,
                "at": record.at,
                "type": "hand.bought",
                "n": 6,
                "text": "2 buy 3",
                "said": "Seat 2 buys 3 to beat seat 5.",
            }
        ],
    }
    assert (record.actor, record.role) == (desk.dealer.public_id, "dealer")
    assert record.terminal == desk_terminal(dealer)


def desk_terminal(caller: Caller) -> str:
    """The terminal that the browser was given when somebody signed in there."""
    return caller.client.cookies["terminal"].value.split(":")[0]


def test_sent_again_it_is_answered_byte_for_byte(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    order = dealer.order("2 fold")
    first = dealer.send(order)
    assert "Idempotent-Replayed" not in first
    desk.do("5 fold", "pay", "open")
    for _ in range(2):
        again = dealer.send(order)
        assert (again.status_code, again.content) == (200, first.content)
        assert again["Idempotent-Replayed"] == "true"


def test_sent_again_with_the_notes(dealer: Caller, desk: Desk) -> None:
    order = dealer.order("sit 1", alias="\u202eAda")
    first = dealer.send(order)
    assert json.loads(first.content)["notes"] == ["Direction marks were taken out of the name."]
    assert dealer.send(order).content == first.content


def test_a_lost_answer_and_a_second_tab(dealer: Caller, desk: Desk) -> None:
    """The award was committed and its answer lost: the retry, and another tab, find one award and one drop."""
    desk.won()
    order = dealer.order("pay")
    dealer.send(order)
    other_tab = Caller(desk, desk.dealer)
    assert dealer.send(order).content == other_tab.send(order).content
    stale = other_tab.post({**order, "command_id": "other-tab"}, 409)
    assert [line["said"] for line in stale["since"]] == ["Paid: seat 9 $15.", "Fees into the drop box: $3."]
    assert len(desk.records(None, "hand.paid", "fee.dropped")) == 2


def test_a_stale_answer_is_told_what_happened(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    order = dealer.order("2 fold")
    desk.do("2 buy 3", by=desk.floor)
    stale = dealer.post(order, 409)
    record = desk.records()[-1]
    assert stale == {
        "code": "stale",
        "reason": "1 event has happened since. A card is due to seat 2.",
        "since": [
            {
                "seq": record.seq,
                "at": record.at,
                "who": "Flora Nguyen",
                "role": "floor",
                "said": "Seat 2 buys 3 to beat seat 5.",
            }
        ],
        "answers": {"hand": record.subject, "seq": record.seq},
    }
    dealer.post({**order, "action": "card Kd", "answers": stale["answers"]})


def test_a_seats_prompt(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    (prompt,) = dealer.get(dealer.table)["hand"]["prompts"]
    answers = {"hand": desk.answers().hand, "seat": prompt["seat"], "after": prompt["after"]}
    dealer.act("2 fold", answers=answers)
    assert dealer.act("2 fold", 409, answers=answers)["reason"].startswith("That decision is no longer open.")


def test_the_rules_refuse(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    before = standing()
    assert dealer.act("card Qh", 422) == {
        "code": "card_out",
        "reason": "Qh lies with seat 9. If the deck holds it twice, the floor voids the hand.",
    }
    assert dealer.act("2 buy 4", 422)["code"] == "bad_number"
    assert dealer.act("2 fold", 422, answers=None)["code"] == "answers_missing"
    assert dealer.act("2 fold", 422, command_id="")["code"] == "bad_command"
    assert dealer.act("2 fold", 422, command_id="caf\u00e9")["code"] == "bad_command"
    assert dealer.act("2 fold", 422, command_id="x" * 101)["code"] == "bad_command"
    assert dealer.act("sit 1", 422, alias="")["code"] == "bad_alias"
    assert dealer.act("sit 1", 422, alias="half \ud83d")["code"] == "bad_alias"
    assert dealer.act("dispute", 422, reason="a\nb")["code"] == "malformed"
    assert standing() == before


def test_a_command_id_used_for_another_command(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    order = dealer.order("2 fold")
    dealer.post(order)
    assert dealer.post({**order, "action": "2 buy 1"}, 422)["code"] == "command_reused"
    assert dealer.post({**order, "reason": "another"}, 422)["code"] == "command_reused"
    dealer.post({**order, "reason": ""})


def test_who_may_not(dealer: Caller, floor: Caller, desk: Desk) -> None:
    desk.deal()
    order = {"reason": "fouled", "rule": "H-9"}
    assert dealer.act("void", 403, **order)["code"] == "floor_only"
    auditor = Caller(desk, person(AUDITOR))
    assert auditor.act("2 fold", 403) == {
        "code": "not_allowed",
        "reason": "Only a dealer or a floor manager acts at a table.",
    }
    floor.act("void", **order)
    admin = Caller(desk, person(ADMIN))
    assert admin.post(dealer.order("pay"), 403)["code"] == "not_allowed"


NO_COMMANDS = [
    (b"", "bad_fields", "command_id: This field is required."),
    (b"{", "malformed_json", "The body is not JSON"),
    (b'{"command_id": "x", }', "malformed_json", "The body is not JSON"),
    (b'{"command_id": NaN}', "malformed_json", "NaN is no number"),
    (b"\xff\xfe{}", "malformed_json", "The body is not JSON"),
    (b"[" * 60_000, "malformed_json", "The body is not JSON"),
    (b"1" * 5_000, "malformed_json", "The body is not JSON"),
    (b"[]", "bad_fields", "Expected a dictionary"),
    (b"null", "bad_fields", ""),
    (b'"open"', "bad_fields", "Expected a dictionary"),
    (b"{}", "bad_fields", "command_id: This field is required."),
]


def test_what_is_no_command(dealer: Caller, subtests: pytest.Subtests) -> None:
    for body, code, reason in NO_COMMANDS:
        with subtests.test(body=body[:40]):
            answer = dealer.post(body, 400)
            assert answer["code"] == code
            assert reason in answer["reason"]
            assert len(answer["reason"]) < 500


NO_FIELDS: list[tuple[dict[str, Any], str, str]] = [
    ({"command_id": 5}, "command_id", "This is a string."),
    ({"command_id": None}, "command_id", "This field may not be null."),
    ({"action": ["open"]}, "action", "This is a string."),
    ({"action": True}, "action", "This is a string."),
    ({"reason": None}, "reason", "This field may not be null."),
    ({"alias": 5}, "alias", "This is a string."),
    ({"answers": "T12/5"}, "answers", "Invalid data. Expected a dictionary, but got str."),
    ({"answers": {}}, "answers.hand", "This field is required."),
    ({"answers": {"hand": "T12/5", "seq": "9"}}, "answers.seq", "This is a whole number."),
    ({"answers": {"hand": "T12/5", "seq": 9.0}}, "answers.seq", "This is a whole number."),
    ({"answers": {"hand": "T12/5", "seq": True}}, "answers.seq", "This is a whole number."),
    ({"answers": {"hand": 5, "seq": 9}}, "answers.hand", "This is a string."),
    ({"answers": {"hand": "T12/5", "sequence": 9}}, "answers.sequence", "There is no such field."),
    ({"raeson": "keyed wrong"}, "raeson", "There is no such field."),
]


def test_fields_that_are_none(dealer: Caller, subtests: pytest.Subtests) -> None:
    order = dealer.order("open")
    for change, field, problem in NO_FIELDS:
        with subtests.test(change=change):
            answer = dealer.post({**order, **change}, 400)
            assert answer["code"] == "bad_fields"
            assert answer["problems"] == {field: problem}
            assert answer["reason"] == f"{field}: {problem}"


def test_texts_are_taken_as_they_are(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    assert dealer.act(" 2 fold", 422)["code"] == "malformed"
    assert dealer.act("2 fold\n", 422)["code"] == "malformed"
    assert dealer.act("2 fold\0", 422)["code"] == "malformed"
    assert dealer.act("2 fold", 422, command_id=" x")["code"] == "bad_command"


def test_other_kinds_of_requests(dealer: Caller) -> None:
    act = f"{dealer.table}act/"
    large = dealer.send(b'{"command_id": "' + b"x" * 70_000)
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    form = dealer.client.post(act, {"action": "open"}, headers={"X-CSRFToken": dealer.token})
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")
    for method in ("get", "put", "patch", "delete", "options"):
        other = getattr(dealer.client, method)(
            act, content_type="application/json", headers={"X-CSRFToken": dealer.token}
        )
        assert (other.status_code, other.json()["code"]) == (405, "method_not_allowed")
        assert other["Allow"] == "POST"
