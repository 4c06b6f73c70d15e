"""People: each change is one record, names stay out of the log, nobody is ever deleted, the last admin stays."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from audit.core.record import Record
from audit.selectors import head, read
from audit.services import Author
from cardroom.accounts import services
from cardroom.accounts.models import Holding, Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.recorded import UnrecordedChange
from cardroom.accounts.roles import ROLES, ensure_roles
from cardroom.accounts.selectors import name_of, names_of
from cardroom.accounts.services import Refused
from tests.people import PASSWORD, ROOM, author, person

pytestmark = pytest.mark.django_db


def last() -> Record:
    return list(read("access"))[-1]


# --- roles ---------------------------------------------------------------------------------------


def test_a_migrated_database_has_the_roles() -> None:
    ensure_roles()
    assert (
        set(Group.objects.values_list("name", flat=True))
        == set(ROLES)
        == {"dealer", "floor", "auditor", "admin", "device"}
    )


def test_a_person_holds_the_roles_given() -> None:
    assert person("dealer", "floor").roles == {"dealer", "floor"}


@pytest.mark.parametrize("roles", [[], ["boss"], ["dealer", "Admin"]])
def test_unknown_roles_and_none_are_refused(roles: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        services.add_person(username="a", name="A", password=PASSWORD, roles=roles, author=ROOM)
    assert refused.value.code == "unknown_role"
    assert (Person.objects.count(), head("access").seq) == (0, 0)


# --- adding --------------------------------------------------------------------------------------


def test_an_added_person_has_an_opaque_id_and_a_record() -> None:
    added = person("floor", "dealer", username="mara", name="Mara Núñez")
    assert re.fullmatch(r"p[a-z2-7]{12}", added.public_id)
    (record,) = read("access")
    assert (record.type, record.subject, record.actor) == ("person.added", added.public_id, "system")
    assert record.data == {"person": added.public_id, "roles": ["dealer", "floor"]}


def test_ids_tell_people_apart() -> None:
    assert len({person().public_id for _ in range(30)}) == 30


def test_no_record_holds_a_username_name_or_password() -> None:
    added = person("admin", username="canarylogin", name="Canary Surname")
    by = author(added, "admin")
    other = person(username="other")
    services.rename_person(person=other, name="Canary Second", author=by)
    services.set_password(person=other, password="canary-password-1", author=by)
    services.set_roles(person=other, roles=["floor"], author=by)
    services.deactivate_person(person=other, author=by, reason="left")
    bodies = json.dumps([record.body for record in read("access")])
    assert len(list(read("access"))) == 6
    assert "canary" not in bodies.lower()
    assert PASSWORD not in bodies


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"username": ""}, "bad_person"),
        ({"username": "two words"}, "bad_person"),
        ({"username": "x" * 61}, "bad_person"),
        ({"username": "MARA "}, "bad_person"),  # taken: the same name in another spelling
        ({"name": "  "}, "bad_person"),
        ({"name": "x" * 121}, "bad_person"),
        ({"name": "Bob\u202eecila"}, "bad_person"),
        ({"name": "Bob\nAlice"}, "bad_person"),
        ({"password": "short"}, "bad_password"),
        ({"password": "12345678901"}, "bad_password"),
    ],
)
def test_bad_input_is_refused_with_a_reason_and_leaves_nothing(changes: dict[str, str], code: str) -> None:
    person(username="mara")
    before = (Person.objects.count(), Holding.objects.count(), head("access"))
    given: dict[str, Any] = {"username": "new", "name": "New", "password": PASSWORD, "roles": ["dealer"]}
    with pytest.raises(Refused) as refused:
        services.add_person(**given | changes, author=ROOM)
    assert refused.value.code == code
    assert refused.value.reason
    assert (Person.objects.count(), Holding.objects.count(), head("access")) == before


def test_names_keep_their_letters_in_one_form() -> None:
    for name in ("O'Brien", "สมชาย", "محمد", "👩‍👩‍👧", "a.b (host)"):
        assert person(name=name).name == name
    assert person(name="Mun\u0303oz").name == "Mu\u00f1oz"


# --- who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["dealer", "floor", "auditor"])
def test_only_admins_change_people(role: str) -> None:
    by = author(person(role), role)
    other = person("dealer")
    before = head("access")
    attempts: list[Callable[[], object]] = [
        lambda: services.add_person(username="n", name="N", password=PASSWORD, roles=["admin"], author=by),
        lambda: services.rename_person(person=other, name="N", author=by),
        lambda: services.set_roles(person=other, roles=["admin"], author=by),
        lambda: services.set_password(person=other, password=PASSWORD + "2", author=by),
        lambda: services.deactivate_person(person=other, author=by),
        lambda: services.reactivate_person(person=other, author=by),
    ]
    for attempt in attempts:
        with pytest.raises(NotAllowed):
            attempt()
    assert head("access") == before
    fresh = Person.objects.get(pk=other.pk)
    assert (fresh.name, fresh.roles, fresh.is_active) == ("Some Body", {"dealer"}, True)


def test_a_role_that_is_claimed_but_not_held_is_refused() -> None:
    dealer = person("dealer")
    with pytest.raises(NotAllowed) as refused:
        author(dealer, "admin")
    assert refused.value.code == "role_not_held"
    with pytest.raises(NotAllowed):
        services.set_roles(person=dealer, roles=["admin"], author=Author(dealer.public_id, "admin"))


def test_an_author_is_who_acts_in_which_role_where() -> None:
    who = person("dealer", "floor")
    assert author(who, "floor", "t1") == Author(actor=who.public_id, role="floor", terminal="t1")


def test_a_deactivated_person_is_no_author() -> None:
    gone = services.deactivate_person(person=person("dealer"), author=ROOM)
    with pytest.raises(NotAllowed) as refused:
        author(gone, "dealer")
    assert refused.value.code == "inactive"


# --- changing: one record each -------------------------------------------------------------------


def rename(who: Person, by: Author) -> Person:
    return services.rename_person(person=who, name="Another Name", author=by)


def roles(who: Person, by: Author) -> Person:
    return services.set_roles(person=who, roles=["floor", "auditor"], author=by)


def password(who: Person, by: Author) -> Person:
    return services.set_password(person=who, password="another-long-one", author=by)


def deactivate(who: Person, by: Author) -> Person:
    return services.deactivate_person(person=who, author=by, reason="resigned")


@pytest.mark.parametrize(
    ("change", "kind", "data"),
    [
        (rename, "person.renamed", {}),
        (roles, "person.roles_set", {"before": ["dealer"], "after": ["auditor", "floor"]}),
        (password, "person.password_set", {}),
        (deactivate, "person.deactivated", {"reason": "resigned"}),
    ],
)
def test_each_change_is_exactly_one_record_with_its_actor(
    change: Callable[[Person, Author], Person], kind: str, data: dict[str, Any]
) -> None:
    by = author(person("admin"), "admin", "t1")
    who = person("dealer")
    before = head("access").seq
    change(who, by)
    (record,) = read("access", before + 1)
    assert (record.type, record.subject) == (kind, who.public_id)
    assert (record.actor, record.role, record.terminal) == (by.actor, "admin", "t1")
    assert record.data == {"person": who.public_id, **data}


def test_roles_change_as_recorded() -> None:
    assert roles(person("dealer"), ROOM).roles == {"floor", "auditor"}


def test_a_reactivation_is_recorded_too() -> None:
    gone = services.deactivate_person(person=person("dealer"), author=ROOM)
    back = services.reactivate_person(person=gone, author=ROOM, reason="came back")
    assert back.is_active
    assert (last().type, last().data["reason"]) == ("person.reactivated", "came back")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda who: services.rename_person(person=who, name="Some Body", author=ROOM), "unchanged"),
        (lambda who: services.set_roles(person=who, roles=["dealer", "dealer"], author=ROOM), "unchanged"),
        (lambda who: services.reactivate_person(person=who, author=ROOM), "already_active"),
    ],
)
def test_a_change_that_changes_nothing_is_refused_and_not_recorded(
    change: Callable[[Person], Person], code: str
) -> None:
    who = person("dealer")
    before = head("access")
    with pytest.raises(Refused) as refused:
        change(who)
    assert refused.value.code == code
    assert head("access") == before


def test_a_second_deactivation_is_refused_and_not_recorded() -> None:
    who = person("dealer")
    services.deactivate_person(person=who, author=ROOM)
    before = head("access")
    with pytest.raises(Refused) as refused:
        services.deactivate_person(person=who, author=ROOM)
    assert refused.value.code == "already_inactive"
    assert head("access") == before


def test_the_last_admin_stays() -> None:
    first, second = person("admin"), person("admin")
    services.deactivate_person(person=second, author=author(first, "admin"))
    for attempt in (
        lambda: services.deactivate_person(person=first, author=author(first, "admin")),
        lambda: services.set_roles(person=first, roles=["floor"], author=author(first, "admin")),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "last_admin"
    fresh = Person.objects.get(pk=first.pk)
    assert fresh.is_active
    assert fresh.roles == {"admin"}


# --- no side door --------------------------------------------------------------------------------


SIDE_DOORS: dict[str, Callable[[Person], Any]] = {
    "save": lambda who: who.save(),
    "update": lambda who: Person.objects.filter(pk=who.pk).update(is_active=False),
    "update of all": lambda who: Person.objects.update(name="X"),
    "bulk_update": lambda who: Person.objects.bulk_update([who], ["name"]),
    "bulk_create": lambda who: Person.objects.bulk_create([Person(username="z", name="Z")]),
    "create": lambda who: Person.objects.create(username="z", name="Z"),
    "get_or_create": lambda who: Person.objects.get_or_create(username="z", defaults={"name": "Z"}),
    "groups.add": lambda who: who.groups.add(Group.objects.get(name="admin")),
    "groups.set": lambda who: who.groups.set([Group.objects.get(name="admin")]),
    "groups.remove": lambda who: who.groups.remove(Group.objects.get(name="dealer")),
    "groups.clear": lambda who: who.groups.clear(),
    "group.people": lambda who: Group.objects.get(name="admin").people.set([who]),
    "holding.save": lambda who: Holding(person=who, group=Group.objects.get(name="admin")).save(),
    "holding.delete": lambda who: Holding.objects.get(person=who).delete(),
    "holdings.delete": lambda who: Holding.objects.filter(person=who).delete(),
    "holdings.update": lambda who: Holding.objects.update(group=Group.objects.get(name="admin")),
}


@pytest.mark.parametrize("door", SIDE_DOORS.values(), ids=SIDE_DOORS.keys())
def test_a_write_past_the_services_is_refused(door: Callable[[Person], Any]) -> None:
    ensure_roles()
    who = person("dealer", name="As Recorded")
    before = (list(Person.objects.values()), list(Holding.objects.values()), head("access"))
    who.name = "Not Recorded"
    with pytest.raises(UnrecordedChange), transaction.atomic():
        door(who)
    assert (list(Person.objects.values()), list(Holding.objects.values()), head("access")) == before


def test_services_leave_no_door_open_behind_them() -> None:
    who = person("dealer")
    with pytest.raises(Refused):
        services.set_roles(person=who, roles=["dealer"], author=ROOM)
    with pytest.raises(UnrecordedChange):
        who.save()


# --- nobody is deleted ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "delete",
    [
        lambda who: who.delete(),
        lambda who: Person.objects.filter(pk=who.pk).delete(),
        lambda who: Person.objects.all().delete(),
        lambda who: Group.objects.get(name="dealer").people.all().delete(),
        lambda who: Group.objects.get(name="dealer").delete(),
    ],
)
def test_a_person_and_a_role_that_is_held_are_never_deleted(delete: Callable[[Person], Any]) -> None:
    who = person("dealer")
    with pytest.raises(ProtectedError):
        delete(who)
    assert Person.objects.get(pk=who.pk).roles == {"dealer"}


def test_a_deletion_is_refused_inside_a_recorded_change_too() -> None:
    from cardroom.accounts.recorded import recorded_change

    who = person("dealer")
    with recorded_change(), pytest.raises(ProtectedError, match="Deactivate"):
        who.delete()


@pytest.mark.django_db(transaction=True)
def test_the_database_itself_keeps_a_person() -> None:
    who = person("dealer")
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_person WHERE id = %s", [who.pk])
    assert Person.objects.filter(pk=who.pk).exists()


# --- names ---------------------------------------------------------------------------------------


def test_a_name_is_found_by_its_id_and_an_unknown_id_stands_for_itself() -> None:
    who = person(name="Mara")
    assert name_of(who.public_id) == "Mara"
    assert name_of("system") == "system"


def test_a_deactivated_person_keeps_the_name() -> None:
    who = services.deactivate_person(person=person(name="Mara"), author=ROOM)
    assert name_of(who.public_id) == "Mara"


def test_a_list_of_names_is_one_query(django_assert_num_queries: Any) -> None:
    people = [person(name=f"Body {number}") for number in range(5)]
    with django_assert_num_queries(1):
        names = names_of([who.public_id for who in people] + ["system"])
    assert names == {who.public_id: who.name for who in people} | {"system": "system"}


# --- passwords -----------------------------------------------------------------------------------


def test_a_stronger_hash_is_stored_without_a_record(settings: Any) -> None:
    who = person("dealer")
    weak, before = who.password, head("access")
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert who.check_password(PASSWORD)
    stored = Person.objects.get(pk=who.pk)
    assert stored.password != weak
    assert stored.password.startswith("scrypt$")
    assert stored.check_password(PASSWORD)
    assert head("access") == before


def test_a_wrong_password_is_wrong() -> None:
    who = person("dealer")
    assert not who.check_password(PASSWORD + "x")
    assert not who.check_password("")
    assert not who.check_password(None)
