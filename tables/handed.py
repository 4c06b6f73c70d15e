"""The dealer's tablet while it goes round the seats: whoever signs in on it has it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from cardroom.accounts.models import Person
from cardroom.accounts.terminals import terminal_of
from tables.joining import take_back
from tables.screens.holding import TABLET, tablet_held


class HandedRoundMiddleware(MiddlewareMixin):
    """Stands after the middleware that asks for a session: who gets past it with a PIN, a badge or a password is of the
    house, and the tablet is no player's any more.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> None:
        held = tablet_held(request)
        if held is None or not isinstance(request.user, Person):
            return
        table, secret = held
        take_back(table=table, secret=secret, actor=request.user.public_id, terminal=terminal_of(request))
        request.tablet_is_back = True  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if getattr(request, "tablet_is_back", False):
            response.delete_cookie(TABLET)
        return response
