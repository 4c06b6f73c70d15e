"""What goes out, as the published schema says it; `tables.selectors` makes it.

Amounts are integer cents, times UTC; maps by seat have the seat's number as text.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tables.models import Table

PHASES = ("posting", "drawing", "deciding", "ruling", "award", "void", "finished", "disputed", "closed")


class Shape(serializers.Serializer[Any]):
    """Something that goes out."""


class FromSource(Shape):
    """Where the cards come from."""

    # DRF collects the field; mypy takes it for the attribute that every serializer has.
    source = serializers.ChoiceField(Table.Source.choices)  # type: ignore[assignment]


def cents(about: str = "") -> serializers.IntegerField:
    return serializers.IntegerField(help_text=f"Cents. {about}".strip())


def by_seat(about: str = "") -> serializers.DictField:
    return serializers.DictField(
        child=serializers.IntegerField(), help_text=f"Cents by seat. {about}".strip()
    )


def numbers(about: str = "") -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), help_text=about)


class Refusal(Shape):
    """Every error."""

    code = serializers.CharField(help_text="For programs; never renamed.")
    reason = serializers.CharField(help_text="For people: why, and what to do.")


class BadFields(Refusal):
    problems = serializers.DictField(
        child=serializers.CharField(), required=False, help_text="By field, where it is about fields."
    )


class Answered(Shape):
    """What a dealer's next command answers."""

    hand = serializers.CharField(allow_blank=True, help_text="Empty before the table's first hand.")
    seq = serializers.IntegerField()


class Happened(Shape):
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField(help_text="The person's name.")
    role = serializers.CharField(allow_blank=True)
    said = serializers.CharField(help_text="A sentence.")


class StaleRefusal(Refusal):
    """Another decision is open by now."""

    since = Happened(many=True, help_text="What the sender had not seen, in order.")
    answers = Answered()


class Event(Shape):
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    type = serializers.CharField()
    n = serializers.IntegerField(allow_null=True, help_text="The number of the action in its hand.")
    text = serializers.CharField(allow_null=True, help_text="The action's text, at its first event.")
    said = serializers.CharField(help_text="A sentence.")


class Done(Shape):
    """What the command wrote; byte for byte the same when it is sent again."""

    command_id = serializers.CharField()
    stream = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the sender is told besides.")
    events = Event(many=True)


class Terms(Shape):
    condition = serializers.IntegerField(help_text="The condition's number.")
    amount = cents()
    cheque_value = cents()
    odd_chip_unit = cents()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()


class TableLine(FromSource):
    table = serializers.IntegerField()
    name = serializers.CharField()
    stream = serializers.CharField()
    variant = serializers.CharField()
    is_open = serializers.BooleanField()
    condition = Terms(allow_null=True)
    hand = serializers.CharField(allow_blank=True, help_text="The hand that was opened last.")
    phase = serializers.ChoiceField(PHASES, allow_null=True, help_text="Of that hand.")


class TableList(Shape):
    tables = TableLine(many=True)


class SeatShape(Shape):
    seat = serializers.IntegerField()
    alias = serializers.CharField(allow_blank=True, help_text="Text as typed; escape it.")
    taken = serializers.BooleanField()
    dealt_in = serializers.BooleanField(help_text="Wants the next hand.")
    in_hand = serializers.BooleanField()


class FeeRow(Shape):
    schedule = serializers.CharField()
    version = serializers.IntegerField()
    condition = cents()
    players = serializers.IntegerField()
    fee = cents("For each player.")


class FeeShape(FeeRow):
    collected = by_seat()
    due = by_seat()
    held = cents("Collected, not yet in the box.")
    dropped = cents("In the box.")


class Move(Shape):
    n = serializers.IntegerField()
    text = serializers.CharField()
    kind = serializers.CharField()


class UndoneMove(Shape):
    n = serializers.IntegerField()
    text = serializers.CharField()
    by = serializers.IntegerField(help_text="The action that took it back.")
    reason = serializers.CharField(allow_blank=True)


class HandShape(FromSource):
    hand = serializers.CharField()
    seq = serializers.IntegerField()
    phase = serializers.ChoiceField(PHASES)
    frozen = serializers.CharField(allow_null=True, help_text="Why only the floor may act.")
    seats = numbers()
    condition = cents()
    cheque_value = cents()
    commitment = serializers.CharField(allow_null=True, help_text="Of the electronic shoe.")
    carried_from = serializers.CharField(allow_null=True)
    rules = serializers.DictField()
    rules_version = serializers.IntegerField()
    pot = cents()
    posted = by_seat()
    unposted = numbers("Seats that have still to post.")
    fee = FeeShape()
    felt = serializers.DictField(help_text="What the game shows.")
    prompts = serializers.ListField(
        child=serializers.DictField(),
        help_text="Open decisions: `seat`, `after`, `options`, `closed` (option to reason), what the game adds.",
    )
    awaiting = serializers.DictField(allow_null=True)
    moves = Move(many=True, help_text="The actions that stand.")
    undone = UndoneMove(many=True)
    complete = serializers.BooleanField()
    settled = serializers.BooleanField()
    paid = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="Cents by seat."
    )
    payouts = by_seat("As the hand stands.")
    winners = numbers()
    void = serializers.CharField(allow_null=True)


class TableShape(FromSource):
    table = serializers.IntegerField()
    name = serializers.CharField()
    stream = serializers.CharField()
    variant = serializers.CharField()
    is_open = serializers.BooleanField()
    condition = Terms(allow_null=True)
    seats = SeatShape(many=True)
    answers = Answered()
    hand = HandShape(allow_null=True)


class HandLine(FromSource):
    hand = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    variant = serializers.CharField()
    dealer = serializers.CharField(help_text="Name.")
    condition = cents()
    seats = numbers()
    pot = cents()
    payouts = by_seat()
    winners = numbers()
    void = serializers.CharField(allow_blank=True)
    fee = FeeRow()
    undone = serializers.IntegerField(help_text="Actions taken back or corrected.")
    opened_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()


class HandList(Shape):
    hands = HandLine(many=True, help_text="Newest first.")
    next = serializers.IntegerField(allow_null=True, help_text="`before` for the page that follows.")


class Step(Event):
    actor = serializers.CharField(help_text="Opaque id.")
    name = serializers.CharField()
    role = serializers.CharField(allow_blank=True)
    terminal = serializers.CharField(allow_blank=True, help_text="Opaque id.")
    taken_back = serializers.BooleanField()


class FinishedHand(Shape):
    hand = serializers.CharField()
    result = serializers.DictField(help_text="The outcome as a record's result shows it.")
    history = Step(many=True)
    record = serializers.CharField(
        help_text="The hand as a record (TOML), which replays to the same outcome."
    )
