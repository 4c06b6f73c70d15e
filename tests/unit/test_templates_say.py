"""No template says anything by itself: every text and every label in it is marked for translation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType

from tests.catalogue import ROOT, Read, of_template, templates

OPENS = {"blocktrans": "endblocktrans", "blocktranslate": "endblocktranslate", "comment": "endcomment"}
HERE = "\u2022"
"""Stands where a template puts something in."""


def bare(text: str) -> str:
    """The template with what is put in, and what is marked, taken out."""
    made, until = [], ""
    for token in Lexer(text).tokenize():
        word = token.contents.split()[0] if token.token_type is TokenType.BLOCK else ""
        if until:
            until = "" if word == until else until
        elif word in OPENS:
            until = OPENS[word]
            made.append(HERE)
        elif token.token_type is TokenType.TEXT:
            made.append(token.contents)
        elif token.token_type is not TokenType.COMMENT:
            made.append(HERE)
    return "".join(made)


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_says_nothing_by_itself(path: Path) -> None:
    said = Read(bare(path.read_text("utf-8"))).said
    assert [text for text in said if re.search("[A-Za-z]{2}", text)] == []


def test_what_is_not_marked_is_found() -> None:
    wrong = '{% load i18n %}<p title="Old">{% trans "Hi" %} {{ name }} sits.<kbd>Esc</kbd></p>'
    assert Read(bare(wrong)).said == [HERE, "Old", f"{HERE} {HERE} sits."]
    assert set(
        of_template('{% load i18n %}{% trans "Hi" %}{% blocktrans %}a {{ b }}{% endblocktrans %}')
    ) == {*("Hi", "a %(b)s")}
