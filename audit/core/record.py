"""One record of the log: what its body says, how it is written, and the digest that chains it to the last.

`body` is the canonical JSON of twelve fields and is hashed as stored. `digest` is
SHA-256("cardroom-audit/v1" || 0x00 || prev || body); `prev` is the digest before it in the stream, 32 zero
bytes for the first. The version of this form is that prefix; `v` is the version of `data` for its `type`.
"""

import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from audit.core import canonical as json_form
from audit.core import streams
from audit.core.canonical import NotCanonical, canonical

ZERO = bytes(32)
PREFIX = b"cardroom-audit/v1\x00"
TEXTS = {  # each text of a record with its form and how to say it
    "actor": (r".{1,100}", "1 to 100 characters"),
    "at": (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", "UTC with microseconds, 2026-01-31T23:59:59.000000Z"),
    "command_id": (r"[!-~]{1,100}", "1 to 100 visible ASCII characters"),
    "request": (r"[0-9a-f]{64}", "a SHA-256 in hex"),
    "role": (r".{0,100}", "at most 100 characters"),
    "stream": (r".{1,100}", "the name of a stream"),
    "subject": (r".{0,100}", "at most 100 characters"),
    "terminal": (r".{0,100}", "at most 100 characters"),
    "type": (r".{1,100}", "the name of an event type"),
}
FORMS = {name: (re.compile(form, re.ASCII | re.DOTALL), said) for name, (form, said) in TEXTS.items()}
FIELDS = frozenset((*TEXTS, "data", "seq", "v"))


class BadRecord(ValueError):
    """The fields do not make a record, or a stored body is none."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as written. `at` is UTC text with microseconds, informative only: order is (stream, seq).

    `actor` and `terminal` are opaque ids, `request` the SHA-256 (hex) of the canonical request; `subject`
    names what the event is about (hand, box, slip, schedule). Nobody changes `data` in place.
    """

    stream: str
    seq: int
    at: str
    actor: str
    role: str
    terminal: str
    command_id: str
    request: str
    subject: str
    type: str
    v: int
    data: dict[str, Any] = field(hash=False)
    prev: bytes
    digest: bytes
    body: str = field(repr=False)

    @property
    def time(self) -> datetime:
        """`at` as an aware datetime in UTC."""
        return datetime.fromisoformat(self.at)


def digest_of(prev: bytes, body: str) -> bytes:
    """The 32 bytes that chain `body` to the record before it."""
    return hashlib.sha256(PREFIX + prev + body.encode()).digest()


def request_digest(request: object) -> str:
    """SHA-256 (hex) of the canonical request. Raises NotCanonical if it has no canonical form."""
    return hashlib.sha256(canonical(request).encode()).hexdigest()


def stamp(moment: datetime) -> str:
    """An aware datetime as a record's `at`: UTC, always six digits of a second."""
    if moment.tzinfo is None:
        raise BadRecord("a naive datetime cannot stand in a record")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def build(
    *,
    stream: str,
    seq: int,
    at: str,
    actor: str,
    role: str,
    terminal: str,
    command_id: str,
    request: str,
    subject: str,
    type: str,
    v: int,
    data: dict[str, Any],
    prev: bytes,
) -> Record:
    """A new record with its body and digest. Raises BadRecord or NotCanonical (both ValueError)."""
    fields: dict[str, Any] = {
        "stream": stream,
        "seq": seq,
        "at": at,
        "actor": actor,
        "role": role,
        "terminal": terminal,
        "command_id": command_id,
        "request": request,
        "subject": subject,
        "type": type,
        "v": v,
        "data": data,
    }
    _check(fields, prev)
    body = canonical(fields)
    return Record(**fields, prev=prev, digest=digest_of(prev, body), body=body)


def load(body: str, prev: bytes, digest: bytes) -> Record:
    """A record as stored, trusting that `build` wrote it: neither form nor digest is looked at again."""
    return Record(**json.loads(body), prev=prev, digest=digest, body=body)


def parse(body: str, prev: bytes) -> Record:
    """A record from a body of unknown origin, every field looked at; its digest is computed.

    Raises BadRecord if it is not exactly what `build` would have written.
    """
    try:
        fields: Any = json_form.parse(body)
    except NotCanonical as error:
        raise BadRecord(str(error)) from None
    if not isinstance(fields, dict) or fields.keys() != FIELDS:
        raise BadRecord("a record has exactly the fields " + ", ".join(sorted(FIELDS)))
    _check(fields, prev)
    return Record(**fields, prev=prev, digest=digest_of(prev, body), body=body)


def stands_at(body: str, stream: str, seq: int) -> bool:
    """Whether a canonical body itself names this stream and seq, found without reading its data.

    Keys are ordered and quotes inside strings are escaped, so the last `,"seq":` is the record's own.
    """
    at = body.rfind(',"seq":')
    return at >= 0 and body.startswith(f',"seq":{seq},"stream":"{stream}","subject":"', at)


def bad_text(name: str, value: object) -> str | None:
    """Why `value` cannot stand as this text of a record (`actor`, `command_id`, ...), or None."""
    form, said = FORMS[name]
    if type(value) is str and form.fullmatch(value):
        return None
    return f"{name} is {said}"


def _check(fields: dict[str, Any], prev: bytes) -> None:
    problems = [bad_text(name, fields[name]) for name in TEXTS]
    problems += [
        f"{name} counts from 1" for name in ("seq", "v") if type(fields[name]) is not int or fields[name] < 1
    ]
    if type(fields["data"]) is not dict:
        problems.append("data is an object")
    if len(prev) != len(ZERO):
        problems.append("prev is 32 bytes")
    if found := next(filter(None, problems), None):
        raise BadRecord(found)
    try:
        streams.kind(fields["stream"])
    except ValueError as error:
        raise BadRecord(str(error)) from None
