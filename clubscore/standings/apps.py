from django.apps import AppConfig

from clubscore import audit


class StandingsConfig(AppConfig):
    name = "clubscore.standings"
    verbose_name = "Standings"

    def ready(self) -> None:
        from clubscore.standings.seasons import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
