from django.apps import AppConfig

from clubscore import audit


class OfficeConfig(AppConfig):
    name = "clubscore.office"

    def ready(self) -> None:
        from clubscore.office import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
