"""Open and close seasons, and change the terms of their standings."""

from collections.abc import Iterable
from datetime import date, datetime

from django.utils.translation import gettext, override

from clubscore.calendar import day_words
from clubscore.database.write_lock import write_transaction
from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.standings.duplicate.queries import as_it_stands
from clubscore.standings.duplicate.services import (
    publish_final_percentages,
    take_terms_over,
)
from clubscore.standings.models import FinalRow, Terms
from clubscore.standings.queries import figures_of, games_of, terms_of
from clubscore.standings.ranking.ranks import Figures, Least, Order, rank
from clubscore.standings.rating.services import work_in_ratings


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
    """Open a season that begins on `begins_on`, and store the terms of its standings. Returns the season.

    Members are ranked `by` this figure if they have played the `least` number of rubbers; guests only if `guests` is
    true. If `best` is a number, only each member's `best` rubbers count.

    The terms of duplicate are copied from the season before. Raises SeasonRefused if a closed season has days of the
    new season, or if a later season is closed.
    """
    with write_transaction():
        season = ledger.open_season(name=name, slug=slug, begins_on=begins_on)
        terms = Terms.objects.create(
            season=season, by=by, least=str(least), guests=guests, best=best
        )
        taken_over = take_terms_over(season=season)
        with override("en-gb"):  # the audit is stored in English
            opened = f"{name}, from {day_words(begins_on)}: {terms.words}"
            if taken_over:
                opened += f"; {taken_over.words}"
        record_event(what=AuditEvent.What.SEASON, by=admin, now=now, after=opened)
    return season


def change_terms(
    *,
    season: Season,
    by: Order,
    least: Least,
    guests: bool,
    best: int | None,
    admin: Member,
    now: datetime,
) -> Terms:
    """Change the terms by which a season's members are ranked, and return the stored terms.

    Members are ranked `by` this figure if they have played the `least` number of rubbers; guests only if `guests` is
    true. If `best` is a number, only each member's `best` rubbers count. Raises SeasonRefused if the season's final
    table is published.
    """
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.is_closed:
            refusal = gettext(
                "The final table of %(season)s is published: its terms stay as they were."
            )
            raise ledger.SeasonRefused(refusal % {"season": season.called})
        before = terms_of(season).words
        terms, _ = Terms.objects.update_or_create(
            season=season,
            defaults={"by": by, "least": str(least), "guests": guests, "best": best},
        )
        record_event(
            what=AuditEvent.What.TERMS,
            by=admin,
            now=now,
            before=f"{season.name}: {before}",
            after=f"{season.name}: {terms.words}",
        )
    return terms


def close_season(*, season: Season, by: Member, now: datetime) -> Season:
    """Close the season, and publish its final tables by its terms: one for each game, and one for duplicate.

    Raises SeasonRefused if the season is closed already or has not reached its last day, if no season comes after it,
    or if an earlier season is open.
    """
    with write_transaction():
        # Lock first: a booking made while the figures are worked out would be in the season, but not in its tables.
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        while work_in_ratings():
            pass
        terms = terms_of(season)
        percents = as_it_stands(season)
        tables = {}
        for game in games_of(season):
            tables[game] = figures_of(season, game, best=terms.best, exactly=True)
        closed = ledger.close_season(season=season, by=by, now=now)
        publish_final_percentages(season=closed, final=percents)
        for game, figures in tables.items():
            FinalRow.objects.bulk_create(
                _final_rows(closed, game, figures, terms), batch_size=500
            )
    return closed


def _final_rows(
    season: Season, game: str, members: list[Figures], terms: Terms
) -> Iterable[FinalRow]:
    placed = rank(
        members, by=Order(terms.by), least=Least.parse(terms.least), guests=terms.guests
    )
    ranks = {line.figures.member_id: line.rank for line in placed}

    def order(figures: Figures) -> tuple[int, str]:
        return ranks.get(figures.member_id) or len(members), figures.name

    for figures in sorted(members, key=order):
        rating = give = None
        if figures.skill:
            rating, give = figures.skill.rating, figures.skill.uncertainty
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
            net_exact=figures.net_exact,
            best=figures.best,
            worst=figures.worst,
            rating=rating,
            give=give,
        )
