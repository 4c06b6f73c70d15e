"""Whole random games of Wongar in both forms: the invariants of its rules, and records that replay."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from tables.game.base import Refused
from tables.game.play import Move, Play
from tables.game.records import replay, write
from tables.game.registry import get
from tables.game.settlement import outcome, settled
from tables.game.shoe import drawn
from tables.variants.wongar import Wongar
from tables.variants.wongar.cards import KINDS, PIECES
from tables.variants.wongar.ceremony_events import CeremonyScored, FigureMoved
from tables.variants.wongar.land import Ceremony, Land
from tests.wongar_by_chance import FORMS, canonical, fresh, game, land, text_by_chance, texts
from tests.wongar_games import OTHER_BOARD

GAMES = 10


# --- what holds always -----------------------------------------------------------------------


def invariants(state: Land) -> None:
    seats, form = state.setup.seats, state.form
    board = Counter(piece for there in state.pieces.values() for piece, n in there.items() for _ in range(n))
    for seat in seats:
        for kind, count in PIECES.items():
            piece = (seat, kind)
            assert state.supply[piece] >= 0
            assert state.supply[piece] + board[piece] + state.start[piece] == count
    cards = Counter(state.face_up.values()) + Counter({"scorpion": state.set_aside})
    for stack in state.stacks.values():
        cards += Counter(stack.left) + Counter({"scorpion": stack.under})
    for collected in state.collected.values():
        cards += Counter(collected)
    assert cards == Counter(form.stack * len(state.stacks))
    rituals = Counter((*state.rituals, *state.discards)) + Counter(
        {"scorpion": state.aside, "double": state.gone}
    )
    for hand in state.hands.values():
        assert "scorpion" not in hand
        rituals += Counter(hand)
    assert rituals == Counter(form.rituals) + Counter({"double": form.doubles * len(seats)})
    assert 0 <= state.scorpion <= state.board.track.last
    assert len(state.owners) in (0, 2)
    assert set(state.figures.values()) <= set(state.board.map.territories)
    if isinstance(state.task, Ceremony):
        assert all(state.takes_part(seat, state.task.site) for seat in state.task.active)


def step_holds(before: Land, move: Move) -> None:
    """What one action may change."""
    after = move.state
    assert isinstance(after, Land)
    assert after.scorpion >= before.scorpion
    scorpion = "scorpion" in move.text
    assert scorpion or after.scorpion == before.scorpion
    assert scorpion or all(after.score[seat] >= before.score[seat] for seat in before.score)
    state = before
    for event in move.events:
        if isinstance(event, FigureMoved):
            near = state.board.map.near if event.figure == "elder" else state.board.map.neighbours
            assert event.territory in near[state.figures[event.figure]]
            assert event.territory != state.figures[event.figure]
        if isinstance(event, CeremonyScored):
            scored_as_by_hand(state, event)
        assert event.said.format(**event.data())
        kept = type(event).read(json.loads(json.dumps(event.data())))
        assert kept == event
        state = kept.apply(state)
    assert state == after
    if after.round == before.round > 0:
        assert after.boomerang == before.boomerang


def scored_as_by_hand(state: Land, event: CeremonyScored) -> None:
    """What the Scoring says of the pieces as they stand, counted here in another way."""
    order = list(state.setup.seats) * 2
    order = order[order.index(state.owners["ancestor"]) :][: len(state.setup.seats)]
    phase = [end > state.scorpion for end in (5, 10, 15)].index(True)
    table = {"ancestor": "235", "elder": "346", "both": "457"}
    assert event.points == int(table[event.trigger][phase])
    for kind, winner in zip(KINDS, (event.disc, event.cube, event.cylinder), strict=True):
        counts = [(state.pieces[event.territory].get((seat, kind), 0), -i) for i, seat in enumerate(order)]
        most, at = max(counts)
        assert winner == (order[-at] if most else 0)


def nothing_else_is_open(play: Play, chance: random.Random) -> None:
    """Of all that can be written, for the seat to act just its options are taken, for the others nothing."""
    state, variant = land(play), play.variant
    allowed = {f"{prompt.seat} {option}" for prompt in variant.prompts(state) for option in prompt.options}
    acting = [prompt.seat for prompt in variant.prompts(state)]
    other = chance.choice([seat for seat in state.setup.seats if seat not in acting])
    taken = set()
    for seat in {*acting, other}:
        for text in texts(state):
            try:
                moved = play.plays(len(play.moves), f"{seat} {text}")
            except Refused:
                pass
            else:
                assert moved.state != state
                taken.add(f"{seat} {canonical(state, text)}")
    assert taken == allowed


# --- games -----------------------------------------------------------------------------------


def ended(play: Play) -> str:
    """A finished game: why it ended, who has won; the bonus is counted here once more."""
    state = land(play)
    assert not state.waiting
    assert state.task is None
    empty = [n for n in state.stacks if n not in state.face_up and not state.stacks[n].size]
    at_last = state.scorpion == state.board.track.last
    assert empty or at_last
    result = outcome(play.variant, state)
    total = dict(state.score)
    for kind in KINDS:
        held = Counter({seat: cards.count(kind) for seat, cards in state.collected.items()})
        for seat in held:
            total[seat] += 8 * (held[seat] > 0 and held[seat] == max(held.values()))
    assert {int(seat): row["total"] for seat, row in result["scores"].items()} == total
    assert result["winners"] == sorted(seat for seat in total if total[seat] == max(total.values()))
    money = settled(play.variant, state)
    assert sum(money.payouts.values()) == money.pot == state.setup.condition * len(state.setup.seats)
    return "scorpion" if at_last else "stack"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("form", FORMS)
def test_random_games_hold_what_the_rules_promise_and_replay(form: str, players: int) -> None:
    chance = random.Random(f"{form} {players}")
    variant = get(form)
    ends, rounds = Counter[str](), []
    for number in range(GAMES):
        before = None
        for play in game(variant, chance, players):
            if before is not None:
                step_holds(before, play.moves[-1])
            before = land(play)
            if chance.random() < 0.2:
                invariants(before)
            if chance.random() < 0.004:
                nothing_else_is_open(play, chance)
        ends[ended(play)] += 1
        rounds.append(land(play).round)
        replayed = replay(write(play, about={"game": number}, undone=[]))
        assert (replayed["refused"], replayed["complete"]) == (None, True)
        assert replayed["outcome"] == outcome(variant, play.state)
    assert ends["scorpion"], "the Scorpion ends games"
    assert min(rounds) > 3


@pytest.mark.parametrize("form", FORMS)
def test_in_each_round_everybody_takes_one_card(form: str) -> None:
    chance = random.Random(form)
    *_, play = game(get(form), chance, 4)
    taken: dict[int, list[int]] = {}
    before = play.beginning
    for move in play.moves:
        assert isinstance(before, Land)
        words = move.text.split(" ")
        if words[1] in ("take", "figure") and words[0].isdecimal():
            taken.setdefault(before.round, []).append(int(words[0]))
        before = move.state
    seats = play.setup.seats
    assert list(taken) == list(range(1, land(play).round + 1))
    for order in taken.values():
        at = seats.index(order[0])
        assert tuple(order) == seats[at:] + seats[:at]


@pytest.mark.parametrize("form", FORMS)
def test_whole_games_on_another_board(form: str) -> None:
    """Its own map, track and chart; the scorings are not those of the house."""
    chance = random.Random(5)
    variant = type(get(form))(OTHER_BOARD)
    assert isinstance(variant, Wongar)
    for _ in range(3):
        for play in game(variant, chance, 4):
            if chance.random() < 0.02:
                invariants(land(play))
                nothing_else_is_open(play, chance)
        ended(play)


@pytest.mark.parametrize("form", FORMS)
def test_the_electronic_shoe_makes_every_draw_of_a_game(form: str) -> None:
    chance, seed = random.Random(9), bytes(range(32))
    variant = get(form)
    play, places = fresh(variant, chance, 5), Counter[tuple[object, object]]()
    while not play.state.over:
        draw = variant.chance(play.state)
        text = text_by_chance(play, chance, 0.5)
        if draw is not None:
            text, about = drawn(seed, draw)
            places[about["pile"], about["k"]] += 1
        play = play.plays(len(play.moves), text)
    assert set(places.values()) == {1}, "no draw of a pile is made twice"
    ended(play)
