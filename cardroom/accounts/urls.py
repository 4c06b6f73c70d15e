from django.urls import path

from cardroom.accounts.views import SignIn, keys, session_left, sign_out_view, stay

app_name = "accounts"
urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", sign_out_view, name="sign_out"),
    path("session/left/", session_left, name="session_left"),
    path("session/stay/", stay, name="stay"),
    path("my/pin/", keys, name="keys"),
]
