"""Who is not signed in, no longer signed in, or has an expired token; and what the API says when it fails itself."""

import json
from typing import Any

import pytest
from django.test import Client

from cardroom.accounts.services import deactivate_person
from tables import services
from tests.api.caller import Caller
from tests.desk import Desk, standing
from tests.people import ROOM


def test_an_expired_csrf_token(dealer: Caller, desk: Desk) -> None:
    desk.deal()
    before = standing()
    order = dealer.order("2 fold")
    for token in ("", "x" * 64, "expired"):
        answer = dealer.post(order, 403, **{"X-CSRFToken": token})
        assert answer["code"] == "csrf_failed"
        assert "X-CSRFToken" in answer["reason"]
        assert "Nothing was recorded" in answer["reason"]
    assert standing() == before
    dealer.post(order)


def test_who_is_not_signed_in(desk: Desk, dealer: Caller) -> None:
    order = dealer.order("open")
    dealer.client.logout()
    nobody = Client()
    for answer in (
        nobody.get(dealer.table),
        nobody.post(f"{dealer.table}act/", order, content_type="application/json"),
        nobody.get("/api/v1/tables/"),
        nobody.get("/api/v1/nonsense"),
        dealer.client.get(dealer.table),
    ):
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"] == "Session"
        assert answer.json()["code"] == "signed_out"
        assert "Sign in" in answer.json()["reason"]


def test_a_dealer_deactivated_in_mid_hand(desk: Desk, dealer: Caller) -> None:
    desk.deal()
    order = dealer.order("2 fold")
    before = standing()
    deactivate_person(person=desk.dealer, author=ROOM)
    assert dealer.post(order, 401)["code"] == "signed_out"
    assert standing() == before


def test_a_dealer_deactivated_while_his_command_waits(
    desk: Desk, dealer: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He was signed in when the request came; under the table's lock he is no longer active."""
    desk.deal()
    order, act = dealer.order("2 fold"), services.act

    def later(**given: Any) -> Any:
        deactivate_person(person=desk.dealer, author=ROOM)
        return act(**given)

    monkeypatch.setattr(services, "act", later)
    assert dealer.post(order, 403)["code"] == "inactive"


def test_what_fails_says_so_in_the_same_form(
    dealer: Caller, desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk.deal()
    order = dealer.order("2 fold")
    with monkeypatch.context() as patch:
        patch.setattr(services, "project_hand", lambda told: 1 // 0)
        answer = dealer.send(order)
    assert answer.status_code == 500
    failed = json.loads(answer.content)
    assert failed["code"] == "failed"
    assert "sent again, with its id, tells whether it was carried out" in failed["reason"]
    assert "ZeroDivisionError" in caplog.text
    dealer.post(order)
