"""The bookings that a settlement takes, and their balances (decision 0013)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from hashlib import sha256

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from clubscore.calendar import evening_of
from clubscore.ledger.models import BY_HAND, OF_A_RUBBER, Posting, Transaction, Unit
from clubscore.members.queries import canonical_ids
from clubscore.rubbers.models import Rubber
from clubscore.settlements.models import SettledTransaction, Settlement
from clubscore.settlements.netting import Party
from clubscore.settlements.period import SettlementPeriod

MANY = 1_000  # bookings: nobody needs to know how many more


def open_transactions(unit: Unit) -> QuerySet[Transaction]:
    """The bookings in this unit that are in no settlement, or only in cancelled settlements.

    Bookings of payments of settlements are left out.
    """
    settled = SettledTransaction.objects.filter(
        transaction=OuterRef("pk"), released_at=None
    )
    return Transaction.objects.filter(~Exists(settled), unit=unit).exclude(
        source=Transaction.Source.SETTLEMENT
    )


def to_settle(period: SettlementPeriod, unit: Unit) -> QuerySet[Transaction]:
    """The bookings that a settlement of this period takes.

    They are the open bookings of its evenings, and the open bookings of all evenings that are settled already.
    """
    of_rubbers, others = _open_of(unit, period)
    late = Transaction.objects.filter(pk__in=_late(unit))
    ids = of_rubbers.values_list("pk").union(
        others.values_list("pk"), late.values_list("pk")
    )
    return Transaction.objects.filter(pk__in=ids)


def left_before(period: SettlementPeriod, unit: Unit) -> int:
    """The number of bookings of earlier evenings that a settlement of this period leaves open; MANY at most."""
    began_before = Rubber.objects.filter(
        pk=OuterRef("source_id"), started_at__lt=period.begins
    )
    of_rubbers = open_transactions(unit).filter(
        Exists(began_before), source__in=OF_A_RUBBER
    )
    others = open_transactions(unit).filter(
        source__in=BY_HAND, posted_at__lt=period.begins
    )
    late = {pk for pk, began in _late(unit).items() if began < period.begins}
    earlier = set(of_rubbers.values_list("pk", flat=True)[: MANY + len(late)])
    earlier.update(others.values_list("pk", flat=True))
    return min(len(earlier - late), MANY)


def _open_of(
    unit: Unit, period: SettlementPeriod
) -> tuple[QuerySet[Transaction], QuerySet[Transaction]]:
    """Two queries for the open bookings of a period: bookings of rubbers that began in it, and other bookings.

    The other bookings were made in the period. There are two queries, because one query with "or" would read all those
    rubbers again for every booking.
    """
    rubbers = Rubber.objects.filter(
        started_at__gte=period.begins, started_at__lt=period.ends
    )
    bookings = open_transactions(unit)
    return (
        bookings.filter(source__in=OF_A_RUBBER, source_id__in=rubbers.values("pk")),
        bookings.filter(
            source__in=BY_HAND, posted_at__gte=period.begins, posted_at__lt=period.ends
        ),
    )


def _late(unit: Unit) -> dict[int, datetime]:
    """The time of each open booking that belongs to a settled evening, by the booking's id.

    The time is the beginning of the rubber; for a booking that is not about a rubber, the moment of the booking. An
    open booking of a settled evening is a correction, a rubber agreed days later, or a booking made while its evening
    was being settled. The search is by evenings, not by ids: if two transactions are concurrent, the higher id may have
    the earlier time.
    """
    current = list(
        Settlement.objects.current()
        .filter(unit=unit)
        .values_list("first_day", "last_day")
    )
    if not current:
        return {}
    first_days, last_days = zip(*current, strict=True)
    span = SettlementPeriod(min(first_days), max(last_days))
    of_rubbers, others = _open_of(unit, span)
    began = Subquery(
        Rubber.objects.filter(pk=OuterRef("source_id")).values("started_at")
    )
    bookings = dict(of_rubbers.values_list("pk", began))
    bookings.update(others.values_list("pk", "posted_at"))
    return {
        pk: began
        for pk, began in bookings.items()
        if _is_settled(current, evening_of(began))
    }


def _is_settled(current: Iterable[tuple[date, date]], evening: date) -> bool:
    return any(first_day <= evening <= last_day for first_day, last_day in current)


def seen_as(transactions: Collection[int]) -> str:
    """A short digest of the ids of a preview's bookings. It changes whenever a booking is added or removed."""
    bookings = ",".join(str(pk) for pk in sorted(transactions))
    return sha256(bookings.encode()).hexdigest()[:40]


def balances_of(
    postings: QuerySet[Posting], who: Mapping[int, int] | None = None
) -> dict[Party, int]:
    """The sums of these postings for each person and each account of the club; merged records are one person.

    `who` maps a merged record to its person; if it is None, records count for their present persons.
    """
    if who is None:
        who = canonical_ids()
    sums = defaultdict[Party, int](int)
    for member, account, points in postings.values_list("member", "account", "points"):
        sums[party_of(member, account, who)] += points
    return dict(sums)


def party_of(member: int | None, account: int | None, who: Mapping[int, int]) -> Party:
    if member is None:
        return Party(True, account or 0)
    return Party(False, who.get(member, member))
