"""Reads of a season. Each takes a fixed number of queries, and a time that grows with the season only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, F, Max, Min, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import RowNumber

from clubscore.calendar import beginning_of, evening_of
from clubscore.database.plain_rows import plain_rows
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.ledger.balances import Remembered
from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.ledger.placing import season_on
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.rubbers.models import Remainder, Rubber
from clubscore.standings.models import FinalRow, Terms
from clubscore.standings.ranking.ranks import Figures, Skill
from clubscore.standings.ranking.totals import Total, best_totals, totals_of
from clubscore.standings.rating.queries import skills_at

TREND = 20  # rubbers in the little curve beside a name
LATE = 100  # bookings of earlier seasons that are named

Record = tuple[int, str, bool]


def current_season(now: datetime) -> Season | None:
    """The season of this evening; before the first begins, that one."""
    return current_of(Season.objects.order_by("-begins_on"), now)


def current_of(seasons: Iterable[Season], now: datetime) -> Season | None:
    """The same, of all seasons, newest first."""
    today, current = evening_of(now), None
    for current in seasons:
        if current.begins_on <= today:
            break
    return current


def terms_of(season: Season) -> Terms:
    """The season's own terms, or the defaults, not saved."""
    return Terms.objects.filter(season=season).first() or Terms(season=season)


def games_of(season: Season) -> list[str]:
    """The games that were played in the season, the one with the most bookings first."""
    booked = Transaction.objects.filter(season=season).exclude(game="")
    return list(booked.values_list("game", flat=True).annotate(times=Count("pk")).order_by("-times", "game"))


def postings_of(season: Season, game: str) -> QuerySet[Posting]:
    """Postings that count in the season: not those that were reversed in it. Runs one query for the range of ids."""
    booked = Transaction.objects.filter(season=season, game=game)
    # `+ 0`: for the minimum of a plain pk PostgreSQL would read the whole book from its beginning.
    lies = booked.aggregate(first=Min(F("pk") + 0), last=Max(F("pk") + 0))
    taken_back = booked.filter(reverses__isnull=False, reverses__season=season)
    return (
        Posting.objects.filter(transaction__season=season, transaction__game=game)
        # Redundant filter: gives PostgreSQL an index range; otherwise it scans the whole book.
        .filter(transaction__gte=lies["first"] or 0, transaction__lte=lies["last"] or 0)
        .exclude(transaction__in=taken_back.values("reverses"))
        .exclude(transaction__in=taken_back.values("pk"))
    )


def figures_of(
    season: Season, game: str, *, best: int | None = None, exactly: bool = False, with_skills: bool = True
) -> list[Figures]:
    """Everybody's figures, with `best` of each one's best so many rubbers; of a closed season those published.

    With `exactly` also the net before rounding, which takes a query more; the ratings `with_skills`.
    """
    if season.is_closed and best == terms_of(season).best:
        return [_published(row) for row in FinalRow.objects.filter(season=season, game=game)]
    skills = skills_at(game) if with_skills else {}
    return reckoned(season, game, canonical_ids(), every_record(), skills, best=best, exactly=exactly)


def every_record() -> tuple[Record, ...]:
    """Id, name and whether a guest, of every record of a member. One query."""
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
    """The figures of a season as the books have them now. `people` names the person of each record that was merged."""
    totals = totals_in(season, game, people, best=best, exactly=exactly)
    about = {pk: (name, bool(is_guest)) for pk, name, is_guest in records}
    return [
        Figures(
            pk,
            *about[pk],
            total.rubbers,
            total.won,
            total.lost,
            total.net,
            total.best,
            total.worst,
            skills.get(pk),
            total.net + total.left_over if exactly else None,
        )
        for pk, total in totals.items()
    ]


def guest_ids() -> set[int]:
    return set(Member.objects.filter(is_guest=True).values_list("pk", flat=True))


def totals_in(
    season: Season, game: str, people: Mapping[int, int], *, best: int | None, exactly: bool
) -> dict[int, Total]:
    """The sums of each person's rubbers, or of their `best` so many; `exactly`, with what rounding left over."""
    postings = postings_of(season, game)
    kept = Remainder.objects.filter(transaction__season=season, transaction__game=game) if exactly else None
    if best:
        rows = kept.values_list("transaction_id", "member_id", "points") if kept is not None else ()
        left_over = {(transaction_id, member_id): points for transaction_id, member_id, points in rows}
        return best_totals(postings, people, best=best, left_over=left_over)
    totals = totals_of(postings, people)
    # What was booked and taken back in the season has its remainder twice here, with plus and with minus.
    for member_id, points in kept.values_list("member").annotate(Sum("points")) if kept is not None else ():
        if total := totals.get(people.get(member_id, member_id)):
            total.left_over += points
    return totals


