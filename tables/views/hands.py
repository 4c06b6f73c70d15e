"""Finished hands: a table's list, and one hand to be stepped through, record by record."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cardroom.accounts.models import Person
from cardroom.accounts.selectors import names_of
from fees.selectors import collection
from tables import policies
from tables.chronicle import NoSuchHand, Told, records_of
from tables.game import registry
from tables.game.hand import Hand
from tables.models import Table
from tables.screens import screen_of
from tables.screens.chair import reliefs
from tables.screens.money import arithmetic, pot_of
from tables.screens.places import places_of
from tables.screens.telling import said
from tables.selectors import at_step, finished_hand, finished_hands, get_table, history

PAGE = 20


@require_safe
def finished(request: HttpRequest, number: int) -> HttpResponse:
    """The finished hands of a table, newest first. `?before=4711` goes on below the hand of that number."""
    _may_look(request)
    table = get_table(number)
    if table is None:
        raise Http404
    before = request.GET.get("before", "")
    below = int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else None
    rows = finished_hands(table, below, PAGE + 1)
    names = names_of(row.dealer for row in rows)
    shown = [{"row": row, "number": row.first_seq, "dealer": names[row.dealer]} for row in rows[:PAGE]]
    context = {
        "table": table,
        "hands": shown,
        "first_page": below is None,
        "older": shown[-1]["number"] if len(rows) > PAGE else None,
    }
    return render(request, "tables/hands.html", context)


@require_safe
def step(request: HttpRequest, stream: str, first: int) -> HttpResponse:
    """A finished hand as it stood after one of its records: `?at=SEQ`, without it after the last."""
    _may_look(request)
    table = (
        get_table(int(stream[1:]))
        if stream[:1] == "T" and stream[1:].isdecimal() and len(stream) < 8
        else None
    )
    if table is None:
        raise Http404
    try:
        told = finished_hand(f"{stream}/{first}")
        seq = _at(request.GET.get("at", ""), told)
        then = at_step(told, seq)
    except NoSuchHand:
        raise Http404 from None
    return render(request, "tables/hand.html", _stepped(table, told, then, seq))


def _may_look(request: HttpRequest) -> None:
    if not isinstance(request.user, Person) or not policies.may_look(request.user):
        raise PermissionDenied


def _at(word: str, told: Told) -> int:
    """The sequence that a query names, the last one for none. Raises NoSuchHand."""
    if not word:
        return told.last_seq
    if not (word.isascii() and word.isdecimal() and len(word) < 18):
        raise NoSuchHand(told.hand.id)
    return int(word)


def _stepped(table: Table, told: Told, then: Told, seq: int) -> dict[str, Any]:
    turns = reliefs(told)
    names = names_of([told.dealer, *(turn.person for turn in turns)])
    took = [(turn, names[turn.person]) for turn in turns]
    steps, before = history(told), 0
    for shown, record in zip(steps, records_of(told), strict=True):
        shown["said"] = said(record, told.hand.variant.key, whole=True)
        shown["reliefs"] = [(turn, who) for turn, who in took if before < turn.seq < record.seq]
        before = record.seq
    seqs = [shown["seq"] for shown in steps]
    at = seqs.index(seq)
    screen = screen_of(told.hand.variant.key)
    places = places_of(table, then.hand)
    return {
        "table": table,
        "told": told,
        "hand": then.hand,
        "hand_number": told.hand.id.partition("/")[2],
        "game": registry.get(told.hand.variant.key),
        "public": f"variants/{told.hand.variant.key}/public.html",
        "felt": screen.felt(then.hand, places, frozenset()),
        "pot": pot_of(then.hand, screen.unused(then.hand)),
        "steps": steps,
        "at": seq,
        "place": at + 1,
        "now": steps[at],
        "moves": {
            "first": seqs[0] if at else None,
            "previous": seqs[at - 1] if at else None,
            "next": seqs[at + 1] if at + 1 < len(seqs) else None,
            "last": seqs[-1] if at + 1 < len(seqs) else None,
        },
        "money": _money(told.hand, screen.unused(told.hand)),
        "fees": collection(told.hand.id),
        "dealer": names[told.dealer],
        "reliefs": took,
    }


def _money(hand: Hand, unused: int) -> dict[str, Any]:
    """What was posted in the hand and what was paid out of it; they must be the same to the cent."""
    posted = hand.posted()
    void = hand.state.void is not None
    out = dict((hand.refunded or {}) if void else (hand.paid or {}))
    carried = sum(hand.posts.values()) if hand.carried_to is not None else 0
    rows = [{"seat": seat, "posted": cents, "paid": out.get(seat, 0)} for seat, cents in posted.items()]
    total, paid = sum(posted.values()), sum(out.values())
    return {
        "rows": rows,
        "posted": total,
        "paid": paid,
        "carried": carried,
        "carried_to": hand.carried_to,
        "unused": unused,
        "even": total == paid + carried,
        "arithmetic": arithmetic(hand) if not void else "",
        "void": hand.state.void,
    }
