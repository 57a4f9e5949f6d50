"""Writes about the standings of duplicate: the terms of a season, and its final table."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext

from clubscore.database.write_lock import write_transaction
from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.standings.duplicate.queries import Final, duplicate_terms_of, ranked
from clubscore.standings.models import DuplicateTerms, FinalPercentage, FinalSession
from clubscore.standings.ranking.percentages import Counting, PercentFigures
from clubscore.standings.ranking.ranks import Least


def change_duplicate_terms(
    *, season: Season, counting: Counting, least: Least, guests: bool, by: Member, now: datetime
) -> DuplicateTerms:
    """Other terms of duplicate for a season; `by` changes them. Raises SeasonRefused once its table is published."""
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.is_closed:
            refusal = gettext("The final table of %(season)s is published: its terms stay as they were.")
            raise ledger.SeasonRefused(refusal % {"season": season.name})
        before = duplicate_terms_of(season).words
        values = {"by": counting.by, "best": counting.best, "last": counting.last}
        terms, _ = DuplicateTerms.objects.update_or_create(
            season=season, defaults=values | {"least": str(least), "guests": guests}
        )
        record_event(
            what=AuditEvent.What.TERMS,
            by=by,
            now=now,
            before=f"{season.name}: {before}",
            after=f"{season.name}: {terms.words}",
        )
    return terms


def take_terms_over(*, season: Season) -> DuplicateTerms | None:
    """Give a new season the terms of duplicate of the one before it, in the caller's transaction; None if none."""
    before = Season.objects.filter(begins_on__lt=season.begins_on).order_by("-begins_on").first()
    if before is None:
        return None
    terms, names = duplicate_terms_of(before), ("by", "least", "best", "last", "guests")
    return DuplicateTerms.objects.create(season=season, **{name: getattr(terms, name) for name in names})


def publish_final_percentages(*, season: Season, final: Final) -> None:
    """Write the final table of duplicate of a season that has just been closed, in the caller's transaction.

    What it is made of is kept with it: the publications that were the newest of their sessions.
    """
    FinalSession.objects.bulk_create(FinalSession(season=season, publication=each) for each in final.publications)
    FinalPercentage.objects.bulk_create(_final_rows(season, final.figures, final.terms), batch_size=500)


def _final_rows(season: Season, members: list[PercentFigures], terms: DuplicateTerms) -> Iterable[FinalPercentage]:
    ranks = {line.figures.member_id: line.rank for line in ranked(members, terms)}
    for figures in sorted(members, key=lambda each: (ranks.get(each.member_id) or len(members), each.name)):
        yield FinalPercentage(
            season=season,
            rank=ranks.get(figures.member_id),
            member_id=figures.member_id,
            name=figures.name,
            is_guest=figures.is_guest,
            sessions=figures.sessions,
            counted=figures.counted,
            percent=int(figures.percent * 10_000),
            best=int(figures.best * 10_000),
        )
