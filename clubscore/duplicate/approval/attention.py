"""The matters of duplicate that wait for an organiser, for the page Attention."""

from dataclasses import dataclass
from datetime import datetime

from clubscore.duplicate.results.page.queries import late_changes_to_answer
from clubscore.duplicate.results.season.entered_alone import (
    EnteredAlone,
    entered_alone,
)
from clubscore.duplicate.results.season.queries import waiting_for_an_organiser
from clubscore.members.models import Member

MOST = 20
"""At most so many sessions of each kind are listed, the newest."""


@dataclass(frozen=True, slots=True)
class OrganisersAttention:
    """The late changes, friendly sessions and sessions entered by the director that wait for an organiser."""

    approvals: int
    """The number of late changes that wait for an organiser (Law 79C2)."""
    friendly: tuple[EnteredAlone, ...]
    """The friendly sessions that are over."""
    alone: tuple[tuple[EnteredAlone, bool], ...]
    """The other sessions with more than a tenth of such results; true for those that the reader directed."""

    @property
    def is_quiet(self) -> bool:
        return not (self.approvals or self.friendly or self.alone)


def organisers_attention(reader: Member, now: datetime) -> OrganisersAttention:
    """The matters that wait for the organisers now, as `reader` sees it. Runs at most four SQL statements."""
    waiting = entered_alone(list(waiting_for_an_organiser(now)))
    friendly = [each for each in waiting if each.session.is_friendly]
    counted = [each for each in waiting if not each.session.is_friendly]
    many = [each for each in counted if each.are_many]
    return OrganisersAttention(
        late_changes_to_answer(),
        tuple(friendly[:MOST]),
        tuple((each, each.is_of(reader)) for each in many[:MOST]),
    )
