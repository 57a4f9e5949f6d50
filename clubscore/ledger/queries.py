"""What the books say."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, Count, F, IntegerField, Q, Sum, Value, When

from clubscore.ledger.models import Posting, Transaction, Unit
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids, records_of

# A reversal takes back the count of what it reverses: a rubber booked, reversed and booked again is one rubber.
_COUNT = Case(When(transaction__reverses=None, then=Value(1)), default=Value(-1), output_field=IntegerField())


@dataclass(frozen=True, slots=True)
class Account:
    """A member's line in the books: rubbers played, won, lost, and the net of the margins in points."""

    member: Member
    rubbers: int
    won: int
    lost: int
    net: int


@dataclass(frozen=True, slots=True)
class Books:
    """Every account, best first, and the column of plus and of minus points, which are equal."""

    accounts: list[Account]
    plus: int
    minus: int


def books() -> Books:
    """The totals of every member who has a posting."""
    won = Q(points__gt=0, transaction__reverses=None) | Q(points__lt=0, transaction__reverses__isnull=False)
    lost = Q(points__lt=0, transaction__reverses=None) | Q(points__gt=0, transaction__reverses__isnull=False)
    rows = (
        Posting.objects.filter(transaction__source=Transaction.Source.RUBBER)
        .values("member")
        .annotate(rubbers=Sum(_COUNT), won=Sum(_COUNT, filter=won), lost=Sum(_COUNT, filter=lost), net=Sum("points"))
        .order_by("member")
    )
    accounts = sorted(_accounts(rows), key=lambda account: (-account.net, account.member.pk))
    plus = sum(account.net for account in accounts if account.net > 0)
    return Books(accounts, plus=plus, minus=-sum(account.net for account in accounts if account.net < 0))


def _accounts(rows: Iterable[Mapping[str, Any]]) -> Iterator[Account]:
    """One for each person: the rows of merged records are added up (decision 0007)."""
    who = canonical_ids()
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        figures = {name: row[name] or 0 for name in ("rubbers", "won", "lost", "net")}
        sums[who.get(row["member"], row["member"])].update(figures)
    members = Member.objects.in_bulk(sums)
    return (
        Account(members[pk], *(total[name] for name in ("rubbers", "won", "lost", "net"))) for pk, total in sums.items()
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a member's statement. `balance` is the running total after it, in points."""

    transaction: Transaction
    points: int
    balance: int
    partners: list[Member] = field(default_factory=list)
    opponents: list[Member] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Statement:
    """All of a member's entries, newest first."""

    member: Member
    entries: list[Entry]
    balance: int


def statement_of(member: Member) -> Statement:
    entries = list(_entries(member))
    return Statement(member, entries[::-1], entries[-1].balance if entries else 0)


def _entries(member: Member) -> Iterator[Entry]:
    """Oldest first. Who won or lost alike was the partner; in a rubber with no margin nobody can be told apart."""
    balance, records = 0, {record.pk for record in records_of(member)}
    postings = (
        Posting.objects.filter(member__in=records, transaction__unit=Unit.POINTS)
        .select_related("transaction__reverses")
        .prefetch_related("transaction__postings__member")
        .order_by("transaction__posted_at", "transaction_id")
    )
    for posting in postings:
        balance += posting.points
        others = [
            (other.member, other.points)
            for other in posting.transaction.postings.all()
            if other.member and other.member_id not in records
        ]
        yield Entry(
            transaction=posting.transaction,
            points=posting.points,
            balance=balance,
            partners=[other for other, points in others if points == posting.points != 0],
            opponents=[other for other, points in others if points != posting.points],
        )


def unbalanced() -> list[Transaction]:
    """Transactions whose postings do not sum to zero, oldest first: none, unless somebody wrote past the services."""
    return list(
        Transaction.objects.annotate(total=Sum("postings__points"), lines=Count("postings"))
        .exclude(total=0)
        .order_by(F("pk"))
    )
