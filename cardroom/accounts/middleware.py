"""Who is asking, and from where. Stand after Django's AuthenticationMiddleware, in this order."""

from __future__ import annotations

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.utils.functional import SimpleLazyObject

from cardroom.accounts import sessions
from cardroom.accounts.models import Person
from cardroom.accounts.signed_out import refusal
from cardroom.accounts.terminals import recognise


@sync_and_async_middleware
def terminal_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Sets `request.terminal` to the terminal's opaque id, "" before the first sign-in there."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            recognise(request)
            return await get_response(request)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        recognise(request)
        return get_response(request)

    return synchronous


class KeptSessionMiddleware(SessionMiddleware):
    """Django's, but a browser's cookie is taken away by signing out alone.

    What a browser sent before its person signed in may be answered after it: told then to forget the session that it no
    longer knows, it would forget the one that has just begun.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response = super().process_response(request, response)
        name = settings.SESSION_COOKIE_NAME
        taken_away = name in response.cookies and not response.cookies[name].value
        if taken_away and not getattr(request, "signs_out", False):
            del response.cookies[name]
        return response


class SignInRequiredMiddleware(LoginRequiredMiddleware):
    """Every view is for signed-in people unless it is marked `login_not_required`, or says in `lets_in` that it
    knows the browser otherwise.

    A session whose person was deactivated, or whose password was changed, or whose PIN or badge is no longer
    his, is ended here; one in use is renewed. Django REST framework marks its views as not required and asks
    its own permissions; a session that has just ended is told so all the same.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        request.session_left = SimpleLazyObject(lambda: sessions.seconds_left(request.session))  # type: ignore[attr-defined]
        required = getattr(view_func, "login_required", True)
        if not required and not request.path.startswith("/api/"):
            return None
        had_session = request.session.get(SESSION_KEY)
        person = request.user
        if isinstance(person, Person) and sessions.still_proven(request.session, person):
            if getattr(view_func, "renews_session", True):
                sessions.renew(request.session)
            return None
        if not (required or had_session):
            return None
        lets_in = getattr(view_func, "lets_in", None)
        if not had_session and lets_in is not None and lets_in(request):
            return None
        gone = had_session is not None and Person.objects.filter(pk=had_session, is_active=False).exists()
        if had_session and not (gone and request.path.startswith("/live/")):
            request.session.flush()  # the doorbell leaves it to the screen, which says why
        return refusal(request, deactivated=gone)
