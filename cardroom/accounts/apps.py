from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def _after_migrate(using: str, **_: Any) -> None:
    from cardroom.accounts.roles import ensure_roles

    ensure_roles(using)


class AccountsConfig(AppConfig):
    name = "cardroom.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cardroom.accounts.events import register_all

        register_all()
        post_migrate.connect(_after_migrate, sender=self)
