from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "clubscore.tables"
    verbose_name = "Tables"

    def ready(self) -> None:
        from clubscore.tables import receivers  # noqa: F401, PLC0415 - models are only there once the apps are ready
