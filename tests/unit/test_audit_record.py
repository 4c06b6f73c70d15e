"""The form of a record: its body, its digest, and the refusal of fields that would not make one."""

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from audit.core.canonical import NotCanonical
from audit.core.record import BadRecord, build, digest_of, load, parse, request_digest, stamp, stands_at

FIELDS = {
    "stream": "T12",
    "seq": 7,
    "at": "2026-01-31T23:59:59.000001Z",
    "actor": "p7k2",
    "role": "dealer",
    "terminal": "t9x1",
    "command_id": "0b7c",
    "request": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
    "subject": "T12/5",
    "type": "hand.bought",
    "v": 1,
    "data": {"seat": 3, "n": 2, "text": 'ü "5 buy 2" ,"seq":9,"stream":"T1"'},
    "prev": bytes(range(32)),
}
# Written down when the form was made: it never changes again.
BODY = (
    '{"actor":"p7k2","at":"2026-01-31T23:59:59.000001Z","command_id":"0b7c",'
    '"data":{"n":2,"seat":3,"text":"ü \\"5 buy 2\\" ,\\"seq\\":9,\\"stream\\":\\"T1\\""},'
    '"request":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","role":"dealer","seq":7,'
    '"stream":"T12","subject":"T12/5","terminal":"t9x1","type":"hand.bought","v":1}'
)
DIGEST = "b69b95b8173ca253333432bf614d5488c162e71c7326d35891398d929805ea04"


def test_the_form_of_a_record_is_final():
    record = build(**FIELDS)
    assert record.body == BODY
    assert record.digest.hex() == DIGEST


def test_the_digest_is_that_of_the_design():
    expected = hashlib.sha256(b"cardroom-audit/v1" + b"\x00" + bytes(range(32)) + BODY.encode("utf-8"))
    assert digest_of(bytes(range(32)), BODY) == expected.digest()


def test_a_stored_record_reads_back_as_it_was_built():
    record = build(**FIELDS)
    assert load(record.body, record.prev, record.digest) == record
    assert parse(record.body, record.prev) == record
    assert record.time == datetime(2026, 1, 31, 23, 59, 59, 1, tzinfo=UTC)
    assert len({record, parse(record.body, record.prev)}) == 1


def test_a_record_cannot_be_changed():
    with pytest.raises(AttributeError):
        build(**FIELDS).seq = 8


@pytest.mark.parametrize(
    "wrong",
    [
        {"stream": "T0"},
        {"stream": "X"},
        {"stream": ""},
        {"seq": 0},
        {"seq": True},
        {"seq": "7"},
        {"v": 0},
        {"at": "2026-01-31T23:59:59Z"},
        {"at": "2026-01-31T23:59:59.000001+00:00"},
        {"at": datetime(2026, 1, 31, tzinfo=UTC)},
        {"actor": ""},
        {"actor": "x" * 101},
        {"actor": None},
        {"role": "x" * 101},
        {"terminal": None},
        {"command_id": ""},
        {"command_id": "a b"},
        {"command_id": "é"},
        {"command_id": "x" * 101},
        {"command_id": "a\n"},
        {"request": "44136F"},
        {"subject": "x" * 101},
        {"type": ""},
        {"data": []},
        {"data": None},
        {"prev": b""},
        {"prev": bytes(33)},
    ],
    ids=str,
)
def test_fields_that_make_no_record_are_refused(wrong):
    with pytest.raises(BadRecord):
        build(**FIELDS | wrong)


@pytest.mark.parametrize("data", [{"cents": 1.5}, {"name": "\ud800"}, {"n": 2**53}])
def test_data_without_a_canonical_form_is_refused(data):
    with pytest.raises(NotCanonical):
        build(**FIELDS | {"data": data})


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.pop("role"),
        lambda body: body.update(extra=1),
        lambda body: body.update(seq=0),
        lambda body: body.update(v="1"),
        lambda body: body.update(stream="T012"),
        lambda body: body.update(request="x"),
        lambda body: body.update(data=[1]),
    ],
)
def test_a_body_of_unknown_origin_is_looked_at_whole(change):
    body = json.loads(BODY)
    change(body)
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    with pytest.raises(BadRecord):
        parse(text, bytes(32))


@pytest.mark.parametrize("text", ["", "[]", "null", BODY + " ", BODY.replace(":", ": ", 1), BODY[:-1]])
def test_a_body_that_is_not_canonical_is_refused(text):
    with pytest.raises(BadRecord):
        parse(text, bytes(32))


def test_a_body_names_where_it_stands():
    assert stands_at(BODY, "T12", 7)
    assert not stands_at(BODY, "T12", 9)
    assert not stands_at(BODY, "T1", 7)
    assert not stands_at(BODY, "T12", 77)
    assert not stands_at("", "T12", 7)
    # Data may hold fields of these very names: only the record's own count.
    inside = build(**FIELDS | {"data": {"seq": 9, "stream": "T1", "subject": ""}})
    assert stands_at(inside.body, "T12", 7)
    assert not stands_at(inside.body, "T1", 9)


def test_times_are_written_in_utc_to_the_microsecond():
    assert stamp(datetime(2026, 1, 31, 12, tzinfo=UTC)) == "2026-01-31T12:00:00.000000Z"
    pacific = timezone(timedelta(hours=-8))
    assert stamp(datetime(2026, 1, 31, 23, 59, 59, 5, tzinfo=pacific)) == "2026-02-01T07:59:59.000005Z"
    with pytest.raises(BadRecord, match="naive"):
        stamp(datetime(2026, 1, 31))  # noqa: DTZ001  # a naive time is the case under test


def test_the_same_request_has_the_same_digest_however_its_keys_came():
    assert request_digest({"a": 1, "b": [2]}) == request_digest({"b": [2], "a": 1})
    assert request_digest({"a": 1}) != request_digest({"a": "1"})
    assert request_digest({}) == hashlib.sha256(b"{}").hexdigest()
