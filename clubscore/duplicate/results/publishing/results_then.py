"""The results of a session as they counted when something was published."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q
from django.utils.functional import cached_property

from clubscore.duplicate.models import BoardGroup, Penalty, Play, Publication
from clubscore.duplicate.models.plays import BOARDS_ALIKE, FACTS_OF_BRIDGE, outcome_from
from clubscore.duplicate.models.there_is import ThereIs
from clubscore.duplicate.outcomes.results import (
    Attached,
    RecordedPlay,
    Results,
    SlotResult,
    results_of,
)
from clubscore.duplicate.outcomes.rulings import rulings_of
from clubscore.duplicate.slot import Slot

_OF_RECORDED = ("pk", "version", "north", "south", "east", "west", "lead", "reason")


def results_then(publication: Publication) -> Results:
    """The results as they were at a publication: without later results, rulings, groups and penalties."""
    session = publication.session
    if session.revision == publication.revision:  # nothing was
        return results_of(session.pk)
    rows = Play.objects.filter(
        session=session, recorded_at__lte=publication.at
    ).select_related("section")
    attached = _AttachedThen(session.pk, publication.at)
    newest = {play.slot: play for play in rows.order_by("version")}
    recorded = {
        slot: SlotResult(_recorded(play), attached)
        for slot, play in newest.items()
        if not play.is_struck
    }
    rulings = rulings_of([session.pk], until=publication.at)[session.pk]
    return Results(session.pk, recorded, rulings, attached, {})


def _recorded(play: Play) -> RecordedPlay:
    outcome = outcome_from(
        play.board % BOARDS_ALIKE, *(getattr(play, name) for name in FACTS_OF_BRIDGE)
    )
    return RecordedPlay._make(
        (*(getattr(play, name) for name in _OF_RECORDED), outcome)
    )


class _AttachedThen(Attached):
    """The penalties and groups of boards of one session as they were at a moment."""

    def __init__(self, session_id: int, at: datetime) -> None:
        super().__init__([session_id], None, ThereIs())
        self._of, self._at = session_id, at

    @cached_property
    def penalties(self) -> Mapping[int, tuple[Penalty, ...]]:
        """The penalties that were in force, by session."""
        in_force = Q(lift=None) | Q(lift__lifted_at__gt=self._at)
        rows = Penalty.objects.filter(
            in_force, session=self._of, given_at__lte=self._at
        )
        return {self._of: tuple(rows.select_related("entry__section").order_by("pk"))}

    @cached_property
    def groups(self) -> Mapping[int, Mapping[Slot, str]]:
        """By session, the group of each slot that was played with other cards than the first."""
        rows = BoardGroup.objects.filter(
            session=self._of, grouped_at__lte=self._at
        ).select_related("section")
        newest = {row.slot: row.group for row in rows.order_by("version")}
        return {self._of: {slot: group for slot, group in newest.items() if group}}
