"""What is refused, as JSON: one shape for every error, `{code, reason}`, with more where there is more to say."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response

from audit.services import CommandRefused
from cardroom.accounts import signed_out
from cardroom.accounts.policies import NotAllowed
from tables.chronicle import NoSuchHand
from tables.game.base import Refused
from tables.selectors import since_view
from tables.services import Stale

LARGEST_BODY = 64 * 1024  # bytes; a command is a few hundred
logger = logging.getLogger("tables.api")


class NoSuchTable(Http404):
    """There is no table of this number."""


class CsrfFailed(exceptions.APIException):
    status_code = 403
    default_code = "csrf_failed"
    default_detail = (
        "The CSRF token is missing or no longer valid: send the csrftoken cookie's value as X-CSRFToken. "
        "Nothing was recorded."
    )


class TooLarge(exceptions.APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = f"A command is at most {LARGEST_BODY} bytes of JSON."


class SignedIn(SessionAuthentication):
    """The session of the browser, with CSRF; who has none is answered with 401."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as refused:
            raise CsrfFailed from refused


class SignedInScheme(OpenApiAuthenticationExtension):
    target_class = "tables.api.refusals.SignedIn"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class Json(JSONParser):
    """JSON of a reasonable size and depth."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise TooLarge
        try:
            return json.loads(body.decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError(_("The body is not JSON: {error}.").format(error=error)) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def refused(problem: Exception, context: dict[str, Any]) -> HttpResponseBase:
    """Django REST framework's exception handler: every problem as status, code and reason."""
    match problem:
        case Stale():
            variant = context["view"].table.variant
            now = {"hand": problem.now.hand, "seq": problem.now.seq}
            since = since_view(problem.since, variant)
            return _answer(409, problem.code, problem.reason, since=since, answers=now)
        case Refused() | CommandRefused():
            return _answer(422, problem.code, problem.reason)
        case NotAllowed():
            return _answer(403, problem.code, problem.reason)
        case NoSuchTable():
            return _answer(404, "no_such_table", _("There is no such table."))
        case NoSuchHand():
            return _answer(404, "no_such_hand", _("There is no such finished hand."))
        case Http404():
            return _answer(404, "not_found", _("There is nothing at this address."))
        case PermissionDenied():
            return _answer(403, "not_allowed", _("This is not allowed."))
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            response = signed_out.refusal(context["request"])
            response["WWW-Authenticate"] = "Session"
            return response
        case exceptions.ValidationError():
            found = dict(_problems(problem.detail))
            reason = " ".join(f"{name}: {text}" if name else text for name, text in found.items())
            return _answer(400, "bad_fields", reason, problems=found)
        case exceptions.ParseError():
            return _answer(400, "malformed_json", str(problem.detail))
        case exceptions.APIException():
            return _answer(problem.status_code, str(problem.get_codes()), str(problem.detail))
    logger.error("A request of the API failed.", exc_info=problem)
    reason = _(
        "Something failed here. The same command sent again, with its id, tells whether it was carried out."
    )
    return _answer(500, "failed", reason)


def _answer(status: int, code: str, reason: str, **more: Any) -> Response:
    return Response({"code": code, "reason": reason, **more}, status=status)


def _problems(detail: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """What is wrong, by the field's name with dots; "" for the whole body."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            below = name if key == "non_field_errors" else f"{name}.{key}".lstrip(".")
            yield from _problems(inner, below)
    else:
        yield name, " ".join(map(str, detail))
