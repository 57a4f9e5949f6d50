from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    name = "clubscore.upkeep"
    verbose_name = "Upkeep"

    def ready(self) -> None:
        # Models are only there once the apps are ready.
        from clubscore.upkeep import (  # noqa: PLC0415 - as the line above says
            nightly,
            receivers,  # noqa: F401
        )
        from clubscore.upkeep.night_jobs import NIGHT_JOBS  # noqa: PLC0415

        nightly.register(*NIGHT_JOBS)
