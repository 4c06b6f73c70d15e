"""What the templates of Boomerang show: its pictures, its cards and the keys of its pad."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tables.screens.boomerang_hunt.pad import Key
from tables.screens.boomerang_hunt.pictures import Animal, Land

register = template.Library()
SPRITE = "variants/boomerang_hunt.svg"


@cache
def _picture(name: str) -> SafeString:
    return format_html(
        '<svg class="picture" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static(SPRITE),
        name,
    )


@register.simple_tag
def picture(name: str) -> SafeString:
    """A picture of the sprite, for eyes alone."""
    return _picture(name)


@register.simple_tag
def land(one: Land) -> SafeString:
    """A territory as a token shows it: icon, word and colour."""
    return format_html(
        '<span class="land land-{}">{}<span class="land-name">{}</span>'
        '<span class="land-letters" aria-hidden="true">{}</span></span>',
        one.key,
        _picture(one.key),
        one.name,
        one.letters,
    )


@register.simple_tag
def animal_card(card: Animal) -> SafeString:
    """A card of the hunt: the animal, and below it its two territories."""
    one, other = card.lands
    return format_html(
        '<span class="animal" data-card="{}"><span class="unseen">{}</span>{}<span class="lands" aria-hidden="true">'
        "{}{}</span></span>",
        card.text,
        card.name,
        _picture(card.species),
        land(one),
        land(other),
    )


@register.simple_tag
def animal_keys(keys: Iterable[Key]) -> SafeString:
    """The keys of a row of the pad, written here and not by a template for each."""
    return mark_safe("".join(map(_key, keys)))  # noqa: S308  # every part is escaped in _key


def _key(key: Key) -> str:
    name = escape(f"{key.card.name}, {key.lies}" if key.lies else key.card.name)
    halves = "".join(
        f'<span class="half land-{one.key}" aria-hidden="true">{_picture(one.key)}{escape(one.letters)}</span>'
        for one in key.card.lands
    )
    where = f'<span class="key-where" aria-hidden="true">{escape(key.short)}</span>' if key.lies else ""
    return (
        f'<button type="submit" class="key{" is-out" if key.lies else ""}"{" disabled" if key.lies else ""}'
        f' data-card="{escape(key.card.text)}" name="do" value="{uuid.uuid4().hex}:{escape(key.action)}">'
        f'<span class="unseen">{name}</span>{halves}{where}</button>'
    )
