"""Tampering with any chain is located at its first bad record, or is of a kind that a walk cannot see."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.core.chain import Head, Link, walk
from audit.core.record import ZERO, build, parse, request_digest, stands_at

patient = settings(deadline=None)  # a busy machine is no failure

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
# Data that tries to look like the end of a record.
data = st.dictionaries(
    texts | st.sampled_from(["seq", "stream", "subject"]), json | st.just("T1"), max_size=4
)


@st.composite
def chains(draw: st.DrawFn, least: int = 1) -> list[Link]:
    stream = draw(st.sampled_from(["T1", "T12", "fees", "access"]))
    links: list[Link] = []
    prev = ZERO
    for seq in range(1, draw(st.integers(least, 8)) + 1):
        record = build(
            stream=stream,
            seq=seq,
            at="2026-01-31T12:00:00.000000Z",
            actor=draw(st.sampled_from(["p1", 'p"2"', "ü"])),
            role="dealer",
            terminal="",
            command_id="c",
            request=request_digest({}),
            subject=draw(texts),
            type="hand.bought",
            v=1,
            data=draw(data),
            prev=prev,
        )
        assert parse(record.body, prev) == record
        links.append(Link(stream, seq, record.body, record.prev, record.digest))
        prev = record.digest
    return links


def place(links: list[Link], stream: str, until: Head | None = None) -> Any:
    fault = walk(stream, links, until=until).fault
    return fault and (fault.seq, fault.reason)


@patient
@given(chains())
def test_what_was_written_holds(links):
    head = Head(links[-1].seq, links[-1].digest)
    assert walk(links[0].stream, links, until=head) == (head, None)


@patient
@given(chains(), st.data())
def test_one_altered_byte_is_located(links, choose):
    at = choose.draw(st.integers(0, len(links) - 1))
    link = links[at]
    column = choose.draw(st.sampled_from(["body", "prev", "digest"]))
    raw = bytearray(link.body.encode() if column == "body" else getattr(link, column))
    byte = choose.draw(st.integers(0, len(raw) - 1))
    raw[byte] = choose.draw(st.integers(0, 127).filter(lambda value: value != raw[byte]))
    # A byte that no longer makes UTF-8 cannot come out of a text column; surrogate escapes stand in for it.
    value = raw.decode("utf-8", "replace") if column == "body" else bytes(raw)
    links[at] = link._replace(**{column: value})
    assert place(links, link.stream) == (at + 1, "prev" if column == "prev" else "digest")


@patient
@given(chains(2), st.data())
def test_a_deleted_record_is_located_and_a_deleted_tail_needs_a_head(links, choose):
    head = Head(links[-1].seq, links[-1].digest)
    at = choose.draw(st.integers(0, len(links) - 1))
    stream, last = links[0].stream, at == len(links) - 1
    del links[at]
    assert place(links, stream) == (None if last else (at + 1, "gap"))
    assert place(links, stream, head) == (at + 1, "gap")


@patient
@given(chains(2), st.data())
def test_two_swapped_records_are_located_at_the_first(links, choose):
    one, two = sorted(choose.draw(st.permutations(range(len(links))))[:2])
    by_number = list(links)
    by_number[one], by_number[two] = links[two]._replace(seq=one + 1), links[one]._replace(seq=two + 1)
    assert place(by_number, links[0].stream) == (one + 1, "prev")
    by_text = list(links)
    by_text[one] = links[one]._replace(body=links[two].body)
    by_text[two] = links[two]._replace(body=links[one].body)
    assert place(by_text, links[0].stream) == (one + 1, "digest")
    by_row = list(links)
    by_row[one], by_row[two] = links[two], links[one]
    assert place(by_row, links[0].stream) == (one + 1, "gap")


@patient
@given(chains(), st.integers(1, 8))
def test_a_cut_tail_is_seen_with_a_head_only(links, gone):
    head = Head(links[-1].seq, links[-1].digest)
    left = links[: max(0, len(links) - gone)]
    assert place(left, links[0].stream) is None
    assert place(left, links[0].stream, head) == (len(left) + 1, "gap")


@patient
@given(chains(), st.sampled_from(["T1", "T12", "fees", "T2"]), st.integers(1, 9))
def test_the_place_read_from_the_end_of_a_text_is_the_one_in_its_fields(links, stream, seq):
    for link in links:
        record = parse(link.body, link.prev)
        assert stands_at(link.body, record.stream, record.seq)
        assert stands_at(link.body, stream, seq) == ((record.stream, record.seq) == (stream, seq))
