"""Sums of bookings, for each member and for each account of the club."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import add

from django.db import connection
from django.db.models import Case, Exists, F, IntegerField, Min, OuterRef, Q, QuerySet, Sum, Value, When

from clubscore.ledger.models import BY_HAND, CarriedForward, Posting, Season, Transaction, Unit

# A reversal takes back the count of what it reverses: a rubber booked, reversed and booked again is one rubber.
_COUNT = Case(When(transaction__reverses=None, then=Value(1)), default=Value(-1), output_field=IntegerField())
_RUBBER = Q(transaction__source=Transaction.Source.RUBBER)
_BY_HAND = Q(transaction__source__in=BY_HAND, transaction__unit=Unit.POINTS)
_WON = Q(points__gt=0, transaction__reverses=None) | Q(points__lt=0, transaction__reverses__isnull=False)
_LOST = Q(points__lt=0, transaction__reverses=None) | Q(points__gt=0, transaction__reverses__isnull=False)
_SUMS = {
    "rubbers": Sum(_COUNT, filter=_RUBBER, default=0),
    "won": Sum(_COUNT, filter=_RUBBER & _WON, default=0),
    "lost": Sum(_COUNT, filter=_RUBBER & _LOST, default=0),
    "net": Sum("points", filter=_RUBBER, default=0),
    "adjusted": Sum("points", filter=_BY_HAND, default=0),
    "balance": Sum("points", filter=Q(transaction__unit=Unit.POINTS), default=0),
    "money": Sum("points", filter=Q(transaction__unit=Unit.MONEY), default=0),
}
FIGURES = tuple(_SUMS)
COUNTS, AMOUNTS = FIGURES[:3], FIGURES[3:]

Owner = tuple[int | None, int | None]
"""The id of a member, or of an account of the club; the other is None."""

Figures = tuple[int, ...]
"""Whole numbers. As sums, in the order in which they were asked for: rubbers, won and lost are counts; net, adjusted
and balance points; money the smallest unit of the currency."""

Sums = dict[Owner, Figures]


def sums_of(postings: QuerySet[Posting], figures: Sequence[str] = FIGURES) -> Sums:
    """The sums of these postings for each owner."""
    return _by_owner(_rows(postings, figures, "member_id", "account_id"))


def _rows(postings: QuerySet[Posting], figures: Sequence[str], *owner: str) -> QuerySet[Posting, tuple]:
    rows = postings.order_by().values_list(*owner)
    return rows.annotate(**{name: _SUMS[name] for name in figures})


def _by_owner(rows: Iterable[tuple]) -> Sums:
    return {row[:2]: row[2:] for row in rows}


def added(first: Sums, second: Sums) -> Sums:
    """The sums of both, of the same figures."""
    total = dict(first)
    for owner, figures in second.items():
        before = total.get(owner)
        total[owner] = plus(before, figures) if before else figures
    return total


def plus(first: Iterable[int], second: Iterable[int]) -> Figures:
    return tuple(map(add, first, second))


def carried_to() -> Season | None:
    """The last season whose sums were carried forward when it was closed."""
    kept = Exists(CarriedForward.objects.filter(season=OuterRef("pk")))
    return Season.objects.filter(kept).order_by("begins_on").last()


def carried_from(season: Season) -> Sums:
    """The balances that the season carried forward."""
    return _by_owner(season.carried_forward.values_list("member_id", "account_id", *FIGURES))


_BY_RECORD = "SELECT member_id, {sums} FROM ({booked}) AS booked GROUP BY member_id ORDER BY {largest} DESC, member_id"


@dataclass(frozen=True, slots=True)
class WholeBook:
    """Where the sums of the whole book come from. They take as long as the seasons after `carried` are long."""

    carried: QuerySet[CarriedForward]
    """What the last season that carried anything forward did carry."""
    since: QuerySet[Posting]
    """The postings of all later seasons."""

    def amounts(self) -> list[Figures]:
        """The id of each record of a member and its AMOUNTS, the largest net first.

        Written in SQL because no queryset groups a union; the database adds and sorts ten thousand members in half the
        time.
        """
        carried = self.carried.exclude(member=None).values_list("member_id", *AMOUNTS)
        since = _rows(self.since.exclude(member=None), AMOUNTS, "member_id")
        booked, parameters = carried.union(since, all=True).query.sql_with_params()
        sums = ", ".join(f"CAST(SUM({name}) AS BIGINT) AS {name}" for name in AMOUNTS)
        with connection.cursor() as cursor:
            cursor.execute(_BY_RECORD.format(sums=sums, booked=booked, largest=AMOUNTS[0]), parameters)
            return cursor.fetchall()

    def of_the_club(self) -> Sums:
        """AMOUNTS of the club's own accounts."""
        carried = self.carried.exclude(account=None).values_list("member_id", "account_id", *AMOUNTS)
        return added(_by_owner(carried), sums_of(self.since.exclude(account=None), AMOUNTS))

    def counts(self, members: Collection[int]) -> dict[int, Figures]:
        """COUNTS of these records, by id."""
        carried = self.carried.filter(member__in=members).values_list("member_id", "account_id", *COUNTS)
        # A plain `member IN` would make SQLite look for each of them in each transaction.
        theirs = self.since.annotate(who=F("member_id") + 0).filter(who__in=members)
        sums = added(_by_owner(carried), sums_of(theirs, COUNTS))
        return {member: figures for (member, _), figures in sums.items() if member is not None}


def whole_book() -> WholeBook:
    """The book as it is now."""
    season = carried_to()
    if season is None:
        return WholeBook(CarriedForward.objects.none(), Posting.objects.all())
    return WholeBook(season.carried_forward.all(), _booked_in(Season.objects.filter(begins_on__gt=season.begins_on)))


def sums_to_the_end_of(season: Season) -> Sums:
    """The sums up to the last booking of a season that is being closed."""
    carried = carried_to()
    seasons = Season.objects.filter(begins_on__lte=season.begins_on)
    if carried is None:
        return sums_of(_booked_in(seasons))
    return added(carried_from(carried), sums_of(_booked_in(seasons.filter(begins_on__gt=carried.begins_on))))


def sums_in(season: Season) -> Sums:
    """The sums of the bookings of that season alone."""
    return sums_of(_booked_in(Season.objects.filter(pk=season.pk)))


def _booked_in(seasons: QuerySet[Season]) -> QuerySet[Posting]:
    ids = list(seasons.values_list("pk", flat=True))
    # `+ 0`: for the minimum of a plain pk PostgreSQL would read the whole book from its beginning.
    first = Transaction.objects.filter(season__in=ids).aggregate(first=Min(F("pk") + 0))["first"]
    # Redundant filter: gives PostgreSQL an index range; otherwise it scans the whole book.
    return Posting.objects.filter(transaction__season__in=ids, transaction__gte=first or 0)
