from django.apps import AppConfig


class RestoringConfig(AppConfig):
    name = "clubscore.restoring"

    def ready(self) -> None:
        # It asks models, which are only there once the apps are ready.
        from clubscore.restoring import checks  # noqa: F401, PLC0415
