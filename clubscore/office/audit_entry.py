"""An audit entry as the page and the download of the audit show it."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from clubscore.audit import Description
from clubscore.members.models import Member


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry of the audit: the time of an event, the member who acted, and the description of the event.

    `by` is None if somebody acted at the prompt of the club's computer.
    """

    at: datetime
    by: Member | None
    description: Description

    @property
    def day(self) -> date:
        """The day of the entry, on the club's clock."""
        return timezone.localdate(self.at)
