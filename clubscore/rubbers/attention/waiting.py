"""The number of things that need an arbiter, for the band of every page."""

from collections import Counter
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, QuerySet, Value

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.rubbers.models import (
    BookEntry,
    Motion,
    NotThere,
    Proposal,
    Rubber,
    Substitution,
)

PATIENCE = timedelta(minutes=15)
"""The time for which a deal may wait in the book of one side before an arbiter is told: about two deals."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The numbers of things that need an arbiter, by kind.

    The kinds are "I am not there" reports, disputes, deals that wait long in the book of one side, unagreed rubbers,
    motions, and substitutes who are proposed.
    """

    absences: int
    """The number of "I am not there" reports in rubbers in play.

    A rubber that is over is counted in `unagreed` instead.
    """
    disputes: int
    books: int
    unagreed: int
    motions: int
    substitutions: int

    @property
    def total(self) -> int:
        return (
            self.absences
            + self.disputes
            + self.books
            + self.unagreed
            + self.motions
            + self.substitutions
        )


def waiting(now: datetime) -> Waiting:
    """The number of things that need an arbiter now, by kind.

    One query counts all kinds, because every page of an arbiter shows the total.
    """
    counts = Counter(_OPEN.find(now - PATIENCE))
    return Waiting(**{kind.name: counts[kind.name] for kind in fields(Waiting)})


def _open(written_before: datetime) -> QuerySet[Any, str]:
    kinds = {
        "absences": NotThere.objects.filter(closed_at=None, rubber__ended_at=None),
        "disputes": Proposal.objects.open(),
        "books": BookEntry.objects.open().filter(at__lte=written_before),
        "unagreed": Rubber.objects.unagreed(),
        "motions": Motion.objects.open(),
        "substitutions": open_substitutions(),
    }
    first, *others = (_all_as(kind, rows) for kind, rows in kinds.items())
    return first.union(*others, all=True)


def _all_as(kind: str, rows: QuerySet[Any]) -> QuerySet[Any, str]:
    """A query that returns the word `kind` once for each of the rows, so that one query can count several kinds."""
    named = rows.order_by().annotate(waits_as=Value(kind, output_field=CharField()))
    return named.values_list("waits_as", flat=True)


def attention_count(now: datetime) -> int:
    """The number of things that need an arbiter now, of all kinds of `Waiting`."""
    return waiting(now).total


def open_substitutions() -> QuerySet[Substitution]:
    """Substitutes proposed in rubbers that are in play."""
    return Substitution.objects.open().filter(rubber__ended_at=None)


_OPEN: PreparedLookup[str] = PreparedLookup(_open, BookEntry._meta.get_field("at"))
