"""Commands as the tests of the log send them."""

from collections.abc import Sequence

from audit.services import Author, Entry, Log, command

AUTHOR = Author("p7k2", "dealer", "t9x1")
STEPS = [Entry("step.done", {"n": n}, "T1/1") for n in range(3)]


def act(
    command_id: str = "c1", stream: str = "T1", request: object = None, entries: Sequence[Entry] = STEPS
) -> Log:
    """Append the entries, unless the command was carried out before."""
    with command(stream, command_id, author=AUTHOR, request=request or {"text": "5 buy 2"}) as log:
        if not log.replayed:
            log.append(entries)
    return log


def broken(stream: str, command_id: str = "broken") -> Log:
    """A command that appends and then fails."""
    logs: list[Log] = []
    try:
        with command(stream, command_id, author=AUTHOR, request={}) as log:
            logs.append(log)
            log.append(STEPS)
            raise LookupError
    except LookupError:
        return logs[0]
