"""Habits of the templates that no linter knows: they compile, and htmx attributes inherit nothing."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import get_template

FOLDER = Path("templates")
NAMES = sorted(str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.html"))
REQUESTS = {"hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"}
WHERE = {"hx-target", "hx-swap"}
TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def misplaced(source: str) -> Iterator[str]:
    """Requests that do not say where their answer goes, and places given to elements that ask nothing."""
    reader = Elements()
    reader.feed(TEMPLATE_TAG.sub("x", source))
    for tag, attributes in reader.found:
        asks, says = REQUESTS & attributes.keys(), WHERE & attributes.keys()
        if bool(asks) != bool(says) or (asks and says != WHERE):
            yield f"<{tag} {' '.join(sorted(asks | says))}>"


@pytest.mark.parametrize("name", NAMES)
def test_compiles(name: str) -> None:
    get_template(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_request_says_itself_where_its_answer_goes(name: str) -> None:
    assert list(misplaced((FOLDER / name).read_text())) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<a hx-get="{% url "x" %}">', ["<a hx-get>"]),
        ('<a hx-get="/x" hx-target="#y">', ["<a hx-get hx-target>"]),
        ('<div hx-target="#y">', ["<div hx-target>"]),
        ('<a hx-get="/x" hx-target="#y" hx-swap="none">', []),
    ],
)
def test_the_check_sees(source: str, expected: list[str]) -> None:
    assert list(misplaced(source)) == expected
