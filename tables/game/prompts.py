"""Which decisions are open and since when: an answer names its prompt and is stale only once that is closed. Pure."""

from __future__ import annotations

from tables.game.base import Prompt
from tables.game.play import Play, acting_seat, new_prompts


def open_prompts(play: Play) -> dict[int, tuple[int, Prompt]]:
    """By seat: how many moves stood before its open prompt, and the prompt."""
    found: dict[int, tuple[int, Prompt]] = {}
    prompts = play.variant.prompts(play.beginning)
    found = {prompt.seat: (0, prompt) for prompt in prompts}
    before = play.beginning
    for count, move in enumerate(play.moves, start=1):
        now = play.variant.prompts(move.state)
        reopened = before.over and not move.state.over
        opened = new_prompts(prompts, now, acted=acting_seat(move.text), reopened=reopened)
        found = {p.seat: (count, p) if p in opened else found[p.seat] for p in now}
        prompts, before = now, move.state
    return found
