"""Rings between processes through a Redis that comes and goes. Runs beside PostgreSQL, where there is a Redis."""

import asyncio
import json
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from audit.selectors import head
from cardroom.live import doorbell
from cardroom.live.hub import Hub, Listener
from cardroom.live.redis_bell import QUIET_S, Sender, channel_name, receive
from cardroom.live.views import BEAT
from tests.people import person
from tests.streams import Stream, cookies_of, happen, in_thread, new_stream, ring, run

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


class Server:
    """A Redis of the test's own, which it may stop and start again at the same address."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        binary = shutil.which("redis-server")
        assert binary, "redis-server is not on the path"
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self._folder]
        self._process = subprocess.Popen([binary, *options], stdout=subprocess.DEVNULL)
        wait(lambda: self.ask(lambda client: client.ping()))

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def ask(self, question: Callable[[redis.Redis], Any]) -> Any:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=2) as client:
                return question(client)
        except redis.RedisError:
            return None

    def subscribers(self) -> int:
        found = self.ask(lambda client: client.pubsub_numsub(channel_name()))
        return int(found[0][1]) if found else 0

    def publish(self, payload: object) -> None:
        text = payload if isinstance(payload, (bytes, str)) else json.dumps(payload)
        self.ask(lambda client: client.publish(channel_name(), text))


def wait(until: Callable[[], object], within: float = 20) -> None:
    end = time.monotonic() + within
    while not until():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


async def async_wait(until: Callable[[], object]) -> None:
    await asyncio.to_thread(wait, until)


@pytest.fixture
def server(tmp_path: Any) -> Iterator[Server]:
    made = Server(str(tmp_path))
    made.start()
    yield made
    doorbell._sender(made.url).close()
    made.stop()


@pytest.fixture
def stream(transactional_db: None) -> str:
    name = new_stream()
    happen(name)
    return name


@pytest.fixture
def dealer(transactional_db: None) -> dict[str, str]:
    return cookies_of(person("dealer"))


def test_a_ring_of_another_process_arrives(
    server: Server, stream: str, dealer: dict[str, str], settings: Any
) -> None:
    settings.REDIS_URL = server.url

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            await async_wait(lambda: server.subscribers() == 1)
            server.publish({"stream": stream, "seq": 9})
            assert await live.until("\n\n") == ring(stream, 9)

    run(main)
    assert server.subscribers() == 0


def test_a_command_rings_in_this_process_and_through_redis_and_is_told_once(
    server: Server, stream: str, dealer: dict[str, str], settings: Any
) -> None:
    settings.REDIS_URL = server.url

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            await async_wait(lambda: server.subscribers() == 1)
            await in_thread(happen, stream)
            await in_thread(happen, stream)
            server.publish({"stream": stream, "seq": 99})  # comes after whatever Redis had to say before
            sent = await live.until(ring(stream, 99))
            assert sent.count('"seq": 3}') == 1
            assert sent.count("event: ring") <= 3

    run(main)


def test_what_is_no_ring_is_passed_over(
    server: Server, stream: str, dealer: dict[str, str], settings: Any
) -> None:
    settings.REDIS_URL = server.url
    odd = ["", "{", "null", "[]", "7", '{"stream": 1, "seq": 2}', b"\xff\xfe", {"seq": 1}, {"stream": stream}]
    odd += [{"stream": stream, "seq": True}, {"stream": stream, "seq": "8"}, {"stream": stream, "seq": 1.5}]

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            await async_wait(lambda: server.subscribers() == 1)
            for payload in odd:
                server.publish(payload)
            server.publish({"stream": stream, "seq": 9})
            assert await live.until("\n\n") == ring(stream, 9)

    run(main)


def test_a_restart_of_redis_leaves_the_stream_open_and_rings_come_again(
    server: Server, stream: str, dealer: dict[str, str], settings: Any, monkeypatch: Any
) -> None:
    settings.REDIS_URL = server.url
    monkeypatch.setattr("cardroom.live.views.HEARTBEAT_S", 0.2)

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            await live.until(ring(stream, 1))
            await async_wait(lambda: server.subscribers() == 1)
            server.stop()
            began = time.monotonic()
            assert await in_thread(happen, stream) == 2
            assert await in_thread(happen, stream) == 3
            assert time.monotonic() - began < 2
            await live.until(BEAT)
            await live.until(BEAT)
            await asyncio.to_thread(server.start)
            await async_wait(lambda: server.subscribers() == 1)
            server.publish({"stream": stream, "seq": 9})
            await live.until(ring(stream, 9))

    run(main)
    assert head(stream).seq == 3


def test_a_listener_may_come_while_redis_is_away(
    server: Server, stream: str, dealer: dict[str, str], settings: Any
) -> None:
    settings.REDIS_URL = server.url
    server.stop()

    async def main() -> None:
        async with Stream(f"/live/{stream}/", dealer) as live:
            assert live.status == 200
            await live.until(ring(stream, 1))
            await asyncio.to_thread(server.start)
            await async_wait(lambda: server.subscribers() == 1)
            server.publish({"stream": stream, "seq": 9})
            await live.until(ring(stream, 9))

    run(main)


def test_a_lost_connection_is_asked_about_and_replaced(
    server: Server, monkeypatch: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The peer stops answering without closing: silence, then a ping without an answer, then a new connection."""
    monkeypatch.setattr("cardroom.live.redis_bell.SILENCE_S", 0.2)
    hub = Hub()

    async def main() -> int | None:
        listener = Listener("T1", "session")
        hub.add(listener)
        frozen = asyncio.create_task(receive(server.url, hub))
        await async_wait(lambda: server.subscribers() == 1)
        assert server._process is not None
        server._process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(1)
        server._process.send_signal(signal.SIGCONT)
        await asyncio.to_thread(wait, lambda: server.subscribers() == 1)
        heard = None
        while heard is None:
            server.publish({"stream": "T1", "seq": 5})
            heard = await listener.next(0.2)
        frozen.cancel()
        await asyncio.gather(frozen, return_exceptions=True)
        return heard

    assert run(main) == 5
    assert "no answer to a ping" in caplog.text


