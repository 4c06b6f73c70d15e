"""Signing in and out; one's own PIN and badge; how long the session lasts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cardroom.accounts import sessions
from cardroom.accounts.forms import SignInForm
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.roles import ROLES
from cardroom.accounts.services import Refused, author_for, clear_keys, set_badge, set_pin
from cardroom.accounts.signed_out import safe_next
from cardroom.accounts.signing import (
    badges_locked,
    locked,
    prove_by_password,
    record_failed_sign_in,
    record_strange_badge,
    sign_in,
    sign_out,
)
from cardroom.accounts.terminals import remember_terminal, terminal_of


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
            if isinstance(form, SignInForm):
                form.cause = refused.code
            return self.form_invalid(form)
        response = redirect(self.get_success_url())
        remember_terminal(response, terminal)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        username = form.cleaned_data.get("username")
        if username and form.non_field_errors():
            cause = getattr(form, "cause", "") or "inactive"
            if record_failed_sign_in(self.request, username=username, cause=cause):
                # Whatever was typed: who is locked out does not learn whether it was right.
                form.errors[NON_FIELD_ERRORS] = form.error_class([locked().reason], error_class="nonfield")
        return super().form_invalid(form)


@login_not_required
@never_cache
@require_POST
def sign_out_view(request: HttpRequest) -> HttpResponse:
    """By POST only: a link or a prefetch must not end a session. Who is needed where he is stays signed in."""
    try:
        sign_out(request)
    except (Refused, NotAllowed) as refused:
        messages.error(request, refused.reason)
        return redirect(safe_next(request, request.headers.get("Referer")) or settings.LOGIN_REDIRECT_URL)
    return redirect("accounts:sign_in")


@require_GET
@never_cache
def session_left(request: HttpRequest) -> HttpResponse:
    """How many seconds the session lasts if nothing is done: asking renews nothing."""
    return JsonResponse({"left": sessions.seconds_left(request.session)})


session_left.renews_session = False  # type: ignore[attr-defined]


@require_POST
@never_cache
def stay(request: HttpRequest) -> HttpResponse:
    """Go on: the session begins anew."""
    sessions.renew_now(request.session)
    return JsonResponse({"left": sessions.seconds_left(request.session)})


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def keys(request: HttpRequest) -> HttpResponse:
    """One's own PIN and badge, set with the password. What is refused changes nothing (422)."""
    person = request.user
    assert isinstance(person, Person)
    if request.method != "POST":
        return render(request, "accounts/keys.html", {"person": person})
    try:
        done = _set_keys(request, person)
    except (Refused, NotAllowed) as refused:
        context = {"person": person, "refusal": refused.reason}
        return render(request, "accounts/keys.html", context, status=422)
    messages.success(request, done)
    return redirect("accounts:keys")


def _set_keys(request: HttpRequest, person: Person) -> str:
    """What was done, in words. Raises Refused or NotAllowed."""
    form = request.POST
    prove_by_password(request, person, form.get("password", ""))
    role = next((role for role in ROLES if role in person.roles), "")
    about: dict[str, Any] = {"person": person, "author": author_for(person, role, terminal_of(request))}
    if form.get("do") == "clear":
        clear_keys(**about)
        return _("You have neither PIN nor badge now.")
    pin, badge = form.get("pin", "").strip(), form.get("badge", "")
    if pin != form.get("pin_again", "").strip():
        raise Refused("pins_differ", _("The two PINs are not the same."))
    if not pin and not badge:
        raise Refused("nothing_given", _("Give a PIN, a badge, or both."))
    if badge:
        _set_badge(request, badge, about)
    if pin:
        set_pin(pin=pin, **about)
    return _("You can sign in with it at a table from now on.")


def _set_badge(request: HttpRequest, badge: str, about: dict[str, Any]) -> None:
    """A badge that is somebody else's counts as a wrong try here: this page must not be a way to look for badges."""
    if badges_locked(request):
        raise locked()
    try:
        set_badge(code=badge, **about)
    except Refused as refused:
        if refused.code == "badge_taken":
            record_strange_badge(request)
        raise
