from django.apps import AppConfig
from django.db.models.signals import post_migrate

from clubscore.members.roles import ensure_roles


class MembersConfig(AppConfig):
    name = "clubscore.members"
    verbose_name = "Members"

    def ready(self) -> None:
        post_migrate.connect(ensure_roles, dispatch_uid="clubscore.members.roles")
