"""Wrong tries: counted by person, terminal and way; five lock out at that terminal; how one is let in again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.http import HttpRequest
from django.test import Client, RequestFactory

from cardroom.accounts import signing
from cardroom.accounts.models import Person, SignInLock, Terminal
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.services import Refused, deactivate_person
from cardroom.accounts.signing import (
    NOBODY,
    locked_out,
    locks,
    prove_by_badge,
    prove_by_password,
    prove_by_pin,
    sign_in,
    unlock,
)
from tests.people import PASSWORD, ROOM, author, person
from tests.tablet import access, with_keys

pytestmark = pytest.mark.django_db


def at(terminal: str) -> HttpRequest:
    """A request from a terminal at which nobody is signed in."""
    request: Any = RequestFactory().post("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    request.terminal = terminal
    return request  # type: ignore[no-any-return]


def wrong(who: Person, terminal: str = "t1", pin: str = "1111") -> str:
    with pytest.raises(Refused) as refused:
        prove_by_pin(at(terminal), person=who.public_id, pin=pin)
    return refused.value.code


@pytest.fixture
def dana(db: None) -> Person:
    return with_keys(person("dealer"), "2580", "DANA-1")


# --- PINs ----------------------------------------------------------------------------------------


def test_the_right_pin_proves_and_signs_nobody_in(dana: Person) -> None:
    before = len(access())
    assert prove_by_pin(at("t1"), person=dana.public_id, pin=" 2580 ") == dana
    assert len(access()) == before


def test_five_wrong_pins_lock_the_person_at_that_terminal_alone(dana: Person) -> None:
    assert [wrong(dana) for _ in range(5)] == [*["wrong_pin"] * 4, "locked"]
    assert wrong(dana, pin="2580") == "locked", "the right one opens nothing now"
    assert locked_out(dana.public_id, "t1")
    assert prove_by_pin(at("t2"), person=dana.public_id, pin="2580") == dana
    other = with_keys(person("dealer"), "1470")
    assert prove_by_pin(at("t1"), person=other.public_id, pin="1470") == other
    failed = access("signin.failed")
    assert [record.data["cause"] for record in failed] == [*["pin"] * 5, "locked"]
    assert {record.data["person"] for record in failed} == {dana.public_id}
    (record,) = access("signin.locked")
    assert (record.subject, record.terminal, record.actor) == (dana.public_id, "t1", "anonymous")
    assert record.data == {"person": dana.public_id, "way": "pin"}


def test_a_locked_person_has_no_other_way_in_there(dana: Person) -> None:
    for _ in range(5):
        wrong(dana)
    for prove in (
        lambda: prove_by_badge(at("t1"), "DANA-1"),
        lambda: prove_by_password(at("t1"), dana, PASSWORD),
        lambda: sign_in(at("t1"), dana),
    ):
        with pytest.raises(Refused) as refused:
            prove()
        assert refused.value.code == "locked"
    assert access("signin.succeeded") == []


def test_the_right_pin_counts_anew(dana: Person) -> None:
    for _ in range(3):
        for _ in range(4):
            assert wrong(dana) == "wrong_pin"
        prove_by_pin(at("t1"), person=dana.public_id, pin="2580")
    assert locks() == []
    assert access("signin.locked") == []


def test_a_right_password_does_not_forget_wrong_pins(dana: Person) -> None:
    for _ in range(4):
        wrong(dana)
    prove_by_password(at("t1"), dana, PASSWORD)
    assert wrong(dana) == "locked"


def test_who_is_gone_or_has_no_such_role_is_told_so_with_the_right_pin_alone(dana: Person) -> None:
    with pytest.raises(Refused) as refused:
        prove_by_pin(at("t1"), person=dana.public_id, pin="2580", roles={"floor"})
    assert refused.value.code == "role_not_held"
    deactivate_person(person=dana, author=ROOM)
    assert wrong(dana) == "wrong_pin"
    assert wrong(dana, pin="2580") == "inactive"
    assert [record.data["cause"] for record in access("signin.failed")] == ["role", "pin", "inactive"]
    assert SignInLock.objects.get().failures == 1


def test_a_person_that_is_none_is_wrong_and_counts_for_nobody(db: None) -> None:
    for _ in range(7):
        with pytest.raises(Refused) as refused:
            prove_by_pin(at("t1"), person="pmadeup", pin="2580")
        assert refused.value.code == "wrong_pin"
    assert not SignInLock.objects.exists()


# --- badges --------------------------------------------------------------------------------------


def test_unknown_badges_count_against_the_terminal(dana: Person) -> None:
    for code in ("NOBODY-1", "NOBODY-2", "NOBODY-3", "NOBODY-4"):
        with pytest.raises(Refused) as refused:
            prove_by_badge(at("t1"), code)
        assert refused.value.code == "wrong_badge"
    with pytest.raises(Refused, match="locked"):
        prove_by_badge(at("t1"), "NOBODY-5")
    said = []
    for code in ("NOBODY-6", "DANA-1"):  # a badge that is somebody's is answered as one that is not
        with pytest.raises(Refused) as refused:
            prove_by_badge(at("t1"), code)
        said.append((refused.value.code, refused.value.reason))
    assert said[0] == said[1]
    assert prove_by_badge(at("t2"), ";DANA-1") == dana
    assert prove_by_pin(at("t1"), person=dana.public_id, pin="2580") == dana, "PINs go on"
    (record,) = access("signin.locked")
    assert (record.subject, record.data) == ("", {"person": None, "way": "badge"})


def test_an_unknown_badge_is_forgotten_after_a_while(db: None) -> None:
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(Refused) as refused:
                prove_by_badge(at("t1"), "NOBODY-1")
            assert refused.value.code == "wrong_badge"
        row = SignInLock.objects.get()
        row.failed_at -= timedelta(minutes=16)
        row.save()


# --- passwords -----------------------------------------------------------------------------------


def form(client: Client, username: str, password: str) -> str:
    answer = client.post("/sign-in/", {"username": username, "password": password})
    return answer.content.decode() if answer.status_code == 200 else ""


def test_five_wrong_passwords_lock_and_nobody_learns_whether_it_was_right(dana: Person) -> None:
    client = Client()
    form(client, dana.username, PASSWORD)
    client.post("/sign-out/")
    for _ in range(4):
        assert "do not belong together" in form(client, dana.username, "wrong-password")
    for password in ("wrong-password", "wrong-password", PASSWORD):
        page = form(client, dana.username, password)
        assert "Too many wrong tries" in page
        assert "do not belong together" not in page
    assert "_auth_user_id" not in client.session
    assert form(Client(), dana.username, PASSWORD) == "", "another terminal is another matter"
    assert [record.data["way"] for record in access("signin.locked")] == ["password"]


def test_the_password_of_who_is_locked_out_is_not_looked_at(
    dana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    for _ in range(5):
        form(client, dana.username, "wrong-password")
    looked: list[str] = []
    monkeypatch.setattr(Person, "check_password", lambda self, raw: looked.append(raw))
    assert "Too many wrong tries" in form(client, dana.username, PASSWORD)
    assert looked == []
    assert access("signin.failed")[-1].data["cause"] == "locked"


def test_a_name_that_is_nobody_s_is_locked_like_another(dana: Person) -> None:
    """Else five tries would tell which names are somebody's."""
    said = {}
    for name in (dana.username, "nobody-at-all"):
        client = Client()
        said[name] = ["Too many" in form(client, name, "wrong-password") for _ in range(6)]
    assert said[dana.username] == said["nobody-at-all"] == [False] * 4 + [True] * 2
    assert [row.whose for row in locks()] == [dana.public_id]
    assert not SignInLock.objects.filter(whose__contains="nobody").exists()


