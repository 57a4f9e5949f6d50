"""Writes about standings: opening and closing seasons, their terms, and working the books into the ratings."""

from collections.abc import Iterable
from datetime import date, datetime

from django.db.models import OuterRef, Subquery

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.members.models import Deed, Member
from clubscore.members.services import note_deed
from clubscore.rubbers.models import RubberSeat
from clubscore.standings.models import FinalRow, Rating, RatingProgress, RatingStep, Terms
from clubscore.standings.queries import figures_of, games_of, ratings_are_behind, terms_of
from clubscore.standings.ranking import Figures, Least, Order, rank
from clubscore.standings.rating import Strength, rate
from clubscore.writing import write_transaction
from scoring import Seat

BATCH = 500  # rubbers that a page works in at most: a fifth of a second


def open_season(
    *,
    name: str,
    slug: str,
    begins_on: date,
    by: Order,
    least: Least,
    guests: bool,
    best: int | None,
    admin: Member,
    now: datetime,
) -> Season:
    """A season with the terms of its standings, ranked `by`; `admin` opens it. Raises ledger's SeasonRefused."""
    with write_transaction():
        season = ledger.open_season(name=name, slug=slug, begins_on=begins_on)
        terms = Terms.objects.create(season=season, by=by, least=str(least), guests=guests, best=best)
        opened = f"{name}, from {begins_on:%-d %B %Y}: {terms.words}"
        note_deed(what=Deed.What.SEASON, by=admin, now=now, after=opened)
    return season


def change_terms(
    *, season: Season, by: Order, least: Least, guests: bool, best: int | None, admin: Member, now: datetime
) -> Terms:
    """Other terms for a season, ranked `by`; `admin` changes them. Raises SeasonRefused once its table is published."""
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.is_closed:
            raise ledger.SeasonRefused(f"The final table of {season.name} is published: its terms stay as they were.")
        before = terms_of(season).words
        terms, _ = Terms.objects.update_or_create(
            season=season, defaults={"by": by, "least": str(least), "guests": guests, "best": best}
        )
        note_deed(
            what=Deed.What.TERMS,
            by=admin,
            now=now,
            before=f"{season.name}: {before}",
            after=f"{season.name}: {terms.words}",
        )
    return terms


def close_season(*, season: Season, by: Member, now: datetime) -> Season:
    """Close the season and publish its final tables by its terms, one a game. Raises ledger's SeasonRefused."""
    with write_transaction():
        while work_in_ratings():
            pass
        terms = terms_of(season)
        tables = {game: figures_of(season, game, best=terms.best) for game in games_of(season)}
        closed = ledger.close_season(season=season, by=by, now=now)
        for game, figures in tables.items():
            FinalRow.objects.bulk_create(_final_rows(closed, game, figures, terms), batch_size=500)
    return closed


def _final_rows(season: Season, game: str, members: list[Figures], terms: Terms) -> Iterable[FinalRow]:
    placed = rank(members, by=Order(terms.by), least=Least.parse(terms.least), guests=terms.guests)
    ranks = {line.figures.member_id: line.rank for line in placed}
    for figures in sorted(members, key=lambda figures: (ranks.get(figures.member_id) or len(members), figures.name)):
        yield FinalRow(
            season=season,
            game=game,
            rank=ranks.get(figures.member_id),
            member_id=figures.member_id,
            name=figures.name,
            is_guest=figures.is_guest,
            rubbers=figures.rubbers,
            won=figures.won,
            lost=figures.lost,
            net=figures.net,
            best=figures.best,
            worst=figures.worst,
            rating=figures.skill.rating if figures.skill else None,
            give=figures.skill.give if figures.skill else None,
        )


def work_in_ratings(*, at_most: int = BATCH) -> bool:
    """Work the newest bookings into the ratings, in their order; whether any are left.

    A rubber that was taken back is left out: the ratings go back to before it, and the later ones are worked in anew.
    """
    if not ratings_are_behind():
        return False  # without asking for the right to write
    with write_transaction():
        progress, _ = RatingProgress.objects.select_for_update().get_or_create(pk=1)
        news = list(Transaction.objects.filter(pk__gt=progress.last_transaction).order_by("pk")[: at_most + 1])
        batch = news[:at_most]
        if not batch:
            return False
        rewound = _first_taken_back(batch)
        if rewound:
            _go_back(rewound)
            progress.last_transaction = rewound - 1
        else:
            _work_in([transaction for transaction in batch if transaction.game and not transaction.reverses_id])
            progress.last_transaction = batch[-1].pk
        progress.save()
    return bool(rewound) or len(news) > at_most


