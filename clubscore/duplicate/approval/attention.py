"""The matters of duplicate that wait for an organiser or an admin, for the page Attention."""

from dataclasses import dataclass
from datetime import datetime

from clubscore.duplicate.models import Appeal
from clubscore.duplicate.results.page.queries import late_changes_to_answer
from clubscore.duplicate.results.season.entered_alone import (
    EnteredAlone,
    entered_alone,
)
from clubscore.duplicate.results.season.queries import waiting_for_an_organiser
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer

MOST = 20
"""At most so many sessions of each kind are listed, the newest."""


@dataclass(frozen=True, slots=True)
class OrganisersAttention:
    """The late changes, friendly sessions and sessions entered by the director that wait for an organiser."""

    approvals: int
    """The number of late changes that wait for an organiser (Law 79C2)."""
    appeals: tuple[Appeal, ...]
    """The appeals that wait to be heard, of rulings of others, for a reader who may direct every session (Law 93)."""
    friendly: tuple[EnteredAlone, ...]
    """The friendly sessions that are over."""
    alone: tuple[tuple[EnteredAlone, bool], ...]
    """The other sessions with more than a tenth of such results; true for those that the reader directed."""

    @property
    def is_quiet(self) -> bool:
        return not (self.approvals or self.appeals or self.friendly or self.alone)


def organisers_attention(reader: Member, now: datetime) -> OrganisersAttention:
    """The matters that wait for the organisers now, as `reader` sees it. Runs at most five SQL statements."""
    waiting = entered_alone(list(waiting_for_an_organiser(now)))
    friendly = [each for each in waiting if each.session.is_friendly]
    counted = [each for each in waiting if not each.session.is_friendly]
    many = [each for each in counted if each.are_many]
    return OrganisersAttention(
        late_changes_to_answer(),
        _appeals(reader),
        tuple(friendly[:MOST]),
        tuple((each, each.is_of(reader)) for each in many[:MOST]),
    )


def _appeals(reader: Member) -> tuple[Appeal, ...]:
    """The newest appeals that wait to be heard after play. Empty for a reader who may not direct every session."""
    if not may_administer(reader):
        return ()
    rows = Appeal.objects.open().filter(
        agreed_by__isnull=False, session__ended_at__isnull=False
    )
    of_others = rows.exclude(ruling__ruled_by=reader).order_by("-pk")
    return tuple(of_others.select_related("session", "ruling__section")[:MOST])
