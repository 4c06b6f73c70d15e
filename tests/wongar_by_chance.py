"""Games of Wongar played by chance, and every text that a seat can write: for the properties of its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from tables.game.base import Variant
from tables.game.play import Play, begin
from tables.game.records import set_up
from tables.variants.wongar.cards import FIGURES, KINDS
from tables.variants.wongar.land import Land

FORMS = ("wongar", "wongar_initiated")


def land(play: Play) -> Land:
    assert isinstance(play.state, Land)
    return play.state


def fresh(variant: Variant[Land], chance: random.Random, players: int) -> Play:
    seats = sorted(chance.sample(range(1, 11), players))
    at = chance.randrange(players)
    rules = {"ancestor_passes_left": True} if chance.random() < 0.3 else {}
    condition = chance.choice((0, 500, 2_500))
    seats = seats[at:] + seats[:at]
    return begin(variant, set_up(variant, seats=seats, condition=condition, rules=rules, extra={}))


def text_by_chance(play: Play, chance: random.Random, keen: float) -> str:
    """Whatever may happen next; in a Ceremony a card is played the rather, the keener the players."""
    state, variant = land(play), play.variant
    draw = variant.chance(state)
    prompts = variant.prompts(state)
    assert (draw is not None) + len(prompts) == 1, "one thing is open at a time"
    if draw is not None:
        assert draw.contents
        return draw.form.replace("{}", chance.choice(draw.contents))
    (prompt,) = prompts
    options = prompt.options
    if options[-1] == "pass" and len(options) > 1 and chance.random() < keen:
        options = options[:-1]
    return f"{prompt.seat} {chance.choice(options)}"


def game(variant: Variant[Land], chance: random.Random, players: int) -> Iterator[Play]:
    """The plays of a whole game by chance, one for each action."""
    play, keen = fresh(variant, chance, players), chance.random()
    yield play
    while not play.state.over:
        play = play.plays(len(play.moves), text_by_chance(play, chance, keen))
        yield play


def texts(state: Land) -> list[str]:
    """Without the seat: every word with every object that exists on this board and at this table."""
    names = state.board.map.territories
    seats = [str(seat) for seat in state.setup.seats]
    found = [f"{word} {name}" for word in ("take", "move") for name in names]
    found += [f"place {kind} {name}" for kind, name in product(KINDS, names)]
    found += [f"kind {kind}" for kind in KINDS] + ["draw 1", "draw 2", "done", "pass"]
    found += [f"figure {figure}" for figure in FIGURES]
    found += [f"pick {card}" for card in (*KINDS, "double", "scorpion")]
    for kind in KINDS:
        for way, targets in (("remove", seats), ("out", names), ("in", names)):
            found += [f"play {kind} {way} {target}" for target in targets]
            found += [f"play double {kind} {way} {target}" for target in targets]
            found += [f"play double {kind} {way} {a} {b}" for a, b in product(targets, targets)]
    return found


def canonical(state: Land, text: str) -> str:
    """The order of a double's two targets has no meaning: seats ascending, territories in board order."""
    words = text.split(" ")
    if words[:2] == ["play", "double"] and len(words) == 6:
        names = state.board.map.territories
        words[4:] = sorted(words[4:], key=int if words[3] == "remove" else names.index)
    return " ".join(words)
