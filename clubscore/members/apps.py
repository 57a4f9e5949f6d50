from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "clubscore.members"
    verbose_name = "Members"
