"""The check that every final table of duplicate agrees with the publications of its sessions.

The check works each table out again and repairs nothing. It takes the names, and who is a guest, from the table,
because the publications do not have them.
"""

from collections.abc import Iterator

from clubscore.ledger.models import Season
from clubscore.members.queries import people_at
from clubscore.standings.duplicate.queries import (
    Counted,
    counted_of,
    days_of,
    duplicate_terms_of,
    figures_of,
    publications_of,
    ranked,
)
from clubscore.standings.models import FinalPercentage
from clubscore.standings.ranking.percentages import PercentFigures

COLUMNS = ("rank", "sessions", "counted", "percent", "best", "masterpoints")


def differences() -> Iterator[str]:
    """A sentence for each line of a closed season's table of duplicate that differs from the publications."""
    for season in Season.objects.exclude(closed_at=None).order_by("begins_on"):
        assert season.closed_at is not None  # the seasons looked at are closed
        publications = publications_of(season)
        first, until = days_of(season)
        for publication in publications:
            session = publication.session
            if session.day < first or (until and session.day >= until):
                yield f"{season.name}, duplicate: {session} of {session.day} is in it, and not of its days."
        yield from _compare(
            season, counted_of(publications, people_at(season.closed_at))
        )


def _compare(season: Season, counted: Counted) -> Iterator[str]:
    """A sentence for each difference between the published table of a season and its sessions."""
    table = f"{season.name}, duplicate"
    terms = duplicate_terms_of(season)
    rows = list(FinalPercentage.objects.filter(season=season).order_by("pk"))
    was_guest = {row.member_id: row.is_guest for row in rows}
    figures = figures_of(counted, terms.counting)
    figures = [
        line._replace(is_guest=was_guest.get(line.member_id, line.is_guest))
        for line in figures
    ]
    ranks = {line.figures.member_id: line.rank for line in ranked(figures, terms)}
    wanted = {
        line.member_id: _facts(line, ranks.get(line.member_id)) for line in figures
    }
    for row in rows:
        if row.member_id not in wanted:
            yield f"{table}: {row.name} is published, and played in none of its sessions."
            continue
        for name, value in wanted[row.member_id].items():
            published = getattr(row, name)
            if published != value:
                yield f"{table}: {row.name} is published with {name} {published}; the sessions make it {value}."
    for line in figures:
        if line.member_id not in was_guest:
            yield f"{table}: {line.name} is not published, and played in its sessions."


def _facts(line: PercentFigures, rank: int | None) -> dict[str, int | None]:
    values = (
        rank,
        line.sessions,
        line.counted,
        int(line.percent * 10_000),
        int(line.best * 10_000),
        line.masterpoints,
    )
    return dict(zip(COLUMNS, values, strict=True))
