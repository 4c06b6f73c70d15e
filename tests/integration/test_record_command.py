"""`manage.py record`: any finished hand as a text that replays to the same outcome; nothing of an unfinished one."""

import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tables.exports import record_text
from tables.game import records
from tables.selectors import finished_hand, result
from tests.desk import Desk


def exported(desk: Desk, hand: str = "") -> dict[str, Any]:
    """The record of a hand (the one at the table, if none is named), replayed to what the room holds of it."""
    hand = hand or desk.view()["answers"]["hand"]
    out = StringIO()
    call_command("record", hand, stdout=out)
    text = out.getvalue()
    told = finished_hand(hand)
    assert text == record_text(told)
    played = records.replay(text)
    assert (played["refused"], played["complete"]) == (None, True)
    assert played["outcome"] == result(told.hand)
    return tomllib.loads(text)


def test_a_paid_hand(desk: Desk) -> None:
    desk.won().do("pay")
    record = exported(desk)
    assert record["actions"] == ["deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold"]
    assert (record["format"], record["variant"], record["rules_version"]) == (1, "boomerang_poker", 1)
    assert (record["condition"], record["seats"]) == (500, [2, 5, 9])
    hand = finished_hand(record["_hand"])
    assert (record["_table"], record["_dealer"]) == (12, desk.dealer.public_id)
    assert record["_opened_at"] == hand.opened_at.isoformat(timespec="microseconds").replace("+00:00", "Z")
    assert record["_finished_at"] > record["_opened_at"]
    assert record["_fee"] == {"schedule": "fees/1", "version": 1, "condition": 500, "players": 3, "fee": 100}
    assert record["_fees"] == {"collected": 300, "waived": 0, "carried": 0, "dropped": 300}
    assert record["_players"] == dict(hand.hand.players)
    assert not {"rules", "_undone", "_rulings", "_seed", "_carried_from"} & record.keys()


def test_house_rules_and_the_odd_chip_unit_go_with_it(desks: Any) -> None:
    desk = desks(rules={"tie_after_draw": "out", "overdealt_card": "dead"})
    desk.won().do("pay")
    assert exported(desk)["rules"] == {"tie_after_draw": "out"}


def test_what_was_taken_back_or_corrected_is_kept_beside_what_stands(desk: Desk) -> None:
    desk.deal().do("2 fold", "5 buy 2")
    desk.do(f"undo {desk.last_n()}")  # withdrawn before a card: no reason asked
    desk.do("5 buy 3", "card 2c")
    wrong = desk.last_n()
    desk.do("card 3c")
    desk.do(f"correct {wrong} card 2d", reason="misread")
    desk.do("card 4c", "pay")
    record = exported(desk)
    assert record["actions"][3:] == ["2 fold", "5 buy 3", "card 2d", "card 3c", "card 4c"]
    withdrawn, corrected = record["_undone"]
    assert withdrawn == {"n": wrong - 3, "text": "5 buy 2", "reason": ""}
    assert corrected == {"n": wrong, "text": "card 2c", "reason": "misread"}


def test_a_correction_that_no_longer_fits_is_ruled_upon(desk: Desk) -> None:
    """The queen was an ace: the hand beat, and what was dealt after it is kept out."""
    desk.deal().do("2 fold", "5 buy 3", "card 2c")
    wrong = desk.last_n()
    desk.do("card 3c", "card 4c")
    desk.do(f"correct {wrong} card Ad", reason="misread")
    assert desk.hand()["phase"] == "ruling"
    desk.ruled("rule stands", "award 5 3000")
    desk.do("pay")
    record = exported(desk)
    assert record["actions"][-3:] == ["5 buy 3", "card Ad", "award 5 3000"]
    assert [entry["text"] for entry in record["_undone"]] == ["card 2c", "card 3c", "card 4c"]
    assert [(entry["text"], entry["reason"], entry["rule"]) for entry in record["_rulings"]] == [
        ("rule stands", "seen on the tape", "H-4"),
        ("award 5 3000", "seen on the tape", "H-4"),
    ]


def test_rulings_keep_reason_and_rule_through_a_correction_and_go_with_what_is_taken_back(desk: Desk) -> None:
    desk.deal().ruled("turn 5")
    wrong = desk.hand()["moves"][0]["n"]
    desk.ruled("kill 2")
    desk.do(f"undo {desk.last_n()}", by=desk.floor, reason="the wrong seat")
    desk.do(f"correct {wrong} deal 2 Td 7c", reason="misread", by=desk.floor)
    desk.do("5 fold", "2 fold", "pay")
    record = exported(desk)
    assert record["actions"][0] == "deal 2 Td 7c"
    assert [(ruling["text"], ruling["rule"]) for ruling in record["_rulings"]][-1:] == [("turn 5", "H-4")]
    assert "kill 2" not in [ruling["text"] for ruling in record["_rulings"]]
    assert "kill 2" in [entry["text"] for entry in record["_undone"]]


