"""Names of streams: `T12` for the table 12, and one each for fees, cage, access and system."""

import re

TABLE = re.compile(r"T[1-9][0-9]{0,8}", re.ASCII)
SINGLE = ("fees", "cage", "access", "system")
KINDS = ("table", *SINGLE)


def kind(stream: str) -> str:
    """`"table"` for a table's stream, else the stream's own name. Raises ValueError for any other name."""
    if stream in SINGLE:
        return stream
    if TABLE.fullmatch(stream):
        return "table"
    raise ValueError(f"no such stream: {stream!r} (T<number>, {', '.join(SINGLE)})")
