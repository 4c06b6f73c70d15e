"""Answers that belong to the house and not to one app."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

CSRF_CODE = "csrf_failed"
NOTICE = "#notice"  # the element of base.html that refusals are shown in


def _wants_json(request: HttpRequest) -> bool:
    return (
        request.path_info.startswith("/api/")
        or request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose CSRF token is missing or no longer valid.

    Says why and what to do. JSON `{code, reason}` for the API and for who asks for JSON; for htmx a fragment
    that goes to the notice line, so that the screen under it stays as it was; else a page.
    """
    text = _(
        "This page is out of date: you signed in or out since it was opened, or cookies are blocked. "
        "Nothing was recorded and nothing is lost. Reload the page and do it again."
    )
    if _wants_json(request):
        response: HttpResponse = JsonResponse({"code": CSRF_CODE, "reason": text}, status=403)
    elif request.headers.get("HX-Request") == "true":
        response = render(request, "house/notice.html", {"reason": text}, status=403)
        response["HX-Retarget"] = NOTICE
        response["HX-Reswap"] = "innerHTML"
    else:
        response = render(request, "house/refused.html", {"reason": text}, status=403)
    response["Cache-Control"] = "no-store"
    return response
