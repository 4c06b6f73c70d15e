"""The walk along a chain: each way of tampering is named at its place, or named as what a walk cannot see."""

import pytest

from audit.core.chain import EMPTY, Fault, Head, Link, walk
from audit.core.record import ZERO, build, digest_of, request_digest

LENGTH = 9


def chain(stream: str = "T12", length: int = LENGTH, salt: str = "") -> list[Link]:
    links: list[Link] = []
    prev = ZERO
    for seq in range(1, length + 1):
        record = build(
            stream=stream,
            seq=seq,
            at="2026-01-31T12:00:00.000000Z",
            actor="p1",
            role="dealer",
            terminal="",
            command_id=f"c{seq}",
            request=request_digest({}),
            subject="T12/1",
            type="hand.bought",
            v=1,
            data={"n": seq, "text": f"{seq} buy 1{salt}"},
            prev=prev,
        )
        links.append(Link(stream, seq, record.body, record.prev, record.digest))
        prev = record.digest
    return links


def rehashed(links: list[Link]) -> list[Link]:
    """The same texts, chained anew: what somebody does who can write everything."""
    again: list[Link] = []
    prev = ZERO
    for link in links:
        again.append(link._replace(prev=prev, digest=digest_of(prev, link.body)))
        prev = again[-1].digest
    return again


WHOLE = chain()
HEAD = Head(LENGTH, WHOLE[-1].digest)


def place(links: list[Link], until: Head | None = None) -> tuple[int, str] | None:
    found = walk("T12", links, until=until)
    assert (found.fault is None) or found.head.seq == found.fault.seq - 1 or found.fault.reason == "order"
    return found.fault and (found.fault.seq, found.fault.reason)


def test_a_whole_chain_holds_to_its_head():
    assert walk("T12", WHOLE) == (HEAD, None)
    assert walk("T12", iter(WHOLE), until=HEAD) == (HEAD, None)
    assert walk("T12", []) == (EMPTY, None)


def test_a_walk_goes_on_from_where_one_ended():
    first = walk("T12", WHOLE[:4])
    assert first == (Head(4, WHOLE[3].digest), None)
    assert walk("T12", WHOLE[4:], after=first.head, until=HEAD) == (HEAD, None)
    assert walk("T12", WHOLE[4:]).fault == Fault("T12", 1, "gap", "5 follows 0")


@pytest.mark.parametrize("at", range(LENGTH))
def test_a_changed_text_is_found_where_it_is(at):
    body = WHOLE[at].body.replace("buy 1", "buy 2")
    assert place([*WHOLE[:at], WHOLE[at]._replace(body=body), *WHOLE[at + 1 :]]) == (at + 1, "digest")


@pytest.mark.parametrize("at", range(LENGTH))
def test_a_changed_text_hashed_anew_is_found_behind_it_or_at_the_end(at):
    body = WHOLE[at].body.replace("buy 1", "buy 2")
    forged = WHOLE[at]._replace(body=body, digest=digest_of(WHOLE[at].prev, body))
    links = [*WHOLE[:at], forged, *WHOLE[at + 1 :]]
    if at + 1 < LENGTH:
        assert place(links) == (at + 2, "prev")
    else:
        assert place(links) is None, "the last record's neighbour is missing: only a head can tell"
        assert place(links, HEAD) == (LENGTH, "digest")


@pytest.mark.parametrize("at", range(LENGTH))
def test_changed_digests_are_found_where_they_are(at):
    other = bytes([WHOLE[at].digest[0] ^ 1]) + WHOLE[at].digest[1:]
    assert place([*WHOLE[:at], WHOLE[at]._replace(digest=other), *WHOLE[at + 1 :]]) == (at + 1, "digest")
    other = bytes([WHOLE[at].prev[0] ^ 1]) + WHOLE[at].prev[1:]
    assert place([*WHOLE[:at], WHOLE[at]._replace(prev=other), *WHOLE[at + 1 :]]) == (at + 1, "prev")


@pytest.mark.parametrize("at", range(LENGTH))
def test_a_missing_record_is_a_gap_where_it_was(at):
    links = [*WHOLE[:at], *WHOLE[at + 1 :]]
    if at + 1 < LENGTH:
        assert place(links) == (at + 1, "gap")
    else:
        assert place(links) is None, "a missing tail is not to be seen from inside"
        assert place(links, HEAD) == (LENGTH, "gap")


@pytest.mark.parametrize("gone", range(1, LENGTH + 1))
def test_a_cut_tail_needs_a_head_to_be_seen(gone):
    links = WHOLE[: LENGTH - gone]
    assert place(links) is None
    assert place(links, HEAD) == (LENGTH - gone + 1, "gap")


@pytest.mark.parametrize("at", range(LENGTH - 1))
def test_two_records_exchanged_are_found_at_the_first(at):
    one, two = WHOLE[at], WHOLE[at + 1]
    # The rows come in another order.
    assert place([*WHOLE[:at], two, one, *WHOLE[at + 2 :]]) == (at + 1, "gap")
    # The rows have exchanged their numbers.
    moved = [two._replace(seq=one.seq), one._replace(seq=two.seq)]
    assert place([*WHOLE[:at], *moved, *WHOLE[at + 2 :]]) == (at + 1, "prev")
    # Their texts have been exchanged and everything hashed anew: each text still names its place.
    moved = [one._replace(body=two.body), two._replace(body=one.body)]
    assert place(rehashed([*WHOLE[:at], *moved, *WHOLE[at + 2 :]])) == (at + 1, "order")


def test_a_doubled_record_stands_out_of_order():
    assert place([*WHOLE[:4], WHOLE[3], *WHOLE[4:]]) == (4, "order")


def test_a_gap_closed_by_hashing_anew_is_seen_in_the_texts():
    links = [link._replace(seq=seq) for seq, link in enumerate([*WHOLE[:3], *WHOLE[4:]], start=1)]
    assert place(rehashed(links)) == (4, "order")


def test_a_record_of_another_stream_is_foreign():
    foreign = chain("T13")
    assert place([*WHOLE[:4], foreign[4], *WHOLE[5:]]) == (5, "order")
    # A whole stream passed off as another.
    assert place([link._replace(stream="T12") for link in foreign]) == (1, "order")


def test_a_chain_written_anew_from_the_start_needs_a_checkpoint_to_be_seen():
    forged = chain(salt=" more")
    assert place(forged) is None
    assert place(forged, HEAD) == (LENGTH, "digest")
    assert place(forged, Head(4, WHOLE[3].digest)) == (4, "digest")


def test_only_the_first_fault_is_named():
    links = [WHOLE[0], WHOLE[1]._replace(body="{}"), WHOLE[3], WHOLE[2]]
    assert place(links) == (2, "digest")
