"""The doorbell over ASGI: who may listen, what is sent, how it ends, and that nothing depends on it."""

import asyncio
import json
import logging
import time

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from audit.selectors import head
from audit.services import Author, Entry, command
from cardroom.accounts.models import Person
from cardroom.accounts.services import deactivate_person, set_password
from cardroom.live import doorbell, views, watch
from cardroom.live.hub import hub
from tests.people import ROOM, person
from tests.streams import Stream, cookies_of, happen, in_thread, new_stream, ring, run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stream(transactional_db: None) -> str:
    name = new_stream()
    happen(name)
    return name


@pytest.fixture
def dealer(transactional_db: None) -> dict[str, str]:
    return cookies_of(person("dealer"))


# --- what is sent --------------------------------------------------------------------------------


def test_a_listener_hears_what_has_happened_and_what_happens(stream: str, dealer: dict[str, str]) -> None:
    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            assert live.status == 200
            assert live.headers["content-type"] == "text/event-stream"
            assert live.headers["cache-control"] == "no-store"
            assert live.headers["x-accel-buffering"] == "no"
            assert "content-length" not in live.headers
            assert await live.until(ring(stream, 1)) == "retry: 2000\n: listening\n\n" + ring(stream, 1)
            for seq in (2, 3, 4):
                assert await in_thread(happen, stream) == seq
                assert await live.until("\n\n") == ring(stream, seq)

    run(main)


def test_nothing_but_stream_and_sequence_is_sent(stream: str, dealer: dict[str, str]) -> None:
    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            sent = await live.until(ring(stream, 1))
            await in_thread(happen, stream)
            sent += await live.until(ring(stream, 2))
            for secret in ("B7", "fee.dropped", "p1", "dealer", "cents"):
                assert secret not in sent

    run(main)


def test_a_command_that_is_rolled_back_rings_nobody(stream: str, dealer: dict[str, str]) -> None:
    def fail() -> None:
        with command(stream, "c-lost", author=Author("p1", "dealer"), request={}) as log:
            log.append([Entry("fee.dropped", {"n": 1, "text": None, "cents": 1, "box": "B7"}, stream)])
            raise RuntimeError

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            with pytest.raises(RuntimeError):
                await in_thread(fail)
            await in_thread(happen, stream)
            assert await live.until("\n\n") == ring(stream, 2)

    run(main)


