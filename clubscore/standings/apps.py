from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "clubscore.standings"
    verbose_name = "Standings"
