"""The kinds of rows that only some sessions have, asked about at once, so that a page reads none of those in vain."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, QuerySet

from clubscore.database.prepared.queries import Prepared
from clubscore.duplicate.models.appeals import Appeal
from clubscore.duplicate.models.calls import Call
from clubscore.duplicate.models.corrections import Correction
from clubscore.duplicate.models.groups import BoardGroup
from clubscore.duplicate.models.penalties import Penalty
from clubscore.duplicate.models.plays import PlayProposal
from clubscore.duplicate.models.rulings import Ruling
from clubscore.duplicate.models.session import Deputy, Session


class ThereIs(NamedTuple):
    """The kinds of rows that some sessions have: those in force or open."""

    rulings: bool = False
    proposals: bool = False
    penalties: bool = False
    groups: bool = False
    calls: bool = False
    appeals: bool = False
    corrections: bool = False
    deputies: bool = False


def what_there_is(session_ids: Collection[int]) -> ThereIs:
    """All that one of these sessions has at least. One statement."""
    return ThereIs(
        *(any(kind) for kind in zip(*_KINDS.of(list(session_ids)), strict=True))
    )


def _of_session(rows: QuerySet[Any, Any]) -> Exists:
    return Exists(rows.filter(session=OuterRef("pk")))


def _kinds(pks: list[int]) -> QuerySet[Model, tuple[bool, ...]]:
    found = Session.objects.filter(pk__in=pks).annotate(
        has_rulings=_of_session(Ruling.objects.all()),
        has_proposals=_of_session(PlayProposal.objects.open()),
        has_penalties=_of_session(Penalty.objects.in_force()),
        has_groups=_of_session(BoardGroup.objects.all()),
        has_calls=_of_session(Call.objects.waiting()),
        has_appeals=_of_session(Appeal.objects.open()),
        has_corrections=_of_session(Correction.objects.open()),
        has_deputies=_of_session(Deputy.objects.filter(until=None)),
    )
    return found.values_list(*(f"has_{kind}" for kind in ThereIs._fields))


_KINDS: Prepared[tuple[bool, ...]] = Prepared(_kinds)
