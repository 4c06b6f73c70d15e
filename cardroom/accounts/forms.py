"""The sign-in form: Django's, with messages that say what to do."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from cardroom.accounts.selectors import by_username
from cardroom.accounts.signing import locked, name_locked_out


class SignInForm(AuthenticationForm):
    """`cause` tells the log why the form was refused: `unknown`, `password`, `inactive` or `locked`."""

    error_messages = {
        "invalid_login": _("Username and password do not belong together. Check both and try again."),
        "inactive": _("This person has been deactivated and cannot sign in. Ask the floor manager."),
    }
    cause = ""

    def clean(self) -> dict[str, Any]:
        """The password of who is locked out is not looked at: nothing can tell whether it was right."""
        username = self.cleaned_data.get("username")
        if username and self.request is not None and name_locked_out(self.request, username):
            self.cause = "locked"
            raise ValidationError(locked().reason, code="locked")
        return super().clean()

    def get_invalid_login_error(self) -> ValidationError:
        """Only who knows the password learns that the person is deactivated."""
        person = by_username(self.cleaned_data["username"])
        self.cause = "password" if person else "unknown"
        if person and not person.is_active and person.check_password(self.cleaned_data["password"]):
            self.cause = "inactive"
            return ValidationError(self.error_messages["inactive"], code="inactive")
        return ValidationError(self.error_messages["invalid_login"], code="invalid_login")
