"""Lines about backups on the health page and among the figures for Prometheus."""

from clubscore.backups.words import age_in_seconds, health_at
from clubscore.web import health
from clubscore.web.monitoring import metrics_page

health.told_by["backup"] = health_at
metrics_page.told_by["clubscore_backup_age_seconds"] = (
    "Since the newest backup was made",
    age_in_seconds,
)
