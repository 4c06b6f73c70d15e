"""A PIN, a badge, a password, or a hash of one stands in no record, page, address or line of a log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.test import Client
from django.urls import path

from audit.models import AuditRecord
from cardroom.accounts.models import Person, SignInLock
from tests.desk import Desk
from tests.people import PASSWORD
from tests.tablet import SCRIPT, Tablet, with_keys

PIN, BADGE, GUESS, STRANGE = "90817263", "CANARY-BADGE-1", "27182845", "CANARY-BADGE-2"
WRONG_PASSWORD = "canary-of-a-password"


def test_no_secret_leaves(desk: Desk, caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    caplog.set_level(logging.DEBUG)
    dana = with_keys(desk.dealer, PIN, BADGE)
    tablet = Tablet(12, desk.floor)
    answers: list[Any] = []

    def get(client: Client, *paths: str) -> None:
        answers.extend(client.get(path) for path in paths)

    def post(client: Client, path: str, **form: str) -> None:
        answers.extend(client.post(path, form, headers=headers) for headers in ({}, SCRIPT))

    for pin in (GUESS, PIN):
        post(tablet.client, tablet.chair, person=dana.public_id, pin=pin)
    get(tablet.client, tablet.chair, tablet.page, "/tables/12/felt/", "/api/v1/tables/12/")
    for code in (STRANGE, f";{BADGE}"):
        post(tablet.client, tablet.chair, badge=code)
    for _ in range(5):
        post(tablet.client, tablet.chair, person=dana.public_id, pin=GUESS)
    office = Client()
    for password in (WRONG_PASSWORD, PASSWORD):
        post(office, "/sign-in/", username=desk.floor.username, password=password)
    get(office, "/", "/floor/", "/floor/alerts/", "/my/pin/", "/tables/12/")
    for form in (
        {"password": WRONG_PASSWORD, "pin": GUESS, "pin_again": GUESS, "badge": STRANGE},
        {"password": PASSWORD, "pin": GUESS, "pin_again": PIN, "badge": BADGE},
        {"password": PASSWORD, "pin": "", "pin_again": "", "badge": BADGE},
        {"password": PASSWORD, "pin": GUESS, "pin_again": GUESS, "badge": STRANGE},
    ):
        post(office, "/my/pin/", **form)
    settings.ROOT_URLCONF = "tests.integration.test_keys_canary"
    with pytest.raises(RuntimeError):
        post(office, "/boom/", pin=PIN, badge=BADGE, password=PASSWORD)

    people = list(Person.objects.all())
    secrets = {PIN, BADGE, GUESS, STRANGE, WRONG_PASSWORD, PASSWORD}
    secrets |= (
        {who.pin for who in people} | {who.badge or "" for who in people} | {who.password for who in people}
    )
    secrets -= {""}
    assert len(secrets) > 10
    told = [f"{answer.headers} {answer.text}" for answer in answers]
    told += [str(answer.wsgi_request.get_full_path()) for answer in answers]
    told += list(AuditRecord.objects.values_list("body", flat=True))
    told += [str(row) for row in SignInLock.objects.values()]
    told += [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    assert len(told) > 60
    assert [(secret, text[:200]) for text in told for secret in secrets if secret in text] == []


def boom(request: Any) -> None:
    raise RuntimeError("a fault of the room")


urlpatterns = [path("boom/", boom)]
