"""What records say about fees: schedules in the stream `fees`, each hand's money in its table's stream.

Amounts are integer cents. `n` is the number of the action in the hand that moved the money,
`text` the action's own text where this event is its first.
"""

from audit.core.registry import EventType, Opt, register

ROW = {
    "condition": int,
    "players_min": int,
    "players_max": int,
    "fee": int,
    "payer": str,
    "taken": str,
    "waiver": str,
}
SCHEDULE_APPROVED = EventType(
    "schedule.approved",
    streams="fees",
    shape={
        "schedule": str,
        "version": int,
        "label": str,
        "invented": bool,
        "reference": str,
        "notice": str,
        "effective_from": str,
        "max_rates": int,
        "rows": [ROW],
    },
    about="a fee schedule was approved and is in force from effective_from on",
)
ACTION = {"n": int, "text": Opt(str)}
SEAT = {**ACTION, "seat": int, "cents": int}
FEE_TYPES = (
    EventType("fee.collected", streams="table", shape=SEAT, about="a seat paid its fee"),
    EventType("fee.returned", streams="table", shape={**SEAT, "rule": str}, about="a seat got its fee back"),
    EventType(
        "fee.carried",
        streams="table",
        shape={**SEAT, "from_hand": str, "rule": str},
        about="a seat's fee of an earlier hand stands for this one",
    ),
    EventType("fee.waived", streams="table", shape={**SEAT, "rule": str}, about="a seat owes no fee"),
    EventType(
        "fee.dropped",
        streams="table",
        shape={**ACTION, "cents": int, "box": str},
        about="fees went into a box",
    ),
)


def register_all() -> None:
    register(SCHEDULE_APPROVED, *FEE_TYPES)
