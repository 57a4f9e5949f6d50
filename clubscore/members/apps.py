from django.apps import AppConfig
from django.db.models.signals import post_migrate

from clubscore.members.roles import ensure_roles


class MembersConfig(AppConfig):
    name = "clubscore.members"
    verbose_name = "Members"

    def ready(self) -> None:
        from clubscore import row_triggers  # noqa: PLC0415 - models are only there once the apps are ready

        post_migrate.connect(ensure_roles, dispatch_uid="clubscore.members.roles")
        row_triggers.follow_migrations()
