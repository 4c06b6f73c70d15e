"""How long a session lasts: it is renewed by use, once half of its life is over; what a page can ask and put off."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cardroom.accounts import sessions
from tests.people import PASSWORD, person

pytestmark = pytest.mark.django_db
LIFE = 12 * 60 * 60


@pytest.fixture
def client(db: None) -> Client:
    made = Client()
    who = person("floor")
    made.post("/sign-in/", {"username": who.username, "password": PASSWORD})
    return made


def later(client: Client, seconds: int) -> None:
    """Time passes."""
    session: Any = client.session
    session["renewed"] -= seconds
    session.save()
    Session.objects.update(expire_date=timezone.now() + timezone.timedelta(seconds=LIFE - seconds))


def left(client: Client) -> float:
    row = Session.objects.get(session_key=client.session.session_key)
    return (row.expire_date - timezone.now()).total_seconds()


def writes(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return [
        q["sql"] for q in queries if "django_session" in q["sql"] and q["sql"][:6] in ("UPDATE", "INSERT")
    ]


def test_use_renews_it_once_half_of_its_life_is_over(client: Client) -> None:
    later(client, LIFE // 2 - 60)
    assert writes(client, "/floor/") == [], "not with every request"
    assert left(client) < LIFE / 2 + 120
    later(client, 120)
    assert len(writes(client, "/floor/")) == 1
    assert left(client) > LIFE - 60
    assert client.cookies["sessionid"]["max-age"] == LIFE
    assert writes(client, "/floor/") == []


def test_a_screen_that_polls_never_ends(client: Client) -> None:
    for _ in range(5):
        later(client, LIFE - 600)
        client.get("/floor/")
        assert left(client) > LIFE - 60


def test_what_a_page_asks_in_the_background_renews_nothing(client: Client) -> None:
    later(client, LIFE - 200)
    for path in ("/session/left/", "/floor/alerts/"):
        assert writes(client, path) == []
    assert 100 < client.get("/session/left/").json()["left"] <= 200


def test_one_tap_puts_the_end_off(client: Client) -> None:
    later(client, LIFE - 200)
    assert client.get("/session/stay/").status_code == 405
    assert client.post("/session/stay/").json()["left"] > LIFE - 60
    assert left(client) > LIFE - 60


def test_a_page_says_how_long_it_has(client: Client) -> None:
    later(client, 100)
    page = client.get("/floor/").text
    seconds = int(page.partition('data-seconds="')[2].partition('"')[0])
    assert LIFE - 160 < seconds <= LIFE - 100


def test_an_ended_session_is_told_so(client: Client) -> None:
    Session.objects.all().delete()
    assert client.get("/session/left/").status_code == 302
    assert client.post("/session/stay/").status_code == 302


def test_a_session_from_before_is_renewed_at_once(client: Client) -> None:
    session: Any = client.session
    del session["renewed"]
    session.save()
    assert sessions.seconds_left(client.session) == 0
    client.get("/floor/")
    assert sessions.seconds_left(client.session) > LIFE - 60
