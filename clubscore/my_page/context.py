"""The template context of My page, the page of the signed-in member."""

from datetime import datetime

from clubscore.duplicate.results.publishing.context import own_results
from clubscore.ledger.queries import statement_of
from clubscore.members.models import Member
from clubscore.standings.profiles.context import lines_of, newest_bars, sums_of
from clubscore.standings.profiles.member_rank import place_of
from clubscore.standings.profiles.period import period_of
from clubscore.standings.profiles.results import ids_of, results_of

LATELY = 5  # rubbers, and sessions of duplicate


def my_page_context(member: Member, now: datetime) -> dict[str, object]:
    """Template context of the member's page: a season's results in one game, the last sessions, and the last statement.

    The season is the current season; the game is the first in `scoring.SYSTEMS`.
    """
    period = period_of({}, now)
    results = results_of(ids_of(member), period.game, period.season)
    return {
        "period": period,
        "sums": sums_of(results),
        "bars": newest_bars(results),
        "lately": lines_of(results, {})[:LATELY],
        "place": place_of(member.pk, period.season, period.game)
        if period.season
        else None,
        "duplicate": own_results(ids_of(member), LATELY),
        "statement": statement_of(member),
    }
