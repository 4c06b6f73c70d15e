from django.apps import AppConfig


class CardroomConfig(AppConfig):
    name = "cardroom"
    label = "cardroom"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Tasks are declared with shared_task; they find their broker only once the Celery app is loaded.
        from cardroom import celery, checks  # noqa: F401
