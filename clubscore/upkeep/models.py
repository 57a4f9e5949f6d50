from typing import ClassVar

from django.db import models

from clubscore.append_only import AppendOnly


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
            models.CheckConstraint(condition=models.Q(pk=1), name="demonstration_is_one"),
        ]

    def __str__(self) -> str:
        return "The demonstration club"
