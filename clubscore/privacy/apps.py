from django.apps import AppConfig

from clubscore import audit


class PrivacyConfig(AppConfig):
    name = "clubscore.privacy"
    verbose_name = "Privacy"

    def ready(self) -> None:
        # Models are only there once the apps are ready.
        from clubscore.privacy import audit_source, night_jobs  # noqa: PLC0415 - as the line above says
        from clubscore.upkeep import nightly  # noqa: PLC0415

        audit.register(*audit_source.SOURCES)
        nightly.register(*night_jobs.NIGHT_JOBS)
