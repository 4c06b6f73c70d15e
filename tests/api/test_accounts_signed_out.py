"""What a request is told whose session has ended, by any path, in the form that the asking side can use."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cardroom.accounts.models import Person
from cardroom.accounts.selectors import good_sessions
from cardroom.accounts.services import deactivate_person, reactivate_person
from tests.people import PASSWORD, ROOM, person

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"page for {request.user}")


@login_not_required
def display(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"display for {request.user}")


class Api(APIView):
    def get(self, request: Request) -> Response:
        return Response({"user": str(request.user)})

    def post(self, request: Request) -> Response:
        return Response({"user": str(request.user)})


urlpatterns = [
    path("page/", page),
    path("display/", display),
    path("api/v1/thing/", Api.as_view()),
    path("", include("cardroom.accounts.urls")),
    path("live/", include("cardroom.live.urls")),
]


@pytest.fixture
def mara(db: None) -> Person:
    return person("dealer", username="mara", name="Mara")


def signed_in(username: str = "mara") -> Client:
    client = Client()
    client.post("/sign-in/", {"username": username, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


def by_service(who: Person) -> None:
    deactivate_person(person=who, author=ROOM)


def by_raw_sql(who: Person) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_person SET is_active = %s WHERE id = %s", [False, who.pk])


def by_losing_the_row(who: Person) -> None:
    Session.objects.all().delete()


WAYS = [by_service, by_raw_sql, by_losing_the_row]


def test_a_signed_in_person_is_served(mara: Person) -> None:
    client = signed_in()
    assert client.get("/page/").content == b"page for Mara"
    assert client.get("/api/v1/thing/").json() == {"user": "Mara"}


@pytest.mark.parametrize("end", WAYS)
def test_a_page_leads_to_the_form_and_back(mara: Person, end: Callable[[Person], None]) -> None:
    clients = [signed_in(), signed_in()]
    end(mara)
    for client in clients:
        answer = client.get("/page/?tab=2")
        assert answer.status_code == 302
        assert answer["Location"] == "/sign-in/?next=/page/%3Ftab%3D2"
        assert "no-store" in answer["Cache-Control"]
        assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("end", WAYS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_htmx_gets_an_event_and_no_redirect(mara: Person, end: Callable[[Person], None], method: str) -> None:
    client = signed_in()
    end(mara)
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/tables/12/"}
    answer = getattr(client, method)("/page/", headers=headers)
    assert answer.status_code == 401
    assert "Location" not in answer
    why = "" if end is by_losing_the_row else "inactive"
    told = {"url": "/sign-in/?next=/tables/12/", "why": why}
    assert json.loads(answer["HX-Trigger"]) == {"signed-out": told}
    assert answer["HX-Reswap"] == "none"
    assert (b"was deactivated; another dealer takes over" if why else b"Sign in") in answer.content
    assert b"<" not in answer.content


@pytest.mark.parametrize("end", [by_service, by_raw_sql])
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_api_gets_code_and_reason(mara: Person, end: Callable[[Person], None], method: str) -> None:
    client = signed_in()
    end(mara)
    answer = getattr(client, method)("/api/v1/thing/")
    assert answer.status_code == 401
    assert answer.json()["code"] == "signed_out"
    assert answer.json()["reason"]


def test_the_api_serves_nobody_who_never_signed_in(db: None) -> None:
    assert Client().get("/api/v1/thing/").status_code in (401, 403)


@pytest.mark.parametrize("end", WAYS)
def test_the_doorbell_gets_a_plain_refusal(mara: Person, end: Callable[[Person], None]) -> None:
    client = signed_in()
    end(mara)
    answer = client.get("/live/T1/", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")


def test_a_post_of_a_page_leads_back_to_the_page_it_came_from(mara: Person) -> None:
    answer = Client().post("/page/", headers={"Referer": "http://testserver/tables/12/"})
    assert answer["Location"] == "/sign-in/?next=/tables/12/"


@pytest.mark.parametrize("referer", ["https://evil.example/x", "//evil.example", "javascript:x"])
def test_a_foreign_referer_is_no_way_back(db: None, referer: str) -> None:
    answer = Client().post("/page/", headers={"Referer": referer})
    assert answer["Location"] == "/sign-in/"


@pytest.mark.parametrize("current", ["https://evil.example/x", "", "http://testserver.evil.example/"])
def test_a_foreign_current_address_is_no_way_back(db: None, current: str) -> None:
    answer = Client().get("/page/", headers={"HX-Request": "true", "HX-Current-URL": current})
    assert json.loads(answer["HX-Trigger"])["signed-out"]["url"] == "/sign-in/"


def test_views_marked_for_everybody_are_served_to_everybody(mara: Person) -> None:
    client = signed_in()
    by_service(mara)
    assert client.get("/display/").content == b"display for AnonymousUser"
    assert client.get("/sign-in/").status_code == 200


def test_a_reactivated_person_signs_in_anew(mara: Person) -> None:
    client = signed_in()
    by_service(mara)
    mara.refresh_from_db()
    reactivate_person(person=mara, author=ROOM)
    assert client.get("/page/").status_code == 302
    assert signed_in().get("/page/").status_code == 200


def test_one_person_going_leaves_the_others(mara: Person) -> None:
    person("dealer", username="zoe", name="Zoe")
    other = signed_in("zoe")
    by_service(mara)
    assert other.get("/page/").content == b"page for Zoe"


# --- which sessions are good (for streams that stay open) -----------------------------------------


@pytest.mark.parametrize("end", WAYS)
def test_a_session_is_good_until_its_person_goes(mara: Person, end: Callable[[Person], None]) -> None:
    keys = {signed_in().session.session_key for _ in range(2)}
    assert good_sessions(keys) == keys
    end(mara)
    assert good_sessions(keys) == set()


def test_unknown_anonymous_and_old_sessions_are_not_good(mara: Person) -> None:
    client = signed_in()
    key = client.session.session_key
    anonymous = Client().session
    anonymous["seen"] = 1
    anonymous.save()
    assert good_sessions({"nothing", "", anonymous.session_key, key}) == {key}
    Session.objects.filter(session_key=key).update(expire_date="2026-01-01T00:00:00Z")
    assert good_sessions({key}) == set()


def test_many_sessions_are_two_queries(mara: Person, django_assert_num_queries: Any) -> None:
    keys = {signed_in().session.session_key for _ in range(5)}
    with django_assert_num_queries(2):
        assert good_sessions(keys) == keys
