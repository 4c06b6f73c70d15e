"""Reading tables and hands for screens and the API. Amounts are cents, times UTC; nothing secret leaves here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from audit.core.record import Record
from audit.selectors import head, read
from tables.chronicle import NoSuchHand, Told, hand_at, records_of, told_by
from tables.game.base import Prompt
from tables.game.hand import Hand
from tables.game.play import Move
from tables.game.prompts import open_prompts
from tables.game.settlement import outcome
from tables.models import Hand as HandRow
from tables.models import Player, Table
from tables.players import who_are
from tables.sentences import bare, sentence

_LINE = ["variant", "source", "condition", "seats", "pot", "payouts", "winners", "void", "fee", "undone"]
_LINE += ["opened_at", "finished_at"]


def all_tables() -> list[Table]:
    """Every table with its condition, by number."""
    return list(Table.objects.select_related("condition"))


def table_lines() -> list[dict[str, Any]]:
    """Every table in a line: its condition, the hand that was opened last and the phase of that hand."""
    found = all_tables()
    phases = dict(HandRow.objects.filter(id__in=[table.hand for table in found]).values_list("id", "phase"))
    return [
        {
            "table": table.number,
            "name": table.name,
            "stream": table.stream,
            "variant": table.variant,
            "is_open": table.is_open,
            "condition": table.condition.terms() if table.condition else None,
            "source": table.source,
            "hand": table.hand,
            "phase": phases.get(table.hand),
        }
        for table in found
    ]


def get_table(number: int) -> Table | None:
    return Table.objects.select_related("condition").filter(number=number).first()


def current(table: Table) -> Told | None:
    """The hand that was opened last at this table, as the log stands now."""
    if not table.hand:
        return None
    now = head(table.stream)
    return hand_at(table.hand, now.seq, now.digest)


def table_view(table: Table) -> dict[str, Any]:
    """All that a dealer's screen shows of a table: `seats` 1 to 10, the `hand` or None, and what a command answers."""
    told = current(table)
    seats = {seat.number: seat for seat in table.seats.all()}
    players = {seat.player for seat in seats.values()}
    if told is not None:
        players |= set(told.hand.players.values())
    aliases = dict(Player.objects.filter(public_id__in=players).values_list("public_id", "alias"))
    in_hand = told.hand.players if told is not None and not told.hand.settled else {}
    shown = []
    for number in range(1, 11):
        seat = seats.get(number)
        player = in_hand.get(str(number)) or (seat.player if seat else "")
        shown.append(
            {
                "seat": number,
                "alias": aliases.get(player, ""),
                "taken": seat is not None,
                "dealt_in": bool(seat and seat.dealt_in),
                "in_hand": str(number) in in_hand,
            }
        )
    condition = table.condition
    return {
        "table": table.number,
        "name": table.name,
        "stream": table.stream,
        "variant": table.variant,
        "is_open": table.is_open,
        "condition": condition.terms() if condition else None,
        "source": table.source,
        "seats": shown,
        "answers": {"hand": told.hand.id, "seq": told.last_seq} if told else {"hand": "", "seq": 0},
        "hand": hand_view(told) if told else None,
    }


def hand_view(told: Told, viewer: int | str = "public") -> dict[str, Any]:
    """A hand for a viewer: phase, money, fee, felt, open decisions and the actions that stand."""
    hand = told.hand
    money = hand.money
    posted = hand.posted()
    prompts = open_prompts(hand.play)
    return {
        "hand": hand.id,
        "seq": told.last_seq,
        "phase": hand.phase,
        "frozen": hand.frozen,
        "seats": list(hand.seats),
        "condition": hand.condition,
        "cheque_value": hand.opening["cheque_value"],
        "source": hand.opening["source"],
        "commitment": hand.opening["commitment"],
        "carried_from": hand.opening["carried_from"],
        "rules": dict(hand.opening["rules"]),
        "rules_version": hand.opening["rules_version"],
        "pot": 0 if hand.state.void is not None else sum(posted.values()),
        "posted": {str(seat): cents for seat, cents in posted.items()},
        "unposted": list(hand.unposted),
        "fee": {
            **hand.fee,
            "collected": {str(seat): cents for seat, cents in hand.fees.items()},
            "due": {str(seat): hand.fee_due(seat) for seat in hand.seats},
            "held": hand.fees_held,
            "dropped": hand.dropped,
        },
        "felt": hand.variant.view(hand.state, viewer),
        "prompts": [_prompt(after, prompt, viewer) for after, prompt in prompts.values()],
        "awaiting": hand.variant.awaiting(hand.state) if not hand.unposted else None,
        "moves": [_move(move, viewer) for move in hand.play.moves],
        "undone": [
            {"n": u.n, "text": hand.hushed.get(u.n, u.text), "by": u.by, "reason": u.reason}
            for u in hand.undone
        ],
        "complete": hand.state.over,
        "settled": hand.settled,
        "paid": None if hand.paid is None else {str(seat): cents for seat, cents in hand.paid.items()},
        "payouts": {str(seat): cents for seat, cents in money.payouts.items()},
        "winners": list(money.winners),
        "void": hand.state.void,
    }


