"""A table's public display: for whoever has its address, without signing in. It sets no cookie and tells nobody where
it is; its fragment is made once for all who look at the same.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from audit.selectors import StreamHead, head
from fees.selectors import in_force
from tables.models import DisplayKey, Table
from tables.past import as_it_stands, as_it_stood, end_before
from tables.screens.display import display
from tables.selectors import get_table

NO_KEY = secrets.token_urlsafe(18)  # what no address is compared with where a table has none
KEPT_S = 60


@login_not_required
@require_safe
def page(request: HttpRequest, number: int, key: str) -> HttpResponse:
    """The whole page. `?minimal` shows cards, pot and turn alone and larger; `?still` moves nothing."""
    if (table := _table(number, key)) is None:
        return _outward(render(request, "tables/display_gone.html", status=404))
    shown = _shown(table, minimal="minimal" in request.GET)
    address = reverse("tables:display_felt", args=[number, key])
    context = {
        "table": table,
        "fragment": _fragment(table, shown),
        "etag": shown.tag,
        "refresh": f"{address}?minimal" if shown.minimal else address,
        "minimal": shown.minimal,
        "still": "still" in request.GET,
        "now": timezone.localtime(),
    }
    return _outward(render(request, "tables/display.html", context))


@login_not_required
@require_safe
def felt(request: HttpRequest, number: int, key: str) -> HttpResponse:
    """The fragment alone; 304 while it is the one that the screen shows."""
    if (table := _table(number, key)) is None:
        return _outward(HttpResponse(status=404))
    shown = _shown(table, minimal="minimal" in request.GET)
    if request.headers.get("If-None-Match") == shown.tag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(_fragment(table, shown))
    response["ETag"] = shown.tag
    return _outward(response)


def _table(number: int, key: str) -> Table | None:
    """The table if `key` is that of its display."""
    kept = DisplayKey.objects.filter(table=number).values_list("key", flat=True).first()
    right = secrets.compare_digest((kept or NO_KEY).encode(), key.encode())
    return get_table(number) if right and kept else None


def _outward(response: HttpResponse) -> HttpResponse:
    """The address is a secret: it is kept by no cache, named to no other site and listed by no search."""
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@dataclass(frozen=True)
class Shown:
    """What a display shows: the table at the end of its stream, or where that was `delay` seconds ago."""

    end: StreamHead
    delay: int
    schedule: str | None
    minimal: bool

    @property
    def tag(self) -> str:
        """Of the end no more than its place: the log's digest hangs on what is secret, and five tokens are tried in
        no time.
        """
        parts = (
            self.end.stream,
            self.end.seq,
            self.delay,
            self.schedule,
            self.minimal,
            get_language(),
            settings.DISPLAY_WHOLE_ALIAS,
        )
        return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _shown(table: Table, *, minimal: bool) -> Shown:
    """What is sent names nothing that came later, neither in its bytes nor in its tag."""
    delay = table.display_delay
    moment = timezone.now() - timedelta(seconds=delay)
    if not delay:
        return Shown(head(table.stream), 0, in_force(moment), minimal)
    moment = moment.replace(microsecond=0)
    now = head(table.stream)
    key = f"display-end:{now.stream}:{now.seq}:{now.digest.hex()}:{moment.timestamp():.0f}"
    if (end := cache.get(key)) is None:
        end = end_before(table.stream, moment)
        cache.set(key, end, KEPT_S)
    return Shown(end, delay, in_force(moment), minimal)


def _fragment(table: Table, shown: Shown) -> str:
    """Rendered once in this process for all displays that show the same."""
    key = f"display:{table.number}:{shown.end.digest.hex()}:{shown.tag}"
    made: str | None = cache.get(key)
    if made is None:
        made = render_to_string("tables/display_felt.html", _context(table, shown))
        cache.set(key, made, KEPT_S)
    return made


def _context(table: Table, shown: Shown) -> dict[str, Any]:
    look = as_it_stood if shown.delay else as_it_stands
    return display(look(table.number, shown.end.seq), shown.schedule) | {
        "delay": shown.delay,
        "minimal": shown.minimal,
    }
