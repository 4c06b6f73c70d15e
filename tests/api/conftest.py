"""What tests of the API share: a desk, and somebody who is signed in and sends JSON."""

from typing import Any

import pytest

from tests.api.caller import Caller
from tests.desk import Desk
from tests.integration.conftest import desk, desks

__all__ = ["desk", "desks"]


@pytest.fixture
def dealer(desk: Any) -> Caller:
    """The desk's dealer at the API."""
    made: Desk = desk
    return Caller(made, made.dealer)


@pytest.fixture
def floor(desk: Any) -> Caller:
    made: Desk = desk
    return Caller(made, made.floor)
