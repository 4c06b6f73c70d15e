"""Where each app's addresses begin."""

from importlib.util import find_spec

from django.urls import include, path

urlpatterns = [
    path(prefix, include(module))
    for prefix, module in [
        ("", "tables.urls"),
        ("", "cardroom.accounts.urls"),
        ("live/", "cardroom.live.urls"),
    ]
    if find_spec(module)
]
