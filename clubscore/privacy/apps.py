from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "clubscore.privacy"
    verbose_name = "Privacy"
