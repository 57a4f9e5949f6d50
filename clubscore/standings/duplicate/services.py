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
    *,
    season: Season,
    counting: Counting,
    least: Least,
    guests: bool,
    by: Member,
    now: datetime,
) -> DuplicateTerms:
    """Change the terms by which a season's standings of duplicate are ranked, and return the stored terms.

    `counting` is the rule for the sessions that count, `least` is the least number of sessions for a rank. If `guests`
    is true, guests are ranked, too. Raises SeasonRefused if the season's final table is published.
    """
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.is_closed:
            refusal = gettext(
                "The final table of %(season)s is published: its terms stay as they were."
            )
            raise ledger.SeasonRefused(refusal % {"season": season.called})
        before = duplicate_terms_of(season).words
        values = {
            "by": counting.by,
            "best": counting.best,
            "last": counting.last,
            "least": str(least),
            "guests": guests,
        }
        terms, _ = DuplicateTerms.objects.update_or_create(
            season=season, defaults=values
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
    """Copy the terms of duplicate from the season before into this season, in the caller's transaction.

    Returns the new terms; None if there is no season before.
    """
    before = (
        Season.objects.filter(begins_on__lt=season.begins_on)
        .order_by("-begins_on")
        .first()
    )
    if before is None:
        return None
    terms = duplicate_terms_of(before)
    return DuplicateTerms.objects.create(
        season=season,
        by=terms.by,
        least=terms.least,
        best=terms.best,
        last=terms.last,
        guests=terms.guests,
    )


def publish_final_percentages(*, season: Season, final: Final) -> None:
    """Write the final table of duplicate of a season that has just been closed, in the caller's transaction.

    The table is made from the newest publication of each session; these publications are stored with the table.
    """
    sessions = [
        FinalSession(season=season, publication=publication)
        for publication in final.publications
    ]
    FinalSession.objects.bulk_create(sessions)
    rows = _final_rows(season, final.figures, final.terms)
    FinalPercentage.objects.bulk_create(rows, batch_size=500)


def _final_rows(
    season: Season, members: list[PercentFigures], terms: DuplicateTerms
) -> Iterable[FinalPercentage]:
    ranks = {line.figures.member_id: line.rank for line in ranked(members, terms)}

    def order(figures: PercentFigures) -> tuple[int, str]:
        return ranks.get(figures.member_id) or len(members), figures.name

    for figures in sorted(members, key=order):
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
            masterpoints=figures.masterpoints,
        )
