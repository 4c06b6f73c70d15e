"""Addresses of the API, under `/api/v1/`."""

from django.urls import path, re_path

from tables.api.views import Act, Hands, Nothing, OneHand, OneTable, Tables

app_name = "api"
urlpatterns = [
    path("tables/", Tables.as_view(), name="tables"),
    path("tables/<int:number>/", OneTable.as_view(), name="table"),
    path("tables/<int:number>/act/", Act.as_view(), name="act"),
    path("tables/<int:number>/hands/", Hands.as_view(), name="hands"),
    path("hands/<str:stream>/<int:seq>/", OneHand.as_view(), name="hand"),
    re_path("", Nothing.as_view(), name="nothing"),
]
