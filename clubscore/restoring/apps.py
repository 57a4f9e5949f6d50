from django.apps import AppConfig


class RestoringConfig(AppConfig):
    name = "clubscore.restoring"
