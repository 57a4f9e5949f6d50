"""Which bookings a settlement takes, and what they come to for whom (decision 0013)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubscore.evenings.calendar import evening_of
from clubscore.ledger.models import OF_A_RUBBER, Posting, Transaction, Unit
from clubscore.members.queries import canonical_ids
from clubscore.rubbers.models import Rubber
from clubscore.settlements.models import SettledTransaction, Settlement
from clubscore.settlements.netting import Party
from clubscore.settlements.period import Period


def open_transactions(unit: Unit) -> QuerySet[Transaction]:
    """What is in no standing settlement, and is not itself the payment of one."""
    settled = SettledTransaction.objects.filter(transaction=OuterRef("pk"), released_at=None)
    return Transaction.objects.filter(~Exists(settled), unit=unit).exclude(source=Transaction.Source.SETTLEMENT)


def to_settle(period: Period, unit: Unit) -> QuerySet[Transaction]:
    """The open bookings of these evenings, and those that came late for evenings that had been settled before."""
    return open_transactions(unit).filter(Q(pk__in=_late(unit)) | _belongs(gte=period.begins, lt=period.ends))


def left_before(period: Period, unit: Unit) -> int:
    """How many bookings of earlier evenings stay open beside this settlement."""
    return open_transactions(unit).filter(_belongs(lt=period.begins)).exclude(pk__in=_late(unit)).count()


def _belongs(**when: datetime) -> Q:
    """A rubber belongs to the evening on which it began, anything else to the one on which it was booked."""
    rubbers = Rubber.objects.filter(**{f"started_at__{lookup}": moment for lookup, moment in when.items()})
    booked = Q(**{f"posted_at__{lookup}": moment for lookup, moment in when.items()})
    return Q(source__in=OF_A_RUBBER, source_id__in=rubbers.values("pk")) | ~Q(source__in=OF_A_RUBBER) & booked


def _late(unit: Unit) -> list[int]:
    """Booked after the evening that it belongs to was settled: a correction, or a rubber agreed days later."""
    standing = list(Settlement.objects.standing().filter(unit=unit).order_by("frozen_at"))
    if not standing:
        return []
    rows = open_transactions(unit).filter(posted_at__gte=standing[0].frozen_at)
    bookings = list(rows.values_list("pk", "source", "source_id", "posted_at"))
    began = _began(source_id for _, source, source_id, _ in bookings if source in OF_A_RUBBER)
    return [
        pk
        for pk, source, source_id, posted_at in bookings
        if _was_settled(standing, began.get(source_id, posted_at) if source in OF_A_RUBBER else posted_at, posted_at)
    ]


def _began(rubbers: Iterable[int]) -> dict[int, datetime]:
    return dict(Rubber.objects.filter(pk__in=set(rubbers)).values_list("pk", "started_at"))


def _was_settled(standing: Iterable[Settlement], began: datetime, posted_at: datetime) -> bool:
    day = evening_of(began)
    return any(each.first_day <= day <= each.last_day and each.frozen_at <= posted_at for each in standing)


def seen_as(transactions: Collection[int]) -> str:
    """What a preview was made of, in short: it differs whenever a booking came or went."""
    return f"{len(transactions)}-{sum(transactions)}"


def balances_of(postings: QuerySet[Posting]) -> dict[Party, int]:
    """What these postings come to for each person and each account of the club; merged records are one person."""
    who, sums = canonical_ids(), defaultdict[Party, int](int)
    for member, account, points in postings.values_list("member", "account", "points"):
        sums[party_of(member, account, who)] += points
    return dict(sums)


def party_of(member: int | None, account: int | None, who: Mapping[int, int]) -> Party:
    if member is None:
        return Party(True, account or 0)
    return Party(False, who.get(member, member))
