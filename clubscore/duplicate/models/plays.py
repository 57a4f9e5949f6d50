"""The results of boards at tables, one row for each version, with the agreements and proposals of players.

A player agrees to one version of a result, or proposes another result.
"""

from functools import lru_cache
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from clubscore.contracts.models import (
    FACT_COLUMNS,
    REMEMBERED,
    DealColumns,
    Signature,
    deal_from,
)
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.session import Section, Session
from clubscore.duplicate.models.tablets import Tablet
from clubscore.duplicate.slot import OnSlot
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Played

# What duplicate has; the rest is rubber's.
FACTS_OF_BRIDGE = (
    "level",
    "strain",
    "risk",
    "declarer",
    "tricks",
    "note",
)
_RUBBERS = {
    column: False if column.startswith("void") else 0
    for column in FACT_COLUMNS
    if column not in FACTS_OF_BRIDGE
}
NOTHING_OF_RUBBER = Q(**_RUBBERS)
BOARDS_ALIKE = 16  # after so many boards dealer and vulnerability come round again
LEADS = ["", *(suit + rank for suit in "CDHS" for rank in "23456789TJQKA")]


@lru_cache(maxsize=REMEMBERED)
def outcome_from(board: int, *values: Any) -> Played:
    """The outcome of a deal on a board: the deal with its score.

    `values` are the facts of the deal in the order of FACTS_OF_BRIDGE. `board` is the number of the board modulo 16.
    Raises LookupError, TypeError or ValueError (such as scoring.ScoringError) for values that do not make a deal of
    duplicate.
    """
    columns = _RUBBERS | dict(zip(FACTS_OF_BRIDGE, values, strict=True))
    deal = deal_from(*(columns[name] for name in FACT_COLUMNS))
    return Played(score_board(board or BOARDS_ALIKE, deal).score, deal)


class Play(OnSlot, AppendOnly, DealColumns):
    """One version of the result of a slot: a board at a table in a round.

    The newest version counts. If it is struck, the slot has no result. The columns `north`, `south`, `east` and
    `west` have the number of the entry that held each hand; they are copied from the plan when the result is recorded.
    The declarer is the hand that declared, not the chair: if the board was turned, the declarer N may sit East.
    """

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="plays", db_index=False
    )
    section = models.ForeignKey(
        Section, models.PROTECT, related_name="plays", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    north = models.PositiveSmallIntegerField()
    south = models.PositiveSmallIntegerField()
    east = models.PositiveSmallIntegerField()
    west = models.PositiveSmallIntegerField()
    lead = models.CharField(max_length=2, blank=True)  # suit and rank, such as DK
    is_struck = models.BooleanField(default=False)  # this version takes the result away
    # Why it replaces the version before.
    reason = models.CharField(max_length=200, blank=True)
    recorded_at = models.DateTimeField()
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    key = models.UUIDField()  # made by the sender, so that sending twice records once

    class Meta:
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["section", "round", "table", "board", "version"],
                name="duplicate_play_one_row_a_version",
            ),
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_play_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_play_counts_from_1",
                condition=Q(round__gte=1, table__gte=1, board__gte=1, version__gte=1),
            ),
            models.CheckConstraint(
                name="duplicate_play_has_nothing_of_rubber", condition=NOTHING_OF_RUBBER
            ),
            models.CheckConstraint(
                name="duplicate_play_lead_is_a_card", condition=Q(lead__in=LEADS)
            ),
            models.CheckConstraint(
                name="duplicate_play_passed_out_has_no_lead",
                condition=Q(level__isnull=False) | Q(lead=""),
            ),
            models.CheckConstraint(
                name="duplicate_play_changes_for_a_reason",
                condition=Q(version=1) | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="duplicate_play_first_is_not_struck",
                condition=~Q(version=1, is_struck=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["session", "board"], name="duplicate_play_traveller")
        ]

    def __str__(self) -> str:
        words = _("Board %(board)s at table %(table)s, version %(version)s")
        return words % {
            "board": self.board,
            "table": f"{self.section}{self.table}",
            "version": self.version,
        }


class PlaySignature(Signature):
    """A player's agreement to one version of a result (Law 79A). It does not hold for any later version.

    A side that has not answered yet has no row. A player may take the agreement back until the director has decided; a
    player who agrees again gets another row.
    """

    may_change = ("taken_back_at",)

    play = models.ForeignKey(Play, models.PROTECT, related_name="signatures")
    # Given at the table's own.
    tablet = models.ForeignKey(
        Tablet, models.PROTECT, related_name="+", null=True, blank=True
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["play", "member"],
                condition=Q(taken_back_at=None),
                name="duplicate_playsignature_once_a_member",
            ),
            models.CheckConstraint(
                name="duplicate_playsignature_taken_back_once_given",
                condition=Q(taken_back_at=None) | Q(taken_back_at__gte=F("at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} agrees to {self.play}"


class PlayProposalQuerySet(AppendOnlyQuerySet, models.QuerySet["PlayProposal"]):
    def open(self) -> Self:
        return self.filter(answer="")


class PlayProposal(AppendOnly, DealColumns):
    """Another result in place of `play`, proposed by a player who does not agree to `play`.

    Until the proposal is answered, the result of the slot counts as disputed.
    """

    may_change = ("answer", "answered_by", "answered_at")

    class Answer(models.TextChoices):
        ACCEPTED = "accepted", pgettext_lazy("a result", "accepted")
        REFUSED = "refused", pgettext_lazy("a result", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("a result", "withdrawn")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="play_proposals", db_index=False
    )
    play = models.ForeignKey(
        Play, models.PROTECT, related_name="proposals", db_index=False
    )
    lead = models.CharField(max_length=2, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    # Made at the table's own.
    tablet = models.ForeignKey(
        Tablet, models.PROTECT, related_name="+", null=True, blank=True
    )
    key = models.UUIDField()
    answer = models.CharField(max_length=9, choices=Answer, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = PlayProposalQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["play"],
                condition=Q(answer=""),
                name="duplicate_playproposal_one_open",
            ),
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_playproposal_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_playproposal_has_nothing_of_rubber",
                condition=NOTHING_OF_RUBBER,
            ),
            models.CheckConstraint(
                name="duplicate_playproposal_lead_is_a_card",
                condition=Q(lead__in=LEADS),
            ),
            models.CheckConstraint(
                name="duplicate_playproposal_is_answered_whole",
                condition=Q(answer="", answered_by=None, answered_at=None)
                | Q(
                    answer__in=["accepted", "refused", "withdrawn"],
                    answered_by__isnull=False,
                    answered_at__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.made_by}: another result for {self.play}"
