"""The apps of the simulated later version."""

from django.apps import AppConfig
from django.db import models


class LaterVersion(AppConfig):
    name = "tests.archive.later_version"

    def ready(self) -> None:
        from clubscore.rubbers.models import Deal  # noqa: PLC0415 - the models are not there before

        models.CharField(max_length=20, blank=True, db_default="").contribute_to_class(
            Deal, "called"
        )
