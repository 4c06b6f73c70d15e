"""What somebody who is not signed in is told, in the form that the asking side can use."""

from __future__ import annotations

import json
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

CODE = "signed_out"
MACHINES = ("/api/", "/live/")


def refusal(request: HttpRequest, *, deactivated: bool = False) -> HttpResponse:
    """A redirect to the sign-in page for a page; 401 and no redirect for htmx, which would swap the sign-in
    page into the felt; 401 as JSON with code and reason for the API and the doorbell.

    The htmx answer triggers the event `signed-out`: `detail.url` is the sign-in address, `detail.why` is "inactive"
    where the person was deactivated.
    """
    reason = _("You are not signed in, or your session has ended. Sign in and try again.")
    if deactivated:
        reason = _("This account was deactivated; another dealer takes over.")
    response: HttpResponse
    if request.path.startswith(MACHINES):
        response = JsonResponse({"code": CODE, "reason": reason}, status=401)
    elif request.headers.get("HX-Request") == "true":
        response = HttpResponse(reason, status=401, content_type="text/plain; charset=utf-8")
        detail = {"url": _sign_in_url(request), "why": "inactive" if deactivated else ""}
        response["HX-Trigger"] = json.dumps({CODE.replace("_", "-"): detail})
        response["HX-Reswap"] = "none"
    else:
        response = HttpResponseRedirect(_sign_in_url(request))
    response["Cache-Control"] = "no-store"
    return response


def safe_next(request: HttpRequest, address: str | None) -> str:
    """`address` if it is a page of this site, as a local path; else ""."""
    allowed = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    if not address or not allowed:
        return ""
    parts = urlsplit(address)
    return parts._replace(scheme="", netloc="", fragment="").geturl()


def _sign_in_url(request: HttpRequest) -> str:
    """With the way back: the page asked for, or the page that sent the command."""
    if request.headers.get("HX-Request") == "true":
        back = safe_next(request, request.headers.get("HX-Current-URL"))
    elif request.method in ("GET", "HEAD"):
        back = request.get_full_path()
    else:
        back = safe_next(request, request.headers.get("Referer"))
    sign_in = reverse("accounts:sign_in")
    return f"{resolve_url(sign_in)}?{urlencode({'next': back}, safe='/')}" if back else sign_in
