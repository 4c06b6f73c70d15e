"""What the log says of an evening, against what was tapped and what the screens showed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any


def verdict(tally: dict[str, Any]) -> list[str]:
    """Every difference in words; empty where the log folds to what was shown and every tap counted once."""
    from audit.core.chain import Head, walk
    from audit.selectors import head, links, read
    from tables.chronicle import tell

    stream = f"T{tally['table']}"
    records = list(read(stream))
    end = head(stream)
    found = []
    if walk(stream, links(stream), until=Head(end.seq, end.digest)).fault is not None:
        found.append(f"{stream}: the chain is broken")
    found += _taps(stream, tally, Counter({record.command_id for record in records}))
    told, shown = None, {int(seq): felt for seq, felt in tally["shown"].items()}
    for record in records:
        if record.type == "hand.opened":
            told = None
        if record.subject:
            told = tell(told, record)
        if record.seq in shown:
            found += _felt(stream, record.seq, told.hand if told else None, shown[record.seq])
    return found


def _taps(stream: str, tally: dict[str, Any], ids: Counter[str]) -> list[str]:
    refused = {line.partition(":")[0] for line in tally["refused"]}
    found = [
        f"{stream}: command {command} is {'' if command in ids else 'not '}in the log"
        for command in tally["sent"]
        if (command in ids) == (command in refused)
    ]
    if len(set(tally["sent"])) < len(tally["sent"]):
        found.append(f"{stream}: two taps sent one command")
    return found


def _felt(stream: str, seq: int, hand: Any, shown: dict[str, Any]) -> list[str]:
    from fees.core.schedule import dollars
    from tables.screens import screen_of
    from tables.screens.money import pot_of

    if hand is None or hand.closed:
        return [] if not shown["hand"] else [f"{stream}/{seq}: {shown['hand']} is shown and there is none"]
    cards = hand.variant.view(hand.state, "public")["hands"]
    pot = dollars(pot_of(hand, screen_of(hand.variant.key).unused(hand)).total)
    said = {
        "hand": f"Hand {hand.id.partition('/')[2]}",
        "pot": pot,
        "cards": {str(seat): cards.get(str(seat), []) for seat in hand.seats},
    }
    seen = {**shown, "cards": {seat: shown["cards"].get(seat, []) for seat in said["cards"]}}
    return [
        f"{stream}/{seq}: {name} shown {seen[name]!r}, in the log {said[name]!r}"
        for name in said
        if seen[name] != said[name]
    ]


if __name__ == "__main__":
    import django

    django.setup()
    differences = [line for tally in json.load(sys.stdin) for line in verdict(tally)]
    sys.stdout.write("\n".join(differences))
