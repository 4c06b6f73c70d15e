from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, seats and hands; the event types of a table's stream."""

    name = "tables"

    def ready(self) -> None:
        from cardroom.accounts.signing import leaving
        from tables import devices, event_types

        event_types.register_all()
        leaving.connect(devices.leave_chair, dispatch_uid="tables.devices")