def test_a_password_lock_ends_by_itself_and_a_pin_lock_does_not(dana: Person) -> None:
    for _ in range(5):
        wrong(dana, "t2")
        with pytest.raises(Refused):
            prove_by_password(at("t1"), dana, "wrong-password")
    assert {row.terminal for row in locks()} == {"t1", "t2"}
    for row in SignInLock.objects.all():
        row.locked_at = row.failed_at = row.failed_at - timedelta(minutes=16)
        row.save()
    assert [row.terminal for row in locks()] == ["t2"]
    assert prove_by_password(at("t1"), dana, PASSWORD) == dana
    assert wrong(dana, "t2", "2580") == "locked"


def test_after_a_password_lock_it_is_counted_anew(dana: Person) -> None:
    def fails() -> str:
        with pytest.raises(Refused) as refused:
            prove_by_password(at("t1"), dana, "wrong-password")
        return refused.value.code

    assert [fails() for _ in range(5)][-1] == "locked"
    row = SignInLock.objects.get()
    row.locked_at = row.failed_at - timedelta(minutes=16)
    row.save()
    assert [fails() for _ in range(5)] == [*["wrong_password"] * 4, "locked"]
    assert len(access("signin.locked")) == 2


def test_what_is_typed_for_nobody_is_thrown_away(db: None) -> None:
    client = Client()
    form(client, "made-up-1", "wrong-password")
    SignInLock.objects.update(failed_at=SignInLock.objects.get().failed_at - timedelta(minutes=16))
    form(client, "made-up-2", "wrong-password")
    assert SignInLock.objects.count() == 1


