from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "clubscore.tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from clubscore.members import session_marks  # noqa: PLC0415 - beside what is registered
        from clubscore.tables import receivers  # noqa: F401, PLC0415 - models are only there once the apps are ready
        from clubscore.tables.queries import SEATED_BY_ANOTHER, is_seated_by_another  # noqa: PLC0415 - see above

        session_marks.register(SEATED_BY_ANOTHER, is_seated_by_another)
