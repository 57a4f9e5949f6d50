"""The app of a future version, in which a deal has one more column."""

from django.apps import AppConfig
from django.db import models


class NextVersion(AppConfig):
    name = "tests.soak.next_version"
    label = "next_version"

    def ready(self) -> None:
        from clubscore.rubbers.models import Deal  # noqa: PLC0415 - the models are not there before

        models.CharField(max_length=3, blank=True, db_default="").contribute_to_class(
            Deal, "lead"
        )
