"""Random games whose players have secrets, in every game that has some: replayed with other secrets they look the same
to whoever may not know them, in all that screens and the API are made from, and refuse the same for the same reason.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tables.chronicle import Told
from tables.game import registry
from tables.game.actions import Room, act
from tables.game.base import Draw, Refused, Variant
from tables.game.hand import Hand, opened
from tables.game.play import Play, acting_seat, begin
from tables.game.records import set_up
from tables.policies import chosen_in_secret
from tables.screens.offers import silent
from tables.screens.seen import PUBLIC, seen_of
from tables.selectors import hand_view
from tables.variants.boomerang_draft.deck import LETTERS
from tables.variants.boomerang_draft.journey import Journey
from tables.variants.boomerang_hunt.camp import Camp
from tables.variants.boomerang_hunt.deck import TERRITORIES
from tables.variants.wongar.cards import KINDS
from tests.dealing import opening
from tests.wongar_by_chance import land
from tests.wongar_by_chance import texts as wongar_texts

AT = datetime(2031, 5, 17, tzinfo=UTC)
ROOM = Room(reason="seen on the tape", rule="H-4")
LOOKS = 40
"""How often twins are compared in each game."""

Changed = dict[int, str]
"""Texts that say other secrets, by the place of the move in the game."""


@dataclass(frozen=True)
class Secrets:
    """A game's secrets: `other(chance, play, viewer)` names other ones that this viewer may not tell from those there
    are, {} where there are none; `texts` are what is tried, without the seat.
    """

    other: Callable[[random.Random, Play, int | str], Changed]
    texts: Callable[[random.Random, Play], list[str]]


def round_begun(play: Play) -> int:
    """The place of the first move of the round that is played now."""
    ends = [
        at
        for at, move in enumerate(play.moves)
        if any(e.type.endswith(("round_begun", "draft_begun")) for e in move.events)
    ]
    return ends[-1] + 1 if ends else 0


def other_territories(chance: random.Random, play: Play, viewer: int | str) -> Changed:
    state = play.state
    assert isinstance(state, Camp)
    if state.captures:
        return {}
    return {
        at: f"{move.events[0].secret_to} choose {chance.choice(TERRITORIES)}"
        for at, move in enumerate(play.moves)
        if at >= round_begun(play) and move.events[0].secret_to not in (None, viewer)
    }


def other_cards(chance: random.Random, play: Play, viewer: int | str) -> Changed:
    """Two cards that the viewer has never seen in this round lie each in the other's place; and what others score."""
    state = play.state
    assert isinstance(state, Journey)
    known = {card for row in state.rows.values() for card in row} | set(state.hands.get(viewer, ()))  # type: ignore[arg-type]
    known |= {held[viewer] for held in (state.throws, state.picks) if viewer in held}  # type: ignore[index]
    known |= set(state.dealt.get(viewer, ()))  # type: ignore[arg-type]
    hidden = [card for card in LETTERS if card not in known]
    one, two = chance.sample(hidden, 2) if len(hidden) > 1 else ("", "")
    swap = {one: two, two: one}
    changed = {}
    for at, move in enumerate(play.moves):
        if at < round_begun(play):
            continue
        first, *words = move.text.split(" ")
        keep = 1 if first.isdecimal() or first == "deal" else 0
        said = " ".join([first, *words[:keep], *(swap.get(word, word) for word in words[keep:])])
        if move.events[0].type == "hand.scoring_chosen" and move.events[0].secret_to not in (None, viewer):
            (prompt,) = (p for p in play.variant.prompts(play.moves[at - 1].state) if str(p.seat) == first)
            said = f"{first} {chance.choice(prompt.options)}"
        if said != move.text:
            changed[at] = said
    return changed


def other_rituals(chance: random.Random, play: Play, viewer: int | str) -> Changed:
    """One ritual card that came to another was another kind. Who picks from the stack sees what it holds."""
    state = land(play)
    if state.form.picks and state.owed and state.owed_seat == viewer:
        return {}
    received = [
        at
        for at, move in enumerate(play.moves)
        if move.events[0].secret_to not in (None, viewer) and move.text.rpartition(" ")[2] in KINDS
    ]
    if not received:
        return {}
    at = chance.choice(received[-12:])
    text = play.moves[at].text
    return {at: f"{text.rpartition(' ')[0]} {chance.choice(KINDS)}"}


GAMES = {
    "boomerang_hunt": Secrets(
        other_territories,
        lambda chance, play: ["throw", "stop", *(f"choose {name}" for name in TERRITORIES)],
    ),
    **{
        f"boomerang_{edition}": Secrets(
            other_cards,
            lambda chance, play: [
                "skip",
                "activity swimming",
                *(f"pick {card}" for card in chance.sample(LETTERS, 12)),
            ],
        )
        for edition in ("australia", "europe")
    },
    **{
        key: Secrets(other_rituals, lambda chance, play: chance.sample(wongar_texts(land(play)), 20))
        for key in ("wongar", "wongar_initiated")
    },
}


def came(chance: random.Random, draw: Draw) -> str:
    """What the shoe might deal."""
    cards: list[str] = []
    part: Draw | None = draw
    while part is not None:
        cards += chance.sample(part.contents, part.take)
        part = part.then
    return draw.form.replace("{}", " ".join(cards))


