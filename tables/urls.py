from django.urls import path

from tables.views import (
    chair,
    console,
    display,
    floor,
    guide,
    hands,
    joining,
    people,
    preferences,
    room,
    seat,
)

app_name = "tables"
urlpatterns = [
    path("", room.tables, name="room"),
    path("tables/<int:number>/", console.page, name="page"),
    path("tables/<int:number>/felt/", console.felt, name="felt"),
    path("tables/<int:number>/act/", console.act, name="act"),
    path("tables/<int:number>/chair/", chair.chair, name="chair"),
    path("tables/<int:number>/guide/", guide.guide, name="guide"),
    path("tables/<int:number>/players/", guide.players, name="players"),
    path("tables/<int:number>/display/<str:key>/", display.page, name="display"),
    path("tables/<int:number>/display/<str:key>/felt/", display.felt, name="display_felt"),
    path("tables/<int:number>/hands/", hands.finished, name="hands"),
    path("join/", joining.join, name="join"),
    path("join/<str:code>/", joining.join, name="join_code"),
    path("tables/<int:number>/seats/", seat.seats, name="seats"),
    path("tables/<int:number>/seats/<int:seat>/", seat.page, name="seat"),
    path("tables/<int:number>/seats/<int:seat>/look/", seat.look, name="seat_look"),
    path("tables/<int:number>/seats/<int:seat>/act/", seat.act, name="seat_act"),
    path("tables/<int:number>/seats/<int:seat>/leave/", joining.leave, name="seat_leave"),
    path("hands/<str:stream>/<int:first>/", hands.step, name="hand"),
    path("floor/", floor.floor, name="floor"),
    path("floor/alerts/", people.alerts, name="alerts"),
    path("screen/", preferences.screen, name="screen"),
]
