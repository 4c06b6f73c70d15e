"""Games of Boomerang (Ehrhard/Lalet) through the service: what is played at a table is what its record replays."""

from __future__ import annotations

import random
from typing import Any

import pytest

from audit.selectors import read
from tables.selectors import finished_hand
from tests.desk import Desk
from tests.hunters import SHOWN
from tests.integration.test_record_command import exported
from tests.property.slow_hunt import LANDS, SlowHunt, card

pytestmark = pytest.mark.django_db


def text_of(one: tuple[str, frozenset[str]]) -> str:
    animal, lands = one
    return " ".join(("draw", animal, *(land for land in LANDS if land in lands)))


def played(desk: Desk, chance: random.Random, **setup: Any) -> SlowHunt:
    """A whole game by chance: the dealer deals, every player decides on his own screen or says it aloud."""
    slow = SlowHunt(desk.hand()["seats"], 500, setup=setup)
    while not slow.over:
        if due := slow.due():
            if desk.hand()["source"] == "electronic":
                desk.do("draw")
                slow.do(desk.hand()["moves"][-1]["text"])
            else:
                slow.do(text := text_of(chance.choice(due)))
                desk.do(text)
            continue
        seat, options = chance.choice(list(slow.open().items()))
        option = (
            chance.choice(options)
            if options[0].startswith("choose") or chance.random() < 0.3
            else options[-1]
        )
        aloud = not option.startswith("choose") and chance.random() < 0.3
        desk.do(f"{seat} {option}", by=desk.dealer if aloud else desk.player(seat))
        slow.do(f"{seat} {option}")
    return slow


@pytest.mark.parametrize(("source", "seats"), [("pad", (1, 4, 6)), ("electronic", (2, 3, 5, 9))])
def test_a_game_at_a_table_replays_to_the_same_outcome(
    desks: Any, source: str, seats: tuple[int, ...]
) -> None:
    desk = desks(variant="boomerang_hunt", source=source, seats=seats)
    desk.do(f"first {seats[-1]}")
    desk.open()
    slow = played(desk, random.Random(len(seats)), first=seats[-1])
    hand = desk.hand()
    assert hand["felt"]["scores"] == slow.scores()
    assert hand["payouts"] == slow.paid()
    desk.do("pay")
    record = exported(desk)
    assert record["setup"]["first"] == seats[-1]
    again = SlowHunt(list(seats), 500, setup={"first": seats[-1]})
    for action in record["actions"]:
        assert again.can(action)
        again.do(action)
    assert again.scores() == slow.scores()
    assert sum(desk.hand()["paid"].values()) == 500 * len(seats)


def test_what_is_taken_back_stands_beside_the_game_and_changes_nothing_in_it(desks: Any) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    desk.open()
    desk.do(*SHOWN[:2])
    wrong = desk.last_n()
    desk.do(f"correct {wrong} draw turtle water desert", reason="misread")
    assert desk.hand()["felt"]["shown"] == ["fish water forest", "turtle water desert"]
    desk.do(
        "draw emu meadow mountain", "1 choose water", "4 choose water", "6 choose desert", "1 throw", "4 stop"
    )
    desk.do(f"undo {desk.last_n()}", by=desk.floor, reason="it was said by another seat")
    desk.do("4 throw", "6 stop")
    assert desk.hand()["felt"]["boomerangs"] == {"1": 11, "4": 11, "6": 14}
    slow = SlowHunt([1, 4, 6], 500)
    for move in ("fish water forest", "turtle water desert", "emu meadow mountain"):
        slow.do(f"draw {move}")
        assert card(move.split(" ")) not in slow.pile
    desk.ruled("void")
    desk.do("pay")
    told = finished_hand(desk.view()["answers"]["hand"])
    assert told.hand.refunded == {1: 500, 4: 500, 6: 500}


def test_the_log_says_who_chose_and_pages_do_not(desks: Any) -> None:
    """The choice is in the log, by its player in his own role; no page of the hand holds it before the reveal."""
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    desk.open()
    desk.do(*SHOWN, "4 choose mountain")
    (chosen,) = [record for record in read(desk.stream) if record.type == "hand.territory_chosen"]
    assert (chosen.role, chosen.actor, chosen.data["territory"]) == (
        "player",
        desk.player(4).public_id,
        "mountain",
    )
    assert "mountain" not in str([move["text"] for move in desk.hand()["moves"][3:]])
    assert desk.hand()["felt"]["tokens"] == {}
