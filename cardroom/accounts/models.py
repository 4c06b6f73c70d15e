"""People, the roles they hold, and the terminals they work at.

These rows are not projections: names and passwords stand nowhere else, and can be changed without touching
the log.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import Group
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from cardroom.accounts.opaque import new_person_id, new_terminal_id
from cardroom.accounts.pins import pin_secret
from cardroom.accounts.recorded import (
    KeptQuerySet,
    RecordedQuerySet,
    recorded_change,
    refuse_deletion,
    require_record,
)
from cardroom.accounts.roles import ROLES, role_name

MAX_NAME = 120
SALT = "cardroom.accounts.epoch"


class PersonManager(BaseUserManager["Person"]):
    """People are looked up by name as they type it; written by the services alone."""

    def get_queryset(self) -> KeptQuerySet[Person]:
        return KeptQuerySet(self.model, using=self._db)

    def get_by_natural_key(self, username: str | None) -> Person:
        return self.get(username=Person.normalize_username(username or ""))


class Person(AbstractBaseUser):
    """Somebody who signs in. `public_id` is what records say; `username` and `name` never leave this table.

    `epoch` is part of every session's fingerprint: raising it ends all sessions of the person for good. `pin` is a
    hash, "" for none; `badge` the fingerprint of the badge's code.
    """

    username = models.CharField(
        _("username"), max_length=60, unique=True, validators=[UnicodeUsernameValidator()]
    )
    name = models.CharField(_("name"), max_length=MAX_NAME)
    public_id = models.CharField(max_length=16, unique=True, default=new_person_id, editable=False)
    is_active = models.BooleanField(_("active"), default=True)
    epoch = models.PositiveIntegerField(default=0, editable=False)
    pin = models.CharField(max_length=128, blank=True, editable=False)
    badge = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)
    groups = models.ManyToManyField(Group, through="Holding", related_name="people", verbose_name=_("roles"))
    # Sign-ins are records of the `access` stream, not a column that forgets all but the last.
    last_login = None

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS = ["name"]

    objects = PersonManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """One spelling a person: compatibility form, no surrounding space, case folded."""
        return super().normalize_username(username).strip().casefold()

    def get_full_name(self) -> str:
        return self.name

    @cached_property
    def roles(self) -> frozenset[str]:
        """Names of the roles held; read once per instance."""
        return frozenset(self.groups.values_list("name", flat=True))

    @property
    def roles_text(self) -> str:
        """The roles for a screen, which always says who is at work in which role."""
        return ", ".join(role_name(role) for role in ROLES if role in self.roles)

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        super().refresh_from_db(*args, **kwargs)
        self.__dict__.pop("roles", None)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # Django's, over password and epoch; the stubs do not know the method.
        inner = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc]
        return salted_hmac(SALT, f"{self.epoch}:{inner}", secret=secret, algorithm="sha256").hexdigest()

    def check_password(self, raw_password: str | None) -> bool:
        """Whether it is right. A stronger hash of the same password is stored: no change to record."""
        with recorded_change():
            return super().check_password(raw_password)

    def check_pin(self, raw_pin: str) -> bool:
        """Whether it is right; False for who has none. As with passwords, a stronger hash is no change to record."""

        def stronger(secret: str) -> None:
            self.set_pin_secret(secret)
            with recorded_change():
                self.save(update_fields=["pin"])

        return bool(self.pin) and check_password(pin_secret(self.public_id, raw_pin), self.pin, stronger)

    def set_pin_secret(self, secret: str) -> None:
        self.pin = make_password(secret)

    def save(self, *args: Any, **kwargs: Any) -> None:
        require_record("People")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        refuse_deletion({self})


class Holding(models.Model):
    """One role held by one person. Its keys keep a database from losing the person behind the product's
    back.
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    group = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="+")

    objects = models.Manager.from_queryset(RecordedQuerySet)()

    class Meta:
        verbose_name = _("role held")
        verbose_name_plural = _("roles held")
        constraints = [models.UniqueConstraint(fields=["person", "group"], name="accounts_holding_once")]

    def __str__(self) -> str:
        return f"{self.person_id}/{self.group_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        require_record("Roles held")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        require_record("Roles held")
        return super().delete(*args, **kwargs)


class Terminal(models.Model):
    """A browser at which somebody has signed in: a console, a tablet, an office machine."""

    public_id = models.CharField(max_length=16, unique=True, default=new_terminal_id, editable=False)
    label = models.CharField(_("label"), max_length=MAX_NAME, blank=True)

    class Meta:
        verbose_name = _("terminal")
        verbose_name_plural = _("terminals")

    def __str__(self) -> str:
        return self.label or self.public_id


class SignInLock(models.Model):
    """Wrong tries in one way (`pin`, `badge`, `password`) at one terminal, and since when they lock somebody out there.

    `whose` is a person's id, "" for badges that are nobody's, a fingerprint of a username that is nobody's.
    """

    whose = models.CharField(max_length=16, blank=True)
    terminal = models.CharField(max_length=16, blank=True)
    way = models.CharField(max_length=8)
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField()
    locked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("lock after wrong tries")
        verbose_name_plural = _("locks after wrong tries")
        constraints = [
            models.UniqueConstraint(fields=["whose", "terminal", "way"], name="accounts_lock_once")
        ]

    def __str__(self) -> str:
        return f"{self.whose}/{self.terminal}/{self.way}"
