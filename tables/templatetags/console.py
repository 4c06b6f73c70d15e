"""What the templates of tables say: commands with an id each, amounts, cards."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Protocol

from django import template
from django.contrib.staticfiles.finders import find
from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from cardroom.accounts.roles import PLAYER, ROLES, role_name
from fees.core.schedule import dollars as in_dollars
from tables.screens import money
from tables.screens.cards import Card, in_signs

register = template.Library()


class Key(Protocol):
    """A key of a pad: `lies` says where its card lies already, `short` the same on the key itself."""

    card: Card
    action: str
    lies: str
    short: str


@register.simple_tag
def do(*words: object) -> SafeString:
    """Name and value of a button that sends one action. Its command id is made here: sent twice it is one command."""
    return format_html('name="do" value="{}:{}"', uuid.uuid4().hex, " ".join(map(str, words)))


@register.simple_tag
def face(card: Card) -> SafeString:
    """What a card shows to eyes: rank, shape and letter of the suit."""
    return _face(card.text)


@cache
def _face(text: str) -> SafeString:
    card = Card(text)
    return format_html(
        '<span class="card-rank" aria-hidden="true">{}</span><span class="card-suit" aria-hidden="true">'
        '<svg class="shape"><use href="#suit-{}"></use></svg><span class="card-letter">{}</span></span>',
        card.rank,
        card.suit,
        card.suit,
    )


@register.simple_tag
def sample() -> list[Card]:
    """A card of each suit."""
    return [Card("Qs"), Card("Kh"), Card("Td"), Card("7c")]


@register.simple_tag
def card_keys(keys: Iterable[Key]) -> SafeString:
    """The keys of a row of a pad, written here and not by a template for each: there are fifty-two in every answer."""
    return mark_safe("".join(map(_key, keys)))  # noqa: S308  # every part is escaped in _key


def _key(key: Key) -> str:
    card, action = key.card, escape(key.action)
    if key.lies:
        name = f"{escape(card.name)}, {escape(key.lies)}"
        look, where = "is-out", f'<span class="key-where" aria-hidden="true">{escape(key.short)}</span>'
    else:
        name, look, where = escape(card.name), f"suit-{card.suit}", ""
    return (
        f'<button type="submit" class="key {look}"{" disabled" if key.lies else ""} data-card="{card.text}" name="do"'
        f' value="{uuid.uuid4().hex}:{action}"><span class="unseen">{name}</span>{_face(card.text)}{where}</button>'
    )


@register.simple_tag
def game_styles(key: str) -> SafeString:
    """The style sheets of a game that has some of its own: `static/css/variants/<key>/`."""
    return _game_styles(key)


@cache
def _game_styles(key: str) -> SafeString:
    folder = find(f"css/variants/{key}")
    names = sorted(file.name for file in Path(str(folder)).glob("*.css")) if folder else []
    links = ((static(f"css/variants/{key}/{name}"),) for name in names)
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)


@register.filter
def room_time(at: str) -> str:
    """The time of day in the room, of a record's `at`."""
    return localtime(datetime.fromisoformat(at)).strftime("%H:%M:%S")


@register.filter
def role(name: str) -> str:
    """The role that a record names, as a screen says it."""
    return role_name(name) if name in (*ROLES, PLAYER) else name


@register.filter
def dollars(cents: int) -> str:
    return in_dollars(cents)


@register.filter
def cheques(cents: int, value: int) -> str:
    return money.cheques(cents, value)


@register.filter
def signs(text: str) -> str:
    return in_signs(text)
