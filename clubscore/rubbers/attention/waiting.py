"""The number of things that need an arbiter, for the band of every page."""

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import CharField, QuerySet, Value

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.rubbers.models import Motion, NotThere, Proposal, Rubber, Substitution


@dataclass(frozen=True, slots=True)
class Waiting:
    """The numbers of things that need an arbiter, by kind.

    The kinds are "I am not there" reports, disputes, unagreed rubbers, motions, and substitutes who are proposed.
    """

    absences: int
    """The number of "I am not there" reports in rubbers in play.

    A rubber that is over is counted in `unagreed` instead.
    """
    disputes: int
    unagreed: int
    motions: int
    substitutions: int

    @property
    def total(self) -> int:
        return (
            self.absences
            + self.disputes
            + self.unagreed
            + self.motions
            + self.substitutions
        )


def waiting() -> Waiting:
    """The number of things that need an arbiter, by kind.

    One query counts all kinds, because every page of an arbiter shows the total.
    """
    counts = Counter(_OPEN.find())
    return Waiting(**{kind.name: counts[kind.name] for kind in fields(Waiting)})


def _open() -> QuerySet[Any, str]:
    kinds = {
        "absences": NotThere.objects.filter(closed_at=None, rubber__ended_at=None),
        "disputes": Proposal.objects.open(),
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


def attention_count() -> int:
    """The number of things that need an arbiter: reports, disputes, unagreed rubbers, motions and substitutes.

    The reports are "I am not there" reports in rubbers in play; the substitutes are proposed and not decided.
    """
    return waiting().total


def open_substitutions() -> QuerySet[Substitution]:
    """Substitutes proposed in rubbers that are in play."""
    return Substitution.objects.open().filter(rubber__ended_at=None)


_OPEN: PreparedLookup[str] = PreparedLookup(_open)
