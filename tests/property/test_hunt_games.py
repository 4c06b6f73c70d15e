"""Thousands of random games of Boomerang (Ehrhard/Lalet): the invariants of its rules in every state, the same game
written a second time beside it, and records that replay.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tables.game.base import Refused
from tables.game.play import Play, begin
from tables.game.records import replay, set_up, write
from tables.game.settlement import outcome, settled
from tables.variants.boomerang_hunt import VARIANT as HUNT
from tables.variants.boomerang_hunt.camp import Camp, Capture
from tables.variants.boomerang_hunt.deck import TERRITORIES, WHOLE_DECK, territories_of
from tests.property.slow_hunt import SlowHunt, card, house_set

GAMES = 2_400
BIDS = ("throw", "stop", "choose water", "choose desert")


def game(chance: random.Random) -> Play:
    """One whole game by chance, every state of it looked at; also wrong texts are tried, which change nothing."""
    count = chance.randint(3, 5)
    seats = sorted(chance.sample(range(1, 11), count))
    at = chance.randrange(count)
    seats = seats[at:] + seats[:at]
    deck = chance.sample(WHOLE_DECK, chance.choice((1, 3, 9, 54))) if chance.random() < 0.5 else None
    extra: dict[str, object] = {} if deck is None else {"deck": deck}
    if chance.random() < 0.5:
        extra["first"] = chance.choice(seats)
    rules = {"opening_throw_required": True} if chance.random() < 0.2 else {}
    condition = chance.choice((0, 500, 2_500))
    play = begin(HUNT, set_up(HUNT, seats=seats, condition=condition, rules=rules, extra=extra))
    slow = SlowHunt(seats, condition, rules, extra)
    keen, turned = chance.random(), 0
    while not play.state.over:
        state = play.state
        assert isinstance(state, Camp)
        invariants(state)
        if chance.random() < 0.1:
            nothing_secret_is_seen(state, chance.choice((*seats, "public")))
        draw = HUNT.chance(state)
        assert {p.seat: list(p.options) for p in HUNT.prompts(state)} == slow.open()
        assert (draw is not None) == bool(slow.due())
        if chance.random() < 0.1:
            wrong(chance, play)
        if draw is not None:
            assert draw.contents == state.left
            text = draw.form.replace("{}", chance.choice(draw.contents))
            turned += 1
        else:
            prompt = chance.choice(HUNT.prompts(state))
            hunts = prompt.options[0] == "throw" and chance.random() < keen
            text = f"{prompt.seat} {'throw' if hunts else chance.choice(prompt.options)}"
        round_before = state.round
        play = play.plays(len(play.moves), text)
        slow.do(text)
        after = play.state
        assert isinstance(after, Camp)
        if after.round > round_before:
            round_over(state, after, after.before, turned)
            assert (after.chosen, after.stopped) == ({}, ())
            assert after.first == after.before[0].seat
            turned = 0
        elif after.over:
            round_over(state, after, after.captures, turned)
    ended(play, slow)
    return play


def invariants(state: Camp) -> None:
    seats = state.setup.seats
    assert sum(state.boomerangs.values()) + state.circle == 12 * len(seats)
    assert min(state.boomerangs.values()) >= 0
    held = [card for cards in state.captured.values() for card in cards]
    assert Counter([*state.left, *state.shown, *held]) == Counter(state.deck)
    assert state.round <= len(state.deck)
    open_kinds = (HUNT.chance(state) is not None, state.choosing, state.actor is not None)
    assert sum(open_kinds) == 1


def nothing_secret_is_seen(state: Camp, viewer: int | str) -> None:
    """Two games that differ only in what others chose look the same to this viewer."""
    seen = HUNT.view(state, viewer)
    assert set(seen["tokens"]) <= {str(viewer)}
    other = {seat: token if seat == viewer else "water" for seat, token in state.chosen.items()}
    assert HUNT.view(state.but(chosen=other), viewer) == seen


def round_over(before: Camp, after: Camp, reveals: tuple[Capture, ...], turned: int) -> None:
    """One card at least was turned up, every token revealed once, and the last hunter's territory is gone."""
    assert turned >= 1
    assert after.circle == 0
    assert sum(after.boomerangs.values()) == 12 * len(after.setup.seats)
    assert sorted(capture.seat for capture in reveals) == sorted(after.setup.seats)
    assert reveals[0].territory not in after.territories_shown()
    assert {c.seat: c.territory for c in reveals} == before.chosen


def wrong(chance: random.Random, play: Play) -> None:
    """A text that is not open just now is refused; one that happens to be open is left alone."""
    state = play.state
    seat = chance.choice(state.setup.seats)
    text = f"{seat} {chance.choice(BIDS)}"
    allowed = {f"{p.seat} {option}" for p in HUNT.prompts(state) for option in p.options}
    if text in allowed:
        return
    with pytest.raises(Refused) as caught:
        play.plays(len(play.moves), text)
    hidden = [name for other, name in getattr(state, "chosen", {}).items() if other != seat]
    assert not any(name in caught.value.reason for name in hidden)


def ended(play: Play, slow: SlowHunt) -> None:
    """Over only with an empty pile; points, winners and money are those of the slow game."""
    state = play.state
    assert isinstance(state, Camp)
    assert slow.over
    assert not state.left
    assert state.circle == 0
    money = settled(HUNT, state)
    assert sum(money.payouts.values()) == money.pot == state.setup.condition * len(state.setup.seats)
    result = outcome(HUNT, state)
    assert result["scores"] == slow.scores()
    assert result["boomerangs"] == {str(seat): count for seat, count in slow.stock.items()}
    assert result["winners"] == slow.winners()
    assert result["payouts"] == slow.paid()
    assert state.round == slow.rounds <= len(state.deck)


def test_random_games_hold_what_the_rules_promise_and_replay() -> None:
    chance = random.Random(20)
    rounds = Counter[int]()
    for number in range(GAMES):
        play = game(chance)
        assert isinstance(play.state, Camp)
        rounds[play.state.round] += 1
        text = write(play, about={"game": number}, undone=[])
        replayed = replay(text)
        assert replayed["refused"] is None
        assert replayed["complete"]
        assert replayed["outcome"] == outcome(HUNT, play.state)
    assert max(rounds) > 8, "full decks were played"
    assert rounds[1], "and final rounds at once"


def test_the_fewest_and_the_most_cards_that_show_five_territories() -> None:
    """Three cards can; 33 may lack one."""
    for name in TERRITORIES:
        lacking = sum(name not in territories_of(card) for card in WHOLE_DECK)
        assert lacking <= 33
    assert max(sum(name not in territories_of(card) for card in WHOLE_DECK) for name in TERRITORIES) == 33


def test_both_games_are_dealt_from_the_same_cards() -> None:
    assert len(house_set()) == 54
    assert set(house_set()) == {card(text.split(" ")) for text in WHOLE_DECK}
