"""Signing in and out."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from cardroom.accounts.forms import SignInForm
from cardroom.accounts.services import Refused, record_failed_sign_in, sign_in, sign_out
from cardroom.accounts.terminals import remember_terminal


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """The form, and where it leads: `next` if that is an address of this site, else the start page."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        try:
            terminal = sign_in(self.request, form.get_user())
        except Refused as refused:
            form.add_error(None, refused.reason)
            return self.form_invalid(form)
        response = redirect(self.get_success_url())
        remember_terminal(response, terminal)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        username = form.cleaned_data.get("username")
        if username and form.non_field_errors():
            cause = getattr(form, "cause", "") or "inactive"
            record_failed_sign_in(self.request, username=username, cause=cause)
        return super().form_invalid(form)


@login_not_required
@never_cache
@require_POST
def sign_out_view(request: HttpRequest) -> HttpResponse:
    """By POST only: a link or a prefetch must not end a session."""
    sign_out(request)
    return redirect("accounts:sign_in")
