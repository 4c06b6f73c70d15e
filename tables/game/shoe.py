"""The electronic shoe: a committed permutation of every pile, drawn from a seed that is kept by the caller. Pure.

The k-th draw from a pile is `remaining[uniform(HMAC-SHA256(seed, pile || 0x00 || k))]`; k counts the draws that stand,
so that a draw taken back comes again, and the order of what has not come exists nowhere.
"""

from __future__ import annotations

import hashlib
import hmac
import struct

from tables.game.base import Draw, Drawn

SHOE_VERSION = 1
SEED_BYTES = 32
_WORDS = struct.Struct(">4Q")
_RANGE = 1 << 64


def commitment(seed: bytes, hand: str) -> str:
    """What `hand.opened` publishes before the deal: SHA-256(seed || 0x00 || hand id || 0x00 || version), in hex."""
    return hashlib.sha256(b"\0".join((seed, hand.encode(), str(SHOE_VERSION).encode()))).hexdigest()


def uniform(seed: bytes, pile: str, k: int, n: int) -> int:
    """An index below `n` for the k-th draw, without bias.

    Of the four 64-bit words of the digest, those beyond the last multiple of `n` are rejected; when all are, the
    name of the pile is followed by 0x01, 0x02, ...
    """
    if not 0 < n < _RANGE:
        raise ValueError("a draw needs something left in the pile")
    limit = _RANGE - _RANGE % n
    name = pile.encode()
    round_ = 0
    while True:
        words: tuple[int, ...] = _WORDS.unpack(
            hmac.digest(seed, name + b"\0" + k.to_bytes(8, "big"), "sha256")
        )
        for word in words:
            if word < limit:
                return word % n
        round_ += 1
        name = pile.encode() + bytes([round_])


def drawn(seed: bytes, draw: Draw) -> tuple[str, Drawn]:
    """The action text of the next draw, and what the log keeps of it: pile, k, n (what may come) and index.

    An action that takes several things is so many draws, one after the other, and the log keeps a list of them.
    """
    things: list[str] = []
    kept: list[dict[str, object]] = []
    part: Draw | None = draw
    while part is not None:
        left = list(part.contents)
        for k in range(part.drawn, part.drawn + part.take):
            index = uniform(seed, part.pile, k, len(left))
            kept.append({"pile": part.pile, "k": k, "n": len(left), "index": index})
            things.append(left.pop(index))
        part = part.then
    text = draw.form.replace("{}", " ".join(things))
    return text, kept if draw.take > 1 or draw.then is not None else kept[0]
