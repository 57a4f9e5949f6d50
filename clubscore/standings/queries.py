"""What the books say of a season. Each question is a fixed number of queries, and grows with the season only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, IntegerField, Max, Min, Q, QuerySet, Sum, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.standings.models import FinalRow, Rating, RatingProgress, Terms
from clubscore.standings.ranking import Figures, Skill
from clubscore.standings.rating import skill_of

TREND = 20  # rubbers in the little curve beside a name

_IS_RESULT = Q(transaction__reverses=None)
# What takes back a rubber of an earlier season takes back its count as well.
_COUNT = Case(When(_IS_RESULT, then=Value(1)), default=Value(-1), output_field=IntegerField())
_WON = Q(_IS_RESULT, points__gt=0) | Q(~_IS_RESULT, points__lt=0)
_LOST = Q(_IS_RESULT, points__lt=0) | Q(~_IS_RESULT, points__gt=0)


def current_season(now: datetime) -> Season | None:
    """The season of today; before the first begins, that one."""
    today = timezone.localtime(now).date()
    return Season.objects.on(today).first() or Season.objects.order_by("begins_on").first()


def terms_of(season: Season) -> Terms:
    """The season's own terms, or the defaults, not saved."""
    return Terms.objects.filter(season=season).first() or Terms(season=season)


def games_of(season: Season) -> list[str]:
    """The games that were played in the season."""
    played = Transaction.objects.filter(season=season).exclude(game="")
    return sorted(played.values_list("game", flat=True).distinct())


def postings_of(season: Season, game: str) -> QuerySet[Posting]:
    """What counts in the season: not what was booked and taken back in it. Asks where the season lies in the book."""
    booked = Transaction.objects.filter(season=season, game=game)
    # Of a plain pk PostgreSQL would look for the smallest from the beginning of the book.
    lies = booked.aggregate(first=Min(F("pk") + 0), last=Max(F("pk") + 0))
    taken_back = booked.filter(reverses__isnull=False, reverses__season=season)
    return (
        Posting.objects.filter(transaction__season=season, transaction__game=game)
        # Says nothing new; but PostgreSQL, which cannot know it, would go through the whole book.
        .filter(transaction__gte=lies["first"] or 0, transaction__lte=lies["last"] or 0)
        .exclude(transaction__in=taken_back.values("reverses"))
        .exclude(transaction__in=taken_back.values("pk"))
    )


def figures_of(season: Season, game: str, *, best: int | None = None) -> list[Figures]:
    """Everybody's figures, with `best` of each one's best so many rubbers; of a closed season those published."""
    if season.is_closed and best == terms_of(season).best:
        return [_published(row) for row in FinalRow.objects.filter(season=season, game=game)]
    postings = postings_of(season, game)
    return _figures(_best_of(postings, best) if best else postings, skills_at(game))


def _figures(postings: QuerySet[Posting], skills: dict[int, Skill]) -> list[Figures]:
    rows = postings.values("member").annotate(
        rubbers=Sum(_COUNT),
        wins=Sum(_COUNT, filter=_WON, default=0),
        losses=Sum(_COUNT, filter=_LOST, default=0),
        net=Sum("points"),
        best=Max("points", filter=_IS_RESULT),
        worst=Min("points", filter=_IS_RESULT),
    )
    people = {pk: (name, is_guest) for pk, name, is_guest in Member.objects.values_list("pk", "name", "is_guest")}
    return [
        Figures(
            row["member"],
            *people[row["member"]],
            rubbers=row["rubbers"],
            won=row["wins"],
            lost=row["losses"],
            net=row["net"],
            best=row["best"],
            worst=row["worst"],
            skill=skills.get(row["member"]),
        )
        for row in rows
    ]


def _best_of(postings: QuerySet[Posting], best: int) -> QuerySet[Posting]:
    """Each member's so many largest results. A correction of an earlier season is no result."""
    place = Window(RowNumber(), partition_by=F("member"), order_by=[F("points").desc(), F("pk").asc()])
    chosen = postings.filter(_IS_RESULT).annotate(place=place).filter(place__lte=best)
    return Posting.objects.filter(pk__in=chosen.values("pk"))


