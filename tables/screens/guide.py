"""What the demo room adds to a dealer's screen: a first hand explained step by step, and what simulated players say.

Page furniture. It records nothing, and no other room has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardroom.accounts.models import Person
from cardroom.accounts.roles import DEALER, FLOOR
from cardroom.accounts.selectors import names_of
from fees.core.schedule import dollars
from fees.demo import LABEL, is_demo
from tables.game import registry
from tables.game.hand import Hand
from tables.models import Hand as HandRow
from tables.models import Table
from tables.screens import screen_of
from tables.screens.simulated import ALIASES, MARK

COOKIE = "guide"
SHOWN, SHUT = "on", "off"
TABLE = 1
"""Where a newcomer to the demo room is sent."""
ENOUGH = 2
STEPS = 7


@dataclass(frozen=True)
class Guide:
    """One state of a hand explained. `step` is its place among STEPS, 0 for what is no step of every hand."""

    step: int
    says: SafeString

    @property
    def steps(self) -> int:
        return STEPS


def guided(table: Table, person: Person, context: dict[str, Any], choice: str) -> dict[str, Any]:
    """What `tables/parts/guide.html` shows beside the screen of `context`; `choice` is the device's cookie."""
    nothing: dict[str, Any] = {"guide": None, "guide_shut": False, "line": "", "may_seat": False}
    mine = table.chair in ("", person.public_id)
    fee = context["fee"]  # where it is by another schedule there is nothing to be asked of the database
    if not (context["acts"] and mine and (fee is None or fee.label == LABEL) and is_demo()):
        return nothing
    wanted = choice == SHOWN or (choice != SHUT and table.number == TABLE and not _has_dealt(table, person))
    hand: Hand | None = context["hand"]
    return {
        "guide": _explained(table, context, hand) if wanted else None,
        "guide_shut": not wanted,
        "line": _line(table, context, hand),
        "may_seat": context["stage"] == "between"
        and not registry.get(table.variant).own_screens
        and sum(place.taken for place in context["places"]) < ENOUGH,
    }


def newcomer(person: Person) -> dict[str, Any] | None:
    """What the start page of the demo room tells somebody who deals and has not dealt there yet."""
    table = Table.objects.filter(number=TABLE).first()
    if table is None or not (person.roles & {DEALER, FLOOR} and is_demo()) or _has_dealt(table, person):
        return None
    chairs = dict(Table.objects.exclude(chair="").values_list("number", "chair"))
    names = names_of(chairs.values())
    return {
        "table": TABLE,
        "simulated": [n for n, who in sorted(chairs.items()) if names[who].endswith(MARK)],
    }


def _has_dealt(table: Table, person: Person) -> bool:
    """Whether the person has dealt a hand here to its end before the one that is shown; a misdeal is none."""
    hands = HandRow.objects.filter(stream=table.stream, dealer=person.public_id, finished_at__isnull=False)
    return hands.filter(void="").exclude(id=table.hand).exists()


def _line(table: Table, context: dict[str, Any], hand: Hand | None) -> SafeString:
    """What the simulated players do just now, "" for nothing or where it is for people to say."""
    simulated = {place.number: place.alias for place in context["places"] if place.alias in ALIASES}
    if hand is None or context["panel"].name:
        return SafeString("")
    if context["stage"] == "posting" and simulated.keys() & set(hand.unposted):
        return format_html("{}", _("The simulated players have put their cheques down."))
    if context["stage"] != "play" or hand.variant.own_screens:  # on their screens they say it themselves
        return SafeString("")
    if (habit := screen_of(table.variant).habit(hand)) is None:
        return SafeString("")
    if habit.seat not in simulated:
        return SafeString("")
    who = format_html("<bdi>{}</bdi>", simulated[habit.seat])
    return format_html(_("{} says: <strong>{}</strong>"), who, habit.says)


