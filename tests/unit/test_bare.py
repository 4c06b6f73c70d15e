"""What is told of a secret action to everybody: whose it is, and never what it said, wherever it turns up again."""

from __future__ import annotations

from typing import Any

from tables.game.actions import Room, act
from tables.game.hand import Hand, folded, opened
from tables.game.play import correct
from tables.variants.boomerang_draft.events import HandDealt
from tables.variants.boomerang_hunt.events import Chosen, Thrown
from tables.variants.wongar.round_events import RitualPicked, RitualReceived
from tests.hunters import SHOWN, TERRITORIES
from tests.hunting import Game

FEE = {"schedule": "s", "version": 1, "condition": 500, "players": 3, "fee": 0}


def hand() -> Hand:
    """A hunt of three, posted, whose cards lie there and where all have chosen."""
    opening: dict[str, Any] = {
        "n": 1,
        "text": "open",
        "hand": "T1/1",
        "variant": "boomerang_hunt",
        "condition": 500,
        "seats": [1, 4, 6],
        "players": {"1": "a", "4": "b", "6": "c"},
        "setup": {},
        "rules": {},
        "fee": FEE,
        "source": "pad",
        "drop_when": "after_award",
        "cheque_value": 500,
        "min_seats": 2,
        "max_seats": 10,
        "box": "",
        "commitment": None,
        "piles": {},
        "carried_from": None,
        "rules_version": 1,
    }
    made = opened(opening)
    for text in ("post 1 4 6", *SHOWN, "1 choose desert", "4 choose water", "6 choose forest"):
        _, made = act(made, text, Room())
    return made


def said(hand: Hand) -> str:
    return f"{hand.frozen} {hand.unfit} {hand.kept_out} {hand.hushed}"


def test_a_choice_is_told_by_its_seat_and_what_came_by_its_word() -> None:
    assert Chosen(4, "water").bare_text("4 choose water") == "4 chooses"
    assert RitualPicked(2, "cube").bare_text("2 pick cube") == "2 chooses"
    assert RitualReceived(2, "cube").bare_text("ritual 2 cube") == "ritual 2"
    assert HandDealt(2, ("A", "C")).bare_text("deal 2 A C") == "deal 2"
    assert Thrown(4).bare_text("4 throw") == "4 throw"
    assert {event.bare for event in (Chosen, RitualReceived, HandDealt)} == {
        "Seat {seat} chooses.",
        "Seat {seat} receives a ritual card.",
        "Seat {seat} is dealt its cards.",
    }


def test_what_is_taken_back_is_kept_and_hushed() -> None:
    before = hand()
    n = before.play.moves[-3].n
    _, after = act(before, f"undo {n}", Room(reason="a card was wrong"))
    assert [u.text for u in after.undone] == ["1 choose desert", "4 choose water", "6 choose forest"]
    assert after.hushed == {n: "1 chooses", n + 1: "4 chooses", n + 2: "6 chooses"}


def test_a_correction_that_choices_do_not_fit_names_none_of_them() -> None:
    before = hand()
    card = before.play.moves[2]
    facts, after = act(before, f"correct {card.n} draw emu forest meadow", Room(reason="misread"))
    assert after.frozen is not None, "without the mountain more cards are due, so that nobody chooses yet"
    assert not any(name in said(after) for name in TERRITORIES), said(after)
    assert after.kept_out == ("1 chooses", "4 chooses", "6 chooses")
    held = next(fact for fact in facts if fact.type == "hand.held")
    assert "1 chooses" in held.data["reason"]
    assert not any(name in held.data["reason"] for name in TERRITORIES)
    assert [entry["text"] for entry in held.data["kept_out"]] == [u.text for u in after.undone][1:]


def test_why_a_secret_move_no_longer_stands_is_not_said() -> None:
    game = Game().turn_up("fish W F", "turtle Me D", "emu F Mo").choose(s1="D", s4="W", s6="F")
    again = correct(game.play, 0, "draw lizard forest desert", 99)
    assert again.unfit is not None
    assert not any(name in again.unfit.partition(" draw ")[0] for name in TERRITORIES)


def test_the_first_seat_goes_with_its_player_who_withdraws() -> None:
    made = folded(iter([*_opening_with_first(6)]))
    assert made.state.first == 6
    _, left = act(made, "out 6", Room(fee_row=lambda players: FEE))
    assert (left.seats, left.state.first) == ((1, 4, 5), 1)


def _opening_with_first(first: int) -> Any:
    from tables.game.facts import Fact

    about = dict(hand().opening) | {"setup": {"first": first}, "seats": [1, 4, 5, 6]}
    about["players"] = {"1": "a", "4": "b", "5": "d", "6": "c"}
    return [Fact("hand.opened", about)]
