"""The doorbell as server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from audit.selectors import head
from cardroom.live.hub import Listener
from cardroom.live.policies import lets_in, may_listen
from cardroom.live.watch import watch
from tables.screens.holding import proofs_held

HEARTBEAT_S = 5.0  # a screen gives up a line on which it hears nothing for 12 s
RETRY_MS = 2_000
BEAT = "event: beat\ndata: {}\n\n"


@require_GET
async def listen(request: HttpRequest, stream: str) -> HttpResponseBase:
    """`event: ring` with `{"stream", "seq"}` for what happens, and once at the start for what has happened so
    far, so that whoever comes back after a break knows whether to fetch. `event: beat` every five seconds: a line that
    is only half open brings none.

    404 for a stream that is none or that one may not hear. The stream ends when the session does.
    """
    if not isinstance(request, ASGIRequest):
        # Under WSGI the stream would hold a worker for ever and send nothing.
        return HttpResponse(_("The doorbell needs ASGI."), status=503, content_type="text/plain")
    if not await _may_listen(request, stream):
        # Not the error page: Django would render it in a thread whose connection nobody gives back.
        reason = _("There is no such stream, or it is not for your role.")
        return JsonResponse({"code": "no_such_stream", "reason": reason}, status=404)
    listener = Listener(stream, request.session.session_key or "", held=_held(request))
    response = StreamingHttpResponse(_events(listener), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(listener: Listener) -> AsyncIterator[str]:
    room = watch()
    room.enter(listener)
    try:
        yield f"retry: {RETRY_MS}\n: listening\n\n"
        listener.ring(await _newest(listener.stream))
        while not listener.closed:
            seq = await listener.next(HEARTBEAT_S)
            if seq is not None:
                data = json.dumps({"stream": listener.stream, "seq": seq})
                yield f"event: ring\ndata: {data}\n\n"
            elif not listener.closed:
                yield BEAT
    finally:
        room.leave(listener)


listen.lets_in = lets_in  # type: ignore[attr-defined]


def _held(request: HttpRequest) -> frozenset[str]:
    """What is asked again while a browser listens that nobody is signed in on."""
    return frozenset() if request.session.session_key else proofs_held(request)


@sync_to_async
def _may_listen(request: HttpRequest, stream: str) -> bool:
    try:
        return may_listen(request.user, stream) or lets_in(request)
    finally:
        _let_go()


@sync_to_async
def _newest(stream: str) -> int:
    """The newest sequence of the stream, 0 before its first record."""
    try:
        return head(stream).seq
    finally:
        _let_go()


def _let_go() -> None:
    """Give the connection back now: the request lasts as long as the stream, and would keep one all the while."""
    if not connection.in_atomic_block:
        connection.close()
