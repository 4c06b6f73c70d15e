"""The page on which a device chooses how its screens look. One tap sets one thing; without scripts too."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tables.screens.preferences import COOKIE, look_from

MAX_AGE_S = 400 * 24 * 60 * 60  # the longest that browsers keep a cookie


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def screen(request: HttpRequest) -> HttpResponse:
    """Show the choices; a posted one is kept on this device and goes back to where it was made."""
    if request.method != "POST":
        return render(request, "tables/screen.html", {"next": ""})
    look = look_from(request.COOKIES.get(COOKIE, "")).but(request.POST.get("set", ""))
    there = request.POST.get("next", "")
    local = there.startswith("/") and url_has_allowed_host_and_scheme(there, allowed_hosts=None)
    response = redirect(there if local else "tables:screen")
    response.set_cookie(
        COOKIE,
        look.written(),
        max_age=MAX_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response