def played(chance: random.Random, variant: Variant[Any]) -> Iterator[Play]:
    """A random game, move by move."""
    seats = sorted(chance.sample(range(1, 11), chance.choice([n for n in variant.seats if n > 2])))
    play = begin(variant, set_up(variant, seats=seats, condition=500, rules={}, extra={}))
    while not play.state.over:
        yield play
        draw, prompts = variant.chance(play.state), variant.prompts(play.state)
        if draw is not None:
            text = came(chance, draw)
        else:
            prompt = chance.choice(prompts)
            text = f"{prompt.seat} {chance.choice(prompt.options)}"
        play = play.plays(len(play.moves) + 1, text)


def again(play: Play, changed: Mapping[int, str]) -> Play | None:
    """The same game with other secrets; None where it would not have gone the same way for everybody."""
    twin = begin(play.variant, play.setup)
    for at, move in enumerate(play.moves):
        try:
            twin = twin.plays(move.n, changed.get(at, move.text))
        except Refused:
            return None
        if _public(twin.moves[-1].events) != _public(move.events):
            return None
    return twin


def _public(events: tuple[Any, ...]) -> list[object]:
    return [event for event in events if event.secret_to is None]


def at_table(play: Play, source: str) -> Hand:
    """The hand in which this is played; everybody has posted."""
    setup, variant = play.setup, play.variant
    about = {"variant": variant.key, "rules": setup.rules.composed(), "min_seats": 2, "max_seats": 10}
    hand = opened({**opening(seats=setup.seats, source=source), **about})
    paid = dict.fromkeys(setup.seats, 500), dict.fromkeys(setup.seats, 100)
    return replace(hand, play=play, posts=paid[0], fees=paid[1], n=len(play.moves) + 1)


def shown(hand: Hand, viewer: int | str) -> tuple[object, ...]:
    """All that screens and the API are made from for this viewer; to everybody also what the floor is offered."""
    told = Told(hand, "T12", 4711, 4711 + hand.n, "p1", AT, AT)
    offered = silent(hand, str) if viewer == PUBLIC else None
    return seen_of(hand, viewer), hand_view(told, viewer), hand.frozen, hand.kept_out, offered


def tried(hand: Hand, text: str) -> tuple[str, str]:
    """How a text is refused; "" if it is not."""
    try:
        act(hand, text, ROOM)
    except Refused as refused:
        return refused.code, refused.reason
    return "", ""


def tries(chance: random.Random, game: Secrets, play: Play, viewer: int | str) -> list[str]:
    """What this viewer may send: a player for his seat, the house all but what a player chooses in secret."""
    texts = game.texts(chance, play)
    if viewer != PUBLIC:
        return [f"{viewer} {text}" for text in texts]
    numbers = [move.n for move in play.moves[-4:]]
    seat = chance.choice(play.setup.seats)
    found = [f"{seat} {text}" for text in texts] + [f"undo {n}" for n in numbers] + ["void", "dispute", "pay"]
    found += [move.text for move in play.moves[-6:]]
    found += [
        f"correct {n} {text}"
        for n in numbers
        for text in (*found[:4], *(move.text for move in play.moves[-2:]))
    ]
    return [text for text in found if not chosen_in_secret(text.split(" "), play.variant)]


def looks_the_same(chance: random.Random, game: Secrets, play: Play) -> bool:
    """To a viewer by chance; False where no other secret was found that he could not tell."""
    viewer = chance.choice((*play.setup.seats, PUBLIC))
    changed = game.other(chance, play, viewer)
    twin = again(play, changed) if changed else None
    if twin is None or twin.moves == play.moves:
        return False
    source = chance.choice(("pad", "reader", "electronic"))
    hands = [at_table(one, source) for one in (play, twin)]
    assert shown(hands[0], viewer) == shown(hands[1], viewer)
    for text in tries(chance, game, play, viewer):
        assert tried(hands[0], text) == tried(hands[1], text), text
    last = play.moves[-1]
    alone = (
        len(last.events) == 1 and acting_seat(last.text) != viewer
    )  # taken back, he would see what he saw then
    for done in ("dispute", *([f"undo {last.n}"] if alone else [])):
        after = [act(hand, done, ROOM)[1] for hand in hands]
        assert shown(after[0], viewer) == shown(after[1], viewer), done
    return True


def test_every_game_with_secrets_is_played_here() -> None:
    assert set(GAMES) == {game.key for game in registry.variants() if game.own_screens}


@pytest.mark.parametrize("key", GAMES)
def test_other_secrets_look_the_same_to_others(key: str) -> None:
    chance, compared = random.Random(key), 0
    while compared < LOOKS:
        for play in played(chance, registry.get(key)):
            if play.moves and chance.random() < 0.2:
                compared += looks_the_same(chance, GAMES[key], play)


@pytest.mark.parametrize("key", GAMES)
def test_other_secrets_look_otherwise_to_whose_they_are(key: str) -> None:
    """Or nothing is compared above."""
    chance, differ = random.Random(key), 0
    for play in played(chance, registry.get(key)):
        changed = GAMES[key].other(chance, play, PUBLIC) if play.moves else {}
        twin = again(play, changed) if changed else None
        if twin is not None and twin.moves != play.moves:
            hands = [at_table(one, "electronic") for one in (play, twin)]
            differ += any(shown(hands[0], seat) != shown(hands[1], seat) for seat in play.setup.seats)
        if differ > 5:
            return
    assert differ
