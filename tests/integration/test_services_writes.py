"""Rows are written from records and nowhere else; that a rebuild finds the same rows is asserted after every test."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from audit.selectors import head
from tables import furnishing, services
from tests.desk import MINE, ROWS, Desk, standing
from tests.people import ROOM

WRITES = {
    "create",
    "bulk_create",
    "update",
    "bulk_update",
    "delete",
    "save",
    "get_or_create",
    "update_or_create",
}
PROJECTIONS = {"tables/projections.py", "fees/projections.py"}
# Names of players, the shoe's secrets, the display's address and what opens players' screens are not in the log.
BESIDE_THE_LOG = {
    ("tables/seating.py", "Player"),
    ("tables/opening.py", "ShoeSeed"),
    ("tables/furnishing.py", "DisplayKey"),
    ("tables/seat_screens.py", "HandedTablet"),
    ("tables/seat_screens.py", "Player"),
    ("tables/seat_screens.py", "SeatCode"),
    ("tables/seat_screens.py", "SeatLease"),
    ("tables/joining.py", "HandedTablet"),
    ("tables/joining.py", "JoinTries"),
    ("tables/joining.py", "SeatLease"),
}


def written(path: Path) -> Iterator[str]:
    """The models whose rows a module writes, as `Model.objects...create(...)` or by their names in a chain."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            yield from (part.id for part in ast.walk(node.func) if isinstance(part, ast.Name))


def test_only_projections_write_rows() -> None:
    models = {model.__name__ for app in ("tables", "fees") for model in apps.get_app_config(app).get_models()}
    assert models >= ROWS.keys() | MINE.keys()
    found = set()
    for app in ("tables", "fees", "cardroom"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*.py")):
            name = str(path.relative_to(settings.BASE_DIR))
            if "migrations" not in path.parts and name not in PROJECTIONS:
                found |= {(name, model) for model in written(path) if model in models}
    assert found == BESIDE_THE_LOG


def test_a_command_that_fails_half_way_leaves_neither_record_nor_row(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.deal()
    before = standing()
    for step in ("apply", "project_fees", "project_hand"):
        with monkeypatch.context() as patch:
            patch.setattr(services, step, lambda *_: 1 // 0)
            order = desk.order("2 fold")
            with pytest.raises(ZeroDivisionError):
                desk.send(order)
        assert standing() == before, step
    assert desk.send(order).first == head(desk.stream).seq, "and can be sent again"


def test_names_and_seeds_that_were_written_first_go_with_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.do("source electronic", by=desk.floor)
    before = standing()
    for text, alias in (("sit 1", "Ada"), ("open", "")):
        with monkeypatch.context() as patch:
            patch.setattr(services, "_write", lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                desk.do(text, alias=alias)
        assert standing() == before, text
    with monkeypatch.context() as patch:
        patch.setattr(furnishing, "_write", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            furnishing.link_display(table=desk.number, command_id="link", author=ROOM)
    assert standing() == before, "the display's address"
