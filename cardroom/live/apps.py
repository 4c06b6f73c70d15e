from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "cardroom.live"
    label = "live"

    def ready(self) -> None:
        from audit.signals import appended
        from cardroom.live.doorbell import on_appended

        appended.connect(on_appended, dispatch_uid="cardroom.live.doorbell")
