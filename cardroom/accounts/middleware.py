"""Who is asking, and from where. Stand after Django's AuthenticationMiddleware, in this order."""

from __future__ import annotations

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

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


class SignInRequiredMiddleware(LoginRequiredMiddleware):
    """Every view is for signed-in people unless it is marked `login_not_required`.

    A session whose person was deactivated, or whose password was changed, is ended here. Django REST
    framework marks its views as not required and asks its own permissions; a session that has just ended is
    told so all the same.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        required = getattr(view_func, "login_required", True)
        if not required and not request.path.startswith("/api/"):
            return None
        had_session = SESSION_KEY in request.session
        if request.user.is_authenticated or not (required or had_session):
            return None
        if had_session:
            request.session.flush()
        return refusal(request)
