"""Who may sign in to begin with: said on the sign-in page of the demo room, and nowhere else."""

from __future__ import annotations

from django import template

from cardroom.management.commands.demo_room import PASSWORD, PEOPLE
from fees.demo import is_demo
from tables.screens.guide import TABLE

register = template.Library()


@register.inclusion_tag("house/demo_login.html")
def demo_login() -> dict[str, object]:
    """The dealer's login and the table to begin at; nothing where the room is not the demo room."""
    if not is_demo():
        return {"demo": False}
    return {"demo": True, "username": PEOPLE[0][0], "password": PASSWORD, "table": TABLE}
