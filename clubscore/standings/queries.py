"""Reads of a season. Each read takes a fixed number of queries, and its time depends only on the size of the season."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q, QuerySet, Subquery, Sum

from clubscore.calendar import beginning_of, evening_of
from clubscore.database.id_range import id_range
from clubscore.database.plain_rows import plain_rows
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.ledger.placing import season_on
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.rubbers.models import Remainder, Rubber
from clubscore.standings.models import FinalRow, Terms
from clubscore.standings.ranking.ranks import Figures, Skill
from clubscore.standings.ranking.totals import SeasonTotal, best_totals, totals_of
from clubscore.standings.rating.queries import skills_at

LATE = 100  # bookings of earlier seasons that are named

Record = tuple[int, str, bool]
"""A member's record: its id, its name, and whether it is a guest."""


def current_season(now: datetime) -> Season | None:
    """The season to which this evening belongs.

    If no season has begun, it is the first season; if there are no seasons, None.
    """
    return current_of(Season.objects.order_by("-begins_on"), now)


def current_of(seasons: Iterable[Season], now: datetime) -> Season | None:
    """The season among `seasons` to which this evening belongs. `seasons` are sorted, the newest first.

    If none of them has begun, it is the oldest of them; if `seasons` is empty, None.
    """
    today = evening_of(now)
    current = None
    for current in seasons:
        if current.begins_on <= today:
            break
    return current


def terms_of(season: Season) -> Terms:
    """The season's own terms of ranking; if none are stored, unsaved terms with the default values."""
    return Terms.objects.filter(season=season).first() or Terms(season=season)


def games_of(season: Season) -> list[str]:
    """The games of rubbers in the season's books, the game with the most bookings first."""
    booked = Transaction.objects.filter(season=season).exclude(game="")
    games = booked.values_list("game", flat=True).annotate(times=Count("pk"))
    return list(games.order_by("-times", "game"))


def postings_of(season: Season, game: str) -> QuerySet[Posting]:
    """The postings that count in the season's standings of this game.

    If a booking was reversed in this same season, the booking and its reversal are left out. Calling the function runs
    one query, for the range of the season's ids.
    """
    booked = Transaction.objects.filter(season=season, game=game)
    ids = id_range(booked)
    taken_back = booked.filter(reverses__isnull=False, reverses__season=season)
    return (
        Posting.objects.filter(transaction__season=season, transaction__game=game)
        # Redundant filter: gives PostgreSQL an index range; otherwise it scans the whole book.
        .filter(transaction__gte=ids.first, transaction__lte=ids.last)
        .exclude(transaction__in=taken_back.values("reverses"))
        .exclude(transaction__in=taken_back.values("pk"))
    )


def figures_of(
    season: Season,
    game: str,
    *,
    best: int | None = None,
    exactly: bool = False,
    with_skills: bool = True,
) -> list[Figures]:
    """The figures of each member, from all rubbers or from each member's `best` rubbers.

    For a closed season they are the published figures, if `best` is the number in the season's terms. Figures that were
    not published include the net before rounding if `exactly` (one more query), and the ratings if `with_skills`.
    """
    if season.is_closed and best == terms_of(season).best:
        return [
            _published(row) for row in FinalRow.objects.filter(season=season, game=game)
        ]
    skills = skills_at(game) if with_skills else {}
    return reckoned(
        season,
        game,
        canonical_ids(),
        every_record(),
        skills,
        best=best,
        exactly=exactly,
    )


def every_record() -> tuple[Record, ...]:
    """The id and the name of every member record, and whether the member is a guest. Takes one query."""
    return tuple(plain_rows(Member.objects.values_list("pk", "name", "is_guest")))


def reckoned(
    season: Season,
    game: str,
    people: Mapping[int, int],
    records: Iterable[Record],
    skills: Mapping[int, Skill],
    *,
    best: int | None,
    exactly: bool = False,
) -> list[Figures]:
    """The figures of each member in a season, worked out from the books as they are now.

    `people` maps a merged record to its person. `records` give the names, and `skills` the ratings by the person's id.
    If `best` is a number, only each member's `best` rubbers count. If `exactly`, the figures have the net before
    rounding.
    """
    totals = totals_in(season, game, people, best=best, exactly=exactly)
    members = {pk: (name, bool(is_guest)) for pk, name, is_guest in records}
    figures = []
    for pk, total in totals.items():
        name, is_guest = members[pk]
        net_exact = total.net + total.left_over if exactly else None
        figures.append(
            Figures(
                member_id=pk,
                name=name,
                is_guest=is_guest,
                rubbers=total.rubbers,
                won=total.won,
                lost=total.lost,
                net=total.net,
                best=total.best,
                worst=total.worst,
                skill=skills.get(pk),
                net_exact=net_exact,
            )
        )
    return figures


def guest_ids() -> set[int]:
    return set(Member.objects.filter(is_guest=True).values_list("pk", flat=True))


