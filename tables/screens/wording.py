"""Refusals and the reasons that rules give, in the language of the screen."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tables.game.refusal import Phrase
from tables.sentences import recorded


def worded(text: object) -> object:
    """A part of a sentence as the screen says it; what is no text stays as it is."""
    if isinstance(text, Phrase):
        return _(text.template).format(**{name: worded(part) for name, part in text.params.items()})
    return recorded(text) if isinstance(text, str) else text


def refusal(refused: Exception) -> str:
    """Why something is refused or not allowed: its `template` with `params`, else its `reason`."""
    text = str(worded(getattr(refused, "template", None) or str(getattr(refused, "reason", ""))))
    params: dict[str, object] = getattr(refused, "params", {})
    return text.format(**{name: worded(part) for name, part in params.items()}) if params else text
