"""Wongar (Moon & Borg, 2000): pieces on sacred sites, Ancestor and Elder, Ceremonies, and a Scorpion that ends it.

One engine for two variants, the basic form and the Game for the Initiated; board, cards and what differs are data.
Source: the published rules of the game, cited as S:n; where they are silent, the rulings W1-W63. Pure: no Django, no
clock, no random.
"""

from __future__ import annotations

from typing import Any

from tables.game.base import Draw, Event, Prompt, Setup, Variant, Verb
from tables.variants.wongar import (
    ceremony_checks,
    ceremony_events,
    chance_checks,
    consequences,
    options,
    piles,
    round_events,
    scoring,
    seen,
    set_up_events,
    turn_checks,
    turn_events,
)
from tables.variants.wongar.board import HOUSE_BOARD, Board
from tables.variants.wongar.cards import AT_FIRST, BASIC, INITIATED, KINDS, PIECES, Form
from tables.variants.wongar.land import Land, Stack, WongarRules


class Wongar(Variant[Land]):
    """The basic form. Another board may be given in the place of the house's."""

    key = "wongar"
    name = "Wongar"
    seats = range(3, 6)
    rules = WongarRules
    own_screens = True
    sources = ("Wongar, rules by Moon and Borg (2000)", "House component set: map and Scorpion track")
    form: Form = BASIC
    events = (*set_up_events.EVENTS, *round_events.EVENTS, *turn_events.EVENTS, *ceremony_events.EVENTS)
    table = {
        "reveal": Verb(chance_checks.check_reveal, "reveal emu triple", chance=True),
        "piece": Verb(chance_checks.check_piece, "piece 2 disc emu", chance=True),
        "ritual": Verb(chance_checks.check_ritual, "ritual 2 cube", chance=True, secret=True),
        "figures": Verb(chance_checks.check_figures, "figures 1 4", chance=True),
    }
    seat = {
        "take": Verb(turn_checks.check_take, "2 take emu"),
        "place": Verb(turn_checks.check_place, "2 place disc emu"),
        "kind": Verb(turn_checks.check_kind, "2 kind cube"),
        "draw": Verb(turn_checks.check_draw, "2 draw 1"),
        "done": Verb(turn_checks.check_done, "2 done"),
        "move": Verb(turn_checks.check_move, "2 move snake"),
        "play": Verb(ceremony_checks.check_play, ceremony_checks.SINGLE_FORM, secret=True),
        "pass": Verb(ceremony_checks.check_pass, "2 pass"),
    }

    def __init__(self, board: Board = HOUSE_BOARD) -> None:
        if sum(map(board.map.share, board.map.territories)) != AT_FIRST * len(KINDS):
            raise ValueError("what each seat has on the board at first fills the map")
        self.board = board

    def start(self, setup: Setup) -> Land:
        seats, form, names = setup.seats, self.form, self.board.map.territories
        own = [(seat, kind) for seat in seats for kind in KINDS]
        return Land(
            setup,
            board=self.board,
            form=form,
            supply={(seat, kind): PIECES[kind] - AT_FIRST for seat, kind in own},
            start=dict.fromkeys(own, AT_FIRST),
            pieces={name: {} for name in names},
            stacks={name: Stack(form.stack) for name in names},
            collected=dict.fromkeys(seats, ()),
            rituals=form.rituals,
            hands=dict.fromkeys(seats, ("double",) * form.doubles),
            figure_cards=dict.fromkeys(seats, form.figure_cards),
            score=dict.fromkeys(seats, 0),
        )

    def consequence(self, state: Land) -> Event | None:
        return consequences.consequence(state)

    def prompts(self, state: Land) -> list[Prompt]:
        return options.prompts(state)

    def chance(self, state: Land) -> Draw | None:
        return piles.due(state)

    def stuck(self, state: Land) -> str | None:
        return None

    def posted(self, state: Land) -> dict[int, int]:
        return dict.fromkeys(state.setup.seats, state.setup.condition)

    def piles(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        return piles.contents(self.start(setup))

    def view(self, state: Land, viewer: int | str) -> dict[str, Any]:
        return seen.view(state, viewer)

    def outcome(self, state: Land) -> dict[str, Any]:
        scores = {str(seat): points for seat, points in scoring.scores(state).items()}
        return {"scores": scores, "scorpion": state.scorpion}


class WongarInitiated(Wongar):
    """The Game for the Initiated: what differs is its form, and the actions that it has more or less (S:103-130)."""

    key = "wongar_initiated"
    name = "Wongar, the Game for the Initiated"
    form = INITIATED
    table = {word: verb for word, verb in Wongar.table.items() if word != "piece"}
    seat = {
        **Wongar.seat,
        "figure": Verb(turn_checks.check_figure, "2 figure elder"),
        "pick": Verb(turn_checks.check_pick, "2 pick cube", secret=True),
    }


VARIANTS = (Wongar(), WongarInitiated())