def totals_in(
    season: Season,
    game: str,
    people: Mapping[int, int],
    *,
    best: int | None,
    exactly: bool,
) -> dict[int, SeasonTotal]:
    """The sums of each person's rubbers, or of the person's `best` rubbers, by the person's id.

    If `exactly`, the `left_over` of each sum is the exact net less the rounded net; else it is 0.
    """
    postings = postings_of(season, game)
    remainders = Remainder.objects.none()
    if exactly:
        remainders = Remainder.objects.filter(
            transaction__season=season, transaction__game=game
        )
    if best:
        rows = remainders.values_list("transaction_id", "member_id", "points")
        left_over = {
            (transaction_id, member_id): points
            for transaction_id, member_id, points in rows
        }
        return best_totals(postings, people, best=best, left_over=left_over)
    totals = totals_of(postings, people)
    # A booking that was reversed in the season has its remainder twice here, with plus and with minus.
    for member_id, points in remainders.values_list("member").annotate(Sum("points")):
        total = totals.get(people.get(member_id, member_id))
        if total:
            total.left_over += points
    return totals


def _published(row: FinalRow) -> Figures:
    skill = None
    if row.rating is not None and row.give is not None:
        skill = Skill(row.rating, row.give)
    return Figures(
        row.member_id,
        row.name,
        row.is_guest,
        row.rubbers,
        row.won,
        row.lost,
        row.net,
        row.best,
        row.worst,
        skill,
        row.net_exact,
    )


def published_ranks(season: Season, game: str) -> dict[int, int | None]:
    """The rank of each member in the published final table, by the member's id; None for a member without a rank."""
    return dict(
        FinalRow.objects.filter(season=season, game=game).values_list(
            "member_id", "rank"
        )
    )


@dataclass(frozen=True, slots=True)
class UnagreedRubber:
    """A rubber that is not agreed yet, in play or over, with its evening."""

    rubber: Rubber
    evening: date


def unagreed_in(season: Season) -> list[UnagreedRubber]:
    """The rubbers of the season's evenings that are not agreed, so not in the books; oldest first. Takes one query."""
    following = Season.objects.after(season).values("begins_on")[:1]
    begun = Rubber.objects.filter(
        agreed_at=None, started_at__gte=beginning_of(season.begins_on)
    )
    rows = (
        begun.select_related("table")
        .annotate(until=Subquery(following))
        .order_by("started_at", "pk")
    )
    unagreed = []
    for rubber in rows:
        evening = evening_of(rubber.started_at)
        if rubber.until is None or evening < rubber.until:
            unagreed.append(UnagreedRubber(rubber, evening))
    return unagreed


def waiting(season: Season, game: str) -> int:
    """The number of rubbers of the season's evenings that are over and wait for agreement."""
    rubbers = [unagreed.rubber for unagreed in unagreed_in(season)]
    return sum(rubber.system == game and rubber.is_over for rubber in rubbers)


@dataclass(frozen=True, slots=True)
class FromEarlier:
    """A booking of an earlier, closed season that counts in a later season."""

    booked: Transaction
    season: Season | None
    """The season in which the rubber was played or had counted; None if it was played before the first season."""

    @property
    def is_correction(self) -> bool:
        """True if the booking takes a rubber back; False if it books a rubber that was agreed late, or again."""
        return self.booked.reverses_id is not None


def from_earlier(season: Season, game: str) -> list[FromEarlier]:
    """The bookings of earlier seasons that count in this season, in the order of the books.

    The list has all corrections, but only the LATE oldest of the bookings that were made late. A booking that was
    reversed in this season is left out, with its reversal. Takes one query, or two if the list has an entry.
    """
    bookings = _COUNTED.find(season.pk, game, season.begins_on)
    seasons = list(Season.objects.all()) if bookings else []
    listed = []
    for booked in bookings:
        earlier = (
            booked.reverses.season
            if booked.reverses
            else season_on(seasons, booked.day)
        )
        listed.append(FromEarlier(booked, earlier))
    return listed


def _counted(season: int, game: str, begins_on: date) -> QuerySet[Transaction]:
    taken_back = Transaction.objects.filter(
        season=season, game=game, reverses__isnull=False
    )
    # Ordered, limited, and of all games: otherwise both databases would look at every booking of the season.
    oldest = Transaction.objects.filter(season=season, day__lt=begins_on).order_by(
        "day"
    )[:LATE]
    late = Transaction.objects.filter(pk__in=oldest.values("pk")).values("pk")
    candidates = Transaction.objects.filter(
        pk__in=taken_back.values("pk").union(late), game=game
    )
    counted = candidates.exclude(reverses__season=season).filter(
        Q(reverses__isnull=False) | Q(reversal=None)
    )
    return counted.select_related("reverses__season").order_by("pk")


_COUNTED = PreparedLookup(
    _counted, *map(Transaction._meta.get_field, ("season", "game", "day"))
)
