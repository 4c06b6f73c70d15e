"""What tests of services share, and rooms with real servers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tables import chronicle
from tests.desk import Desk, everything_holds
from tests.picking import KEY, picking
from tests.server import Room, Template, template


@pytest.fixture
def desks(db: None) -> Iterator[Any]:
    """Makes desks with settings of their own; at the end everything still holds together."""
    chronicle.forget_all()
    yield Desk
    everything_holds()


@pytest.fixture
def desk(desks: Any) -> Desk:
    """A $5 table with the physical deck, seats 2, 5 and 9 taken."""
    made = desks()
    assert isinstance(made, Desk)
    return made


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    with template(tmp_path_factory.mktemp("prepared")) as made:
        yield made


@pytest.fixture
def room(prepared: Template, tmp_path: Path) -> Iterator[Room]:
    """The demo room on a database of its own; nothing failed in its servers."""
    with prepared.room(tmp_path) as made:
        yield made
        said = made.log()
        assert not any(word in said for word in ("ERROR", "CRITICAL", "Traceback")), said


@pytest.fixture
def game() -> Iterator[None]:
    with picking():
        yield


@pytest.fixture
def pickers(game: None, desks: type[Desk]) -> Desk:
    """Four seats that may pick all at once."""
    return desks(variant=KEY, seats=(1, 4, 6, 8)).open()
