"""docs/events.md is the table of what is registered."""

import io
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from audit.core import registry
from audit.core.registry import EventType, Opt


def printed() -> str:
    out = io.StringIO()
    call_command("event_types", stdout=out)
    return out.getvalue()


def test_the_table_in_the_docs_is_the_one_that_is_printed():
    kept = (Path(settings.BASE_DIR) / "docs" / "events.md").read_text()
    assert kept == printed(), "docs/events.md is old: python manage.py event_types > docs/events.md"


def test_every_type_and_version_has_its_row(monkeypatch):
    monkeypatch.setattr(registry, "_types", {})
    registry.register(
        EventType(
            "slip.signed",
            streams="cage",
            shape={"by": [str], "box": Opt(str)},
            about="a slip is whole | signed",
        ),
        EventType("slip.signed", streams="cage", shape={}, v=2),
        EventType("box.opened", streams="cage", shape={"cents": int}),
    )
    assert printed().splitlines()[-3:] == [
        "| `box.opened` | cage | 1 | `{cents: int}` |  |",
        "| `slip.signed` | cage | 1 | `{by: [str], box: str?}` | a slip is whole \\| signed |",
        "| `slip.signed` | cage | 2 | `{}` |  |",
    ]
