from typing import ClassVar

from django.db import models

from clubscore.database.append_only import AppendOnly


class Release(AppendOnly):
    """A version of Clubscore that has brought this database up to date, and when it did so first."""

    version = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.version


class Demonstration(AppendOnly):
    """The one row that says: this is the demonstration club, and may be thrown away."""

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
    """The state of a job of the night, by which several processes agree who does it."""

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