def forget_ratings() -> None:
    """Begin the ratings anew: the next `work_in_ratings` starts with the first booking."""
    with write_transaction():
        for model in (RatingStep, Rating, RatingProgress):
            model.objects.all().delete()


def _first_taken_back(batch: list[Transaction]) -> int | None:
    """The first rubber that counts in the ratings and is taken back in this batch."""
    reversed_ids = [transaction.reverses_id for transaction in batch if transaction.reverses_id]
    counted = RatingStep.objects.filter(transaction__in=reversed_ids).order_by("transaction")
    return counted.values_list("transaction_id", flat=True).first()


def _go_back(first: int) -> None:
    """Every rating as it was before that transaction."""
    undone = RatingStep.objects.filter(transaction__gte=first)
    touched = set(undone.values_list("member_id", "game"))
    undone.delete()
    newest = RatingStep.objects.filter(member=OuterRef("member"), game=OuterRef("game")).order_by("-transaction")
    ratings = Rating.objects.annotate(
        was_mu=Subquery(newest.values("mu")[:1]), was_sigma=Subquery(newest.values("sigma")[:1])
    )
    for rating in ratings:
        if (rating.member_id, rating.game) not in touched:
            continue
        if rating.was_mu is None:
            rating.delete()
        else:
            Rating.objects.filter(pk=rating.pk).update(mu=rating.was_mu, sigma=rating.was_sigma)


def _work_in(rubbers: list[Transaction]) -> None:
    taken_back = set(Transaction.objects.filter(reverses__in=rubbers).values_list("reverses_id", flat=True))
    rubbers = [rubber for rubber in rubbers if rubber.pk not in taken_back]
    points: dict[int, dict[int, int]] = {rubber.pk: {} for rubber in rubbers}
    for pk, member_id, won in Posting.objects.filter(transaction__in=rubbers).values_list(
        "transaction_id", "member_id", "points"
    ):
        points[pk][member_id] = won
    sides = _sides([rubber for rubber in rubbers if not any(points[rubber.pk].values())])
    _store(rubbers, points, sides)


def _store(rubbers: list[Transaction], points: dict[int, dict[int, int]], sides: dict[int, set[int]]) -> None:
    members = {member_id for posted in points.values() for member_id in posted}
    strengths = {
        (member_id, game): Strength(mu, sigma)
        for member_id, game, mu, sigma in Rating.objects.filter(member__in=members).values_list(
            "member_id", "game", "mu", "sigma"
        )
    }
    steps: list[RatingStep] = []
    moved: dict[tuple[int, str], Strength] = {}
    for rubber in rubbers:
        posted = points[rubber.pk]
        is_drawn = not any(posted.values())
        ahead = sides.get(rubber.source_id, set()) if is_drawn else {pk for pk, won in posted.items() if won > 0}
        first, second = sorted(ahead & set(posted)), sorted(set(posted) - ahead)
        if not first or not second:
            continue
        keys = [[(pk, rubber.game) for pk in team] for team in (first, second)]
        after = rate(*([strengths.get(key, Strength()) for key in team] for team in keys), drawn=is_drawn)
        for key, strength in zip(keys[0] + keys[1], after[0] + after[1], strict=True):
            strengths[key] = moved[key] = strength
            steps.append(
                RatingStep(transaction=rubber, member_id=key[0], game=key[1], mu=strength.mu, sigma=strength.sigma)
            )
    RatingStep.objects.bulk_create(steps, batch_size=500)
    Rating.objects.bulk_create(
        [Rating(member_id=pk, game=game, mu=one.mu, sigma=one.sigma) for (pk, game), one in moved.items()],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["member", "game"],
        update_fields=["mu", "sigma"],
    )


def _sides(drawn: list[Transaction]) -> dict[int, set[int]]:
    """Who sat North and South in these rubbers, by the rubber's id: their points do not tell them apart."""
    sides: dict[int, set[int]] = {}
    seats = RubberSeat.objects.filter(
        rubber__in=[rubber.source_id for rubber in drawn], seat__in=[Seat.NORTH, Seat.SOUTH]
    )
    for rubber_id, member_id in seats.values_list("rubber_id", "member_id"):
        sides.setdefault(rubber_id, set()).add(member_id)
    return sides
