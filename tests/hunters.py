"""A desk where Boomerang (Ehrhard & Lalet) is played, for tests: three hunters, the first round's cards turned up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.desk import Desk

SHOWN = ("draw fish water forest", "draw turtle meadow desert", "draw emu forest mountain")
"""Cards that show all five territories."""
TERRITORIES = ("water", "forest", "meadow", "desert", "mountain")


def hunters(desks: type[Desk], **about: Any) -> Desk:
    """Seats 1, 4 and 6 choose; nobody has."""
    desk = desks(variant="boomerang_hunt", **{"seats": (1, 4, 6), **about}).open()
    desk.do(*SHOWN)
    return desk


def hunted(desk: Desk) -> Desk:
    """All have chosen, and everybody but seat 6 has stopped: the tokens are revealed."""
    desk.do("1 choose desert", "4 choose water", "6 choose forest", "1 stop", "4 stop")
    return desk
