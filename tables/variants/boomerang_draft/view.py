"""What a viewer sees of a drafting game: a seat its own hand, Throw, pick and choice, of the others what lies face up.

Pure. `"public"` sees nothing that is secret, `"all"` everything but the cards that nobody was dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tables.variants.boomerang_draft import scoring
from tables.variants.boomerang_draft.deck import in_order
from tables.variants.boomerang_draft.journey import HAND, SKIP, Journey, Line


def view(state: Journey, viewer: int | str) -> dict[str, Any]:
    """JSON-able. By seat where a seat is a key; cards are letters.

    `rows` are face up: Throw first and Catch last once they have seven cards. `hands`, `throws`, `picks` and `choices`
    hold what this viewer may know; `cards`, `picked` and `chosen` how many and who. `sheets` are the finished rounds,
    `used` what was scored in them; `regions` who won which bonus.
    """
    seats, edition = state.setup.seats, state.edition
    shown = seats if viewer == "all" else tuple(seat for seat in seats if seat == viewer)
    throws = seats if state.revealed else shown
    return {
        "stand_in_deck": edition.deck.stand_in,
        "round": state.round,
        "step": state.step if state.picking else None,
        "phase": _phase(state),
        "cards": {str(seat): len(state.hands.get(seat, ())) for seat in seats},
        "hands": _known(state.hands, shown),
        "throws": _known(state.throws, throws),
        "picks": _known(state.picks, shown),
        "picked": [seat for seat in seats if seat in state.picks],
        "choices": _known(state.choices, shown),
        "chosen": [seat for seat in seats if seat in state.choices],
        "rows": {str(seat): list(state.rows.get(seat, ())) for seat in seats},
        "passes_to": {str(seat): state.to_the_left(seat) for seat in seats},
        "crossed": {str(seat): list(in_order(scoring.crossed_off(_lines(state, seat)))) for seat in seats},
        "regions": {region: _won_by(state, region) for region in edition.deck.regions},
        "used": {str(seat): _used(state, seat) for seat in seats},
        "sheets": {str(seat): [_shown(state, line) for line in _lines(state, seat)] for seat in seats},
        "scores": {str(seat): scoring.scores(edition, _lines(state, seat)) for seat in seats},
    }


def rounds(state: Journey) -> dict[str, list[dict[str, int]]]:
    """The finished rounds of every seat, in the categories of the score sheet."""
    return {
        str(seat): [scoring.scores(state.edition, [line]) for line in _lines(state, seat)]
        for seat in state.setup.seats
    }


def totals(state: Journey) -> dict[str, dict[str, int]]:
    """Every seat's points as they stand."""
    return {str(seat): scoring.scores(state.edition, _lines(state, seat)) for seat in state.setup.seats}


def _lines(state: Journey, seat: int) -> tuple[Line, ...]:
    return state.sheets.get(seat, ())


def _phase(state: Journey) -> str:
    if state.over:
        return "over"
    if state.dealing:
        return "dealing"
    return "picking" if state.step < HAND else "choosing"


def _known(held: Mapping[int, Any], seats: Iterable[int]) -> dict[str, Any]:
    return {str(seat): _json(held[seat]) for seat in seats if seat in held}


def _json(value: str | tuple[str, ...]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)


def _used(state: Journey, seat: int) -> list[str]:
    return [line.choice for line in _lines(state, seat) if line.choice != SKIP]


def _won_by(state: Journey, region: str) -> list[int]:
    return [s for s in state.setup.seats if any(region in line.completed for line in _lines(state, s))]


def _shown(state: Journey, line: Line) -> dict[str, Any]:
    return {
        "row": list(line.row),
        "choice": line.choice,
        "completed": list(line.completed),
        **scoring.scores(state.edition, [line]),
    }
