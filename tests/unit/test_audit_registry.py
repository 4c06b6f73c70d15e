"""Event types: their names, streams and shapes, and what is refused at registration and at writing."""

from typing import Any

import pytest

from audit.core import registry, streams
from audit.core.registry import BadData, EventType, Map, Opt, UnknownType, WrongStream
from audit.core.shapes import BadShape, describe, misfit

SHAPE = {
    "n": int,
    "text": str,
    "late": bool,
    "seats": [{"seat": int, "alias": Opt(str)}],
    "piles": Map([str]),
    "rules": Any,
}
DATA = {
    "n": 1,
    "text": "5 buy 2",
    "late": False,
    "seats": [{"seat": 5, "alias": None}, {"seat": 6, "alias": "Ann"}],
    "piles": {"deck": ["Qd", "9c"], "lots": []},
    "rules": {"any": [1, None]},
}


@pytest.fixture(autouse=True)
def types(monkeypatch):
    monkeypatch.setattr(registry, "_types", {})
    registry.register(EventType("hand.opened", streams="table", shape=SHAPE))


def test_data_that_fits_is_written_as_its_type():
    assert registry.check("hand.opened", "T12", DATA) == registry.get("hand.opened")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"n": "1"}, "data.n: int expected, str given"),
        ({"n": True}, "data.n: int expected, bool given"),
        ({"n": 1.0}, "data.n: int expected, float given"),
        ({"n": None}, "data.n: int expected, NoneType given"),
        ({"text": 5}, "data.text: str expected, int given"),
        ({"late": 0}, "data.late: bool expected, int given"),
        ({"seats": {}}, "data.seats: list expected, dict given"),
        ({"seats": [{"seat": 5, "alias": ""}, {"seat": 5}]}, r"data.seats\[1\]: missing alias"),
        ({"seats": [{"seat": 5, "alias": 5}]}, r"data.seats\[0\].alias: str expected, int given"),
        ({"seats": [7]}, r"data.seats\[0\]: object expected, int given"),
        ({"piles": []}, "data.piles: object expected, list given"),
        ({"piles": {"deck": "Qd"}}, "data.piles.deck: list expected, str given"),
        ({"extra": 1}, "data: unknown extra"),
    ],
)
def test_data_that_does_not_fit_is_refused_with_the_place(change, said):
    with pytest.raises(BadData, match=f"^hand.opened: {said}$"):
        registry.check("hand.opened", "T12", DATA | change)


@pytest.mark.parametrize("field", SHAPE)
def test_every_field_must_be_there(field):
    data = {key: value for key, value in DATA.items() if key != field}
    with pytest.raises(BadData, match=f"data: missing {field}"):
        registry.check("hand.opened", "T12", data)


def test_an_unknown_type_and_a_wrong_stream_are_refused():
    with pytest.raises(UnknownType, match=r"hand\.closed"):
        registry.check("hand.closed", "T12", {})
    with pytest.raises(WrongStream, match="belongs to a table stream, not to fees"):
        registry.check("hand.opened", "fees", DATA)
    with pytest.raises(ValueError, match="no such stream"):
        registry.check("hand.opened", "T", DATA)


def test_a_new_version_is_what_is_written_and_the_old_one_stays_known():
    newer = EventType("hand.opened", streams="table", shape={"n": int}, v=2)
    registry.register(newer)
    assert registry.check("hand.opened", "T12", {"n": 1}).v == 2
    assert registry.get("hand.opened", 1).shape == SHAPE
    assert [(t.name, t.v) for t in registry.all_types()] == [("hand.opened", 1), ("hand.opened", 2)]
    with pytest.raises(UnknownType, match="version 3"):
        registry.get("hand.opened", 3)


def test_a_name_stands_for_one_thing():
    registry.register(EventType("hand.opened", streams="table", shape=dict(SHAPE)))
    with pytest.raises(ValueError, match="registered already"):
        registry.register(EventType("hand.opened", streams="table", shape={"n": int}))
    with pytest.raises(ValueError, match="registered already"):
        registry.register(EventType("hand.opened", streams="fees", shape=SHAPE))


@pytest.mark.parametrize(
    "name", ["hand", "hand.", "Hand.opened", "hand opened", "hand.opened.late", "a." + "b" * 63]
)
def test_names_are_dotted_and_plain(name):
    with pytest.raises(ValueError, match="event names"):
        EventType(name, streams="table", shape={})


def test_a_type_names_a_kind_of_stream_and_counts_its_versions():
    with pytest.raises(ValueError, match="T12"):
        EventType("hand.opened", streams="T12", shape={})
    with pytest.raises(ValueError, match="versions count from 1"):
        EventType("hand.opened", streams="table", shape={}, v=0)
    with pytest.raises(ValueError, match="a dict of fields"):
        EventType("hand.opened", streams="table", shape=[int])


@pytest.mark.parametrize(
    "spec", [float, None, "int", [], [int, str], {str: int}, {"a": 1}, Map(float), Opt(None)]
)
def test_a_shape_written_wrongly_is_refused_at_once(spec):
    with pytest.raises(BadShape):
        EventType("hand.opened", streams="table", shape={"field": spec})
    with pytest.raises(BadShape):
        describe(spec)


def test_a_spec_that_is_none_is_never_taken_for_one_that_fits():
    with pytest.raises(BadShape):
        misfit(float, {})
    with pytest.raises(BadShape):
        misfit(None, {})


def test_shapes_are_described_in_one_line():
    assert describe(SHAPE) == (
        "{n: int, text: str, late: bool, seats: [{seat: int, alias: str?}], piles: {*: [str]}, rules: any}"
    )


@pytest.mark.parametrize(
    ("stream", "kind"),
    [
        ("T1", "table"),
        ("T999999999", "table"),
        *((name, name) for name in ("fees", "cage", "access", "system")),
    ],
)
def test_streams_have_kinds(stream, kind):
    assert streams.kind(stream) == kind


@pytest.mark.parametrize(
    "stream", ["", "T", "T0", "T01", "t1", "T1 ", "T1\n", "T-1", "T1000000000", "T١", "Fees", "audit"]
)
def test_other_names_are_no_streams(stream):
    with pytest.raises(ValueError, match="no such stream"):
        streams.kind(stream)
