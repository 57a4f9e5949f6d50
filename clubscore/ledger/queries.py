"""What the books say."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, Count, F, IntegerField, Max, Prefetch, Q, QuerySet, Sum, Value, When

from clubscore.ledger.models import BY_HAND, OF_A_RUBBER, ClubAccount, Posting, Transaction, Unit
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids, records_of

# A reversal takes back the count of what it reverses: a rubber booked, reversed and booked again is one rubber.
_COUNT = Case(When(transaction__reverses=None, then=Value(1)), default=Value(-1), output_field=IntegerField())
_RUBBER = Q(transaction__source=Transaction.Source.RUBBER)
_BY_HAND = Q(transaction__source__in=BY_HAND, transaction__unit=Unit.POINTS)
_WON = Q(points__gt=0, transaction__reverses=None) | Q(points__lt=0, transaction__reverses__isnull=False)
_LOST = Q(points__lt=0, transaction__reverses=None) | Q(points__gt=0, transaction__reverses__isnull=False)
_BALANCE = Sum("points", filter=Q(transaction__unit=Unit.POINTS))
_MONEY = Sum("points", filter=Q(transaction__unit=Unit.MONEY))
_FIGURES = ("rubbers", "won", "lost", "net", "adjusted", "balance", "money")


@dataclass(frozen=True, slots=True)
class Account:
    """A member's line in the books: rubbers played, won, lost, and the net of the margins in points.

    `adjusted` are the points of adjustments and opening balances, `balance` all points together; `money` is in the
    smallest unit of the currency.
    """

    member: Member
    rubbers: int
    won: int
    lost: int
    net: int
    adjusted: int
    balance: int
    money: int


@dataclass(frozen=True, slots=True)
class OfTheClub:
    """The line of one of the club's own accounts: points, and money in the smallest unit of the currency."""

    account: ClubAccount
    balance: int
    money: int


@dataclass(frozen=True, slots=True)
class Books:
    """Every account of a member, best first, and of the club; the columns of plus and of minus, which are equal.

    `money_plus` and `money_minus` are those columns in money. `shows_balance` is whether anything but rubbers counts in
    the points, `shows_money` whether anything counts in money.
    """

    accounts: list[Account]
    of_the_club: list[OfTheClub]
    plus: int
    minus: int
    money_plus: int
    money_minus: int
    shows_balance: bool
    shows_money: bool


def books() -> Books:
    """The totals of every member and of every account of the club that has a posting."""
    rows = (
        Posting.objects.filter(member__isnull=False)
        .values("member")
        .annotate(
            rubbers=Sum(_COUNT, filter=_RUBBER),
            won=Sum(_COUNT, filter=_RUBBER & _WON),
            lost=Sum(_COUNT, filter=_RUBBER & _LOST),
            net=Sum("points", filter=_RUBBER),
            adjusted=Sum("points", filter=_BY_HAND),
            balance=_BALANCE,
            money=_MONEY,
        )
        .order_by("member")
    )
    accounts = sorted(_accounts(rows), key=lambda account: (-account.net, account.member.pk))
    of_the_club = _of_the_club()
    lines: list[Account | OfTheClub] = [*accounts, *of_the_club]
    balances, money = [line.balance for line in lines], [line.money for line in lines]
    return Books(
        accounts,
        of_the_club,
        plus=_plus(balances),
        minus=-_minus(balances),
        money_plus=_plus(money),
        money_minus=-_minus(money),
        shows_balance=any(line.adjusted or line.balance != line.net for line in accounts),
        shows_money=any(money),
    )


def _plus(column: Iterable[int]) -> int:
    return sum(value for value in column if value > 0)


def _minus(column: Iterable[int]) -> int:
    return sum(value for value in column if value < 0)


