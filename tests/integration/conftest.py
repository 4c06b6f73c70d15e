"""What tests of services share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tables import chronicle
from tests.desk import Desk, everything_holds


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