# --- unlocking -----------------------------------------------------------------------------------


def test_a_floor_manager_unlocks(dana: Person) -> None:
    flora = person("floor")
    for _ in range(5):
        wrong(dana)
    for role in ("dealer", "auditor"):
        with pytest.raises(NotAllowed):
            unlock(whose=dana.public_id, terminal="t1", author=author(person(role), role))
    unlock(whose=dana.public_id, terminal="t1", author=author(flora, "floor", "t9"))
    (record,) = access("signin.unlocked")
    assert (record.actor, record.role, record.terminal) == (flora.public_id, "floor", "t9")
    assert record.data == {"person": dana.public_id, "terminal": "t1"}
    assert prove_by_pin(at("t1"), person=dana.public_id, pin="2580") == dana
    with pytest.raises(Refused) as refused:
        unlock(whose=dana.public_id, terminal="t1", author=author(flora, "floor"))
    assert refused.value.code == "not_locked"


def test_badges_are_unlocked_too(dana: Person) -> None:
    for _ in range(5):
        with pytest.raises(Refused):
            prove_by_badge(at("t1"), "NOBODY-1")
    unlock(whose=NOBODY, terminal="t1", author=author(person("admin"), "admin"))
    assert prove_by_badge(at("t1"), "DANA-1") == dana
    assert access("signin.unlocked")[0].data == {"person": None, "terminal": "t1"}


# --- at the same time ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_ten_wrong_pins_at_once_count_ten() -> None:
    dana = with_keys(person("dealer"), "2580")
    Terminal.objects.create(public_id="t1")
    start = Barrier(10)

    def attempt(_number: int) -> str:
        try:
            start.wait(30)
            prove_by_pin(at("t1"), person=dana.public_id, pin="1111")
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(10) as pool:
        codes = list(pool.map(attempt, range(10)))
    assert sorted(codes) == ["locked"] * 6 + ["wrong_pin"] * 4
    assert SignInLock.objects.get().failures == 10
    assert len(access("signin.failed")) == 10
    assert len(access("signin.locked")) == 1


@pytest.mark.django_db(transaction=True)
def test_a_right_pin_that_was_checked_before_the_lock_opens_nothing_after_it() -> None:
    dana = with_keys(person("dealer"), "2580")
    for _ in range(4):
        wrong(dana)
    genuine = signing._proven

    def late(*args: Any) -> Person:
        wrong(dana)
        return genuine(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signing, "_proven", late)
        assert wrong(dana, pin="2580") == "locked"
