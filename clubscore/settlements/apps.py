from django.apps import AppConfig

from clubscore import audit


class SettlementsConfig(AppConfig):
    name = "clubscore.settlements"
    verbose_name = "Settlements"

    def ready(self) -> None:
        from clubscore.settlements import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
