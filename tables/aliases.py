"""What an alias may be: a text that cannot turn or hide the text around it. Pure."""

from __future__ import annotations

import unicodedata

from cardroom.accounts.bidi import BIDI_CONTROLS
from tables.game.base import Refused

LONGEST = 60
_JOINERS = frozenset("\u200c\u200d")  # scripts and emoji families need them


def cleaned(alias: str) -> tuple[str, list[str]]:
    """The alias as it is kept (NFC, one line, no controls) and what the dealer is told. Raises Refused."""
    notes = []
    text = unicodedata.normalize("NFC", alias)
    if any(letter in BIDI_CONTROLS for letter in text):
        notes.append("Direction marks were taken out of the name.")
    kept = "".join(
        letter for letter in text if letter in _JOINERS or unicodedata.category(letter) not in ("Cc", "Cf")
    )
    if len(kept) + sum(letter in BIDI_CONTROLS for letter in text) < len(text):
        notes.append("Invisible characters were taken out of the name.")
    kept = " ".join(kept.split())
    if any(unicodedata.category(letter) == "Cs" for letter in kept):
        raise Refused("bad_alias", "The name holds half a character; type it again.")
    if not kept.strip("".join(_JOINERS)):
        raise Refused("bad_alias", "A seat is taken by a name; it cannot be empty.")
    if len(kept) > LONGEST:
        raise Refused(
            "bad_alias",
            "A name has at most {longest} characters; this one has {count}.",
            longest=LONGEST,
            count=len(kept),
        )
    return kept, notes
