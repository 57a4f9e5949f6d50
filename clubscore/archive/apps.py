from django.apps import AppConfig

from clubscore import audit


class ArchiveConfig(AppConfig):
    name = "clubscore.archive"

    def ready(self) -> None:
        from clubscore.archive import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
