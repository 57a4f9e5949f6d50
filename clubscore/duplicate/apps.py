from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from clubscore import audit


class DuplicateConfig(AppConfig):
    name = "clubscore.duplicate"
    verbose_name = _("Duplicate")

    def ready(self) -> None:
        from clubscore.duplicate import audit_source  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.director.dealing import receivers as hands  # noqa: F401, PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.director.seating import receivers  # noqa: F401, PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.play.entering import audit_source as results  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.play.table import topics as tables  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.results.page import topics  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.results.publishing import audit_source as publications  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.verdicts.appealing import audit_source as appeals  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.verdicts.correcting import audit_source as corrections  # noqa: PLC0415 - models are only there once the apps are ready
        from clubscore.duplicate.verdicts.ruling import audit_source as rulings  # noqa: PLC0415 - models are only there once the apps are ready

        topics.register()
        tables.register()
        audit.register(
            *audit_source.SOURCES,
            *results.SOURCES,
            *rulings.SOURCES,
            *publications.SOURCES,
            *corrections.SOURCES,
            *appeals.SOURCES,
        )