def _accounts(rows: Iterable[Mapping[str, Any]]) -> Iterator[Account]:
    """One for each person: the rows of merged records are added up (decision 0007)."""
    who = canonical_ids()
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        sums[who.get(row["member"], row["member"])].update({name: row[name] or 0 for name in _FIGURES})
    members = Member.objects.in_bulk(sums)
    return (Account(members[pk], **{name: total[name] for name in _FIGURES}) for pk, total in sums.items())


def _of_the_club() -> list[OfTheClub]:
    """By name."""
    booked = ClubAccount.objects.filter(postings__isnull=False).annotate(
        balance=Sum("postings__points", filter=Q(postings__transaction__unit=Unit.POINTS), default=0),
        money=Sum("postings__points", filter=Q(postings__transaction__unit=Unit.MONEY), default=0),
    )
    return [OfTheClub(account, account.balance, account.money) for account in booked.order_by("name")]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a member's statement. `balance` is the running total after it, in the unit of its transaction."""

    transaction: Transaction
    points: int
    balance: int
    partners: list[Member] = field(default_factory=list)
    opponents: list[Member] = field(default_factory=list)

    @property
    def is_of_a_rubber(self) -> bool:
        return self.transaction.source in OF_A_RUBBER

    @property
    def is_by_hand(self) -> bool:
        return self.transaction.source in BY_HAND


@dataclass(frozen=True, slots=True)
class Statement:
    """All of a member's entries, newest first: those in points, and those in money."""

    member: Member
    entries: list[Entry]
    balance: int
    money_entries: list[Entry]
    money_balance: int


def statement_of(member: Member) -> Statement:
    """Of the person: of all records that were merged into one."""
    records = {record.pk for record in records_of(member)}
    postings = list(
        Posting.objects.filter(member__in=records)
        .select_related("transaction__reverses", "transaction__posted_by")
        .prefetch_related("transaction__postings__member")
        .order_by("transaction__posted_at", "transaction_id")
    )
    points, money = (
        _entries([posting for posting in postings if posting.transaction.unit == unit], records) for unit in Unit
    )
    return Statement(member, points, _last(points), money, _last(money))


def _last(entries: list[Entry]) -> int:
    return entries[0].balance if entries else 0


def _entries(postings: Iterable[Posting], records: Collection[int | None]) -> list[Entry]:
    """Newest first. Who won or lost alike was the partner; in a rubber with no margin nobody can be told apart."""
    balance, entries = 0, []
    for posting in postings:
        balance += posting.points
        partners, opponents = company(posting, records)
        entries.append(Entry(posting.transaction, posting.points, balance, partners, opponents))
    return entries[::-1]


def company(posting: Posting, records: Collection[int | None]) -> tuple[list[Member], list[Member]]:
    """With whom and against whom, when it is of a rubber; `records` are the ids of whoever the posting is about."""
    if posting.transaction.source != Transaction.Source.RUBBER:
        return [], []
    others = [
        (other.member, other.points)
        for other in posting.transaction.postings.all()
        if other.member and other.member_id not in records
    ]
    return (
        [member for member, points in others if points == posting.points != 0],
        [member for member, points in others if points != posting.points],
    )


def booked_by_hand() -> QuerySet[Transaction]:
    """Adjustments and opening balances, newest first, with what a list of them shows; not their reversals."""
    lines = Posting.objects.select_related("member", "account").order_by("pk")
    return (
        Transaction.objects.filter(source__in=BY_HAND, reverses=None)
        .select_related("posted_by", "season")
        .prefetch_related(Prefetch("postings", lines), "reversal__posted_by")
        .order_by("-pk")
    )


def next_number(source: Transaction.Source) -> int:
    """What the next adjustment, or the next opening balances, will be called."""
    return (Transaction.objects.filter(source=source).aggregate(last=Max("source_id"))["last"] or 0) + 1


def unbalanced() -> list[Transaction]:
    """Transactions whose postings do not sum to zero, oldest first: none, unless somebody wrote past the services."""
    return list(
        Transaction.objects.annotate(total=Sum("postings__points"), lines=Count("postings"))
        .exclude(total=0)
        .order_by(F("pk"))
    )
