"""PINs and codes of badges: which may be chosen, and the form in which they are kept. Neither can be read back."""

from __future__ import annotations

import re
from itertools import pairwise

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

SALT = "cardroom.accounts.pins"
_CODE = re.compile(r"[ -~]{4,64}", re.ASCII)


def bad_pin(pin: str) -> str:
    """Why this may be nobody's PIN, "" if it may."""
    if not (pin.isascii() and pin.isdecimal() and 4 <= len(pin) <= 8):
        return _("A PIN is 4 to 8 digits.")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps in ({0}, {1}, {9}):
        return _("This PIN is too easy to guess: not one digit throughout, and no run up or down.")
    return ""


def pin_secret(public_id: str, pin: str) -> str:
    """What is hashed of a PIN. There are few PINs: without the room's key a stolen table of hashes is of no use."""
    return salted_hmac(f"{SALT}.pin", f"{public_id}:{pin}", algorithm="sha256").hexdigest()


def badge_code(typed: str) -> str:
    """The code as a reader types it, with or without the character that it begins with."""
    return typed.strip().removeprefix(settings.BADGE_PREFIX).strip()


def bad_badge(code: str) -> str:
    """Why this can be no badge's code, "" if it can."""
    return "" if _CODE.fullmatch(code) else _("The code of a badge is 4 to 64 letters, digits and signs.")


def badge_fingerprint(code: str) -> str:
    return salted_hmac(f"{SALT}.badge", code, algorithm="sha256").hexdigest()
