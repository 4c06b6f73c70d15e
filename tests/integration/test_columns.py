"""What every column of money must be."""

from django.apps import apps
from django.db import models


def test_no_column_anywhere_holds_a_fraction() -> None:
    inexact = (models.FloatField, models.DecimalField)
    found = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, inexact)
    ]
    assert apps.get_model("tables", "Hand")._meta.get_field("pot").get_internal_type() == "BigIntegerField"
    assert found == []
