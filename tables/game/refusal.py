"""What is refused, and why: the one exception of the rules, and numbers as records write them. Pure."""

from __future__ import annotations

import re
from typing import Self


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogue of translations and leave it as it is."""
    return text


class Phrase(str):
    """A sentence or a part of one with what it was made of: a screen can say it in another language."""

    __slots__ = ("params", "template")
    template: str
    params: dict[str, object]

    def __new__(cls, template: str, **params: object) -> Self:
        made = super().__new__(cls, template.format(**params) if params else template)
        made.template, made.params = template, params
        return made


_NUMBER = re.compile(r"0|[1-9][0-9]*")


class Refused(Exception):
    """An action that the rules or the form of a record do not admit; the state is untouched.

    `code` is stable and listed in docs/records.md, never renamed. `reason` says why and what to do, and only what the
    actor may know.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        self.code = code
        self.template = template
        self.params = params
        super().__init__(code, self.reason)

    @property
    def reason(self) -> str:
        return self.template.format(**self.params) if self.params else self.template


def number(word: str, *, least: int = 0, most: int = 10**9) -> int:
    """A decimal number as records write it: no sign, no leading zero. Raises Refused (`bad_number`)."""
    if not _NUMBER.fullmatch(word) or len(word) > len(str(most)) or not least <= int(word) <= most:
        raise Refused(
            "bad_number",
            "{word!r} is not a number from {least} to {most}.",
            word=word,
            least=least,
            most=most,
        )
    return int(word)
