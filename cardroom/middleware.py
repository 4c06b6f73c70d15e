"""Static files by WhiteNoise, under WSGI and ASGI alike."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise that passes requests on as they come and sends a file whole.

    The original is synchronous and streams: under ASGI that costs a thread a request and a warning a file.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self._asynchronous = iscoroutinefunction(get_response)
        if self._asynchronous:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        path = request.path_info
        found = self.find_file(path) if self.autorefresh else self.files.get(path)
        if found is None:
            return self.get_response(request)
        streamed = self.serve(found, request)
        response = HttpResponse(b"".join(streamed), status=streamed.status_code, headers=streamed.headers)
        streamed.close()
        return _ready(response) if self._asynchronous else response


async def _ready(response: HttpResponseBase) -> HttpResponseBase:
    return response
