from django.apps import AppConfig


class SettlementsConfig(AppConfig):
    name = "clubscore.settlements"
    verbose_name = "Settlements"
