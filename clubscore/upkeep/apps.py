from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    name = "clubscore.upkeep"
    verbose_name = "Upkeep"

    def ready(self) -> None:
        from clubscore.upkeep import receivers  # noqa: F401, PLC0415 - models are only there once the apps are ready
