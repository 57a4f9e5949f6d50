"""The groups of a fouled board: the tables that played the same cards are scored together (Law 87)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.session import Section, Session
from clubscore.duplicate.slot import OnSlot

GROUPS = [
    ("", _("the first cards")),
    ("b", _("other cards: group b")),
    ("c", _("other cards: group c")),
]


class BoardGroup(OnSlot, AppendOnly):
    """One version of the group of a slot. Only results of slots in the same group are compared with each other.

    The newest version counts. The group is an empty text for the tables with the cards that were played first, and a
    letter for the tables with other cards.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="board_groups")
    section = models.ForeignKey(
        Section, models.PROTECT, related_name="board_groups", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=1, choices=GROUPS, blank=True)
    reason = models.CharField(max_length=200)
    grouped_at = models.DateTimeField()
    grouped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["section", "round", "table", "board", "version"],
                name="duplicate_boardgroup_one_row_a_version",
            ),
            models.CheckConstraint(
                name="duplicate_boardgroup_counts_from_1",
                condition=Q(round__gte=1, table__gte=1, board__gte=1, version__gte=1),
            ),
            models.CheckConstraint(
                name="duplicate_boardgroup_is_known",
                condition=Q(group__in=["", "b", "c"]),
            ),
            models.CheckConstraint(
                name="duplicate_boardgroup_says_why", condition=~Q(reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"Board {self.board} at table {self.section}{self.table} in group {self.group or 'a'}"
