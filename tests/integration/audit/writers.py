"""Many processes that append to one stream at once. Run as a program by its test, in a process of its own.

Each writer appends EVENTS records in each of COMMANDS commands. Writer 0 is killed (SIGKILL) half way, inside
a command: its records are written, the head is locked, nothing is committed. Prints the exit codes as JSON.
"""

import json
import os
import signal
import sys
import time
import traceback

import django
from django.conf import settings

from audit.core.registry import EventType, register

STEP = EventType("step.done", streams="table", shape={"n": int})


def write(stream: str, number: int, commands: int, events: int, killed_in: int, ready: int) -> None:
    from audit.services import Author, Entry, command

    for count in range(commands):
        with command(stream, f"w{number}-{count}", author=Author(f"p{number}"), request={"n": count}) as log:
            log.append([Entry("step.done", {"n": n}) for n in range(events)])
            if count == killed_in:
                os.write(ready, b"!")
                time.sleep(600)


def main(database: str, stream: str, writers: int, commands: int, events: int) -> list[int]:
    settings.DATABASES["default"]["NAME"] = database
    options = settings.DATABASES["default"]["OPTIONS"]
    options.get("pool", options)["timeout"] = 120  # fifty at two cores: patience is not what is tested
    django.setup()
    register(STEP)
    waiting, ready = os.pipe()
    pids = []
    for number in range(writers):
        pid = os.fork()
        if pid == 0:
            try:
                write(stream, number, commands, events, commands // 2 if number == 0 else -1, ready)
                os._exit(0)
            finally:
                traceback.print_exc()
                os._exit(1)
        pids.append(pid)
    os.read(waiting, 1)
    os.kill(pids[0], signal.SIGKILL)
    return [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]


if __name__ == "__main__":
    json.dump(main(*sys.argv[1:3], *map(int, sys.argv[3:])), sys.stdout)