def _explained(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide | None:
    """The state that the screen is in, in a sentence or two, with its controls as they are called on it."""
    if context["panel"].name:
        return Guide(
            0, format_html(_("{} closes this panel; the hand waits."), _control(_("Back to the hand")))
        )
    explain = _STAGES.get(context["stage"])
    return explain(table, context, hand) if explain is not None else None


def _between(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    count = sum(place.dealt_in for place in context["places"])
    opens = _control(_("Open the hand"))
    if hand is not None and hand.paid:
        text = _("That was a whole hand. {} shows it step by step, {} begins the next one.")
        return Guide(7, format_html(text, _control(_("Last hands")), opens))
    if count < (least := registry.get(table.variant).seats[0]):
        text = _("A hand needs {} players: tap an empty seat, and give a name.")
        return Guide(1, format_html(text, least))
    text = ngettext(
        "{} player is in. {} fixes who plays, what each puts down, and the fee.",
        "{} players are in. {} fixes who plays, what each puts down, and the fee.",
        count,
    )
    return Guide(1, format_html(text, count, opens))


def _posting(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    assert hand is not None
    fee = int(hand.fee["fee"])
    text = _("Each lays {} into the pot, and a fee of {} beside it. When all have: {}.")
    return Guide(2, format_html(text, dollars(hand.condition), dollars(fee), _control(_("Deal"))))


def _play(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    assert hand is not None
    if hand.variant.own_screens:
        return _play_on_screens(hand)
    felt = context["felt"]
    if felt["actor"] is not None:
        text = _("The lowest hand acts: {}, or {} to {} at {} a card, to beat the hand above it.")
        buys = [_control(_("Buy %(n)s") % {"n": n}) for n in (1, 3)]
        return Guide(4, format_html(text, _control(_("Fold")), *buys, dollars(hand.condition)))
    decided = any(move.events[0].kind == "decision" for move in hand.play.moves)
    if hand.electronic:
        text = _("The shoe has the cards: {} brings what is due, and stops when the hand beats.")
        return Guide(5 if decided else 3, format_html(text, _control(_("Deal all due"))))
    if hand.opening["source"] == Table.Source.READER:
        text = _("The reader shoe reports the cards. None is here? Run manage.py reader_shoe.")
    elif decided:
        text = _(
            "Bought cards come one by one, and stop when the hand beats. Keyed wrong? Tap it on the felt."
        )
    else:
        text = _(
            "Two cards face up to each seat, in two rounds: tap each as it comes. No deck? Tap any card."
        )
    return Guide(5 if decided else 3, format_html("{}", text))


def _play_on_screens(hand: Hand) -> Guide:
    """A game whose players decide on screens of their own."""
    if hand.variant.chance(hand.state) is None:
        text = _(
            "The players decide on screens of their own: {} gives a code for each. Nobody keys a secret."
        )
        return Guide(4, format_html(text, _control(_("Players' screens"))))
    if hand.electronic:
        text = _("The shoe has the cards: {} brings what is due.")
        return Guide(3, format_html(text, _control(_("Turn up all due"))))
    return Guide(3, format_html("{}", _("Tap each card as it is turned up. No deck? Tap any card.")))


def _award(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    text = _("One hand is left. Push it the pot, then {}: that records it, and drops the fee.")
    return Guide(6, format_html(text, _control(_("Award"))))


def _void(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    text = _("{} keeps what was posted for the same seats; {} returns it.")
    return Guide(0, format_html(text, _control(_("Deal again")), _control(_("Give back"))))


def _ruling(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    if context["is_floor"]:
        return Guide(
            0, format_html(_("Look at the felt, then {}: with a reason, and the rule."), _control(_("Rule")))
        )
    return Guide(0, format_html("{}", _("Only the floor goes on: in the demo room that is flora.")))


def _paused(table: Table, context: dict[str, Any], hand: Hand | None) -> Guide:
    return Guide(0, format_html(_("Nothing is dealt. {} ends the pause."), _control(_("Resume"))))


_STAGES = {
    "between": _between,
    "posting": _posting,
    "play": _play,
    "award": _award,
    "void": _void,
    "ruling": _ruling,
    "paused": _paused,
}


def _control(label: str) -> SafeString:
    """A control, by the name that stands on it."""
    return format_html('<strong class="control">{}</strong>', label)
