"""One's own PIN and badge on the page My PIN: with the password; nothing of it is shown or kept in readable form."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from cardroom.accounts.models import Person
from tests.people import PASSWORD, person
from tests.tablet import access, with_keys

pytestmark = pytest.mark.django_db
PAGE = "/my/pin/"


@pytest.fixture
def dana(db: None) -> Person:
    return person("dealer", username="dana")


@pytest.fixture
def client(dana: Person) -> Client:
    made = Client()
    made.post("/sign-in/", {"username": "dana", "password": PASSWORD})
    return made


def send(client: Client, **form: str) -> Any:
    return client.post(
        PAGE, {"password": PASSWORD, "pin": "", "pin_again": "", "badge": "", "do": "set", **form}
    )


def now() -> Person:
    return Person.objects.get(username="dana")


def test_the_page_is_for_who_is_signed_in(dana: Person) -> None:
    assert Client().get(PAGE)["Location"] == "/sign-in/?next=/my/pin/"


def test_a_person_sets_his_own(client: Client, dana: Person) -> None:
    page = client.get(PAGE)
    assert "You have no PIN." in page.text
    assert "no-store" in page["Cache-Control"]
    answer = send(client, pin="2580", pin_again="2580", badge=";A1B2C3")
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert now().check_pin("2580")
    assert now().badge
    kinds = [record.type for record in access() if record.type.startswith("person.")]
    assert kinds[1:] == ["person.badge_set", "person.pin_set"]
    assert {r.actor for r in access("person.pin_set", "person.badge_set")} == {dana.public_id}
    assert "You have a PIN." in client.get(PAGE).text
    assert "_auth_user_id" in client.session, "by password he stays signed in"


def test_and_takes_them_away(client: Client, dana: Person) -> None:
    with_keys(dana, "2580", "A1B2")
    assert send(client, do="clear").status_code == 302
    assert (now().pin, now().badge) == ("", None)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"pin": "2580", "pin_again": "2581"}, "not the same"),
        ({"pin": "1234", "pin_again": "1234"}, "too easy to guess"),
        ({"pin": "25", "pin_again": "25"}, "4 to 8 digits"),
        ({"badge": ";x"}, "4 to 64"),
        ({}, "Give a PIN, a badge, or both"),
        ({"password": "wrong-password", "pin": "2580", "pin_again": "2580"}, "The password is wrong"),
        ({"do": "clear"}, "neither PIN nor badge"),
    ],
)
def test_what_is_refused_changes_nothing(client: Client, form: dict[str, str], said: str) -> None:
    answer = send(client, **form)
    assert answer.status_code == 422
    assert said in answer.text
    assert (now().pin, now().badge) == ("", None)
    for typed in form.values():
        assert f'value="{typed}"' not in answer.text or typed == "clear"


def test_five_wrong_passwords_lock_here_too(client: Client) -> None:
    for _ in range(4):
        assert "The password is wrong" in send(client, password="wrong-password").text
    assert "Too many wrong tries" in send(client, password="wrong-password").text
    assert "Too many wrong tries" in send(client, pin="2580", pin_again="2580").text
    assert now().pin == ""


def test_the_page_is_no_way_to_look_for_badges(client: Client) -> None:
    with_keys(person("dealer"), "", "A1B2")
    for _ in range(5):
        answer = send(client, badge="A1B2")
        assert answer.status_code == 422
    for code in ("A1B2", "FREE-1"):
        assert "Too many wrong tries" in send(client, badge=code).text
    assert now().badge is None
    assert [r.data["cause"] for r in access("signin.failed")] == ["badge"] * 5
