"""Who did what when and why, newest first: the facts that are kept anyway, read as one list."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from heapq import merge
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any

from django.db.models import CharField, F, QuerySet, Value
from django.utils import timezone

from clubscore.members.models import Member
from clubscore.office.audit_entry import Entry, Kind
from clubscore.office.audit_sources import BY_NAME, SOURCES, Source, concerning

EVERYTHING = "all"
BATCH = 500  # rows read at once for a download
Key = tuple[str, int, datetime]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be seen: a kind, all but deals as first recorded (""), or everything; whose deeds; between two days.

    `who` holds words of a name, of who did it or of whom it concerns. Both days belong to it.
    """

    kind: str = ""
    who: str = ""
    since: date | None = None
    until: date | None = None

    def takes(self, source: Source) -> bool:
        if self.kind in Kind.values:
            return source.kind == self.kind
        return self.kind == EVERYTHING or source.kind != Kind.DEALS


def newest_keys(asked: Asked, *, first: int = 0, count: int) -> list[Key]:
    """Which rows of which sources, and when: newest first, so many from the `first` on (from 0), in one query.

    Each source gives no more than could be wanted. Of deals first recorded and of bookings no others are looked at;
    corrections, votes and the like are few beside them, and sorted.
    """
    upto = first + count
    sources = [source for source in SOURCES if asked.takes(source)]
    newest = (_rows_asked(source, asked).order_by(f"-{source.at}", "-pk")[:upto] for source in sources)
    one, *others = (
        _keys(source, _by_key(source).filter(pk__in=rows.values("pk")))
        for source, rows in zip(sources, newest, strict=True)
    )
    together = one.union(*others, all=True) if others else one
    return list(together.order_by("-audit_at", "audit_source", "-audit_key")[first:upto])


def _rows_asked(source: Source, asked: Asked) -> QuerySet[Any]:
    rows = source.rows()
    if asked.since:
        rows = rows.filter(**{f"{source.at}__gte": _midnight(asked.since)})
    if asked.until:
        rows = rows.filter(**{f"{source.at}__lt": _midnight(asked.until + timedelta(days=1))})
    if asked.who:
        rows = rows.filter(concerning(source, Member.objects.named_like(asked.who)))
    return rows


def _keys(source: Source, rows: QuerySet[Any]) -> QuerySet[Any, Key]:
    named = rows.order_by().annotate(
        audit_source=Value(source.name, output_field=CharField()), audit_key=F("pk"), audit_at=F(source.at)
    )
    return named.values_list("audit_source", "audit_key", "audit_at")


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=timezone.get_current_timezone())


def entries_of(keys: Iterable[Key]) -> list[Entry]:
    """These rows, told in this order: a query or a few for each source among them, and two for who did it all."""
    keys = list(keys)
    wanted: dict[str, list[int]] = defaultdict(list)
    for name, key, _ in keys:
        wanted[name].append(key)
    rows = {name: _rows(BY_NAME[name], found) for name, found in wanted.items()}
    doers = {getattr(row, f"{BY_NAME[name].by}_id") for name, found in rows.items() for row in found.values()}
    members = Member.objects.prefetch_related("groups").in_bulk(doers)
    told = ((name, at, rows[name][key]) for name, key, at in keys)
    return [
        Entry(at, members[getattr(row, f"{BY_NAME[name].by}_id")], BY_NAME[name].told(row)) for name, at, row in told
    ]


def _rows(source: Source, found: Sequence[int]) -> dict[int, Any]:
    return _by_key(source).select_related(*source.with_rows).prefetch_related(*source.with_many).in_bulk(list(found))


def _by_key(source: Source) -> QuerySet[Any]:
    """All rows of the source's table, to be found by nothing but their keys."""
    return source.rows().model._base_manager.all()


def every_entry(asked: Asked) -> Iterator[Entry]:
    """The whole list, oldest first, in batches: each source is read along its own order, and they are merged here, so
    that nowhere all of it waits in memory to be sorted.
    """
    streams = [
        _keys(source, _rows_asked(source, asked)).order_by("audit_at", "audit_key").iterator(chunk_size=BATCH)
        for source in sorted(SOURCES, key=attrgetter("name"), reverse=True)
        if asked.takes(source)
    ]
    keys = merge(*streams, key=itemgetter(2))
    while batch := list(islice(keys, BATCH)):
        yield from entries_of(batch)