def _published(row: FinalRow) -> Figures:
    skill = Skill(row.rating, row.give) if row.rating is not None and row.give is not None else None
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
    """The rank of each member, by id, in the table that was published."""
    return dict(FinalRow.objects.filter(season=season, game=game).values_list("member_id", "rank"))


def trends(season: Season, game: str, member_ids: Iterable[int]) -> dict[int, list[int]]:
    """The results of each one's last rubbers in the season, oldest first, in points.

    A record that was merged counts for its person, unless it is asked for itself, as in a table published before.
    """
    return _TRENDS.of(season, game, tuple(member_ids), tuple(canonical_ids().items()))


def _trends(
    season: Season, game: str, member_ids: Sequence[int], merged: Sequence[tuple[int, int]]
) -> dict[int, list[int]]:
    wanted, people = set(member_ids), dict(merged)
    shown_as = {pk: pk if pk in wanted else people.get(pk) for pk in wanted | people.keys()}
    records = [pk for pk, person in shown_as.items() if person in wanted]
    back = Window(RowNumber(), partition_by=F("member"), order_by=F("transaction").desc())
    rows = (
        postings_of(season, game)
        # A plain `member IN` would make the database read these members' whole history.
        .annotate(back=back, who=F("member_id") + 0)
        .filter(back__lte=TREND, who__in=records)
        .values_list("member_id", "points")
        .order_by("transaction")
    )
    found: dict[int, list[int]] = {}
    for member_id, points in rows:
        found.setdefault(shown_as[member_id] or member_id, []).append(points)
    return {member_id: results[-TREND:] for member_id, results in found.items()}


_TRENDS = Remembered(_trends, most=20)  # pages, of a hundred members each


@dataclass(frozen=True, slots=True)
class Unagreed:
    """A rubber that is not agreed, in play or over, and the evening on which it was played."""

    rubber: Rubber
    evening: date


def unagreed_in(season: Season) -> list[Unagreed]:
    """The rubbers of the season's evenings that are not in the books, oldest first. One query."""
    following = Season.objects.after(season).values("begins_on")[:1]
    begun = Rubber.objects.filter(agreed_at=None, started_at__gte=beginning_of(season.begins_on))
    rows = begun.select_related("table").annotate(until=Subquery(following)).order_by("started_at", "pk")
    found = [(row.until, Unagreed(row, evening_of(row.started_at))) for row in rows]
    return [each for until, each in found if until is None or each.evening < until]


def waiting(season: Season, game: str) -> int:
    """The number of rubbers of the season's evenings that are over and wait for agreement."""
    return sum(each.rubber.system == game and each.rubber.is_over for each in unagreed_in(season))


@dataclass(frozen=True, slots=True)
class FromEarlier:
    """A booking that counts in a season and is of an earlier one, which was closed."""

    booked: Transaction
    season: Season | None
    """The season whose rubber is taken back, or in which the rubber was played; None for one before the first."""

    @property
    def is_correction(self) -> bool:
        """Whether it takes a rubber back; else it is one that was agreed late, or anew."""
        return self.booked.reverses_id is not None


def from_earlier(season: Season, game: str) -> list[FromEarlier]:
    """The bookings of earlier seasons that count in this one, in the order of the books: the LATE oldest at most.

    What was taken back in this season itself is left out, with its reversal. One query, two if there is any.
    """
    rows = _COUNTED.find(season.pk, game, season.begins_on)
    seasons = list(Season.objects.all()) if rows else []
    return [FromEarlier(row, row.reverses.season if row.reverses else season_on(seasons, row.day)) for row in rows]


def _counted(season: int, game: str, begins_on: date) -> QuerySet[Transaction]:
    taken_back = Transaction.objects.filter(season=season, game=game, reverses__isnull=False)
    # In order and limited, and of all games: else either database would look at every booking of the season.
    oldest = Transaction.objects.filter(season=season, day__lt=begins_on).order_by("day")[:LATE]
    late = Transaction.objects.filter(pk__in=oldest.values("pk")).values("pk")
    found = Transaction.objects.filter(pk__in=taken_back.values("pk").union(late), game=game)
    counted = found.exclude(reverses__season=season).filter(Q(reverses__isnull=False) | Q(reversal=None))
    return counted.select_related("reverses__season").order_by("pk")


_COUNTED = PreparedLookup(_counted, *map(Transaction._meta.get_field, ("season", "game", "day")))
