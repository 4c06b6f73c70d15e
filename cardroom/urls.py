"""Where each app's addresses begin."""

from django.urls import include, path

urlpatterns = [
    path("", include("tables.urls")),
    path("", include("cardroom.accounts.urls")),
    path("live/", include("cardroom.live.urls")),
    path("api/v1/", include("tables.api_urls")),
]
