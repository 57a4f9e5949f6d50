from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    name = "clubscore.upkeep"
    verbose_name = "Upkeep"
