"""What a screen offers besides the decision: tools, panels, actions to be taken back or corrected. To whom it may be
offered is asked of the policies; whether it fits, of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import FLOOR
from fees.selectors import frozen_row
from tables import policies
from tables.game import registry
from tables.game.hand import Hand
from tables.game.play import Move
from tables.game.prompts import open_prompts
from tables.models import Table
from tables.screens import GameScreen
from tables.screens.attending import WHY_CALL, WHY_PAUSE, calling, last_hands, pausing
from tables.screens.panels import Panel, Tool
from tables.screens.phones import phones
from tables.screens.wording import refusal
from tables.seat_screens import neutral

HOUSE_PANELS = (
    *("undo", "dispute", "seats", "rules", "rulings"),
    *("call", "pause", "count", "last", "screen", "phones"),
)
WHY_TAKE_BACK = (
    gettext_lazy("Tapped by mistake"),
    gettext_lazy("Player misheard"),
    gettext_lazy("Wrong seat"),
)
WHY_DISPUTE = (
    gettext_lazy("Whose turn it is"),
    gettext_lazy("Pot or cheques"),
    gettext_lazy("Cards or hand"),
    gettext_lazy("Fold or buy"),
)
KEYS = (
    (("F",), gettext_lazy("fold")),
    (("1", "2", "3"), gettext_lazy("buy; in a panel: the reason of that number")),
    (("N",), gettext_lazy("the button bottom right (or left)")),
    (("Q", "D"), gettext_lazy("a card: rank, then suit; arrows move on the pad")),
    (("U",), gettext_lazy("take back, correct")),
    (("L",), gettext_lazy("call the floor")),
    (("C",), gettext_lazy("stub counted, as expected")),
    (("K",), gettext_lazy("key by hand what the shoe did not read")),
    (("Esc",), gettext_lazy("back to the hand")),
    (("?",), gettext_lazy("this panel")),
)
"""What single keys do while nothing is typed."""
_WHY = {"dispute": WHY_DISPUTE, "call": WHY_CALL, "pause": WHY_PAUSE}


def correctable_of(person: Person, hand: Hand) -> frozenset[int]:
    """The actions whose card this person may correct now."""
    if hand.electronic or hand.closed:
        return frozenset()
    found = set()
    for move in hand.play.moves:
        if move.events[0].kind == "chance" and _may(person, hand, f"correct {move.n} {move.text}"):
            found.add(move.n)
    return frozenset(found)


def tools_of(screen: GameScreen, table: Table, hand: Hand | None, person: Person) -> list[Tool]:
    """What may be done besides the decision, always in the same places: the hand, the table, the screen."""
    no_hand = "" if hand is not None else _("no hand")
    began = no_hand or ("" if hand and hand.play.moves else _("nothing done yet"))
    disputed = no_hand or (_("disputed already") if hand and hand.dispute is not None else "")
    tools = [
        Tool("undo", _("Take back"), began, key="u"),
        *(_his(person, hand, _going_on(table, tool)) for tool in screen.tools(hand)),
        Tool("dispute", _("Dispute"), disputed),
        calling(table, person),
        Tool("seats", _("Seats")),
        *([Tool("phones", _("Players' screens"))] if registry.get(table.variant).own_screens else []),
        pausing(table),
        Tool("last", _("Last hands")),
        Tool("rules", _("Rules"), key="?"),
        Tool("screen", _("Screen")),
    ]
    return [*tools, Tool("rulings", _("Floor"), no_hand)] if FLOOR in person.roles else tools


def _going_on(table: Table, tool: Tool) -> Tool:
    """A tool that would go on with the hand is shut while the table is paused."""
    return replace(tool, shut=_("paused")) if table.paused and not (tool.shut or tool.action) else tool


def _his(person: Person, hand: Hand | None, tool: Tool) -> Tool:
    """A tool that sends an action at once is shut for whom the action is not."""
    if hand is None or tool.shut or not tool.action or _may(person, hand, tool.action):
        return tool
    return replace(tool, shut=_("the floor's"))


def _may(person: Person, hand: Hand, action: str) -> bool:
    try:
        policies.may_act(person, hand, action)
    except NotAllowed:
        return False
    return True


def panel_context(
    context: dict[str, Any], screen: GameScreen, person: Person, panel: Panel
) -> dict[str, Any]:
    """The context of the open panel; no panel where it is shut by now."""
    hand: Hand | None = context["hand"]
    if panel.name in HOUSE_PANELS:
        if not _open(context, panel.name):
            return {"panel": Panel()}
        made: dict[str, Any] = {"panel_template": f"tables/panels/{panel.name}.html"}
        if panel.name == "undo" and hand is not None:
            moves = _moves(hand, person, screen)
            whys = dict.fromkeys(move["shut"] for move in moves if move["shut"])
            made |= {"moves": moves, "reasons": WHY_TAKE_BACK, "whys": list(whys)}
        elif panel.name == "seats":
            made |= {"seats": seat_changes(hand)}
        elif panel.name in _WHY:
            made |= {"reasons": _WHY[panel.name]}
        elif panel.name == "rules":
            made |= {"keys": KEYS}
        elif panel.name == "phones":
            made |= phones(context["table"], hand, context["places"], person, context["join_address"])
        elif panel.name == "last":
            made |= {"last_hands": last_hands(context["table"])}
        elif panel.name == "rulings" and hand is not None:
            made |= {"rulings": screen.rulings(hand), "waivable": _waivable(hand), "awards": _awards(hand)}
            made |= {"silent": silent(hand, screen.said)}
        return made
    waits = context["table"].paused and panel.name != "correct"
    own = screen.panel(hand, panel) if hand is not None and not waits else None
    return {"panel": Panel()} if own is None else {"own": own}


def _open(context: dict[str, Any], name: str) -> bool:
    if name == "count":
        return (
            context["stage"] == "between" and context["stub"] is not None and context["stub"].counted is None
        )
    return any(tool.name == name and not (tool.shut or tool.action) for tool in context["tools"])


def seat_changes(hand: Hand | None) -> dict[str, bool]:
    """Before the first card who is in is a matter of the hand (`of_hand`), within its limits and where there is a fee
    row for the new number; afterwards it is one of the next hand, and anybody may be in or out.
    """
    if hand is None or not hand.seats_open:
        return {"of_hand": False, "may_leave": True, "may_join": True}
    count, opening, schedule = len(hand.seats), hand.opening, hand.fee["schedule"]
    leaves = count > opening["min_seats"] and frozen_row(hand.condition, count - 1, schedule) is not None
    joins = count < opening["max_seats"] and frozen_row(hand.condition, count + 1, schedule) is not None
    free = hand.frozen is None
    return {"of_hand": True, "may_leave": free and leaves, "may_join": free and joins}


def _waivable(hand: Hand) -> list[int]:
    """The seats whose fee is due, or paid and not yet in the box. Of a void hand it goes back by itself."""
    if hand.state.void is not None:
        return []
    return [seat for seat in hand.seats if hand.fee_due(seat) or (hand.fees.get(seat) and not hand.dropped)]


def silent(hand: Hand, said: Callable[[str], str]) -> list[tuple[int, str]]:
    """Where players choose on screens of their own: the seats whose decision is open, and what is entered for a player
    who falls silent. Of what is chosen in secret it is not said: the first that is open may be a card of his hand.
    """
    if not hand.variant.own_screens or hand.frozen or hand.unposted or hand.state.over:
        return []
    return [
        (seat, _("the first choice, unseen") if prompt.secret else said(neutral(hand, seat)))
        for seat, (_at, prompt) in open_prompts(hand.play).items()
    ]


def _awards(hand: Hand) -> bool:
    """There is a pot, whole, and it does not go back."""
    return hand.state.void is None and not hand.unposted


def _said(move: Move, screen: GameScreen) -> str:
    """The action in words; of a secret one no more than whose it is."""
    event = move.events[0]
    if event.secret_to is None:
        return screen.said(move.text)
    return _(event.bare).format(seat=event.secret_to)


def _moves(hand: Hand, person: Person, screen: GameScreen) -> list[dict[str, Any]]:
    """The actions that stand, the last first, each with what may be done about it."""
    moves, correctable = hand.play.moves, correctable_of(person, hand)
    made = []
    for after, move in enumerate(reversed(moves)):
        try:
            policies.may_take_back(person, hand, move.n)
            shut = ""
        except NotAllowed as no:
            shut = refusal(no)
        made.append(
            {
                "n": move.n,
                "said": _said(move, screen),
                "to": move.events[0].data().get("seat") if move.text.startswith("card ") else None,
                "after": after,
                "shut": shut,
                "correctable": move.n in correctable and move.text.split(" ")[0] != "deal",
                "instead": [
                    (text, screen.said(text))
                    for text in screen.instead(hand, move.n)
                    if _may(person, hand, f"correct {move.n} {text}")
                ],
            }
        )
    return made
