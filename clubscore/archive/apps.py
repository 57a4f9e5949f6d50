from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "clubscore.archive"
