"""Records of a table and its hands as sentences for a log panel, a conflict message, a history."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from audit.core.record import Record
from fees.core.schedule import dollars
from tables.game import registry
from tables.game.play import UNFIT

PHASES = (
    *(gettext_noop("posting"), gettext_noop("drawing"), gettext_noop("deciding"), gettext_noop("ruling")),
    *(gettext_noop("award"), gettext_noop("void"), gettext_noop("finished"), gettext_noop("disputed")),
    gettext_noop("closed"),
)
"""Where a hand may stand, as refusals name it."""
FATES = {"dead": gettext_noop("dead"), "next": gettext_noop("next")}
VERDICTS = {
    "beats": gettext_noop("beats, the dealing stops"),
    "not_yet": gettext_noop("not yet"),
    "tied": gettext_noop("tied, stays live"),
    "fails": gettext_noop("does not beat, out"),
}


def _seat_first(share: tuple[str, int]) -> int:
    """Around the table, not as texts sort."""
    return int(share[0])


def _amounts(shares: Mapping[str, int]) -> str:
    if not shares:
        return _("nothing")
    around = sorted(shares.items(), key=_seat_first)
    return ", ".join(_("seat {seat} {amount}").format(seat=s, amount=dollars(c)) for s, c in around)


def _money(data: dict[str, Any], text: str) -> str:
    return text.format(
        **{**data, "amount": dollars(data["cents"]), "rule": recorded(str(data.get("rule") or ""))}
    )


def recorded(text: str) -> str:
    """A text that a program wrote into a record, in the language of the screen; what people wrote stays as it is."""
    for template, form in _FORMS:
        if (found := form.fullmatch(text)) is not None:
            return _(template).format(**found.groupdict())
    return _(text) if text else text


def _form(template: str) -> re.Pattern[str]:
    quoted = re.sub(r"\\\{(\w+)!r\\\}", r"'(?P<\1>[^']*)'", re.escape(template))
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", quoted))


_FORMS = [(template, _form(template)) for template in UNFIT]


_TOLD: dict[str, Callable[[dict[str, Any]], str]] = {
    "table.opened": lambda d: _("The table opens at {amount}.").format(amount=dollars(d["amount"])),
    "table.closed": lambda d: _("The table closes."),
    "table.condition_set": lambda d: _("From the next hand on {amount}.").format(amount=dollars(d["amount"])),
    "table.configured": lambda d: _("The table's settings change for the next hand."),
    "seat.taken": lambda d: _("Seat {seat} is taken.").format(**d),
    "table.watched": lambda d: _("The table's settings for display and count change."),
    "table.paused": lambda d: _("Paused: {reason}.").format(**d),
    "table.resumed": lambda d: _("The table goes on."),
    "table.display_linked": lambda d: _("The public display has a new address."),
    "terminal.paired": lambda d: _("Device {label} stands at this table.").format(**d),
    "terminal.unpaired": lambda d: _("A device is taken from this table."),
    "chair.taken": lambda d: _("Relief: takes the chair.") if d["relieves"] else _("Takes the chair."),
    "chair.left": lambda d: _("Leaves the chair."),
    "floor.called": lambda d: _("The floor is called: {reason}.").format(**d),
    "floor.answered": lambda d: _("The floor has come."),
    "floor.call_withdrawn": lambda d: _("The floor is no longer called."),
    "stub.counted": lambda d: (
        _("Stub counted: {counted} cards, as expected.").format(**d)
        if d["counted"] == d["expected"]
        else _("Stub counted: {counted} cards, {expected} expected.").format(**d)
    ),
    "seat.reserved": lambda d: _("Seat {seat} is reserved.").format(**d),
    "seat.left": lambda d: _("Seat {seat} is free.").format(**d),
    "seat.substituted": lambda d: _("Somebody else plays on in seat {seat}: {reason}.").format(**d),
    "seat.code_given": lambda d: _("A new code for the screen of seat {seat}.").format(**d),
    "seat.screen_opened": lambda d: (
        _("Seat {seat} opens its screen on another device.").format(**d)
        if d["replaced"]
        else _("Seat {seat} opens its screen.").format(**d)
    ),
    "seat.screen_closed": lambda d: _("The screen of seat {seat} is closed.").format(**d),
    "tablet.handed_round": lambda d: _("The tablet goes round the seats."),
    "tablet.taken_back": lambda d: _("The tablet is back with the dealer."),
    "table.first_named": lambda d: _("Seat {seat} begins the next hand.").format(**d),
    "hand.substituted": lambda d: _("Somebody else plays the hand on in seat {seat}.").format(**d),
    "seat.dealt_in": lambda d: _("Seat {seat} is in from the next hand on.").format(**d),
    "seat.dealt_out": lambda d: _("Seat {seat} is out from the next hand on.").format(**d),
    "hand.opened": lambda d: _("Posting begins: {count} seats at {condition}, fee {fee} each.").format(
        count=len(d["seats"]), condition=dollars(d["condition"]), fee=dollars(d["fee"]["fee"])
    ),
    "hand.seats_changed": lambda d: _("Now {count} seats, fee {fee} each.").format(
        count=len(d["seats"]), fee=dollars(d["fee"]["fee"])
    ),
    "hand.posted": lambda d: _money(d, _("Seat {seat} posts {amount}.")),
    "hand.post_returned": lambda d: _money(d, _("Seat {seat} withdraws and takes {amount} back.")),
    "hand.undone": lambda d: _("Taken back from action {n} on: {reason}.").format(
        n=d["from_n"], reason=d["reason"] or _("withdrawn before a card came")
    ),
    "hand.held": lambda d: _("The hand waits for a ruling: {reason}.").format(reason=recorded(d["reason"])),
    "hand.disputed": lambda d: _("Disputed: {reason}.").format(reason=d["reason"]),
    "hand.ruled": lambda d: _("The floor rules that it stands: {reason} ({rule}).").format(**d),
    "hand.paid": lambda d: _("Paid: {amounts}.").format(amounts=_amounts(d["payouts"])),
    "hand.refunded": lambda d: _("Given back: {amounts}.").format(amounts=_amounts(d["returned"])),
    "hand.carried": lambda d: _("The posts are carried to the redeal."),
    "hand.closed": lambda d: _("Closed: the result stands."),
    "shoe.revealed": lambda d: _("The electronic shoe's seed is published."),
    "fee.collected": lambda d: _money(d, _("Seat {seat} pays the fee, {amount}.")),
    "fee.returned": lambda d: _money(d, _("The fee of seat {seat} goes back, {amount}: {rule}.")),
    "fee.carried": lambda d: _money(d, _("The fee of seat {seat} stands from the hand before.")),
    "fee.waived": lambda d: _money(d, _("The fee of seat {seat} is waived, {amount}: {rule}.")),
    "fee.dropped": lambda d: _money(d, _("Fees into the drop box: {amount}.")),
}


def sentence(record: Record, variant: str) -> str:
    """What a record of a table's stream says, for people."""
    if (told := _TOLD.get(record.type)) is not None:
        return told(record.data)
    event = registry.game_events(registry.get(variant)).get(record.type)
    if event is None:
        return record.type
    words: dict[str, Any] = {
        name: _thing(value) if name in _THINGS else value for name, value in record.data.items()
    }
    if "fate" in words:
        words["fate"] = _(FATES.get(words["fate"], words["fate"]))
    if "verdict" in words:
        words["verdict"] = _(VERDICTS.get(words["verdict"], words["verdict"]))
    said = _(event.said).format(**words)
    if words.get("reason"):
        said = f"{said} ({words['reason']}{', ' + words['rule'] if words.get('rule') else ''})"
    return said


def bare(record: Record, variant: str) -> str:
    """What others hear of an event that is secret to a seat; "" for any other event."""
    event = registry.game_events(registry.get(variant)).get(record.type)
    if event is None or (seat := event.read(record.data).secret_to) is None:
        return ""
    return _(event.bare).format(seat=seat)


_THINGS = frozenset({"card", "cards", "territory"})


def _thing(value: object) -> object:
    """A card, or several, or a place, in the language of the screen; playing cards are signs and stay as they are."""
    if isinstance(value, str):
        return " ".join(_(word) for word in value.split(" "))
    if isinstance(value, list):
        named = [str(_thing(one)) for one in value]
        return (", " if any(" " in name or len(name) > 3 for name in named) else " ").join(named) or _(
            "nothing"
        )
    return value