def test_a_receiver_ends_whenever_it_is_told_to(server: Server) -> None:
    async def main(steps: int) -> bool:
        task = asyncio.create_task(receive(server.url, Hub()))
        for _ in range(steps):
            await asyncio.sleep(0)
        await asyncio.sleep(0.0005 * (steps % 7))
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=5)
        return bool(done) and task.cancelled()

    for steps in range(25):
        assert asyncio.run(main(steps)), steps


def test_a_redis_that_never_answers_costs_little_and_then_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen(1)
        sender = Sender(f"redis://127.0.0.1:{mute.getsockname()[1]}/0")
        began = time.monotonic()
        sender.ring("T1", 1)
        first = time.monotonic() - began
        began = time.monotonic()
        for seq in range(100):
            sender.ring("T1", seq)
        rest = time.monotonic() - began
        sender.close()
    assert first < QUIET_S / 2
    assert rest < 0.1
    assert caplog.text.count("did not take a ring") == 1


def test_a_sender_tries_again_when_redis_is_back(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("cardroom.live.redis_bell.QUIET_S", 0.1)
    sender = Sender(server.url)
    server.stop()
    sender.ring("T1", 1)
    server.start()
    time.sleep(0.2)
    with redis.Redis.from_url(server.url) as client, client.pubsub() as channel:
        channel.subscribe(channel_name())
        assert channel.get_message(timeout=5)["type"] == "subscribe"
        sender.ring("T1", 2)
        message = channel.get_message(timeout=5)
        assert json.loads(message["data"]) == {"stream": "T1", "seq": 2}
    sender.close()
