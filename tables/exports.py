"""A finished hand as a record: the texts that stand, which replay to the same outcome, and beside them, under keys
that readers ignore, what else an auditor asks of a hand. Amounts are cents, times UTC; people and players are named by
their opaque ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from audit.core.record import Record, stamp
from tables.chronicle import Told, records_of
from tables.game import records, registry


def record_text(told: Told) -> str:
    """The TOML text of a finished hand (from `selectors.finished_hand`), as docs/records.md describes it.

    Entries that were taken back or corrected stand under `_undone`, rulings with reason and rule under `_rulings`. The
    electronic shoe's seed is there once it has been published.
    """
    undone = [{"n": u.n, "text": u.text, "reason": u.reason} for u in told.hand.undone]
    return records.write(
        told.hand.play,
        rules_version=told.hand.opening["rules_version"],
        about=_about(told, list(records_of(told))),
        undone=undone,
    )


def _about(told: Told, log: list[Record]) -> dict[str, object]:
    hand = told.hand
    opening = hand.opening
    fees = {
        "collected": sum(hand.fees.values()),
        "waived": sum(hand.waived.values()),
        "carried": sum(hand.carried.values()),
        "dropped": hand.dropped,
    }
    seed = next((record.data["seed"] for record in log if record.type == "shoe.revealed"), None)
    about: dict[str, object] = {
        "hand": hand.id,
        "table": int(told.stream[1:]),
        "dealer": told.dealer,
        "opened_at": _time(told.opened_at),
        "finished_at": _time(told.finished_at),
        "players": hand.players,
        "cheque_value": opening["cheque_value"],
        "fee": hand.fee,
        "fees": fees,
        "source": opening["source"],
        "shuffle": opening["shuffle"],
        "deck": opening["deck"],
        "commitment": opening["commitment"],
        "seed": seed,
        "carried_from": opening["carried_from"],
        "carried_to": hand.carried_to,
        "rulings": list(_rulings(told, log)),
    }
    return {name: value for name, value in about.items() if value not in (None, "", [])}


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else stamp(moment)


def _rulings(told: Told, log: list[Record]) -> Iterator[dict[str, object]]:
    """What stands and cites a rule. A ruling that was played again after a correction keeps what was said of it."""
    game = registry.game_events(told.hand.variant)
    standing = {move.n for move in told.hand.play.moves}
    said: dict[int, tuple[str | None, str | None]] = {}
    for record in log:
        data = record.data
        if data.get("text") is None or not data.keys() & {"rule", "replaces"}:
            continue
        before = said.get(data.get("replaces") or 0, (None, None))
        reason, rule = (data.get("reason") or before[0], data.get("rule") or before[1])
        said[data["n"]] = (reason, rule)
        if rule is not None and (data["n"] in standing or record.type not in game):
            yield {"n": data["n"], "text": data["text"], "reason": reason or "", "rule": rule}
