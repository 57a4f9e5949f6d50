from django.apps import AppConfig


class EveningsConfig(AppConfig):
    name = "clubscore.evenings"
    verbose_name = "Evenings"
