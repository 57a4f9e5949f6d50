"""Who did what when and why, newest first: the facts that are kept anyway, read as one list."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
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


def keys_of(asked: Asked) -> QuerySet[Any, Key]:
    """Which rows of which sources, and when: newest first, in one query."""
    members = Member.objects.named_like(asked.who) if asked.who else None
    first, *others = (_keys(source, asked, members) for source in SOURCES if asked.takes(source))
    together = first.union(*others, all=True) if others else first
    return together.order_by("-audit_at", "audit_source", "-audit_key")


def _keys(source: Source, asked: Asked, members: QuerySet[Member] | None) -> QuerySet[Any, Key]:
    rows = source.rows().order_by()
    if asked.since:
        rows = rows.filter(**{f"{source.at}__gte": _midnight(asked.since)})
    if asked.until:
        rows = rows.filter(**{f"{source.at}__lt": _midnight(asked.until + timedelta(days=1))})
    if members is not None:
        rows = rows.filter(concerning(source, members))
    named = rows.annotate(
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
    rows = source.rows().select_related(*source.with_rows).prefetch_related(*source.with_many)
    return rows.in_bulk(list(found))


def every_entry(asked: Asked) -> Iterator[Entry]:
    """The whole list, oldest first, in batches."""
    keys = keys_of(asked).reverse().iterator(chunk_size=BATCH)
    while batch := list(islice(keys, BATCH)):
        yield from entries_of(batch)
