"""A line of the audit."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import TextChoices
from django.utils import timezone

from clubscore.members.models import Member


class Kind(TextChoices):
    """What a line is about; in this order they are offered."""

    CORRECTIONS = "corrections", "Corrections and votes"
    RUBBERS = "rubbers", "Rubbers stopped, reopened, substitutes"
    BOOKS = "books", "The books"
    SEASONS = "seasons", "Seasons"
    MEMBERS = "members", "Members, roles, invitations"
    RECORDS = "records", "Raw records"
    DEALS = "deals", "Deals as first recorded"


@dataclass(frozen=True, slots=True)
class Told:
    """What a row tells. `words` go on after the name of who did it; `link` leads to the page where it shows.

    `before` and `after` are facts for programs; a version is that of a deal.
    """

    action: str
    words: str
    object: str
    object_id: int
    link: str = ""
    reason: str = ""
    consents: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    from_version: int | None = None
    to_version: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Who did it when, and what the row tells."""

    at: datetime
    by: Member
    told: Told

    @property
    def day(self) -> date:
        """The day on the club's clock."""
        return timezone.localdate(self.at)