def test_an_award_of_the_floor_and_a_reason_that_quotes(desk: Desk) -> None:
    desk.deal()
    desk.do("award 2 500 9 1000", by=desk.floor, reason='agreed: "half each", \\ almost', rule="H-9")
    desk.do("pay")
    record = exported(desk)
    assert record["actions"][-1] == "award 2 500 9 1000"
    assert record["_rulings"][0]["reason"] == 'agreed: "half each", \\ almost'


@pytest.mark.parametrize("before", ["nobody posted", "posted", "dealt"])
def test_a_void_hand(desk: Desk, before: str) -> None:
    if before == "nobody posted":
        desk.do("open")
    elif before == "posted":
        desk.open()
    else:
        desk.deal().do("2 fold")
    desk.ruled("void")
    desk.do("pay")
    record = exported(desk)
    assert record["actions"][-1] == "void"
    assert record["_fees"]["dropped"] == 0


def test_seats_that_withdrew_are_not_in_the_record(desk: Desk) -> None:
    desk.open().do("out 5")
    desk.do("deal 2 Td 8c", "deal 9 Qh Qs", "2 fold", "pay")
    record = exported(desk)
    assert record["seats"] == [2, 9]
    assert record["_fee"]["players"] == 2


def test_a_misdeal_refunded_and_one_dealt_again(desk: Desk) -> None:
    desk.open().do("deal 2 Td 8c")
    desk.do("misdeal", reason="two boxed cards")
    desk.do("pay")
    first = exported(desk)
    assert first["actions"] == ["deal 2 Td 8c", "misdeal"]
    desk.open().do("misdeal", reason="wrong count")
    desk.do("redeal")
    void, again = desk.hand()["carried_from"], desk.view()["answers"]["hand"]
    assert exported(desk, void)["_carried_to"] == again
    for seat, cards in ((2, "Td 8c"), (5, "As Tc"), (9, "Qh Qs")):
        desk.do(f"deal {seat} {cards}")
    desk.do("2 fold", "5 fold", "pay")
    assert exported(desk)["_carried_from"] == void


def test_the_shoe_is_in_it_and_its_seed_only_once_published(desks: Any) -> None:
    desk = desks(source="electronic")
    desk.open().do("draw all")
    for _ in range(2):
        desk.do(f"{desk.hand()['prompts'][0]['seat']} fold")
    desk.do("pay")
    record = exported(desk)
    assert (record["_source"], record["_shuffle"]) == ("electronic", "electronic")
    assert record["_commitment"] == desk.hand()["commitment"]
    assert "_seed" not in record
    desk.do("open")
    assert len(exported(desk, record["_hand"])["_seed"]) == 64


def test_nothing_of_an_unfinished_or_unknown_hand(desk: Desk, tmp_path: Path) -> None:
    desk.won()
    hand = desk.view()["answers"]["hand"]
    for name, said in ((hand, "not finished"), ("T12/1", "no hand"), ("hand 7", "no hand"), ("", "no hand")):
        out, file = StringIO(), tmp_path / "record.toml"
        with pytest.raises(CommandError, match=said) as refused:
            call_command("record", name, "--output", str(file), stdout=out)
        assert refused.value.returncode == 1
        assert (out.getvalue(), file.exists()) == ("", False)


def test_a_hand_that_is_open_again_is_not_finished(desk: Desk) -> None:
    desk.won().do("pay")
    hand = str(exported(desk)["_hand"])
    desk.ruled("restore 5")
    with pytest.raises(CommandError, match="not finished"):
        call_command("record", hand)


def test_into_a_file_that_replay_reads(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.won().do("pay")
    hand = desk.view()["answers"]["hand"]
    file = tmp_path / "record.toml"
    call_command("record", hand, "--output", str(file))
    assert file.read_text(encoding="utf-8") == record_text(finished_hand(hand))
    call_command("replay", str(file))
    assert "pot $15, paid: seat 9 $15" in capsys.readouterr().out
    with pytest.raises(CommandError, match="No such file"):
        call_command("record", hand, "--output", str(tmp_path / "nowhere" / "record.toml"))
