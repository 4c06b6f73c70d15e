"""Signing in and out through the browser's forms: messages, ways back, terminals, and what the log says."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpResponse
from django.test import Client, RequestFactory

from audit.core.record import Record
from audit.selectors import head, read
from cardroom.accounts import signing
from cardroom.accounts.models import Person, Terminal
from cardroom.accounts.services import deactivate_person, set_password
from cardroom.accounts.terminals import recognise
from tests.people import PASSWORD, ROOM, person

pytestmark = pytest.mark.django_db
SIGN_IN, SIGN_OUT = "/sign-in/", "/sign-out/"


def sign_in(client: Client, username: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post(SIGN_IN, {"username": username, "password": password, **more})


def records() -> list[Record]:
    return [record for record in read("access") if record.type.startswith("signin.")]


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def mara(db: None) -> Person:
    return person("dealer", username="mara", name="Mara")


def test_the_form_is_for_everybody_and_is_not_kept(client: Client) -> None:
    page = client.get(SIGN_IN)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    html = page.content.decode()
    assert 'autocomplete="username"' in html
    assert 'autocomplete="current-password"' in html
    assert head("access").seq == 0


def test_the_right_password_opens_a_session_and_is_recorded(client: Client, mara: Person) -> None:
    answer = sign_in(client, "mara")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert signed_in(client)
    (record,) = records()
    assert (record.type, record.subject, record.actor) == ("signin.succeeded", mara.public_id, mara.public_id)
    assert record.data == {"person": mara.public_id}
    assert record.terminal == Terminal.objects.get().public_id


@pytest.mark.parametrize("typed", ["Mara", " mara ", "MARA", "\uff4dara"])
def test_a_username_is_the_same_in_any_spelling(client: Client, mara: Person, typed: str) -> None:
    sign_in(client, typed)
    assert signed_in(client)


@pytest.mark.parametrize(("username", "cause"), [("mara", "password"), ("nobody", "unknown")])
def test_a_wrong_pair_is_refused_in_the_same_words(
    client: Client, mara: Person, username: str, cause: str
) -> None:
    page = sign_in(client, username, "wrong-password")
    assert page.status_code == 200
    assert not signed_in(client)
    assert "Username and password do not belong together." in page.content.decode()
    (record,) = records()
    assert (record.type, record.actor) == ("signin.failed", "anonymous")
    assert record.data == {"person": mara.public_id if cause == "password" else None, "cause": cause}


def test_what_was_typed_is_not_recorded(client: Client, mara: Person) -> None:
    sign_in(client, "canarylogin", "canary-password")
    sign_in(client, "mara", "canary-password")
    assert len(records()) == 2
    assert "canary" not in "".join(record.body for record in read("access"))


def test_a_deactivated_person_is_told_so_after_the_right_password_alone(client: Client, mara: Person) -> None:
    deactivate_person(person=mara, author=ROOM)
    right = sign_in(client, "mara").content.decode()
    wrong = sign_in(client, "mara", "wrong-password").content.decode()
    assert "has been deactivated" in right
    assert "has been deactivated" not in wrong
    assert not signed_in(client)
    assert [record.data["cause"] for record in records()] == ["inactive", "password"]


@pytest.mark.parametrize("given", [{}, {"username": "mara"}, {"password": PASSWORD}])
def test_an_incomplete_form_says_what_is_missing_and_is_no_attempt(
    client: Client, mara: Person, given: dict[str, str]
) -> None:
    page = client.post(SIGN_IN, given)
    assert "This field is required." in page.content.decode()
    assert records() == []


def test_a_name_that_looks_like_markup_is_shown_as_text(client: Client) -> None:
    page = sign_in(client, "<b>x</b>", "wrong-password").content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;" in page


# --- the way back --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["/tables/12/", "/hands/T12/4711/?step=3", "/"])
def test_next_leads_back_to_an_address_of_this_site(client: Client, mara: Person, way: str) -> None:
    assert sign_in(client, "mara", next=way)["Location"] == way


@pytest.mark.parametrize(
    "way",
    [
        "https://evil.example/",
        "//evil.example/tables/",
        "/\\evil.example",
        "http:///evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "\thttps://evil.example",
    ],
)
def test_next_leads_nowhere_else(client: Client, mara: Person, way: str) -> None:
    assert sign_in(client, "mara", next=way)["Location"] == "/"


def test_the_form_keeps_a_safe_next_over_a_wrong_password(client: Client, mara: Person) -> None:
    page = sign_in(client, "mara", "wrong-password", next="/tables/12/").content.decode()
    assert '<input type="hidden" name="next" value="/tables/12/">' in page
    page = sign_in(client, "mara", "wrong-password", next="https://evil.example/").content.decode()
    assert "evil" not in page


# --- terminals -----------------------------------------------------------------------------------


def test_a_terminal_is_made_at_the_first_sign_in_and_stays(client: Client, mara: Person) -> None:
    client.get(SIGN_IN)
    assert Terminal.objects.count() == 0
    sign_in(client, "mara")
    terminal = Terminal.objects.get()
    assert re.fullmatch(r"t[a-z2-7]{12}", terminal.public_id)
    client.post(SIGN_OUT)
    sign_in(client, "mara")
    assert Terminal.objects.get() == terminal
    assert {record.terminal for record in records()} == {terminal.public_id}


def test_each_browser_is_a_terminal_of_its_own(mara: Person) -> None:
    for _ in range(2):
        sign_in(Client(), "mara")
    assert Terminal.objects.count() == 2


def test_a_failed_sign_in_names_the_terminal_if_there_is_one(client: Client, mara: Person) -> None:
    sign_in(client, "mara", "wrong-password")
    sign_in(client, "mara")
    sign_in(client, "mara", "wrong-password")
    first, _, third = (record.terminal for record in records())
    assert (first, third) == ("", Terminal.objects.get().public_id)


def test_the_cookie_is_signed_and_out_of_reach_of_scripts(
    client: Client, mara: Person, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = True
    cookie = sign_in(client, "mara").cookies["terminal"]
    assert cookie["httponly"]
    assert cookie["secure"]
    assert cookie["samesite"] == "Lax"
    assert cookie.value.startswith(Terminal.objects.get().public_id + ":")


def test_a_forged_cookie_is_no_terminal(client: Client, mara: Person) -> None:
    sign_in(client, "mara")
    genuine = Terminal.objects.get().public_id
    client.cookies["terminal"] = client.cookies["terminal"].value.replace(genuine, "taaaaaaaaaaaa")
    sign_in(client, "mara")
    assert records()[-1].terminal not in ("taaaaaaaaaaaa", genuine)
    assert not Terminal.objects.filter(public_id="taaaaaaaaaaaa").exists()


# --- out, and somebody else in -------------------------------------------------------------------


def test_signing_out_ends_the_session_and_is_recorded(client: Client, mara: Person) -> None:
    sign_in(client, "mara")
    key = client.session.session_key
    answer = client.post(SIGN_OUT)
    assert (answer.status_code, answer["Location"]) == (302, SIGN_IN)
    assert not signed_in(client)
    assert not client.session.exists(key)
    last = records()[-1]
    assert (last.type, last.actor) == ("signin.ended", mara.public_id)
    assert last.data == {"person": mara.public_id, "cause": "signed_out"}


def test_signing_out_twice_is_one_record(client: Client, mara: Person) -> None:
    sign_in(client, "mara")
    client.post(SIGN_OUT)
    assert client.post(SIGN_OUT).status_code == 302
    assert len(records()) == 2


def test_a_link_does_not_sign_out(client: Client, mara: Person) -> None:
    sign_in(client, "mara")
    assert client.get(SIGN_OUT).status_code == 405
    assert signed_in(client)


def test_another_person_takes_over_and_each_record_has_its_own_person(client: Client, mara: Person) -> None:
    zoe = person("dealer", username="zoe")
    sign_in(client, "mara")
    first = client.session.session_key
    sign_in(client, "zoe")
    assert client.session["_auth_user_id"] == str(zoe.pk)
    assert not client.session.exists(first)
    assert [(record.type, record.data["person"]) for record in records()] == [
        ("signin.succeeded", mara.public_id),
        ("signin.ended", mara.public_id),
        ("signin.succeeded", zoe.public_id),
    ]
    assert records()[1].data["cause"] == "switched"


def test_the_session_key_changes_at_sign_in(client: Client, mara: Person) -> None:
    client.session["before"] = 1
    session = client.session
    session.save()
    planted = session.session_key
    sign_in(client, "mara")
    assert client.session.session_key != planted


def test_every_page_says_who_is_at_work_in_which_role_and_offers_the_way_out(client: Client) -> None:
    person("floor", "dealer", username="mara", name="Mara <i>Núñez</i>")
    sign_in(client, "mara")
    html = client.get(SIGN_IN).content.decode()
    assert "<bdi>Mara &lt;i&gt;Núñez&lt;/i&gt;</bdi> <small>dealer, floor</small>" in html
    assert '<form method="post" action="/sign-out/"' in html


# --- forms from elsewhere ------------------------------------------------------------------------


@pytest.mark.parametrize("address", [SIGN_IN, SIGN_OUT])
def test_a_form_without_its_token_is_refused(mara: Person, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mara)
    answer = client.post(address, {"username": "mara", "password": PASSWORD})
    assert answer.status_code == 403
    assert records() == []
    assert signed_in(client)


# --- one transaction -----------------------------------------------------------------------------


def test_without_its_record_nobody_is_signed_in(client: Client, mara: Person, monkeypatch: Any) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the log cannot be written")

    monkeypatch.setattr("audit.services.Log.append", fail)
    with pytest.raises(RuntimeError):
        sign_in(client, "mara")
    assert not signed_in(client)
    assert Terminal.objects.count() == 0
    assert records() == []


def test_without_its_record_nobody_is_signed_out(client: Client, mara: Person, monkeypatch: Any) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the log cannot be written")

    sign_in(client, "mara")
    monkeypatch.setattr("audit.services.Log.append", fail)
    with pytest.raises(RuntimeError):
        client.post(SIGN_OUT)
    assert signed_in(client)


def test_a_person_deactivated_between_password_and_session_is_refused(
    client: Client, mara: Person, monkeypatch: Any
) -> None:
    from cardroom.accounts import views

    genuine = views.sign_in

    def late(request: Any, who: Person) -> str:
        deactivate_person(person=who, author=ROOM)
        return genuine(request, who)

    monkeypatch.setattr(views, "sign_in", late)
    page = sign_in(client, "mara")
    assert "has been deactivated" in page.content.decode()
    assert not signed_in(client)
    assert records()[-1].data == {"person": mara.public_id, "cause": "inactive"}


def test_a_new_password_ends_the_sessions_before_it(client: Client, mara: Person) -> None:
    sign_in(client, "mara")
    set_password(person=mara, password="quite-another-one", author=ROOM)
    client.get("/live/T1/")
    assert not signed_in(client)
    sign_in(client, "mara")
    assert not signed_in(client)
    sign_in(client, "mara", "quite-another-one")
    assert signed_in(client)


def test_the_session_is_stored_together_with_its_record(mara: Person) -> None:
    """A process that dies right after the commit leaves both or none."""
    request = RequestFactory().post(SIGN_IN)
    SessionMiddleware(lambda _: HttpResponse()).process_request(request)
    request.user = AnonymousUser()
    recognise(request)
    signing.sign_in(request, mara)
    assert [record.type for record in records()] == ["signin.succeeded"]
    stored = SessionStore(request.session.session_key)
    assert stored["_auth_user_id"] == str(mara.pk)