def test_a_heartbeat_comes_while_nothing_happens(
    stream: str, dealer: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert views.HEARTBEAT_S == 5
    monkeypatch.setattr(views, "HEARTBEAT_S", 0.05)

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            for _ in range(3):
                assert await live.until("\n\n") == views.BEAT

    run(main)


def test_many_listen_at_once_and_hold_no_connection(stream: str, dealer: dict[str, str]) -> None:
    """More streams than the pool has connections; each would keep one if it kept any."""

    async def main() -> None:
        streams = [Stream(f"/live/{stream}/", dealer) for _ in range(40)]
        for live in streams:
            await live.__aenter__()
            await live.until(ring(stream, 1))
        await in_thread(happen, stream)
        for live in streams:
            await live.until(ring(stream, 2))
        for live in streams:
            await live.__aexit__()

    run(main)
    assert hub.listeners() == []


def test_who_leaves_is_forgotten(stream: str, dealer: dict[str, str]) -> None:
    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            assert len(hub.listeners()) == 1
            assert len(watch.watch()._tasks) >= 1
        assert hub.listeners() == []
        assert watch.watch()._tasks == []

    run(main)


# --- who may listen ------------------------------------------------------------------------------


def status(path: str, cookies: dict[str, str]) -> int:
    async def main() -> int:
        async with Stream(path, cookies) as live:
            return live.status

    return int(run(main))


def test_who_is_not_signed_in_hears_nothing(stream: str) -> None:
    async def main() -> None:
        for cookies in ({}, {"sessionid": "made-up"}):
            async with Stream(f"/live/{stream}/", cookies) as live:
                assert live.status == 401
                assert json.loads(await live.end())["code"] == "signed_out"

    run(main)


def test_a_stream_that_cannot_be_is_not_found(dealer: dict[str, str]) -> None:
    for name in ("T0", "T01", "T1x", "t12", "nothing", "T999999999999", "T12%2F1", "..."):
        assert status(f"/live/{name}/", dealer) == 404, name


def test_a_refusal_is_the_same_for_what_is_not_there_and_what_is_not_for_him(dealer: dict[str, str]) -> None:
    async def answer(name: str) -> str:
        async with Stream(f"/live/{name}/", dealer) as live:
            assert live.status == 404
            return await live.end()

    async def main() -> tuple[str, str]:
        return await answer("access"), await answer("nothing")

    hidden, missing = run(main)
    assert hidden == missing
    assert json.loads(hidden)["code"] == "no_such_stream"


def test_a_table_that_does_not_exist_is_not_found(dealer: dict[str, str]) -> None:
    assert status(f"/live/{new_stream()}/", dealer) == 404


@pytest.mark.parametrize(
    ("role", "heard"),
    [
        ("dealer", {"fees"}),
        ("floor", {"fees", "cage", "access", "system"}),
        ("auditor", {"fees", "cage", "access", "system"}),
        ("admin", {"fees", "cage", "access", "system"}),
    ],
)
def test_the_room_s_own_streams_are_for_the_office(stream: str, role: str, heard: set[str]) -> None:
    cookies = cookies_of(person(role))
    for name in ("fees", "cage", "access", "system"):
        assert status(f"/live/{name}/", cookies) == (200 if name in heard else 404), name
    assert status(f"/live/{stream}/", cookies) == 200


def test_only_get_is_answered(stream: str, dealer: dict[str, str]) -> None:
    client = Client()
    for name, value in dealer.items():
        client.cookies[name] = value
    assert client.post(f"/live/{stream}/").status_code == 405


def test_a_wsgi_worker_is_not_held_for_ever(stream: str, dealer: dict[str, str]) -> None:
    client = Client()
    for name, value in dealer.items():
        client.cookies[name] = value
    assert client.get(f"/live/{stream}/").status_code == 503


# --- how it ends ---------------------------------------------------------------------------------


def by_service(who: Person, cookies: dict[str, str]) -> None:
    deactivate_person(person=who, author=ROOM)


def by_raw_sql(who: Person, cookies: dict[str, str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_person SET is_active = %s WHERE id = %s", [False, who.pk])


def by_password(who: Person, cookies: dict[str, str]) -> None:
    set_password(person=who, password="quite-another-one", author=ROOM)


def by_session(who: Person, cookies: dict[str, str]) -> None:
    Session.objects.filter(session_key=cookies["sessionid"]).delete()


def by_expiry(who: Person, cookies: dict[str, str]) -> None:
    Session.objects.filter(session_key=cookies["sessionid"]).update(expire_date="2026-01-01T00:00:00Z")


def by_sign_out(who: Person, cookies: dict[str, str]) -> None:
    client = Client()
    for name, value in cookies.items():
        client.cookies[name] = value
    assert client.post("/sign-out/").status_code == 302


def test_streams_end_within_five_seconds_of_their_session(stream: str) -> None:
    """By any path, two streams each; somebody else's goes on."""
    ends = [by_service, by_raw_sql, by_password, by_session, by_expiry, by_sign_out]
    people = [person("dealer") for _ in ends]
    cookies = [cookies_of(who) for who in people]
    other = cookies_of(person("dealer"))

    async def main() -> None:
        async with Stream(f"/live/{stream}/", other) as stays:
            streams = [(Stream(f"/live/{stream}/", shown), Stream("/live/fees/", shown)) for shown in cookies]
            for live in (live for pair in streams for live in pair):
                await live.__aenter__()
                await live.until(": listening\n\n")
            for end, who, shown in zip(ends, people, cookies, strict=True):
                await in_thread(end, who, shown)
            ended = time.monotonic()
            for live in (live for pair in streams for live in pair):
                await live.end(within=5 - (time.monotonic() - ended))
            for live in (live for pair in streams for live in pair):
                await live.__aexit__()
            await stays.until(ring(stream, 1))
            await in_thread(happen, stream)
            await stays.until(ring(stream, 2))

    run(main)
    assert watch.CHECK_EVERY_S + watch.CHECK_WITHIN_S < 5
    assert hub.listeners() == []


def test_streams_end_when_sessions_cannot_be_checked(
    stream: str, dealer: dict[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def never(_: set[str]) -> set[str]:
        await asyncio.sleep(60)
        return set()

    monkeypatch.setattr(watch, "_still_good", never)
    monkeypatch.setattr(watch, "CHECK_EVERY_S", 0.05)
    monkeypatch.setattr(watch, "CHECK_WITHIN_S", 0.05)

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.end(within=5)

    run(main)
    assert "could not be checked" in caplog.text


# --- nothing depends on it -----------------------------------------------------------------------


def test_a_bell_that_fails_fails_no_command(
    stream: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no bell")

    monkeypatch.setattr(doorbell.hub, "ring", broken)
    with caplog.at_level(logging.ERROR, logger="cardroom.live"):
        assert happen(stream) == 2
    assert head(stream).seq == 2
    assert "The doorbell failed" in caplog.text
