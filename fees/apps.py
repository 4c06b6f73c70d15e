from django.apps import AppConfig


class FeesConfig(AppConfig):
    name = "fees"
    label = "fees"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from fees.events import register_all

        register_all()
