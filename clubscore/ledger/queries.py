"""Reads of the books: the totals of all members, the statement of one, and checks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

from django.db.models import Max, Prefetch, Q, QuerySet, Sum

from clubscore.batches import Progress, no_progress, portions
from clubscore.ledger.balances import Figures, WholeBook, plus, whole_book
from clubscore.ledger.models import BY_HAND, OF_A_RUBBER, ClubAccount, Posting, Season, Transaction, Unit
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids, records_of

PORTION = 2000  # transactions in memory at a time

# By a join: prefetched by their ids, more than a thousand members would be more than SQLite takes in one question.
WITH_MEMBERS = Posting.objects.select_related("member").order_by("pk")


@dataclass(frozen=True, slots=True)
class Account:
    """A member's line in the books: rubbers counted; `net`, `adjusted` and `balance` in points."""

    member: Member
    rubbers: int
    won: int
    lost: int
    net: int
    """The margins of the rubbers."""
    adjusted: int
    """Adjustments and opening balances."""
    balance: int
    """All points together."""
    money: int
    """In the smallest unit of the currency."""


@dataclass(frozen=True, slots=True)
class OfTheClub:
    """The line of one of the club's own accounts: points, and money in the smallest unit of the currency."""

    account: ClubAccount
    balance: int
    money: int


class Accounts(Sequence[Account]):
    """Every member's account, best net first. Names and counts are read of those alone that are taken from it."""

    def __init__(self, book: WholeBook, who: Mapping[int, int], amounts: Sequence[Figures]) -> None:
        """`who` names the person of each merged record; `amounts` of each person, best first."""
        self._book, self._who, self._amounts = book, who, amounts

    def __len__(self) -> int:
        return len(self._amounts)

    @overload
    def __getitem__(self, index: int) -> Account: ...

    @overload
    def __getitem__(self, index: slice) -> list[Account]: ...

    def __getitem__(self, index: int | slice) -> Account | list[Account]:
        """Three queries."""
        if isinstance(index, int):
            return self._listed([self._amounts[index]])[0]
        return self._listed(self._amounts[index])

    def __iter__(self) -> Iterator[Account]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def _listed(self, rows: Sequence[Figures]) -> list[Account]:
        people = Member.objects.only("name").in_bulk([pk for pk, *_ in rows])
        records = people.keys() | {pk for pk, person in self._who.items() if person in people}
        counts = _by_person([(pk, *figures) for pk, figures in self._book.counts(records).items()], self._who)
        return [Account(people[pk], *counts[pk], *amounts) for pk, *amounts in rows]


@dataclass(frozen=True, slots=True)
class Books:
    """Every account of a member, best first, and of the club; the columns of plus and of minus, which are equal."""

    accounts: Accounts
    of_the_club: list[OfTheClub]
    plus: int
    minus: int
    money_plus: int
    money_minus: int
    shows_balance: bool
    """Whether anything but rubbers counts in the points."""
    shows_money: bool
    """Whether anything counts in money."""


def books() -> Books:
    """The totals of every member and of every account of the club that has a posting."""
    book, who = whole_book(), canonical_ids()
    people, of_the_club = _best_first(book.amounts(), who), _of_the_club(book)
    balances = [*(balance for _, _, _, balance, _ in people), *(line.balance for line in of_the_club)]
    money = [*(money for _, _, _, _, money in people), *(line.money for line in of_the_club)]
    return Books(
        Accounts(book, who, people),
        of_the_club,
        plus=_plus(balances),
        minus=-_minus(balances),
        money_plus=_plus(money),
        money_minus=-_minus(money),
        shows_balance=any(adjusted or balance != net for _, net, adjusted, balance, _ in people),
        shows_money=any(money),
    )


def _plus(column: Iterable[int]) -> int:
    return sum(value for value in column if value > 0)


def _minus(column: Iterable[int]) -> int:
    return sum(value for value in column if value < 0)


def _best_first(amounts: list[Figures], who: Mapping[int, int]) -> list[Figures]:
    """Those of merged records added up (decision 0007); without any, they are in order already."""
    if not who:
        return amounts
    people = _by_person(amounts, who)
    return sorted(((pk, *figures) for pk, figures in people.items()), key=lambda row: (-row[1], row[0]))


