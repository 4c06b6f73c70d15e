"""A posted form as a command: a button carries its id and the action, fields add words, a reason, an alias."""

from __future__ import annotations

import re

from django.http import QueryDict

from tables.game.base import MAX_SEAT, Refused
from tables.services import Answers, Command

_DOLLARS = re.compile(r"\$?([0-9]{1,10})(?:[.]([0-9]{2}))?")


def order_from(form: QueryDict) -> Command:
    """The command that a form sends. Raises Refused (`bad_amount`) for an amount that is none."""
    command_id, _, action = form.get("do", "").partition(":")
    words = [action, *(word for word in form.getlist("words") if word)]
    rule = form.get("rule", "").strip()
    if action == "award":
        words += shares(form)
    elif action.startswith("waive "):
        words.append(rule)
    return Command(
        id=command_id,
        action=" ".join(words),
        answers=Answers(form.get("hand", ""), seq=_sequence(form.get("seq", ""))),
        reason=form.get("reason_text", "").strip() or form.get("reason", "").strip(),
        rule=rule,
        alias=form.get("alias", ""),
    )


def shares(form: QueryDict) -> list[str]:
    """`share_5=30.00` as the words `5 3000`, seat by seat. Raises Refused."""
    words = []
    for seat in range(1, MAX_SEAT + 1):
        if amount := form.get(f"share_{seat}", "").strip():
            words += [str(seat), str(cents(amount))]
    return words


def cents(text: str) -> int:
    """An amount typed in dollars, `30` or `30.50`, in cents. Raises Refused (`bad_amount`)."""
    found = _DOLLARS.fullmatch(text.strip())
    if found is None:
        raise Refused("bad_amount", "{text!r} is no amount: write dollars, e.g. 30 or 17.50.", text=text[:20])
    return int(found[1]) * 100 + int(found[2] or 0)


def _sequence(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else None
