"""Thousands of random games of Boomerang (Ehrhard/Lalet): the invariants of its rules, and records that replay."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tables.game.base import Refused
from tables.game.play import Play, begin
from tables.game.records import replay, set_up, write
from tables.game.settlement import outcome, settled
from tables.variants.boomerang_hunt import VARIANT as HUNT
from tables.variants.boomerang_hunt.camp import Camp
from tables.variants.boomerang_hunt.deck import SPECIES, TERRITORIES, WHOLE_DECK, species_of, territories_of

GAMES = 600
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
    keen, turned = chance.random(), 0
    while not play.state.over:
        state = play.state
        assert isinstance(state, Camp)
        if chance.random() < 0.2:
            invariants(state)
            nothing_secret_is_seen(state, chance.choice((*seats, "public")))
        draw = HUNT.chance(state)
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
        after = play.state
        assert isinstance(after, Camp)
        if after.round > round_before:
            round_over(state, after, turned)
            turned = 0
    ended(play)
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


def round_over(before: Camp, after: Camp, turned: int) -> None:
    """One card at least was turned up, every token revealed once, and the last hunter's territory is gone."""
    assert turned >= 1
    assert after.circle == 0
    assert sorted(capture.seat for capture in after.before) == sorted(after.setup.seats)
    last = after.before[0]
    assert last.territory not in after.territories_shown()
    assert after.first == last.seat
    assert (after.chosen, after.stopped) == ({}, ())
    assert {c.seat: c.territory for c in after.before} == before.chosen


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


def ended(play: Play) -> None:
    state = play.state
    assert isinstance(state, Camp)
    assert not state.left
    assert state.circle == 0
    money = settled(HUNT, state)
    assert sum(money.payouts.values()) == money.pot == state.setup.condition * len(state.setup.seats)
    result = outcome(HUNT, state)
    by_hand = {}
    for seat in state.setup.seats:
        held = Counter(species_of(card) for card in state.captured.get(seat, ()))
        most = {
            name: max(
                sum(species_of(card) == name for card in state.captured.get(other, ()))
                for other in state.setup.seats
            )
            for name in SPECIES
        }
        by_hand[seat] = sum(n for name, n in held.items() if n == most[name]) + state.boomerangs[seat] // 6
    assert {int(seat): row["total"] for seat, row in result["scores"].items()} == by_hand
    best = max((total, state.boomerangs[seat]) for seat, total in by_hand.items())
    assert list(state.winners or ()) == sorted(
        seat for seat, total in by_hand.items() if (total, state.boomerangs[seat]) == best
    )


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
