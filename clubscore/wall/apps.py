from django.apps import AppConfig


class WallConfig(AppConfig):
    name = "clubscore.wall"

    def ready(self) -> None:
        from clubscore.wall import topics  # noqa: PLC0415 - models are only there once the apps are ready

        topics.register()
