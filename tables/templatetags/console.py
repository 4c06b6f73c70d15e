"""What the templates of tables say: commands with an id each, amounts, cards."""

from __future__ import annotations

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tables.screens import money
from tables.screens.cards import Card, in_signs
from tables.sentences import dollars as in_dollars

register = template.Library()


@register.simple_tag
def do(*words: object) -> SafeString:
    """Name and value of a button that sends one action. Its command id is made here: sent twice it is one command."""
    return format_html('name="do" value="{}:{}"', uuid.uuid4().hex, " ".join(map(str, words)))


@register.filter
def dollars(cents: int) -> str:
    return in_dollars(cents)


@register.filter
def cheques(cents: int, value: int) -> str:
    return money.cheques(cents, value)


@register.filter
def signs(text: str) -> str:
    return in_signs(text)


@register.filter
def card(text: str) -> Card:
    return Card(text)
