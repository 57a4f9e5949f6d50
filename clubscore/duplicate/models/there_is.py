"""The kinds of rows that some sessions have, read in one SQL statement.

With the answer, pages skip the statements for kinds of which there are no rows.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, QuerySet

from clubscore.database.prepared.queries import Prepared
from clubscore.duplicate.models.appeals import Appeal
from clubscore.duplicate.models.calls import Call
from clubscore.duplicate.models.corrections import Correction
from clubscore.duplicate.models.entries import Grading
from clubscore.duplicate.models.groups import BoardGroup
from clubscore.duplicate.models.penalties import Penalty, PenaltyLift
from clubscore.duplicate.models.plays import PlayProposal
from clubscore.duplicate.models.practice import ScaleChoice
from clubscore.duplicate.models.presences import Presence
from clubscore.duplicate.models.rulings import Ruling
from clubscore.duplicate.models.session import Deputy, Session


class ThereIs(NamedTuple):
    """The answer of `what_there_is`: a flag for each kind of row, true if at least one of the sessions has such a row.

    Penalties and deputies count only while they are in force, and proposals, calls, appeals and corrections only while
    they are open. `absences` are words of members that they are not there, settled or not; `lifts` are penalties that
    were given back; `gradings` are handicaps and strata, `scales` choices of masterpoints.
    """

    rulings: bool = False
    proposals: bool = False
    penalties: bool = False
    groups: bool = False
    calls: bool = False
    appeals: bool = False
    corrections: bool = False
    deputies: bool = False
    absences: bool = False
    lifts: bool = False
    gradings: bool = False
    scales: bool = False


def what_there_is(session_ids: Collection[int]) -> ThereIs:
    """Flags that say which kinds of rows at least one of these sessions has. One SQL statement is run."""
    answers = _KINDS.of(list(session_ids))
    by_kind = zip(*answers, strict=True)
    return ThereIs(*map(any, by_kind))


def _of_session(rows: QuerySet[Any, Any]) -> Exists:
    """A database condition: the session of the outer query has at least one of `rows`."""
    return Exists(rows.filter(session=OuterRef("pk")))


def _kinds(pks: list[int]) -> QuerySet[Model, tuple[bool, ...]]:
    sessions = Session.objects.filter(pk__in=pks).annotate(
        has_rulings=_of_session(Ruling.objects.all()),
        has_proposals=_of_session(PlayProposal.objects.open()),
        has_penalties=_of_session(Penalty.objects.in_force()),
        has_groups=_of_session(BoardGroup.objects.all()),
        has_calls=_of_session(Call.objects.waiting()),
        has_appeals=_of_session(Appeal.objects.open()),
        has_corrections=_of_session(Correction.objects.open()),
        has_deputies=_of_session(Deputy.objects.filter(until=None)),
        has_absences=_of_session(Presence.objects.filter(is_there=False)),
        has_lifts=Exists(PenaltyLift.objects.filter(penalty__session=OuterRef("pk"))),
        has_gradings=_of_session(Grading.objects.all()),
        has_scales=_of_session(ScaleChoice.objects.all()),
    )
    return sessions.values_list(*(f"has_{kind}" for kind in ThereIs._fields))


_KINDS: Prepared[tuple[bool, ...]] = Prepared(_kinds)