def _prompt(after: int, prompt: Prompt, viewer: int | str) -> dict[str, Any]:
    """An open decision as this viewer may read it: of a secret one others see that it is open."""
    if prompt.secret and viewer not in (prompt.seat, "all"):
        return {"seat": prompt.seat, "options": [], "after": after, "closed": {}}
    return {**prompt.public(), "after": after, "closed": dict(prompt.closed)}


def _move(move: Move, viewer: int | str) -> dict[str, Any]:
    """An action as this viewer may read it: a secret one is a bare fact to others."""
    event = move.events[0]
    text = move.text if viewer in (event.secret_to, "all") else move.bare_text
    return {"n": move.n, "text": text, "kind": event.kind}


def finished_hands(table: Table, before: int | None = None, count: int = 10) -> list[HandRow]:
    """The last finished hands of a table, newest first; `before` is a first sequence to go on from."""
    rows = HandRow.objects.filter(stream=table.stream, finished_at__isnull=False).order_by("-first_seq")
    if before is not None:
        rows = rows.filter(first_seq__lt=before)
    return list(rows[:count])


def hand_lines(table: Table, before: int | None, count: int) -> dict[str, Any]:
    """A page of finished hands, newest first, a line each; `next` is the `before` of the page that follows, or None."""
    rows = finished_hands(table, before, count + 1)
    names = who_are({row.dealer for row in rows})
    lines = [
        {
            "hand": row.id,
            "first": row.first_seq,
            "last": row.last_seq,
            "dealer": names[row.dealer],
            **{name: getattr(row, name) for name in _LINE},
        }
        for row in rows[:count]
    ]
    return {"hands": lines, "next": rows[count - 1].first_seq if len(rows) > count else None}


def finished_hand(hand: str) -> Told:
    """A finished hand from the log. Raises NoSuchHand; an unfinished one is served to nobody."""
    known = hand.isprintable()  # a database may refuse to look for anything else
    row = HandRow.objects.filter(id=hand, finished_at__isnull=False).first() if known else None
    if row is None:
        raise NoSuchHand(hand)
    return told_by(
        record for record in read(row.stream, row.first_seq, row.last_seq) if record.subject == hand
    )


def history(told: Told) -> list[dict[str, Any]]:
    """Every record of a finished hand as a step: who, when, what, in words."""
    records = list(records_of(told))
    names = who_are({record.actor for record in records})
    taken = {n for r in records if r.type == "hand.undone" for n in r.data["taken"]}
    return [
        {
            "seq": record.seq,
            "at": record.time,
            "actor": record.actor,
            "name": names.get(record.actor, record.actor),
            "role": record.role,
            "terminal": record.terminal,
            "type": record.type,
            "n": record.data.get("n"),
            "text": record.data.get("text"),
            "said": sentence(record, told.hand.variant.key),
            "taken_back": record.data.get("n") in taken,
        }
        for record in records
    ]


def at_step(told: Told, seq: int) -> Told:
    """The hand as it stood after record `seq`. Raises NoSuchHand for a sequence that is not the hand's."""
    records = [record for record in records_of(told) if record.seq <= seq]
    if not records or records[-1].seq != seq:
        raise NoSuchHand(f"{told.hand.id}#e{seq}")
    return told_by(records)


def events_view(records: Iterable[Record], variant: str) -> list[dict[str, Any]]:
    """What a command wrote, for its sender: the same for ever, since it is read from the records alone."""
    return [
        {
            "seq": record.seq,
            "at": record.at,
            "type": record.type,
            "n": record.data.get("n"),
            "text": record.data.get("text"),
            "said": sentence(record, variant),
            **_bare(record, variant),
        }
        for record in records
    ]


def since_view(records: Iterable[Record], variant: str) -> list[dict[str, Any]]:
    """What happened since, for a stale command: who did what when, of secret things no more than that."""
    records = list(records)
    names = who_are({record.actor for record in records})
    return [
        {
            "seq": record.seq,
            "at": record.at,
            "who": names.get(record.actor, record.actor),
            "role": record.role,
            "said": bare(record, variant) or sentence(record, variant),
        }
        for record in records
    ]


def _bare(record: Record, variant: str) -> dict[str, Any]:
    """The words for a secret event, which say no more than that it happened; {} for any other."""
    said = bare(record, variant)
    return {"text": None, "said": said} if said else {}


def result(hand: Hand) -> dict[str, Any]:
    """The outcome as a record's result shows it."""
    return outcome(hand.variant, hand.state)
