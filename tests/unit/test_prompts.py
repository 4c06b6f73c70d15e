"""When a decision opens anew, and since when an open one has been open."""

from __future__ import annotations

from tables.game.base import Prompt
from tables.game.play import Play, begin, new_prompts
from tables.game.prompts import open_prompts
from tables.game.records import parse
from tests.dealing import DEALT, record

ONE = Prompt(1, ("fold", "buy 1"), {"to_beat": 2})
TWO = Prompt(2, ("skip",), secret=True)


def opened(
    before: list[Prompt], after: list[Prompt], *, acted: int | None = None, reopened: bool = False
) -> list[int]:
    return [prompt.seat for prompt in new_prompts(before, after, acted=acted, reopened=reopened)]


def test_what_is_open_already_does_not_open_again() -> None:
    assert opened([ONE, TWO], [ONE, TWO]) == []
    assert opened([ONE, TWO], [TWO]) == []
    assert opened([ONE, TWO], [ONE, TWO], acted=3) == []


def test_another_seat_another_hand_to_beat_or_other_options_open_anew() -> None:
    for other in (
        Prompt(3, ONE.options, ONE.about),
        Prompt(1, ONE.options, {"to_beat": 3}),
        Prompt(1, ("fold",), ONE.about),
    ):
        assert opened([ONE], [other]) == [other.seat]


def test_it_opens_again_for_who_has_just_acted_and_when_an_ended_game_is_open_again() -> None:
    assert opened([ONE, TWO], [ONE, TWO], acted=2) == [2]
    assert opened([ONE, TWO], [ONE, TWO], reopened=True) == [1, 2]


def test_the_reason_why_an_option_is_shut_opens_nothing() -> None:
    shut = Prompt(1, ONE.options, ONE.about, (("buy 2", "The stub holds 1 more."),))
    assert opened([ONE], [shut]) == []


def played(*actions: str) -> Play:
    made = parse(record(*actions))
    play = begin(made.variant, made.setup)
    for n, action in enumerate(made.actions):
        play = play.plays(n, action)
    return play


def since(*actions: str) -> dict[int, int]:
    """How many actions stood before each seat's open prompt."""
    return {seat: count for seat, (count, _) in open_prompts(played(*actions)).items()}


def test_a_prompt_is_known_by_the_actions_before_it() -> None:
    assert since() == {}
    assert since(*DEALT) == {2: 3}
    assert since(*DEALT, "9 fold") == {2: 3}
    assert since(*DEALT, "turn 2") == {2: 3}
    assert since(*DEALT, "2 fold") == {5: 4}
    assert since(*DEALT, "2 buy 1") == {}
    assert since(*DEALT, "2 fold", "award 5 1500", "restore 2") == {2: 6}
    assert since(*DEALT, "award 5 1500") == {}
