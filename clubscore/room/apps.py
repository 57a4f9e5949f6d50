from django.apps import AppConfig


class RoomConfig(AppConfig):
    name = "clubscore.room"

    def ready(self) -> None:
        from clubscore.room import topics  # noqa: PLC0415 - models are only there once the apps are ready

        topics.register()
