from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "clubscore.live"
    verbose_name = "Live updates"
