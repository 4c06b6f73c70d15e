from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, seats and hands; the event types of a table's stream."""

    name = "tables"

    def ready(self) -> None:
        from tables import event_types

        event_types.register_all()
