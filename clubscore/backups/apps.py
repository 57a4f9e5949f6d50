from django.apps import AppConfig

from clubscore.backups.words import age_in_seconds, health_at
from clubscore.web import health
from clubscore.web.monitoring import metrics_page


class BackupsConfig(AppConfig):
    name = "clubscore.backups"
    verbose_name = "Backups"

    def ready(self) -> None:
        from clubscore.backups import receivers  # noqa: F401, PLC0415 - models are only there once the apps are ready

        health.told_by["backup"] = health_at
        metrics_page.told_by["clubscore_backup_age_seconds"] = ("Since the newest backup was made", age_in_seconds)
