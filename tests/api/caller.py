"""A program at the API: signs in as people do, keeps cookies, sends the CSRF token, and holds answers to the schema."""

from __future__ import annotations

import copy
import json
import uuid
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from jsonschema import Draft202012Validator

from cardroom.accounts.models import Person
from tests.desk import Desk
from tests.people import PASSWORD

SCHEMA = Path(settings.BASE_DIR, "docs/api-schema.yml")


class Caller:
    def __init__(self, desk: Desk, who: Person) -> None:
        self.desk = desk
        self.table = f"/api/v1/tables/{desk.number}/"
        self.client = Client(enforce_csrf_checks=True)
        self.client.get("/sign-in/")
        signed_in = self.client.post(
            "/sign-in/",
            {"username": who.username, "password": PASSWORD, "csrfmiddlewaretoken": self.token},
        )
        assert signed_in.status_code == 302, signed_in.content

    @property
    def token(self) -> str:
        return self.client.cookies["csrftoken"].value

    def get(self, path: str, status: int = 200) -> Any:
        """The JSON at `path`, which must have this status and the form that the schema says."""
        return self._held("get", path, self.client.get(path), status)

    def post(self, body: object, status: int = 200, path: str = "", **headers: str) -> Any:
        """The JSON answer to a command."""
        return self._held("post", path or f"{self.table}act/", self.send(body, path, **headers), status)

    def send(self, body: object, path: str = "", **headers: str) -> HttpResponse:
        """The raw answer to a command; `body` may be bytes."""
        data = body if isinstance(body, bytes) else json.dumps(body)
        given = {"X-CSRFToken": self.token, **headers}
        response: Any = self.client.post(
            path or f"{self.table}act/", data, content_type="application/json", headers=given
        )
        assert isinstance(response, HttpResponse)
        return response

    def order(self, action: str, **about: Any) -> dict[str, Any]:
        answers = self.get(self.table)["answers"]
        return {"command_id": uuid.uuid4().hex, "action": action, "answers": answers, **about}

    def act(self, action: str, status: int = 200, **about: Any) -> Any:
        return self.post(self.order(action, **about), status)

    def _held(self, method: str, path: str, response: HttpResponse, status: int) -> Any:
        assert response.status_code == status, response.content
        assert response["Content-Type"] == "application/json"
        assert response["Cache-Control"] == "no-store"
        found = json.loads(response.content)
        if status >= 400:
            assert found["code"]
            assert found["reason"]
        if described := schema_of(method, resolve(path.split("?", maxsplit=1)[0]).route, status):
            Draft202012Validator(described).validate(found)
        return found


@cache
def schema() -> Any:
    """The committed schema, with every described object closed: a field that it does not name is an error."""
    text = yaml.safe_load(SCHEMA.read_text())
    for component in text["components"]["schemas"].values():
        if "properties" in component:
            component["additionalProperties"] = False
    return text


def schema_of(method: str, route: str, status: int) -> Any:
    """The JSON schema of an answer; None for addresses that the API does not describe."""
    path = "/" + route.replace("<int:", "{").replace("<str:", "{").replace(">", "}")
    if path not in schema()["paths"]:
        return None
    answers = schema()["paths"][path][method]["responses"]
    assert str(status) in answers, f"the schema says nothing of {status} at {method} {path}"
    described = copy.deepcopy(answers[str(status)]["content"]["application/json"]["schema"])
    return {**described, "components": schema()["components"]}
