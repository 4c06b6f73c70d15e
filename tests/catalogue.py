"""Every text that this product's sources mark for translation, and a language that nobody speaks to find what is not.

The language writes each letter in a circle: what stands on a page without one was never translated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import django
import pytest
from django.utils import translation
from django.utils.translation.template import templatize

from cardroom.management.commands.makemessages import KEYWORDS

ROOT = Path(__file__).parent.parent
APPS = ("audit", "cardroom", "fees", "tables")
MARKS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), (0,)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (0, 1)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (1,)),
    **{name: (place - 1,) for name, place in KEYWORDS.items()},
}
"""Which arguments of a call are texts for the catalogue."""
_KEPT = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd%]|<[^>]+>|&\w+;")
_LITERAL = r"(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_IN_TEMPLATE = re.compile(rf"\b(?:_|gettext|ngettext|pgettext)\(\s*u?({_LITERAL})(?:\s*,\s*u?({_LITERAL}))?")


# --- what is marked ------------------------------------------------------------------------------


@cache
def catalogue() -> frozenset[str]:
    """The texts of our Python and templates, and those that Django brings along."""
    found = set(_of_django())
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            found.update(_of_python(path))
    for path in templates():
        found.update(of_template(path.read_text("utf-8")))
    return frozenset(found)


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def _of_python(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        for place in MARKS.get(name, ()):
            if place < len(node.args):
                yield from _constants(node.args[place])


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def of_template(text: str) -> Iterator[str]:
    for match in _IN_TEMPLATE.finditer(templatize(text)):
        yield from (ast.literal_eval(literal) for literal in match.groups() if literal)


def _of_django() -> Iterator[str]:
    base = Path(django.__file__).parent
    for folder in ("conf", "contrib/auth"):
        text = (base / folder / "locale/en/LC_MESSAGES/django.po").read_text("utf-8")
        for block in re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', text, re.MULTILINE):
            yield "".join(ast.literal_eval(line) for line in block.splitlines())


# --- the language --------------------------------------------------------------------------------


@cache
def circled(text: str) -> str:
    """The text in the language that nobody speaks; fields, elements and entities stay what they are."""
    made, at = [], 0
    for kept in _KEPT.finditer(text):
        made += [_letters(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*made, _letters(text[at:])])


def _letters(text: str) -> str:
    return "".join(
        chr(0x24D0 + ord(c) - 97) if "a" <= c <= "z" else chr(0x24B6 + ord(c) - 65) if "A" <= c <= "Z" else c
        for c in text
    )


def speak_circled(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on every text of the catalogue is translated, and no other."""
    known = catalogue()

    def one(text: str) -> str:
        return circled(text) if text in known else text

    translation.gettext("")  # Django chooses its functions at the first call
    monkeypatch.setattr(translation._trans, "gettext", one, raising=False)
    monkeypatch.setattr(
        translation._trans,
        "ngettext",
        lambda single, several, n: one(single if n == 1 else several),
        raising=False,
    )
    monkeypatch.setattr(translation._trans, "pgettext", lambda about, text: one(text), raising=False)


# --- what people read ----------------------------------------------------------------------------

SPOKEN = ("aria-label", "aria-description", "title", "placeholder", "alt", "data-gone", "data-lost")
SILENT = {"script", "style", "code", "kbd", "svg"}
"""What is no language: programs, addresses, record texts and hashes that are quoted, keys of a keyboard."""


class Read(HTMLParser):
    """What a page says: its texts in order, and the attributes that are read out or shown by a script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        self.said += [
            value for name, value in attrs if value and (name in SPOKEN or name.startswith("data-text-"))
        ]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.said.append(" ".join(data.split()))


_RECORD_TEXT = (
    r"\b(?:card|deal|scrap|extra)(?: \d+)?(?: [2-9TJQKA][cdhs])+|\b\d+ (?:fold|buy \d)|\b[2-9TJQKA][cdhs]\b"
)
_DATA = re.compile(
    rf"'[^']*'|{_RECORD_TEXT}|"
    r"\{\w+\}|\bT\d+(?:/\d+)?\b|\be\d+\b|[+-]\d{4}|\d{4}-\d\d-\d\dT?|(?<![A-Za-z])[A-Za-z](?![A-Za-z])|\w*\d\w*"
)


QUOTES = circled("no longer stands: ")
"""A record quotes what was refused when it was made, in the language of then."""


def untranslated(html: str, data: Any) -> list[str]:
    """What a page says in no language: neither a circled text nor data (names that are given, numbers, cards)."""
    names = sorted(data, key=len, reverse=True)
    found = []
    for text in Read(html).said:
        rest = text.partition(QUOTES)[0]
        for name in names:
            rest = rest.replace(name, "")
        if re.search("[A-Za-z]{2}", _DATA.sub("", rest)):
            found.append(text)
    return list(dict.fromkeys(found))
