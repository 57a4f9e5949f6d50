"""The meaning of a heading in this club's lists of members, as an admin has chosen it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class ListHeading(models.Model):
    """A heading that an admin has explained. The next list with this heading is read with this meaning."""

    # Of the heading, as importing/columns.py writes it.
    key = models.CharField(max_length=80, unique=True)
    # A column of the import; empty: it is not needed.
    meaning = models.CharField(max_length=20, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="members_listheading_has_a_key", condition=~Q(key="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.meaning or 'not needed'}"
