"""Rings inside one process: from any thread into an event loop, never a backlog, never an error."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

from cardroom.live.hub import Hub, Listener


def listening(hub: Hub, stream: str = "T12") -> Listener:
    listener = Listener(stream, "session")
    hub.add(listener)
    return listener


def from_a_thread(hub: Hub, *rings: tuple[str, int]) -> None:
    def ring() -> None:
        for stream, seq in rings:
            hub.ring(stream, seq)

    thread = Thread(target=ring)
    thread.start()
    thread.join()


def test_a_ring_from_a_thread_reaches_the_listener() -> None:
    async def main() -> int | None:
        hub = Hub()
        listener = listening(hub)
        from_a_thread(hub, ("T12", 7))
        return await listener.next(5)

    assert asyncio.run(main()) == 7


def test_a_listener_hears_its_own_stream_alone() -> None:
    async def main() -> tuple[int | None, int | None]:
        hub = Hub()
        one, other = listening(hub, "T1"), listening(hub, "T12")
        from_a_thread(hub, ("T12", 3))
        return await one.next(0.05), await other.next(5)

    assert asyncio.run(main()) == (None, 3)


def test_every_listener_of_a_stream_hears_it() -> None:
    async def main() -> list[int | None]:
        hub = Hub()
        listeners = [listening(hub) for _ in range(20)]
        from_a_thread(hub, ("T12", 3))
        return [await listener.next(5) for listener in listeners]

    assert asyncio.run(main()) == [3] * 20


def test_a_slow_listener_is_told_the_newest_and_no_backlog() -> None:
    async def main() -> tuple[int | None, int | None]:
        hub = Hub()
        listener = listening(hub)
        from_a_thread(hub, *(("T12", seq) for seq in range(1, 1_001)))
        await asyncio.sleep(0)
        return await listener.next(5), await listener.next(0.05)

    assert asyncio.run(main()) == (1_000, None)


def test_doubled_and_late_rings_are_not_told() -> None:
    async def main() -> list[int | None]:
        hub = Hub()
        listener = listening(hub)
        told = []
        for seq in (5, 5, 3, 6, 6, 1):
            hub.ring("T12", seq)
            told.append(await listener.next(0.05))
        return told

    assert asyncio.run(main()) == [5, None, None, 6, None, None]


def test_rings_from_many_threads_end_at_the_newest() -> None:
    async def main() -> int:
        hub = Hub()
        listener = listening(hub)
        with ThreadPoolExecutor(max_workers=8) as threads:
            list(threads.map(lambda seq: hub.ring("T12", seq), range(1, 501)))
        last = 0
        while (seq := await listener.next(0.05)) is not None:
            assert seq > last
            last = seq
        return last

    assert asyncio.run(main()) == 500


def test_a_closed_listener_wakes_at_once() -> None:
    async def main() -> tuple[int | None, bool]:
        hub = Hub()
        listener = listening(hub)
        waiting = asyncio.create_task(listener.next(60))
        await asyncio.sleep(0)
        listener.close()
        return await asyncio.wait_for(waiting, 5), listener.closed

    assert asyncio.run(main()) == (None, True)


def test_a_listener_that_left_is_not_rung() -> None:
    async def main() -> int | None:
        hub = Hub()
        listener = listening(hub)
        hub.remove(listener)
        hub.remove(listener)
        from_a_thread(hub, ("T12", 7))
        return await listener.next(0.05)

    assert asyncio.run(main()) is None


def test_a_listener_whose_loop_has_ended_disturbs_nobody() -> None:
    hub = Hub()

    async def leave_without_a_word() -> Listener:
        return listening(hub)

    gone = asyncio.run(leave_without_a_word())

    async def main() -> int | None:
        listener = listening(hub)
        from_a_thread(hub, ("T12", 7))
        return await listener.next(5)

    assert asyncio.run(main()) == 7
    assert gone.closed
