"""The floor's plain page: conditions, tables and their settings, opening and closing, people and devices at tables, the
fee schedule in force.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from audit.services import Author, CommandRefused
from cardroom.accounts import services as people
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import ADMIN, FLOOR
from cardroom.accounts.services import author_for
from cardroom.accounts.terminals import terminal_of
from fees.selectors import active_schedule
from tables import furnishing, services
from tables.game import registry
from tables.game.base import Refused, Variant
from tables.models import Condition, DisplayKey, Table
from tables.pairing import paired_table
from tables.screens import has_screen, screen_of, wording
from tables.screens.attending import called
from tables.screens.people import alerts_now, paired_devices
from tables.screens.status import stage
from tables.selectors import all_tables, current
from tables.services import Command
from tables.views.orders import cents
from tables.views.people import ACTIONS

TABLE_WORDS = frozenset({"table", "condition", "source", "answered", "resume"})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def floor(request: HttpRequest) -> HttpResponse:
    """Show the page; a posted form does one thing and comes back. What is refused changes nothing (422, 403)."""
    person = request.user
    if not isinstance(person, Person) or not person.roles & {FLOOR, ADMIN}:
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, person)
    command_id, _colon, action = request.POST.get("do", "").partition(":")
    try:
        done = _carried_out(request, person, command_id, action)
    except (Refused, CommandRefused, NotAllowed, people.Refused) as refused:
        reason = wording.refusal(refused)
        return _page(request, person, refusal=reason, status=403 if isinstance(refused, NotAllowed) else 422)
    messages.success(request, done)
    return redirect("tables:floor")


def _carried_out(request: HttpRequest, person: Person, command_id: str, action: str) -> str:
    """Do what the button says; what was done, in words. Raises Refused (of tables, of people), CommandRefused or
    NotAllowed.
    """
    form, terminal = request.POST, terminal_of(request)
    word, _space, rest = action.partition(" ")
    if word == "at":  # `at 3 table open`: a text of table 3
        number, _space, text = rest.partition(" ")
        words = [text, *(extra for extra in form.getlist("words") if extra)]
        if text.split(" ", maxsplit=1)[0] not in TABLE_WORDS:
            raise Refused("unknown_action", "This page has no action {word!r}.", word=text[:20])
        services.act(
            table=_whole(number), person=person, terminal=terminal, order=Command(command_id, " ".join(words))
        )
        return _("Table {number}: done.").format(number=number)
    if word not in _FURNISHING:
        raise Refused("unknown_action", "This page has no action {word!r}.", word=word[:20])
    role = FLOOR if FLOOR in person.roles else ADMIN
    return _FURNISHING[word](form, rest, command_id, author_for(person, role, terminal))


def _add_condition(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    amount = cents(form.get("amount", ""))
    made = furnishing.add_condition(
        amount=amount,
        cheque_value=cents(form.get("cheque_value", "") or form.get("amount", "")),
        odd_chip_unit=cents(form.get("odd_chip_unit", "") or "1"),
        min_seats=_whole(form.get("min_seats", "") or "2"),
        max_seats=_whole(form.get("max_seats", "") or "10"),
        command_id=command_id,
        author=author,
    )
    return _("Condition {condition} can be chosen now.").format(condition=made)


def _retire_condition(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    furnishing.retire_condition(condition=_whole(rest), command_id=command_id, author=author)
    return _("No table can choose this condition again.")


def _add_table(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    variant = registry.get(form.get("variant", "")).key
    if not has_screen(variant):
        raise Refused("unknown_variant", "There is no variant {key!r}.", key=variant)
    made = furnishing.add_table(
        number=_whole(form.get("number", "")),
        name=form.get("name", ""),
        variant=variant,
        command_id=command_id,
        author=author,
    )
    return _("Table {number} has been added; it is closed.").format(number=made.number)


def _configure(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    number = _whole(rest)
    row = next((table for table in all_tables() if table.number == number), None)
    if row is None:
        raise Refused("no_such_table", "There is no table {number}.", number=number)
    house = registry.get(row.variant).rules
    chosen = {name: form.get(f"rule_{name}", "") for name in house.settings()}
    rules: dict[str, Any] = {name: house.from_word(name, word) for name, word in chosen.items() if word}
    changes: dict[str, object] = {
        n: form[n] for n in ("drop_when", "source", "shuffle", "deck", "box", "shift") if n in form
    }
    furnishing.configure_table(table=number, command_id=command_id, author=author, rules=rules, **changes)
    return _("Table {number}: the settings hold from the next hand on.").format(number=number)


def _watch(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    number = _whole(rest)
    furnishing.watch_table(
        table=number,
        count_every=_whole(form.get("count_every", "") or "0"),
        display_delay=_whole(form.get("display_delay", "") or "0"),
        command_id=command_id,
        author=author,
    )
    return _("Table {number}: count and display are set.").format(number=number)


def _link_display(form: QueryDict, rest: str, command_id: str, author: Author) -> str:
    number = _whole(rest)
    furnishing.link_display(table=number, command_id=command_id, author=author)
    return _("Table {number}: its public display has a new address.").format(number=number)


_FURNISHING: dict[str, Callable[[QueryDict, str, str, Author], str]] = {
    "add_condition": _add_condition,
    "retire_condition": _retire_condition,
    "add_table": _add_table,
    "configure": _configure,
    "watch": _watch,
    "link_display": _link_display,
    **ACTIONS,
}


def _whole(text: str) -> int:
    """A whole number as typed. Raises Refused (`bad_number`)."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused("bad_number", "{text!r} is no whole number.", text=text[:20])
    return int(text)


def _page(request: HttpRequest, person: Person, refusal: str = "", status: int = 200) -> HttpResponse:
    context = {
        "refusal": refusal,
        "typed": request.POST if refusal else {},
        "is_floor": FLOOR in person.roles,
        "conditions": Condition.objects.filter(active=True),
        "retired": Condition.objects.filter(active=False),
        "tables": [_table(table) for table in all_tables()],
        "games": [(game.key, game.name) for game in registry.variants() if has_screen(game.key)],
        "sources": Table.Source.choices,
        "drops": Table.Drop.choices,
        "shuffles": [("hand", _("by hand")), ("machine", _("by machine"))],
        "schedule": active_schedule(),
        "alerts": alerts_now(),
        "devices": paired_devices(),
        "terminal": terminal_of(request),
        "stands_at": paired_table(terminal_of(request)),
    }
    return render(request, "tables/floor.html", context, status=status)


def _table(table: Table) -> dict[str, Any]:
    told = current(table)
    hand = told.hand if told is not None and not told.hand.closed else None
    variant: Variant[Any] = registry.get(table.variant)
    defaults = variant.rules().composed()
    return {
        "row": table,
        "called": called(table),
        "display": DisplayKey.objects.filter(table=table.number).values_list("key", flat=True).first(),
        "game": variant.name,
        "stage": stage(table, hand),
        "busy": hand is not None and not hand.settled,
        "rules": [
            {
                "name": name,
                "label": label,
                "choices": words.items(),
                "now": str(table.rules.get(name, defaults[name])),
            }
            for name in (variant.rules.settings() if has_screen(table.variant) else ())
            for label, words in [screen_of(table.variant).rule_words(name)]
        ],
    }
