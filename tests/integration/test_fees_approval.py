"""Approving a schedule: who may, what is refused, one record each, versions without gaps, rows from records alone."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError

from audit.selectors import head, read
from audit.services import Author, CommandReused
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.services import deactivate_person
from fees import projections, selectors
from fees.core.schedule import FeeRow, problems
from fees.demo import approve_demo_schedule, demo_rows
from fees.models import Row, Schedule
from fees.services import ScheduleRefused, approve_schedule
from tests.people import ROOM, author, person

ROWS = [FeeRow(500, 2, 2, 0, waiver="House rule 4"), FeeRow(500, 3, 10, 100)]


def approve(by: Author, command_id: str = "c1", **changes: Any) -> Schedule:
    content = {
        "label": "Weekdays",
        "rows": ROWS,
        "reference": "GEGA-1",
        "invented": False,
        "notice": "Posted.",
    }
    return approve_schedule(command_id=command_id, author=by, **content | changes)


@pytest.fixture
def floor(db: None) -> Author:
    return author(person("floor"), "floor", "t1")


def test_an_approved_schedule_is_active_with_its_rows(floor: Author) -> None:
    schedule = approve(floor)
    assert (schedule.id, schedule.version, schedule.status) == ("fees/1", 1, "active")
    assert (schedule.label, schedule.reference, schedule.notice) == ("Weekdays", "GEGA-1", "Posted.")
    assert schedule.approved_by == floor.actor
    assert schedule.effective_from == schedule.approved_at
    assert [row.as_fee_row() for row in schedule.rows.all()] == ROWS
    assert selectors.active_schedule() == schedule


def test_an_approval_is_exactly_one_record_with_its_actor(floor: Author) -> None:
    schedule = approve(floor)
    (record,) = read("fees")
    assert (record.type, record.subject) == ("schedule.approved", schedule.id)
    assert (record.actor, record.role, record.terminal) == (floor.actor, "floor", "t1")
    assert record.data["rows"][0] == {
        "condition": 500,
        "players_min": 2,
        "players_max": 2,
        "fee": 0,
        "payer": "player",
        "taken": "posting",
        "waiver": "House rule 4",
    }
    assert record.data["max_rates"] == 5


@pytest.mark.parametrize("invented", [True, False])
def test_an_invented_schedule_says_so_in_record_and_row(floor: Author, invented: bool) -> None:
    assert approve(floor, invented=invented).invented is invented
    assert next(read("fees")).data["invented"] is invented


def test_the_newest_retires_the_one_before(floor: Author) -> None:
    first = approve(floor, "c1")
    second = approve(floor, "c2", label="Weekends")
    first.refresh_from_db()
    assert (first.status, first.label, first.rows.count()) == ("retired", "Weekdays", 2)
    assert (second.version, second.status) == (2, "active")
    assert selectors.active_schedule() == second


def test_the_database_holds_no_second_active_schedule(floor: Author) -> None:
    approve(floor, "c1")
    approve(floor, "c2")
    with pytest.raises(IntegrityError), transaction.atomic():
        Schedule.objects.filter(version=1).update(status="active")


def test_the_same_command_again_answers_with_the_same_version(floor: Author) -> None:
    schedule = approve(floor, "c1")
    assert approve(floor, "c1") == schedule
    assert (Schedule.objects.count(), head("fees").seq) == (1, 1)


def test_a_command_id_used_for_another_schedule_is_refused(floor: Author) -> None:
    approve(floor, "c1")
    with pytest.raises(CommandReused):
        approve(floor, "c1", label="Another")
    assert (Schedule.objects.count(), head("fees").seq) == (1, 1)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rows": []}, "The schedule has no rows."),
        ({"rows": [replace(ROWS[1], players_min=4), ROWS[0]]}, "$5: no row for 3 players."),
        ({"rows": [FeeRow(0, 2, 10, 100)]}, "Row 1: the condition must be more than $0."),
        ({"label": " "}, "The label is a text of 1 to 200 characters."),
        ({"label": "x" * 201}, "The label is a text of 1 to 200 characters."),
        ({"reference": ""}, "The reference to the approving document is a text of 1 to 200 characters."),
        ({"notice": "x" * 2_001}, "The notice has at most 2000 characters."),
    ],
)
def test_an_unsound_schedule_is_refused_and_nothing_is_written(
    floor: Author, changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ScheduleRefused) as refused:
        approve(floor, **changes)
    assert refused.value.code == "bad_schedule"
    assert refused.value.reason == reason
    assert (Schedule.objects.count(), head("fees").seq) == (0, 0)


def test_a_percentage_is_refused_with_its_reason(floor: Author) -> None:
    tenth: Any = 0.1
    with pytest.raises(ScheduleRefused, match="a percentage is not a fee"):
        approve(floor, rows=[FeeRow(500, 2, 10, tenth)])


def test_the_limit_of_rates_is_a_setting(floor: Author, settings: Any) -> None:
    rows = [FeeRow(500, 2, 2, 50), FeeRow(500, 3, 3, 100), FeeRow(500, 4, 10, 150)]
    settings.FEE_MAX_RATES = 2
    with pytest.raises(ScheduleRefused, match="at most 2 are allowed"):
        approve(floor, rows=rows)
    settings.FEE_MAX_RATES = 3
    assert approve(floor, rows=rows).max_rates == 3


@pytest.mark.parametrize("role", ["floor", "admin"])
def test_the_floor_and_admins_approve(db: None, role: str) -> None:
    who = person(role)
    assert approve(author(who, role)).approved_by == who.public_id


@pytest.mark.parametrize("role", ["dealer", "auditor"])
def test_dealers_and_auditors_do_not(db: None, role: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        approve(author(person(role), role))
    assert refused.value.code == "wrong_role"
    assert (Schedule.objects.count(), head("fees").seq) == (0, 0)


@pytest.mark.parametrize(
    ("claimed", "code"), [("floor", "role_not_held"), ("admin", "role_not_held"), ("", "wrong_role")]
)
def test_a_dealer_does_not_by_claiming_another_role(db: None, claimed: str, code: str) -> None:
    dealer = person("dealer")
    with pytest.raises(NotAllowed) as refused:
        approve(Author(actor=dealer.public_id, role=claimed))
    assert refused.value.code == code
    assert Schedule.objects.count() == 0


def test_a_dealer_does_not_by_sending_the_floors_command_again(floor: Author) -> None:
    approve(floor, "c1")
    with pytest.raises(NotAllowed):
        approve(author(person("dealer"), "dealer"), "c1")


def test_the_room_itself_approves_nothing(db: None) -> None:
    with pytest.raises(NotAllowed):
        approve(ROOM)
    with pytest.raises(NotAllowed) as refused:
        approve(Author(actor="system", role="floor"))
    assert refused.value.code == "unknown_person"


def test_somebody_deactivated_meanwhile_approves_nothing(db: None) -> None:
    who = person("floor")
    by = author(who, "floor")
    deactivate_person(person=who, author=ROOM)
    with pytest.raises(NotAllowed) as refused:
        approve(by)
    assert refused.value.code == "inactive"
    assert head("fees").seq == 0


# --- the row that a hand freezes -----------------------------------------------------------------


@pytest.mark.parametrize(("players", "fee"), [(2, 0), (3, 100), (4, 100), (10, 100)])
def test_a_hand_freezes_the_active_row_of_its_players(floor: Author, players: int, fee: int) -> None:
    approve(floor)
    assert selectors.frozen_row(500, players) == {
        "schedule": "fees/1",
        "version": 1,
        "condition": 500,
        "players": players,
        "fee": fee,
    }


@pytest.mark.parametrize(("condition", "players"), [(1_000, 4), (500, 1), (500, 11)])
def test_there_is_nothing_to_freeze_beyond_the_schedule(floor: Author, condition: int, players: int) -> None:
    approve(floor)
    assert selectors.frozen_row(condition, players) is None


def test_there_is_nothing_to_freeze_before_an_approval(db: None) -> None:
    assert selectors.frozen_row(500, 4) is None
    assert selectors.active_schedule() is None


def test_the_row_comes_from_the_newest_version(floor: Author) -> None:
    approve(floor, "c1")
    frozen = selectors.frozen_row(500, 4)
    approve(floor, "c2", rows=[FeeRow(500, 2, 10, 200)])
    newest = selectors.frozen_row(500, 4)
    assert frozen is not None
    assert newest is not None
    assert (frozen["version"], frozen["fee"]) == (1, 100)
    assert (newest["version"], newest["fee"]) == (2, 200)


def test_freezing_asks_the_database_once(floor: Author, django_assert_num_queries: Any) -> None:
    approve(floor)
    with django_assert_num_queries(1):
        selectors.frozen_row(500, 4)


# --- rows from records alone ---------------------------------------------------------------------


def stored() -> list[dict[str, Any]]:
    schedules = list(Schedule.objects.order_by("version").values())
    rows = list(Row.objects.order_by("schedule__version", "condition", "players_min").values())
    return schedules + [{name: value for name, value in row.items() if name != "id"} for row in rows]


def test_schedules_are_rebuilt_from_records_and_doubled_records_change_nothing(floor: Author) -> None:
    approve(floor, "c1")
    approve(floor, "c2", rows=demo_rows(), invented=True)
    before = stored()
    assert len(before) == 2 + 2 + 8
    projections.clear()
    assert stored() == []
    for record in read("fees"):
        projections.apply(record)
        projections.apply(record)
    assert stored() == before


def test_the_demo_schedule_says_that_it_is_invented(floor: Author) -> None:
    schedule = approve_demo_schedule(floor)
    assert schedule.invented
    assert "INVENTED" in schedule.label
    assert "no regulator" in schedule.notice
    assert problems([row.as_fee_row() for row in schedule.rows.all()]) == []


def test_the_demo_schedule_is_approved_once(floor: Author) -> None:
    first = approve_demo_schedule(floor)
    assert approve_demo_schedule(author(person("admin"), "admin")) == first
    assert head("fees").seq == 1


# --- side by side --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_parallel_approvals_give_consecutive_versions() -> None:
    by = author(person("floor"), "floor")

    def one(number: int) -> int:
        try:
            return approve(by, f"c{number}", label=f"Draft {number}").version
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=8) as threads:
        versions = list(threads.map(one, range(16)))
    assert sorted(versions) == list(range(1, 17))
    assert list(Schedule.objects.filter(status="active").values_list("version", flat=True)) == [16]
    assert [record.data["version"] for record in read("fees")] == list(range(1, 17))


@pytest.mark.django_db(transaction=True)
def test_one_approval_sent_many_times_at_once_is_one_version() -> None:
    by = author(person("floor"), "floor")

    def one(_: int) -> int:
        try:
            return approve(by, "the-one").version
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=8) as threads:
        assert set(threads.map(one, range(20))) == {1}
    assert (Schedule.objects.count(), head("fees").seq) == (1, 1)