def _published(row: FinalRow) -> Figures:
    skill = Skill(row.rating, row.give) if row.rating is not None and row.give is not None else None
    return Figures(
        row.member_id, row.name, row.is_guest, row.rubbers, row.won, row.lost, row.net, row.best, row.worst, skill
    )


def published_ranks(season: Season, game: str) -> dict[int, int | None]:
    """The rank of each member, by id, in the table that was published."""
    return dict(FinalRow.objects.filter(season=season, game=game).values_list("member_id", "rank"))


def skills_at(game: str, member: Member | None = None) -> dict[int, Skill]:
    """Everybody's rating at a game, or one member's, by member's id."""
    ratings = Rating.objects.filter(game=game, member=member) if member else Rating.objects.filter(game=game)
    rows = ratings.values_list("member_id", "mu", "sigma")
    return {member_id: skill_of(mu, sigma) for member_id, mu, sigma in rows}


def ratings_are_behind() -> bool:
    """Whether something is booked that is not worked into the ratings."""
    done = RatingProgress.objects.values_list("last_transaction", flat=True).first() or 0
    return Transaction.objects.filter(pk__gt=done).exists()


def trends(season: Season, game: str, member_ids: Iterable[int]) -> dict[int, list[int]]:
    """The results of each one's last rubbers in the season, oldest first, in points."""
    wanted = set(member_ids)
    back = Window(RowNumber(), partition_by=F("member"), order_by=F("transaction").desc())
    rows = (
        postings_of(season, game)
        # A plain `member IN` would make the database read these members' whole history.
        .annotate(back=back, who=F("member_id") + 0)
        .filter(back__lte=TREND, who__in=wanted)
        .values_list("member_id", "points")
        .order_by("transaction")
    )
    found: dict[int, list[int]] = {}
    for member_id, points in rows:
        found.setdefault(member_id, []).append(points)
    return found


@dataclass(frozen=True, slots=True)
class PairFigures:
    """What two members' rubbers together add up to."""

    first_id: int
    second_id: int
    names: tuple[str, str]
    rubbers: int
    won: int
    net: int

    @property
    def average(self) -> float:
        return self.net / self.rubbers


def pairs_of(season: Season, game: str, *, guests: bool) -> list[PairFigures]:
    """Everybody who won or lost together in the season, best net first. In a drawn rubber nobody can be told apart."""
    together = Q(transaction__postings__points=F("points"), transaction__postings__member__gt=F("member"))
    rows = (
        postings_of(season, game)
        .filter(_IS_RESULT & together)
        .exclude(points=0)
        .values_list("member", "transaction__postings__member")
        .annotate(rubbers=Sum(Value(1)), won=Sum(Case(When(points__gt=0, then=1), default=0)), net=Sum("points"))
    )
    people = {pk: (name, is_guest) for pk, name, is_guest in Member.objects.values_list("pk", "name", "is_guest")}
    pairs = [
        PairFigures(first, second, (people[first][0], people[second][0]), rubbers, won, net)
        for first, second, rubbers, won, net in rows
        if guests or not (people[first][1] or people[second][1])
    ]
    return sorted(pairs, key=lambda pair: (-pair.net, pair.names))


def waiting(season: Season, game: str) -> int:
    """How many rubbers that ended since the season began wait for agreement, and are not in the books."""
    begins = datetime(*season.begins_on.timetuple()[:3], tzinfo=timezone.get_current_timezone())
    return Rubber.objects.filter(system=game, ended_at__gte=begins, agreed_at=None).count()


def corrections(season: Season, game: str) -> QuerySet[Transaction]:
    """What was booked in this season to take back a rubber of an earlier one."""
    return (
        Transaction.objects.filter(season=season, game=game, reverses__isnull=False)
        .exclude(reverses__season=season)
        .select_related("reverses__season")
        .order_by("pk")
    )
