"""Sums of bookings for each member and for each account of the club. The sums are remembered (record 61)."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import add, itemgetter
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

from django.db import connection
from django.db.models import (
    Case,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)

from clubscore.database.id_range import id_range
from clubscore.database.one_moment import snapshot
from clubscore.ledger.models import (
    BY_HAND,
    CarriedForward,
    Posting,
    Season,
    Transaction,
    Unit,
)

T = TypeVar("T")

# A reversal takes back the count of what it reverses: a rubber booked, reversed and booked again is one rubber.
RUBBER_COUNT = Case(
    When(transaction__reverses=None, then=Value(1)),
    default=Value(-1),
    output_field=IntegerField(),
)
RUBBER = Q(transaction__source=Transaction.Source.RUBBER)
_BY_HAND = Q(transaction__source__in=BY_HAND, transaction__unit=Unit.POINTS)
_WON = Q(points__gt=0, transaction__reverses=None) | Q(
    points__lt=0, transaction__reverses__isnull=False
)
_LOST = Q(points__lt=0, transaction__reverses=None) | Q(
    points__gt=0, transaction__reverses__isnull=False
)
_COUNTED = {"rubbers": RUBBER, "won": RUBBER & _WON, "lost": RUBBER & _LOST}
_ADDED = {
    "net": RUBBER,
    "adjusted": _BY_HAND,
    "balance": Q(transaction__unit=Unit.POINTS),
    "money": Q(transaction__unit=Unit.MONEY),
}
COUNTS, AMOUNTS = tuple(_COUNTED), tuple(_ADDED)
FIGURES = COUNTS + AMOUNTS
_SUMS = {
    name: Sum(RUBBER_COUNT, filter=which, default=0) for name, which in _COUNTED.items()
} | {name: Sum("points", filter=which, default=0) for name, which in _ADDED.items()}

Owner = tuple[int | None, int | None]
"""The owner of postings: a member's id and None, or None and the id of an account of the club."""

Figures = tuple[int, ...]
"""Sums, in the order in which the caller asked for them. In a row for one member, the member's id may come first.

Rubbers, won and lost are counts; net, adjusted and balance are points; money is in the smallest unit of the currency.
"""

Sums = dict[Owner, Figures]


def sums_of(postings: QuerySet[Posting], figures: Sequence[str] = FIGURES) -> Sums:
    """The sums of these postings for each owner, which is a member or an account of the club.

    `figures` are the names of the sums, such as `net`; a row has the sums in the order of the names.
    """
    rows = postings.order_by().values_list("member_id", "account_id")
    return _by_owner(rows.annotate(**{name: _SUMS[name] for name in figures}))


def _by_owner(rows: Iterable[tuple]) -> Sums:
    return {row[:2]: row[2:] for row in rows}


def added(first: Sums, second: Sums) -> Sums:
    """The sum of `first` and `second` for each owner. Both must have the same figures in the same order."""
    total = dict(first)
    for owner, figures in second.items():
        before = total.get(owner)
        total[owner] = plus(before, figures) if before else figures
    return total


def plus(first: Iterable[int], second: Iterable[int]) -> Figures:
    return tuple(map(add, first, second))


def carried_to() -> Season | None:
    """The last season whose sums were carried forward when it was closed; None if there is no such season."""
    kept = Exists(CarriedForward.objects.filter(season=OuterRef("pk")))
    return Season.objects.filter(kept).order_by("begins_on").last()


def carried_from(season: Season) -> Sums:
    """The sums that were carried forward at the end of this season, for each owner.

    An owner is a member or an account of the club.
    """
    return _by_owner(
        season.carried_forward.values_list("member_id", "account_id", *FIGURES)
    )


_STATE = (
    "SELECT id, begins_on, closed_at, (SELECT MAX(id) FROM ledger_transaction) AS last"
    " FROM ledger_season ORDER BY id"
)


