from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "clubscore.public"
    verbose_name = "Public pages"
