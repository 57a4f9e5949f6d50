"""The audit, newest first: the rows of all sources, read as one list."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from heapq import merge
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any

from django.db.models import CharField, F, Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import override

from clubscore.audit import SOURCES, AuditSource, SubjectKind
from clubscore.members.models import Member
from clubscore.office.audit_entry import AuditEntry

EVERYTHING = "all"
BATCH = 500  # rows read at once for a download
Key = tuple[str, int, datetime]
"""The name of a source, the id of one of its rows, and the time of the event."""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """The filters of the audit: only entries that fit all of them are shown."""

    kind: str = ""
    """A SubjectKind, or EVERYTHING; "" stands for everything except deals as they were first recorded."""
    who: str = ""
    """Words of the name of the acting member, or of a member whom the event concerns."""
    since: date | None = None
    """The first day, on the club's clock."""
    until: date | None = None
    """The last day, on the club's clock. Entries of that day are shown, too."""

    def takes(self, source: AuditSource) -> bool:
        if self.kind in SubjectKind.values:
            return source.kind == self.kind
        return self.kind == EVERYTHING or source.kind != SubjectKind.DEALS


def newest_keys(wanted: AuditFilter, *, first: int = 0, count: int) -> list[Key]:
    """The keys of at most `count` audit entries, newest first; the newest `first` entries are skipped. Takes one query.

    Each source gives at most `first + count` rows, so that few rows of large sources, such as deals, are read.
    """
    upto = first + count
    sources = [source for source in SOURCES.values() if wanted.takes(source)]
    newest = (
        _matching(source, wanted).order_by(f"-{source.at}", "-pk")[:upto]
        for source in sources
    )
    one, *others = (
        _keys(source, _by_key(source).filter(pk__in=rows.values("pk")))
        for source, rows in zip(sources, newest, strict=True)
    )
    together = one.union(*others, all=True) if others else one
    return list(
        together.order_by("-audit_at", "audit_source", "-audit_key")[first:upto]
    )


def _matching(source: AuditSource, wanted: AuditFilter) -> QuerySet[Any]:
    rows = source.rows()
    if wanted.since:
        rows = rows.filter(**{f"{source.at}__gte": _midnight(wanted.since)})
    if wanted.until:
        rows = rows.filter(
            **{f"{source.at}__lt": _midnight(wanted.until + timedelta(days=1))}
        )
    if wanted.who:
        rows = rows.filter(_concerning(source, Member.objects.named_like(wanted.who)))
    return rows


def _concerning(source: AuditSource, members: QuerySet[Member]) -> Q:
    """A condition for the source's rows that one of these members caused, or that concern one of these members."""
    # A subquery: a database takes only so many values in a list.
    pks = members.values("pk")
    found = Q()
    for field in (source.by, *source.about):
        found |= Q(**{f"{field}__in": pks})
    for (
        path
    ) in source.about_many:  # not a join, which would repeat a row for each of them
        found |= Q(
            pk__in=source.rows().order_by().filter(**{f"{path}__in": pks}).values("pk")
        )
    return found


def _keys(source: AuditSource, rows: QuerySet[Any]) -> QuerySet[Any, Key]:
    named = rows.order_by().annotate(
        audit_source=Value(source.name, output_field=CharField()),
        audit_key=F("pk"),
        audit_at=F(source.at),
    )
    return named.values_list("audit_source", "audit_key", "audit_at")


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=timezone.get_current_timezone())


def entries_of(keys: Iterable[Key]) -> list[AuditEntry]:
    """The audit entries with these keys, in the order of the keys.

    Takes a few queries for each source, and two for the acting members.
    """
    keys = list(keys)
    pks: dict[str, list[int]] = defaultdict(list)
    for name, pk, _ in keys:
        pks[name].append(pk)
    rows = {name: _rows(SOURCES[name], found) for name, found in pks.items()}
    doers = {
        _doer(SOURCES[name], row)
        for name, found in rows.items()
        for row in found.values()
    }
    members: dict[int | None, Member] = {}
    members |= Member.objects.prefetch_related("groups").in_bulk(doers - {None})
    found = ((at, SOURCES[name], rows[name][pk]) for name, pk, at in keys)
    return [
        AuditEntry(at, members.get(_doer(source, row)), source.describe(row))
        for at, source, row in found
    ]


def _doer(source: AuditSource, row: Any) -> int | None:
    return getattr(row, f"{source.by}_id")


def _rows(source: AuditSource, pks: Sequence[int]) -> dict[int, Any]:
    rows = (
        _by_key(source)
        .select_related(*source.select_related)
        .prefetch_related(*source.prefetch_related)
    )
    return rows.in_bulk(list(pks))


def _by_key(source: AuditSource) -> QuerySet[Any]:
    """All rows of the source's table, also rows that are no longer audit entries, for a look-up by key."""
    return source.rows().model._base_manager.all()


def every_entry(wanted: AuditFilter) -> Iterator[AuditEntry]:
    """The audit entries that the filter selects, oldest first, read in batches.

    Each source is read in its own order, and the sources are merged, so that the whole list is never in memory.
    """
    streams = [
        _keys(source, _matching(source, wanted))
        .order_by("audit_at", "audit_key")
        .iterator(chunk_size=BATCH)
        for source in sorted(SOURCES.values(), key=attrgetter("name"), reverse=True)
        if wanted.takes(source)
    ]
    keys = merge(*streams, key=itemgetter(2))
    while batch := list(islice(keys, BATCH)):
        with override("en-gb"):  # a file is the same for every reader
            entries = entries_of(batch)
        yield from entries
