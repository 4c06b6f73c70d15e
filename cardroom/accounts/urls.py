from django.urls import path

from cardroom.accounts.views import SignIn, sign_out_view

app_name = "accounts"
urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", sign_out_view, name="sign_out"),
]
