from django.apps import AppConfig

from clubscore import audit


class HandsConfig(AppConfig):
    name = "clubscore.hands"

    def ready(self) -> None:
        from clubscore.hands import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
