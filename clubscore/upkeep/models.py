from typing import ClassVar

from django.db import models

from clubscore.database.append_only import AppendOnly


class Release(AppendOnly):
    """A version of Clubscore that has migrated this database, and the time of its first migration."""

    version = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.version


class Demonstration(AppendOnly):
    """The single row that marks a demonstration club, which may be thrown away."""

    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(pk=1), name="demonstration_is_one"
            ),
        ]

    def __str__(self) -> str:
        return "The demonstration club"


class NightlyJob(models.Model):
    """The state of a nightly job. Several processes use the row to agree on the one that does the job."""

    name = models.CharField(max_length=40, unique=True)
    # The day on which it was to be done, on the club's clock.
    done_for = models.DateField(null=True)
    begun_at = models.DateTimeField(null=True)  # by a process that has not finished it

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(name=""), name="upkeep_nightlyjob_has_a_name"
            ),
        ]

    def __str__(self) -> str:
        return self.name
