from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AuditConfig(AppConfig):
    name = "audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from audit import checks, guard

        checks.register_checks()
        post_migrate.connect(guard.reinstall, sender=self, dispatch_uid="audit.guard")
