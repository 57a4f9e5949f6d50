"""Sources of the audit. An app registers its own in AppConfig.ready; this module knows nothing else about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _


class Kind(TextChoices):
    """The subject of an entry; the page offers the kinds in this order."""

    CORRECTIONS = "corrections", _("Corrections and votes")
    RUBBERS = "rubbers", _("Rubbers stopped, reopened, substitutes")
    DUPLICATE = "duplicate", _("Duplicate sessions")
    BOOKS = "books", _("The books")
    SEASONS = "seasons", _("Seasons")
    MEMBERS = "members", _("Members, roles, invitations")
    HANDS = "hands", _("Hands: sealed, looked at, opened")
    PUBLIC = "public", _("What the public sees")
    RECORDS = "records", _("Raw records")
    DEALS = "deals", _("Deals as first recorded")


@dataclass(frozen=True, slots=True)
class Description:
    """One row of a source, in words and as facts."""

    action: str
    """The event, for programs: `deal.corrected`."""
    words: str
    """The same for readers; the sentence begins with the name of the member who did it."""
    object: str
    object_id: int
    link: str = ""
    """The page where it shows."""
    reason: str = ""
    consents: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    from_version: int | None = None
    """The version of a deal that was replaced, and the one that replaced it."""
    to_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Rows of one kind, and how to describe one. Fields are named as in a filter: `transfer__payer`."""

    name: str
    kind: Kind
    rows: Callable[[], QuerySet[Any]]
    at: str
    """The field with the time of the event."""
    by: str
    """The field with the acting member."""
    describe: Callable[[Any], Description]
    about: tuple[str, ...] = ()
    """Fields with other members whom the row concerns."""
    about_many: tuple[str, ...] = ()
    """The same, where several rows of another table name them."""
    select_related: tuple[str, ...] = ()
    prefetch_related: tuple["str | Prefetch[Any]", ...] = ()


SOURCES: dict[str, Source] = {}


def register(*sources: Source) -> None:
    """Add sources to the audit. Raises ValueError when a name is taken."""
    for source in sources:
        if source.name in SOURCES:
            raise ValueError(f"There is an audit source {source.name!r} already.")
        SOURCES[source.name] = source
