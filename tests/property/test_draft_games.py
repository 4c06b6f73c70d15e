"""Hundreds of random games of Boomerang: Australia and Europe: invariants, the slow game, secrets, records."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from tables.game.base import Draw, Refused, decide
from tables.game.play import Play, begin
from tables.game.records import replay, set_up, write
from tables.game.settlement import outcome, settled
from tables.variants.boomerang_draft import Draft, scoring
from tables.variants.boomerang_draft.deck import LETTERS
from tables.variants.boomerang_draft.events import Chosen, RoundScored
from tables.variants.boomerang_draft.journey import Journey
from tests.drafting import AUSTRALIA, EUROPE
from tests.property.draft_twins import events_name_only_what_is_seen, nothing_secret_is_seen
from tests.property.slow_draft import CHOICES, SlowDraft

GAMES = 320


@dataclass
class Seen:
    """What has happened in all games, so that none of it is left out by chance."""

    games: Counter[tuple[object, ...]] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    everywhere: Counter[int] = field(default_factory=Counter)
    skips_forced: int = 0


def table(chance: random.Random, variant: Draft) -> tuple[Play, SlowDraft]:
    count = chance.randint(2, 4)
    seats = sorted(chance.sample(range(1, 11), count))
    at = chance.randrange(count)
    seats = seats[at:] + seats[:at]
    rules: dict[str, object] = {"undealt_first": True} if chance.random() < 0.4 else {}
    if variant is EUROPE and chance.random() < 0.4:
        rules["treasure_optional"] = True
    if chance.random() < 0.3:
        rules["odd_chip_unit"] = chance.choice((1, 500, 700))
    condition = chance.choice((0, 500, 2_500))
    setup = set_up(variant, seats=seats, condition=condition, rules=rules, extra={})
    return begin(variant, setup), SlowDraft(variant.key, seats, rules)


def came(chance: random.Random, draw: Draw) -> str:
    """What the shoe might deal."""
    cards: list[str] = []
    part: Draw | None = draw
    while part is not None:
        cards += chance.sample(part.contents, part.take)
        part = part.then
    return draw.form.replace("{}", " ".join(cards))


def some_deal(chance: random.Random, slow: SlowDraft) -> str:
    """A hand that may or may not be legal."""
    left = [card for card in LETTERS if card not in "".join(slow.dealt.values())]
    pool = left if chance.random() < 0.8 else list(LETTERS)
    cards = chance.sample(pool, min(len(pool), chance.choice((7, 7, 7, 7, 6, 8))))
    return f"deal {chance.choice(slow.seats)} {' '.join(cards)}"


def some_text(chance: random.Random, slow: SlowDraft) -> str:
    if chance.random() < 0.3:
        return some_deal(chance, slow)
    icon = chance.choice(CHOICES[slow.key])
    word = "treasure" if slow.europe else "activity"
    choices = ["skip", f"{word} {icon.lower().replace(' ', '_')}"]
    option = chance.choice([*choices, f"pick {chance.choice(LETTERS)}"])
    return f"{chance.choice(slow.seats)} {option}"


def game(chance: random.Random, variant: Draft, seen: Seen) -> Play:
    """One whole game by chance, beside the slow one; also wrong texts are tried, which change nothing."""
    play, slow = table(chance, variant)
    while not play.state.over:
        state = state_of(play)
        options = {prompt.seat: set(prompt.options) for prompt in variant.prompts(state)}
        assert options == slow.open()
        assert list(options) == [seat for seat in slow.seats if seat in options], (
            "clockwise from the first seat"
        )
        if chance.random() < 0.1:
            invariants(state)
            nothing_secret_is_seen(chance, state, chance.choice((*slow.seats, "public")))
        if chance.random() < (0.8 if state.choosing else 0.15):
            tried(chance, play, slow, seen)
        draw = variant.chance(state)
        if draw is not None:
            text = came(chance, draw)
            if chance.random() < 0.5 and slow.can(other := some_deal(chance, slow)):
                text = other
        else:
            seat = chance.choice(list(options))
            text = f"{seat} {chance.choice(sorted(options[seat]))}"
            seen.skips_forced += variant is EUROPE and options[seat] == {"skip"} and not slow.optional
        assert slow.can(text)
        slow.do(text)
        play = play.plays(len(play.moves), text)
        events_name_only_what_is_seen(play)
        scored_in_any_order(chance, play)
    ended(play, slow, seen)
    return play


def state_of(play: Play) -> Journey:
    assert isinstance(play.state, Journey)
    return play.state


def invariants(state: Journey) -> None:
    """Every card is in one place; the hands have travelled; what is open is one thing."""
    seats = state.setup.seats
    lying = [card for row in state.rows.values() for card in row]
    unseen = [card for seat, card in state.throws.items() if len(state.rows[seat]) < 7]
    held = [card for hand in state.hands.values() for card in hand]
    left = [card for pile in state.piles for card in state.left(pile)]
    assert Counter([*lying, *unseen, *held, *left, *state.picks.values()]) == Counter(LETTERS)
    for at, seat in enumerate(seats):
        thrown = (state.throws.get(seat, ""),) if len(state.rows.get(seat, ())) < 7 else ()
        for step, card in enumerate((*thrown, *state.rows.get(seat, ()))):
            assert not card or card in state.dealt[seats[(at - step) % len(seats)]]
    assert sum((state.dealing, state.picking, state.choosing)) == 1
    assert state.round in range(1, 5)
    if state.picking:
        assert {len(state.hands[seat]) for seat in seats if seat not in state.picks} == {8 - state.step}


def tried(chance: random.Random, play: Play, slow: SlowDraft, seen: Seen) -> None:
    """Some text: refused where the slow game refuses it, and accepted where it does not."""
    text = some_text(chance, slow)
    if slow.can(text):
        decide(play.variant, play.state, text)
        return
    with pytest.raises(Refused) as caught:
        decide(play.variant, play.state, text)
    seen.refusals[caught.value.code] += 1


def scored_in_any_order(chance: random.Random, play: Play) -> None:
    """The lines of a round are the same in whatever order the seats are scored."""
    move = play.moves[-1]
    booked = [event for event in move.events if isinstance(event, RoundScored)]
    if not booked:
        return
    assert isinstance(move.events[0], Chosen)
    before = play.moves[-2].state
    state = move.events[0].apply(before)
    for event in chance.sample(booked, len(booked)):
        assert RoundScored.of(event.seat, scoring.line(state, event.seat)) == event
        state = event.apply(state)
    assert state.sheets == state_of(play).sheets


def ended(play: Play, slow: SlowDraft, seen: Seen) -> None:
    state = state_of(play)
    result = outcome(play.variant, state)
    assert slow.ended()
    assert result["rounds"] == slow.rounds()
    assert result["scores"] == slow.scores()
    assert result["winners"] == slow.winners() == list(state.winners or ())
    for row in (*result["scores"].values(), *(line for lines in result["rounds"].values() for line in lines)):
        assert row["total"] == sum(points for name, points in row.items() if name != "total")
    money = settled(play.variant, state)
    assert sum(money.payouts.values()) == money.pot == state.setup.condition * len(state.setup.seats)
    assert result["payouts"] == slow.payouts(state.setup.condition, state.setup.rules.odd_chip_unit)
    rules = state.setup.rules.changed()
    seen.games[play.variant.key, len(slow.seats), "undealt_first" in rules, "treasure_optional" in rules] += 1
    seen.everywhere.update(row["all_regions"] for row in result["scores"].values())


@pytest.mark.parametrize("variant", [AUSTRALIA, EUROPE], ids=["australia", "europe"])
def test_random_games_are_those_of_the_slow_game_keep_their_secrets_and_replay(variant: Draft) -> None:
    chance, seen = random.Random(28), Seen()
    for number in range(GAMES // 2):
        play = game(chance, variant, seen)
        replayed = replay(write(play, about={"game": number}, undone=[]))
        assert replayed["refused"] is None
        assert replayed["complete"]
        assert replayed["outcome"] == outcome(variant, play.state)
    settings = 6 if variant is AUSTRALIA else 12
    assert len(seen.games) == settings, "every number of players with every setting"
    assert set(seen.refusals) >= {
        *(
            "card_out",
            "has_cards",
            "malformed",
            "no_card_due",
            "no_pick_due",
            "not_in_hand",
            "picked_already",
        ),
        *("deal_unfinished", "no_choice_due", "undealt_first", "used_already"),
    }
    if variant is EUROPE:
        assert set(seen.everywhere) >= {0, 7, 3, 1}
        assert seen.refusals["must_choose"]
        assert seen.refusals["no_icon"]
        assert seen.skips_forced


def test_games_in_one_process_know_nothing_of_each_other() -> None:
    """Played in turns, action by action, they end as each does by itself."""
    chance = random.Random(7)
    alone = [game(chance, chance.choice((AUSTRALIA, EUROPE)), Seen()) for _ in range(24)]
    again = [begin(play.variant, play.setup) for play in alone]
    todo = [list(play.moves) for play in alone]
    while any(todo):
        at = chance.choice([n for n, moves in enumerate(todo) if moves])
        move = todo[at].pop(0)
        again[at] = again[at].plays(move.n, move.text)
    for one, other in zip(alone, again, strict=True):
        assert outcome(one.variant, one.state) == outcome(other.variant, other.state)
        assert one.moves == other.moves


def test_the_seats_may_be_listed_from_any_of_them_on() -> None:
    """The same cards on the same seats: scores and winners are the same, whoever is named first."""
    chance = random.Random(11)
    for _ in range(40):
        play = game(chance, chance.choice((AUSTRALIA, EUROPE)), Seen())
        seats, at = play.setup.seats, chance.randrange(len(play.setup.seats))
        turned = set_up(
            play.variant,
            seats=seats[at:] + seats[:at],
            condition=play.setup.condition,
            rules=play.setup.rules.changed(),
            extra={},
        )
        other = begin(play.variant, turned)
        for move in play.moves:
            other = other.plays(move.n, move.text)
        mine, yours = outcome(play.variant, play.state), outcome(play.variant, other.state)
        for name in ("scores", "rounds", "winners", "pot"):
            assert mine[name] == yours[name]
