"""PINs and badges of people: who sets them, what is recorded, what is kept; the operator's command, the demo's."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from audit.selectors import head, read
from cardroom.accounts import services
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.recorded import UnrecordedChange
from cardroom.accounts.selectors import with_pin
from cardroom.accounts.services import Refused
from cardroom.management.commands.demo_room import KEYS
from tests.people import PASSWORD, ROOM, author, person

pytestmark = pytest.mark.django_db


def test_a_pin_is_kept_as_a_hash_and_recorded_without_it() -> None:
    dana = person("dealer")
    after = services.set_pin(person=dana, pin="2580", author=author(dana, "dealer", "t1"))
    assert after.check_pin("2580")
    assert not after.check_pin("2581")
    assert not after.check_pin("")
    assert "2580" not in after.pin
    assert "$" in after.pin
    *_, record = read("access")
    assert (record.type, record.subject, record.terminal) == ("person.pin_set", dana.public_id, "t1")
    assert record.data == {"person": dana.public_id}


def test_two_people_with_the_same_pin_keep_different_hashes() -> None:
    one, two = (services.set_pin(person=person(), pin="2580", author=ROOM) for _ in range(2))
    assert one.pin != two.pin
    assert not one.check_pin("1470")


def test_who_has_no_pin_has_no_right_one() -> None:
    assert not person().check_pin("")
    assert not person().check_pin("2580")


def test_a_badge_is_found_by_its_code_alone() -> None:
    dana = person("dealer")
    after = services.set_badge(person=dana, code=";CANARY-1", author=author(dana, "dealer"))
    assert after.badge is not None
    assert "CANARY" not in after.badge
    *_, record = read("access")
    assert (record.type, record.data) == ("person.badge_set", {"person": dana.public_id})
    again = services.set_badge(person=dana, code="CANARY-1", author=ROOM)
    assert again.badge == after.badge


def test_a_badge_is_one_person_s() -> None:
    services.set_badge(person=person(), code="A1B2", author=ROOM)
    other, before = person(), head("access")
    with pytest.raises(Refused) as refused:
        services.set_badge(person=other, code="A1B2", author=ROOM)
    assert refused.value.code == "badge_taken"
    assert head("access") == before


@pytest.mark.parametrize(("given", "code"), [("1234", "bad_pin"), ("25801470369", "bad_pin")])
def test_a_bad_pin_is_refused_and_leaves_nothing(given: str, code: str) -> None:
    who, before = person(), head("access")
    with pytest.raises(Refused) as refused:
        services.set_pin(person=who, pin=given, author=ROOM)
    assert refused.value.code == code
    assert (Person.objects.get(pk=who.pk).pin, head("access")) == ("", before)


def test_a_bad_badge_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        services.set_badge(person=person(), code=";abc", author=ROOM)
    assert refused.value.code == "bad_badge"


def test_taking_both_away_is_a_record_each() -> None:
    dana = person("dealer")
    with pytest.raises(Refused) as refused:
        services.clear_keys(person=dana, author=ROOM)
    assert refused.value.code == "unchanged"
    services.set_pin(person=dana, pin="2580", author=ROOM)
    services.set_badge(person=dana, code="A1B2", author=ROOM)
    after = services.clear_keys(person=dana, author=author(dana, "dealer"))
    assert (after.pin, after.badge) == ("", None)
    assert [record.type for record in read("access")][-2:] == ["person.pin_cleared", "person.badge_cleared"]
    for _ in range(2):  # nobody's badge is not everybody's
        services.set_pin(person=person(), pin="1470", author=ROOM)


def test_who_may_set_them() -> None:
    dana, ada = person("dealer"), person("admin")
    services.set_pin(person=dana, pin="2580", author=author(ada, "admin"))
    changes: list[Callable[..., object]] = [
        lambda by: services.set_pin(person=dana, pin="1470", author=by),
        lambda by: services.set_badge(person=dana, code="A1B2", author=by),
        lambda by: services.clear_keys(person=dana, author=by),
    ]
    others = [author(person(role), role) for role in ("dealer", "floor", "auditor")]
    before = head("access")
    for by in others:
        for change in changes:
            with pytest.raises(NotAllowed):
                change(by)
    assert head("access") == before
    own = author(dana, "dealer")
    services.deactivate_person(person=dana, author=ROOM)
    before = head("access")
    for change in changes:
        with pytest.raises(NotAllowed):
            change(own)
    assert head("access") == before
    assert Person.objects.get(pk=dana.pk).check_pin("2580")


def test_no_side_door() -> None:
    who = person()
    who.pin = "plain"
    with pytest.raises(UnrecordedChange):
        who.save()
    with pytest.raises(UnrecordedChange):
        Person.objects.filter(pk=who.pk).update(badge="x")


def test_a_stronger_hash_is_stored_without_a_record(settings: object) -> None:
    who = services.set_pin(person=person(), pin="2580", author=ROOM)
    weak, before = who.pin, head("access")
    settings.PASSWORD_HASHERS = [  # type: ignore[attr-defined]
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert who.check_pin("2580")
    stored = Person.objects.get(pk=who.pk)
    assert stored.pin != weak
    assert stored.check_pin("2580")
    assert head("access") == before


def test_the_list_of_who_may_sit_down_is_by_name_and_of_active_people(
    django_assert_num_queries: Callable[..., object],
) -> None:
    listed = [
        person("dealer", "floor", name="Zoe"),
        person("floor", name="Ana"),
        person("dealer", name="Mia"),
    ]
    others = [person("auditor", name="Bo"), person("dealer", name="Cy")]
    for who in (*listed, *others):
        services.set_pin(person=who, pin="2580", author=ROOM)
    services.deactivate_person(person=others[1], author=ROOM)
    person("dealer", name="Without a PIN")
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        found = with_pin({"dealer", "floor"})
        assert [who.name for who in found] == ["Ana", "Mia", "Zoe"]
        assert found[2].roles == {"dealer", "floor"}


# --- commands ------------------------------------------------------------------------------------


def told(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_an_operator_sets_and_clears(monkeypatch: pytest.MonkeyPatch) -> None:
    person("dealer", username="dana")
    assert told("set_pin", "dana", "--pin", "2580", "--badge", ";A1B2") == "dana has a PIN and a badge.\n"
    assert told("set_pin", "Dana", "--clear") == "dana has neither PIN nor badge.\n"
    typed = iter(["1470", ""])
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    assert told("set_pin", "dana") == "dana has a PIN.\n"
    assert Person.objects.get(username="dana").check_pin("1470")
    for words in (("nobody", "--pin", "2580"), ("dana", "--pin", "1234"), ("dana", "--badge", "x")):
        with pytest.raises(CommandError):
            told("set_pin", *words)


def test_the_demo_has_pins_and_badges_and_says_them() -> None:
    said = told("demo_room")
    for username, (pin, badge) in KEYS.items():
        who = Person.objects.get(username=username)
        assert who.check_pin(pin)
        assert who.badge
        assert f"PIN {pin}, badge ;{badge}" in said, "with what a reader types before it"
    before = [record.type for record in read("access")]
    services.clear_keys(person=Person.objects.get(username="dana"), author=ROOM)
    told("demo_room")
    assert not Person.objects.get(username="dana").pin, "what people changed is left as it is"
    assert [record.type for record in read("access")][len(before) :] == [
        "person.pin_cleared",
        "person.badge_cleared",
    ]
    assert PASSWORD not in said
