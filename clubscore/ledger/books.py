"""The books as a whole: the totals of every member and of every account of the club."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from clubscore.ledger.balances import (
    Figures,
    RememberedAnswers,
    WholeBook,
    plus,
    whole_book,
)
from clubscore.ledger.models import ClubAccount
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids


class AccountLine(NamedTuple):
    """The values that a page shows in a member's line of the books. The HTML of the line is cached under them."""

    pk: int
    name: str
    rubbers: int
    won: int
    lost: int
    net: int
    adjusted: int
    balance: int
    money: int


class BooksColumns(NamedTuple):
    """The columns that a page of the books shows beside the net points: True for each shown column."""

    balance: bool
    money: bool


class AccountHolder(NamedTuple):
    """A member's id and name, in place of the whole record."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class Account:
    """A member's line in the books: numbers of rubbers, sums of points, and a sum of money."""

    member: Member | AccountHolder
    rubbers: int
    won: int
    lost: int
    net: int
    """The sum of the margins of the member's rubbers, in points."""
    adjusted: int
    """The sum of adjustments and opening balances, in points."""
    balance: int
    """The sum of all points."""
    money: int
    """The sum of money, in the smallest unit of the currency."""

    @property
    def line(self) -> AccountLine:
        about = (self.member.pk, self.member.name, self.rubbers, self.won, self.lost)
        return AccountLine(*about, self.net, self.adjusted, self.balance, self.money)


@dataclass(frozen=True, slots=True)
class ClubAccountTotals:
    """The line of one of the club's own accounts: points, and money in the smallest unit of the currency."""

    account: ClubAccount
    balance: int
    money: int


class Accounts(Sequence[Account]):
    """Every member's account, best net first. Names and counts are read only for the accounts that a page takes."""

    def __init__(
        self, book: WholeBook, who: Mapping[int, int], amounts: Sequence[Figures]
    ) -> None:
        """`who` maps a merged record to its person; `amounts` are the amounts of each person, best net first."""
        self._book, self._who, self._amounts = book, who, amounts

    def __len__(self) -> int:
        return len(self._amounts)

    @overload
    def __getitem__(self, index: int) -> Account: ...

    @overload
    def __getitem__(self, index: slice) -> list[Account]: ...

    def __getitem__(self, index: int | slice) -> Account | list[Account]:
        """The account or accounts at these places. Takes two queries if the counts are remembered, else a few more."""
        if isinstance(index, int):
            return self._listed([self._amounts[index]])[0]
        return self._listed(self._amounts[index])

    def __iter__(self) -> Iterator[Account]:
        return iter(self[:])

    def amounts_of(self, person: int) -> Figures:
        """The sums of the AMOUNTS (net, adjusted, balance, money) of a person. They are 0 without a booking."""
        for pk, *amounts in self._amounts:
            if pk == person:
                return tuple(amounts)
        return (0, 0, 0, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def _listed(self, rows: Sequence[Figures]) -> list[Account]:
        people = Member.objects.only("name").in_bulk([pk for pk, *_ in rows])
        records = people.keys() | {
            pk for pk, person in self._who.items() if person in people
        }
        counted = _COUNTS.of(self._book, *sorted(records))
        counts = by_person(
            [(pk, *figures) for pk, figures in counted.items()], self._who
        )
        return [Account(people[pk], *counts[pk], *amounts) for pk, *amounts in rows]


@dataclass(frozen=True, slots=True)
class Books:
    """The accounts of members, best net first; the accounts of the club; and the sums of all plus and minus balances.

    The sum of plus and the sum of minus are equal, in points and in money.
    """

    accounts: Accounts | list[Account]
    of_the_club: list[ClubAccountTotals]
    plus: int
    minus: int
    money_plus: int
    money_minus: int
    shows_balance: bool
    """True if any points are not from rubbers, so that the page shows balances beside net points."""
    shows_money: bool
    """True if any account has an amount of money."""

    @property
    def columns(self) -> BooksColumns:
        return BooksColumns(self.shows_balance, self.shows_money)


def books() -> Books:
    """The totals of every member and of every account of the club that has a posting."""
    return _BOOKS.of(*canonical_ids().items())


def _added_up(*merged: tuple[int, int]) -> Books:
    """The totals as the database has them now. `merged` are pairs of a merged record's id and its person's id."""
    book, who = whole_book(), dict(merged)
    people, of_the_club = _best_first(book.amounts(), who), _of_the_club(book)
    _, net, adjusted, balance, money = (
        zip(*people, strict=True) if people else ((),) * 5
    )
    balances = [*balance, *(line.balance for line in of_the_club)]
    amounts = [*money, *(line.money for line in of_the_club)]
    gained, money_gained = _plus(balances), _plus(amounts)
    return Books(
        Accounts(book, who, people),
        of_the_club,
        plus=gained,
        minus=gained - sum(balances),
        money_plus=money_gained,
        money_minus=money_gained - sum(amounts),
        shows_balance=any(adjusted) or balance != net,
        shows_money=any(amounts),
    )


def _counts_of(book: WholeBook, *records: int) -> dict[int, Figures]:
    return book.counts(records)


_BOOKS = RememberedAnswers(_added_up, most=1)
_COUNTS = RememberedAnswers(_counts_of, most=20)  # pages, of a hundred accounts each


def _plus(column: Iterable[int]) -> int:
    return sum([value for value in column if value > 0])


def _best_first(amounts: list[Figures], who: Mapping[int, int]) -> list[Figures]:
    """The row of amounts of each person, best net first. `amounts` are the rows of member records, best net first.

    `who` maps a merged record to its person: the rows of a person's records are added up (decision 0007). If `who` is
    empty, `amounts` is returned unchanged.
    """
    if not who:
        return amounts
    people = by_person(amounts, who)
    return sorted(
        ((pk, *figures) for pk, figures in people.items()),
        key=lambda row: (-row[1], row[0]),
    )


def by_person(rows: Iterable[Figures], who: Mapping[int, int]) -> dict[int, Figures]:
    """The figures of each person, by the person's id. A row is a record's id followed by its figures."""
    people: dict[int, Figures] = {}
    for record, *figures in rows:
        person = who.get(record, record)
        people[person] = (
            plus(people[person], figures) if person in people else tuple(figures)
        )
    return people


def _of_the_club(book: WholeBook) -> list[ClubAccountTotals]:
    """The totals of the club's own accounts, in the order of their names. Most clubs have no such account."""
    accounts = list(ClubAccount.objects.order_by("name"))
    amounts = (
        {account: figures for (_, account), figures in book.of_the_club().items()}
        if accounts
        else {}
    )
    return [
        ClubAccountTotals(account, *amounts[account.pk][2:])
        for account in accounts
        if account.pk in amounts
    ]
