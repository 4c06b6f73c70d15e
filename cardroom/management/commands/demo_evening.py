"""Deals at the demo room's simulated tables. `runroom` starts it; it does nothing in any other room."""

import os
from random import Random
from typing import Any

from django.core.management import BaseCommand

from cardroom.demo.play import Steps, evenings, phones, play


class Command(BaseCommand):
    help = (
        "Simulates an evening at some tables of the demo room, until Ctrl-C; does nothing in any other room."
    )
    requires_system_checks: list[str] = []  # `runroom` has made them

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(10)  # whoever looks at a screen comes first
        chance = Random()
        tables: list[Steps] = [*evenings(chance), *phones(chance)]
        if not tables:
            self.stdout.write("Nothing is simulated here.")
        play(tables)