def state_of_the_books() -> Hashable:
    """A value that changes with every booking, and when a season is opened or closed.

    Each database has its own value. Takes one query. Bookings are written one after the other (`services.post`), so
    the id of the last booking identifies all of them.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATE)
        return connection.settings_dict["NAME"], *cursor.fetchall()


class RememberedAnswers(Generic[T]):
    """Answers to questions about the books, remembered in this process until something is booked.

    A question is the arguments with which the answer is read; its values may not change. The answer may depend only on
    the question and the books. All readers share an answer and may not change it. An answer that was read inside a
    transaction is not remembered, because the transaction may be rolled back.
    """

    every: ClassVar[list["RememberedAnswers[Any]"]] = []

    def __init__(self, answer: Callable[..., T], *, most: int) -> None:
        """`answer` is the function that reads an answer from the books. At most `most` answers are remembered."""
        self._answer, self._most = answer, most
        self._lock = Lock()
        self.forget()
        self.every.append(self)

    def forget(self) -> None:
        self._known: tuple[Hashable, dict[Hashable, T]] = ((), {})

    def of(self, *question: Hashable) -> T:
        """The answer to this question, as the books are now. A remembered answer takes one query."""
        if connection.in_atomic_block:
            return self._answer(*question)
        state, answers = self._known
        if question in answers and state == state_of_the_books():
            return answers[question]
        with snapshot():
            state, answer = state_of_the_books(), self._answer(*question)
        self._remember(state, question, answer)
        return answer

    def _remember(self, state: Hashable, question: Hashable, answer: T) -> None:
        """Store an answer with its question, and forget the answers that were read in another state of the books.

        It is stored in a new dictionary, because other threads may be reading the old one. If there are too many
        answers, the oldest is forgotten.
        """
        with self._lock:
            known, answers = self._known
            kept = answers.items() if known == state else ()
            newest = [*kept, (question, answer)][-self._most :]
            self._known = (state, dict(newest))


_BY_RECORD = "SELECT member_id, {sums} FROM ({booked}) AS booked GROUP BY member_id ORDER BY member_id"


@dataclass(frozen=True, slots=True)
class WholeBook:
    """The rows from which the sums of the whole book are made: balances carried forward, and the postings since."""

    carried: QuerySet[CarriedForward]
    """The balances that were carried forward last."""
    since: QuerySet[Posting]
    """The postings of all seasons since the balances were carried forward."""
    since_by_member: QuerySet[Posting]
    """The rows of `since`, for a query about some members: SQLite then looks up these members' postings first."""

    def amounts(self) -> list[Figures]:
        """A row for each member record: its id, then its sums of the AMOUNTS: net, adjusted, balance, money.

        The row with the largest net is first; of rows with equal nets, the lower id is first. The statement is SQL
        because no queryset groups a union. The database groups by the id and Python sorts, because that is the fastest
        way.
        """
        carried = self.carried.exclude(member=None).values_list("member_id", *AMOUNTS)
        each = {
            name: Case(When(which, then="points"), default=0)
            for name, which in _ADDED.items()
        }
        since = (
            self.since.exclude(member=None)
            .order_by()
            .values_list("member_id")
            .annotate(**each)
        )
        booked, parameters = carried.union(since, all=True).query.sql_with_params()
        sums = ", ".join(f"CAST(SUM({name}) AS BIGINT) AS {name}" for name in AMOUNTS)
        with connection.cursor() as cursor:
            cursor.execute(_BY_RECORD.format(sums=sums, booked=booked), parameters)
            return sorted(cursor.fetchall(), key=itemgetter(1), reverse=True)

    def of_the_club(self) -> Sums:
        """The sums of the AMOUNTS (net, adjusted, balance, money) of each of the club's own accounts, by owner."""
        carried = self.carried.exclude(account=None).values_list(
            "member_id", "account_id", *AMOUNTS
        )
        return added(
            _by_owner(carried), sums_of(self.since.exclude(account=None), AMOUNTS)
        )

    def counts(self, members: Collection[int]) -> dict[int, Figures]:
        """The COUNTS (rubbers, won, lost) of these member records, by the record's id."""
        carried = self.carried.filter(member__in=members).values_list(
            "member_id", "account_id", *COUNTS
        )
        sums = added(
            _by_owner(carried),
            sums_of(self.since_by_member.filter(member__in=members), COUNTS),
        )
        return {
            member: figures
            for (member, _), figures in sums.items()
            if member is not None
        }


def whole_book() -> WholeBook:
    """The rows of the book as it is now: the last balances carried forward, and the postings of later seasons."""
    season = carried_to()
    if season is None:
        return WholeBook(
            CarriedForward.objects.none(), Posting.objects.all(), Posting.objects.all()
        )
    ids = list(Season.objects.after(season).values_list("pk", flat=True))
    since = _booked_since(_in_seasons(ids))
    # `+ 0`: else SQLite would look for each of the members in each transaction of the season.
    by_member = since.alias(season=F("transaction__season") + 0).filter(season__in=ids)
    return WholeBook(
        season.carried_forward.all(),
        since.filter(transaction__season__in=ids),
        by_member,
    )


def sums_to_the_end_of(season: Season) -> Sums:
    """The sums for each owner of all bookings up to the end of a season that is being closed."""
    carried = carried_to()
    seasons = Season.objects.filter(begins_on__lte=season.begins_on)
    if carried is None:
        return sums_of(_booked_in(seasons))
    return added(
        carried_from(carried),
        sums_of(_booked_in(seasons.filter(begins_on__gt=carried.begins_on))),
    )


def sums_in(season: Season) -> Sums:
    """The sums for each owner of the bookings of this season alone."""
    return sums_of(_booked_in(Season.objects.filter(pk=season.pk)))


def _booked_in(seasons: QuerySet[Season]) -> QuerySet[Posting]:
    ids = list(seasons.values_list("pk", flat=True))
    return _booked_since(_in_seasons(ids)).filter(transaction__season__in=ids)


def _in_seasons(seasons: Collection[int]) -> QuerySet[Transaction]:
    return Transaction.objects.filter(season__in=seasons)


def _booked_since(transactions: QuerySet[Transaction]) -> QuerySet[Posting]:
    """The postings of the first of these transactions and of all transactions booked after it."""
    # Redundant beside the seasons: gives PostgreSQL an index range; otherwise it scans the whole book.
    return Posting.objects.filter(transaction__gte=id_range(transactions).first)
