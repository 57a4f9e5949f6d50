"""The results of a session as they counted at the moment of a publication."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q
from django.utils.functional import cached_property

from clubscore.duplicate.models import (
    BoardGroup,
    Grading,
    Penalty,
    Play,
    Publication,
    ScaleChoice,
)
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
from scoring.contest.masterpoints import MasterpointScale

_OF_RECORDED = ("pk", "version", "north", "south", "east", "west", "lead", "reason")


def results_then(publication: Publication) -> Results:
    """The results of a session as they were at the moment of one of its publications.

    Results, rulings, groups and penalties that were recorded after that moment are left out.
    """
    session = publication.session
    if session.revision == publication.revision:  # nothing was recorded since
        return results_of(session.pk)
    rows = Play.objects.filter(session=session, recorded_at__lte=publication.at)
    rows = rows.select_related("section").order_by("version")
    newest = {play.slot: play for play in rows}
    attached = _AttachedThen(session.pk, publication.at)
    recorded = {}
    for slot, play in newest.items():
        if not play.is_struck:
            recorded[slot] = SlotResult(_recorded(play), attached)
    rulings = rulings_of([session.pk], until=publication.at)[session.pk]
    return Results(session.pk, recorded, rulings, attached, {})


def _recorded(play: Play) -> RecordedPlay:
    """Make a RecordedPlay from `play`, which is one version of a result."""
    number = play.board % BOARDS_ALIKE
    facts = [getattr(play, name) for name in FACTS_OF_BRIDGE]
    outcome = outcome_from(number, *facts)
    columns = {name: getattr(play, name) for name in _OF_RECORDED}
    return RecordedPlay(**columns, outcome=outcome)


class _AttachedThen(Attached):
    """The penalties, groups of boards, handicaps and strata of one session as they were at the moment `at`."""

    def __init__(self, session_id: int, at: datetime) -> None:
        super().__init__([session_id], None, ThereIs())
        self._session_id = session_id
        self._at = at

    @cached_property
    def penalties(self) -> Mapping[int, tuple[Penalty, ...]]:
        """Map the id of the session to its penalties that were in force at the moment `at`."""
        return {self._session_id: _penalties(self._session_id, self._at)}

    @cached_property
    def groups(self) -> Mapping[int, Mapping[Slot, str]]:
        """Map the id of the session to the groups of its slots at the moment `at`, by slot.

        A slot is left out if it was played with the cards with which the board was first played.
        """
        rows = BoardGroup.objects.filter(
            session=self._session_id, grouped_at__lte=self._at
        )
        rows = rows.select_related("section").order_by("version")
        newest = {row.slot: row.group for row in rows}
        groups = {slot: group for slot, group in newest.items() if group}
        return {self._session_id: groups}

    @cached_property
    def gradings(self) -> Mapping[int, Grading]:
        """Map the id of each entry to its handicap and stratum at the moment `at`."""
        rows = Grading.objects.filter(session=self._session_id, set_at__lte=self._at)
        return {row.entry_id: row for row in rows.order_by("version")}

    @cached_property
    def scales(self) -> Mapping[int, MasterpointScale | None]:
        """Map the id of the session to its scale of masterpoints at the moment `at`."""
        rows = ScaleChoice.objects.filter(
            session=self._session_id, chosen_at__lte=self._at
        )
        return {row.session_id: row.numbers for row in rows.order_by("number")}


def penalties_then(publication: Publication) -> tuple[Penalty, ...]:
    """The penalties that were in force at the moment of a publication."""
    return _penalties(publication.session_id, publication.at)


def _penalties(session_id: int, at: datetime) -> tuple[Penalty, ...]:
    """The penalties of a session that were in force at the moment `at`."""
    in_force = Q(lift=None) | Q(lift__lifted_at__gt=at)
    rows = Penalty.objects.filter(in_force, session=session_id, given_at__lte=at)
    return tuple(rows.select_related("entry__section", "given_by").order_by("pk"))
