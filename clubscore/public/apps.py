from django.apps import AppConfig

from clubscore import audit


class PublicConfig(AppConfig):
    name = "clubscore.public"
    verbose_name = "Public pages"

    def ready(self) -> None:
        from clubscore.public import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
