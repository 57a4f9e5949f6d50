from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "clubscore.backups"
    verbose_name = "Backups"
