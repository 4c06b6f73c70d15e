"""The command that approves a fee schedule from a file."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from audit.selectors import head
from cardroom.accounts.roles import DEALER, FLOOR
from fees.models import Schedule
from fees.selectors import frozen_row
from tests.people import person

pytestmark = pytest.mark.django_db

SOUND = """
label = "City schedule 7"
reference = "Letter of 2 March"
rows = [
  { condition = 500, players_min = 2, players_max = 2, fee = 0, waiver = "H-12" },
  { condition = 500, players_min = 3, players_max = 10, fee = 100 },
]
"""


def approve(tmp_path: Path, text: str, by: str) -> str:
    file = tmp_path / "schedule.toml"
    file.write_text(text)
    out = io.StringIO()
    call_command("approve_schedule", str(file), by=by, stdout=out)
    return out.getvalue()


def test_a_file_becomes_the_schedule_in_force(tmp_path: Path) -> None:
    flora = person(FLOOR, username="flora")
    assert "City schedule 7" in approve(tmp_path, SOUND, "flora")
    (schedule,) = Schedule.objects.all()
    assert (schedule.approved_by, schedule.invented) == (flora.public_id, False)
    row = frozen_row(500, 6)
    assert row is not None
    assert row["fee"] == 100


def test_an_earlier_file_comes_into_force_again_as_a_new_version(tmp_path: Path) -> None:
    person(FLOOR, username="flora")
    for text in (SOUND, SOUND.replace("fee = 100", "fee = 200"), SOUND):
        approve(tmp_path, text, "flora")
    row = frozen_row(500, 6)
    assert row is not None
    assert (row["version"], row["fee"]) == (3, 100)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SOUND.replace("players_max = 10", "players_max = 9"), "10"),
        (SOUND.replace("fee = 100", 'fee = "5%"'), "cents"),
        (SOUND.replace("fee = 100", "fee = 100, percent = 5"), "percent"),
        (SOUND.replace("reference =", "refrence ="), "refrence"),
        (SOUND.replace('label = "City schedule 7"', ""), "label"),
        ("label = [", "TOML"),
    ],
    ids=["gap", "percentage", "unknown row key", "unknown key", "no label", "not toml"],
)
def test_an_unsound_file_is_refused_and_nothing_written(tmp_path: Path, text: str, said: str) -> None:
    person(FLOOR, username="flora")
    before = head("fees")
    with pytest.raises(CommandError, match=said):
        approve(tmp_path, text, "flora")
    assert head("fees") == before


def test_a_dealer_or_a_stranger_approves_nothing(tmp_path: Path) -> None:
    person(DEALER, username="dana")
    for by in ("dana", "nobody"):
        with pytest.raises(CommandError):
            approve(tmp_path, SOUND, by)
    assert not Schedule.objects.exists()
