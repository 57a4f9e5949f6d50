from django.apps import AppConfig
from django.db.models.signals import post_migrate

from clubscore import audit
from clubscore.members.roles import ensure_roles


class MembersConfig(AppConfig):
    name = "clubscore.members"
    verbose_name = "Members"

    def ready(self) -> None:
        # Models are only there once the apps are ready.
        from clubscore.database import row_triggers  # noqa: PLC0415 - as the line above says
        from clubscore.members import audit_source  # noqa: PLC0415 - as the line above says

        post_migrate.connect(ensure_roles, dispatch_uid="clubscore.members.roles")
        row_triggers.follow_migrations()
        audit.register(*audit_source.SOURCES)
