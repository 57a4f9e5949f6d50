"""Reads for the pages of the backups: what was written since a backup was made, which a restore takes away."""

from dataclasses import dataclass
from datetime import datetime

from clubscore.duplicate.models import Play, Session
from clubscore.rubbers.models import Deal, Rubber


@dataclass(frozen=True, slots=True)
class WrittenSince:
    """The numbers of rubbers and sessions that were begun since a moment, and of their deals and results."""

    rubbers: int
    deals: int
    sessions: int
    results: int

    @property
    def is_nothing(self) -> bool:
        return not any((self.rubbers, self.deals, self.sessions, self.results))


def written_since(moment: datetime) -> WrittenSince:
    return WrittenSince(
        rubbers=Rubber.objects.filter(started_at__gt=moment).count(),
        deals=Deal.objects.filter(recorded_at__gt=moment).count(),
        sessions=Session.objects.filter(opened_at__gt=moment).count(),
        results=Play.objects.filter(recorded_at__gt=moment).count(),
    )
