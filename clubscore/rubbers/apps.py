from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from clubscore import audit
from clubscore.web.clock_watch import newest_times


class RubbersConfig(AppConfig):
    name = "clubscore.rubbers"
    verbose_name = _("Rubbers")

    def ready(self) -> None:
        from clubscore.rubbers import receivers  # noqa: F401, PLC0415 - models are only there once the apps are ready
        from clubscore.rubbers.history import audit_source  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.rubbers.rubber.queries import newest_time  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.rubbers.sheet import live as topics  # noqa: PLC0415 - models are only there once the apps are ready

        topics.register()
        audit.register(*audit_source.SOURCES)
        newest_times.append(newest_time)
