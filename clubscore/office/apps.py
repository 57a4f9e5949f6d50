from django.apps import AppConfig


class OfficeConfig(AppConfig):
    name = "clubscore.office"
