"""What bookings add up to, for each member and for each account of the club."""

from collections import Counter, defaultdict
from collections.abc import Iterable

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

Owner = tuple[int | None, int | None]
"""A member's id, or that of an account of the club; the other is None."""

Sums = dict[Owner, Counter[str]]
"""Of each owner: rubbers, won and lost (counted), net, adjusted and balance (points), money (smallest units)."""


def sums_of(postings: QuerySet[Posting]) -> Sums:
    rows = postings.order_by().values_list("member_id", "account_id").annotate(**_SUMS)
    return _by_owner(rows)


def _by_owner(rows: Iterable[tuple]) -> Sums:
    return {(member, account): Counter(dict(zip(_SUMS, figures, strict=True))) for member, account, *figures in rows}


def added(first: Sums, second: Sums) -> Sums:
    total: Sums = defaultdict(Counter)
    for sums in (first, second):
        for owner, figures in sums.items():
            total[owner].update(figures)
    return dict(total)


def carried_to() -> Season | None:
    """The last season whose sums were carried forward when it was closed."""
    kept = Exists(CarriedForward.objects.filter(season=OuterRef("pk")))
    return Season.objects.filter(kept).order_by("begins_on").last()


def carried_from(season: Season) -> Sums:
    return _by_owner(season.carried_forward.values_list("member_id", "account_id", *_SUMS))


def sums_to_now() -> Sums:
    """Of the whole book: what was carried forward, and what was booked since. Grows with the seasons since."""
    season = carried_to()
    if season is None:
        return sums_of(Posting.objects.all())
    since = Season.objects.filter(begins_on__gt=season.begins_on)
    return added(carried_from(season), sums_of(_booked_in(since)))


def sums_to_the_end_of(season: Season) -> Sums:
    """The same, up to the last booking of a season that is being closed."""
    carried = carried_to()
    seasons = Season.objects.filter(begins_on__lte=season.begins_on)
    if carried is None:
        return sums_of(_booked_in(seasons))
    return added(carried_from(carried), sums_of(_booked_in(seasons.filter(begins_on__gt=carried.begins_on))))


def sums_in(season: Season) -> Sums:
    """What was booked in that season alone."""
    return sums_of(_booked_in(Season.objects.filter(pk=season.pk)))


def _booked_in(seasons: QuerySet[Season]) -> QuerySet[Posting]:
    ids = list(seasons.values_list("pk", flat=True))
    # Of a plain pk PostgreSQL would look for the smallest from the beginning of the book.
    first = Transaction.objects.filter(season__in=ids).aggregate(first=Min(F("pk") + 0))["first"]
    # That says nothing new; but PostgreSQL, which cannot know it, would go through the whole book.
    return Posting.objects.filter(transaction__season__in=ids, transaction__gte=first or 0)
