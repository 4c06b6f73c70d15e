"""What comes in. It is read strictly: a number is a number, a text is taken as it is, an unknown field is refused."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from tables.services import Answers, Command


class Form(serializers.Serializer[Any]):
    """Something that comes in; a field it does not know is refused, since it may be a misspelled one."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({key: ["There is no such field."] for key in unknown})
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A JSON string, as it is: what it may say is for the rules."""

    def run_validation(self, data: Any = empty) -> Any:
        is_empty, data = self.validate_empty_values(data)
        if not is_empty and not isinstance(data, str):
            raise serializers.ValidationError("This is a string.")
        return data


class Whole(serializers.IntegerField):
    """A JSON integer; neither "5" nor 5.0 nor true."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            raise serializers.ValidationError("This is a whole number.")
        return data


class AnsweredForm(Form):
    """A dealer names the hand and its last sequence, a seat its open prompt."""

    hand = Text(help_text="The hand's name, `T12/4711`; empty before the table's first hand.")
    seq = Whole(
        required=False, allow_null=True, help_text="The hand's last sequence, 0 before the first hand."
    )
    seat = Whole(required=False, allow_null=True, help_text="Instead of `seq`: whose prompt this answers,")
    after = Whole(required=False, allow_null=True, help_text="and how many actions stood before it.")


class OrderForm(Form):
    """A command. Sent again as it is, it is answered as it was and done once."""

    command_id = Text(
        help_text="1 to 100 visible ASCII characters that the sender uses for this command alone."
    )
    action = Text(help_text="A record text: `5 buy 3`, `card Qh`, `post 2 5 9`.")
    answers = AnsweredForm(required=False, allow_null=True)
    reason = Text(required=False, help_text="With rulings, taking back, corrections, misdeals, disputes.")
    rule = Text(required=False, help_text="The rule that a ruling cites.")
    alias = Text(required=False, help_text="The name that goes with `sit`.")

    def order(self) -> Command:
        given = dict(self.validated_data)
        answers = given.pop("answers", None)
        return Command(given.pop("command_id"), answers=Answers(**answers) if answers else None, **given)


class PageForm(serializers.Serializer[Any]):
    before = serializers.IntegerField(
        required=False, min_value=1, max_value=2**53 - 1, help_text="The `next` of the page before."
    )
    count = serializers.IntegerField(required=False, default=10, min_value=1, max_value=100)
