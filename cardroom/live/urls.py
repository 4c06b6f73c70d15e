from django.urls import path

from cardroom.live.views import listen

app_name = "live"
urlpatterns = [path("<str:stream>/", listen, name="stream")]
