"""Every type of event that the product registers says in a line what it is: docs/events.md has no empty cell."""

import pytest

from audit.core.registry import EventType, all_types


@pytest.mark.parametrize("kind", list(all_types()), ids=lambda kind: kind.name)
def test_says_what_it_is(kind: EventType) -> None:
    assert 5 < len(kind.about) <= 110
    assert kind.about.isprintable()
    assert "|" not in kind.about
