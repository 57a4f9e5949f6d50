"""The remainders of rounding, kept so that the exact points are known without scoring a rubber again."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from clubscore.ledger.models import Transaction


class Remainder(AppendOnly):
    """The exact points of a member in a rubber, minus the posted points. There is no row if they are equal."""

    transaction = models.ForeignKey(
        Transaction, models.PROTECT, related_name="remainders", db_index=False
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    points = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transaction", "member"], name="rubbers_remainder_one_a_member"
            ),
            models.CheckConstraint(
                name="rubbers_remainder_is_something", condition=~Q(points=0)
            ),
        ]

    def __str__(self) -> str:
        return (
            f"{self.member}: {self.points:+} beside transaction {self.transaction_id}"
        )
