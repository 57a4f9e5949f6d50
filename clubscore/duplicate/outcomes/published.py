"""The newest publication of a session, its correction period, and the lists as they were published.

No column of a publication says that it is the newest, or that it is final: this module works it out.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from fractions import Fraction

from django.db.models import BigIntegerField, F, Prefetch
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext as _

from clubscore.duplicate.models import (
    Publication,
    PublishedPlayer,
    PublishedRow,
    Session,
)
from clubscore.duplicate.outcomes.outcome_words import (
    figure_in_words,
    list_order,
    place_in_words,
)
from clubscore.duplicate.session.lineup import list_name, names_of_shares
from clubscore.refusals import Refused
from scoring.contest.rules import ContestRules
from scoring.duplicate.correction_period import (
    Code,
    CorrectionPeriod,
    CorrectionPeriods,
    Moment,
)


def newest_publication(session_id: int) -> Publication | None:
    """The newest publication of a session; None before it is published."""
    return Publication.objects.filter(session=session_id).order_by("-number").first()


def moment_of(
    session: Session, publication: Publication | None, now: datetime
) -> Moment:
    """The Moment for Law 79: it says if `now`, a time after play, is in the correction period or after it.

    A session without a publication is in the correction period.
    """
    if publication is None:
        return Moment.PERIOD_ON
    period = CorrectionPeriod(
        timedelta(minutes=publication.minutes),
        special_nature=publication.special_nature,
    )
    begins = publication.correction_ends_at - period.length
    return CorrectionPeriods(Code(session.law), (period,)).moment(
        now, hands_out=False, round_over=True, available_at=begins
    )


def require_not_final(session: Session, now: datetime) -> None:
    """Raises Refused if the session is over and its published results are final."""
    if session.is_over and is_final(session, newest_publication(session.pk), now):
        raise Refused(
            _(
                "The correction period is over, and what was published is final: "
                "propose the change, and an organiser approves it."
            )
        )


def require_grades_open(session: Session, now: datetime) -> None:
    """Raises Refused once the published results of a session are final: handicaps and masterpoints do not change."""
    publication = newest_publication(session.pk)
    if publication and is_final(session, publication, now):
        raise Refused(
            _(
                "The correction period is over, and what was published is final: "
                "handicaps, strata and masterpoints stay as they are."
            )
        )


def is_final(session: Session, publication: Publication | None, now: datetime) -> bool:
    """True if the results are published and their correction period is over."""
    return moment_of(session, publication, now) is Moment.PERIOD_OVER


def appeals_end(publication: Publication) -> datetime:
    """The moment until which rulings may be appealed (Law 92B), counted from the publication of the official score.

    A later publication either continues the correction period and the time for appeals, or begins both again.
    """
    available_at = publication.correction_ends_at - timedelta(
        minutes=publication.minutes
    )
    return available_at + timedelta(minutes=publication.appeal_minutes)


def newest_publications(session_ids: Collection[int]) -> dict[int, Publication]:
    """The newest publication of each published session, by the id of the session.

    Runs no SQL statement if there are no ids.
    """
    if not session_ids:
        return {}
    rows = Publication.objects.filter(session__in=session_ids).order_by("number")
    return {publication.session_id: publication for publication in rows}


def rows_of(publications: Collection[Publication]) -> list[PublishedRow]:
    """The rows of these publications by list and position, with entry and players, read in two SQL statements."""
    players = PublishedPlayer.objects.select_related("member").order_by("position")
    rows = PublishedRow.objects.filter(publication__in=publications).select_related(
        "entry"
    )
    return list(
        rows.prefetch_related(Prefetch("players", players)).order_by(
            "publication", "list", "position"
        )
    )


def in_lists(
    session: Session, rows: Iterable[PublishedRow]
) -> list[tuple[str, list[PublishedRow]]]:
    """The lists of one publication in the order of a page, each as its heading and its rows."""
    lists: dict[str, list[PublishedRow]] = {}
    for row in rows:
        lists.setdefault(row.list, []).append(row)
    names = sorted(lists, key=list_order)
    return [(list_name(session, name), lists[name]) for name in names]


def players_named(row: PublishedRow) -> str:
    """The names of the players of a row that `rows_of` has read, with the rounds of substitutes."""
    players = row.players.all()
    return names_of_shares((player.member, player.rounds) for player in players)


def percentages(row: str) -> Coalesce:
    """A database expression: the percentage of a published row, in ten-thousandths of a per cent.

    `row` is the path from the model that is read to the row, such as `row__`.

    In a ranking by victory points the percentage is the entry's share of the victory points that it could have won. For
    IMPs and total points it is None.
    """
    return Coalesce(
        f"{row}percent",
        F(f"{row}score") * 100 / NullIf(f"{row}top", 0),
        output_field=BigIntegerField(),
    )


def percentage_of(row: PublishedRow) -> Fraction | None:
    """The percentage of a published row in per cent; None for IMPs and total points.

    In a ranking by victory points it is the entry's share of the victory points that it could have won.
    """
    if row.percent is not None:
        return Fraction(row.percent, 10_000)
    if not row.top:
        return None
    share = int(Fraction(row.score * 100, row.top))
    return Fraction(share, 10_000)


def place_of_row(row: PublishedRow) -> str:
    """The place of a published row in words, such as `3` or `3=`."""
    return place_in_words(row.place, row.is_tied)


def figure_of(row: PublishedRow, rules: ContestRules) -> str:
    """The percentage or score by which a published row is ranked, in words, by the rules of its session."""
    percent = None if row.percent is None else Fraction(row.percent, 10_000)
    return figure_in_words(Fraction(row.score, 10_000), percent, rules)