def _by_person(rows: Iterable[Figures], who: Mapping[int, int]) -> dict[int, Figures]:
    """By the person's id, the figures that follow the record's id in each row."""
    people: dict[int, Figures] = {}
    for record, *figures in rows:
        person = who.get(record, record)
        people[person] = plus(people[person], figures) if person in people else tuple(figures)
    return people


def _of_the_club(book: WholeBook) -> list[OfTheClub]:
    """By name. Most clubs have none: these are asked first."""
    accounts = list(ClubAccount.objects.order_by("name"))
    amounts = {account: figures for (_, account), figures in book.of_the_club().items()} if accounts else {}
    return [OfTheClub(each, *amounts[each.pk][2:]) for each in accounts if each.pk in amounts]


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
    """A member's entries of one season, newest first: those in points, and those in money.

    Both balances are those at the end of the season. What was brought forward are those before its first entry; None
    when nothing was booked before. `seasons` are those with entries, the newest first.
    """

    member: Member
    season: Season | None
    seasons: list[Season]
    entries: list[Entry]
    balance: int
    brought_forward: int | None
    money_entries: list[Entry]
    money_balance: int
    money_brought_forward: int | None


def statement_of(member: Member, season: Season | None = None) -> Statement:
    """Of the person: of all records that were merged into one. Without a season, of the last with an entry."""
    records = {record.pk for record in records_of(member)}
    sums = _sums_by_season(records)
    seasons = list(Season.objects.filter(pk__in={pk for pk, _ in sums}).order_by("-begins_on"))
    shown = season or next(iter(seasons), None)
    postings = list(
        Posting.objects.filter(member__in=records, transaction__season=shown)
        .select_related("transaction__reverses", "transaction__posted_by")
        .prefetch_related(Prefetch("transaction__postings", WITH_MEMBERS))
        .order_by("transaction__posted_at", "transaction_id")
    )
    before = [each.pk for each in seasons if shown and each.begins_on < shown.begins_on]
    brought = {unit: _brought(sums, before, unit) for unit in Unit}
    points, money = (
        _entries([posting for posting in postings if posting.transaction.unit == unit], records, brought[unit] or 0)
        for unit in Unit
    )
    return Statement(
        member,
        shown,
        seasons,
        points,
        _last(points, brought[Unit.POINTS]),
        brought[Unit.POINTS],
        money,
        _last(money, brought[Unit.MONEY]),
        brought[Unit.MONEY],
    )


def _sums_by_season(records: Collection[int]) -> dict[tuple[int, str], int]:
    """What these records won and lost, by season's id and unit. Grows with their own entries."""
    rows = Posting.objects.filter(member__in=records).values_list("transaction__season", "transaction__unit")
    return {(season, unit): points for season, unit, points in rows.annotate(Sum("points"))}


def _brought(sums: Mapping[tuple[int, str], int], seasons: Iterable[int], unit: Unit) -> int | None:
    booked = [sums[season, unit] for season in seasons if (season, unit) in sums]
    return sum(booked) if booked else None


def _last(entries: list[Entry], brought_forward: int | None) -> int:
    return entries[0].balance if entries else brought_forward or 0


def _entries(postings: Iterable[Posting], records: Collection[int | None], balance: int) -> list[Entry]:
    """Newest first. A player with the same points was the partner; a rubber without a margin shows no partners."""
    entries = []
    for posting in postings:
        balance += posting.points
        partners, opponents = company(posting, records)
        entries.append(Entry(posting.transaction, posting.points, balance, partners, opponents))
    return entries[::-1]


def company(posting: Posting, records: Collection[int | None]) -> tuple[list[Member], list[Member]]:
    """Return partners and opponents in the rubber of a posting; none for other postings.

    `records` are the ids of the records of the person whom the posting is about.
    """
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
    """The number of the next adjustment, or of the next opening balances."""
    return (Transaction.objects.filter(source=source).aggregate(last=Max("source_id"))["last"] or 0) + 1


def unbalanced(looked_at: Progress = no_progress) -> list[Transaction]:
    """Transactions whose postings do not sum to zero, or that have none, oldest first.

    There are none, unless somebody wrote past the services.
    """
    found: list[Transaction] = []
    for portion in portions(Transaction.objects.only("pk"), PORTION):
        lies = {"pk__gte": portion[0].pk, "pk__lte": portion[-1].pk}
        summed = Transaction.objects.filter(**lies).annotate(total=Sum("postings__points"))
        found += summed.filter(Q(total=None) | ~Q(total=0)).order_by("pk")
        looked_at(len(portion))
    return found
