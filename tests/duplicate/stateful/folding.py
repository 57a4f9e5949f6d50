"""What counts is what was recorded last, and the lists are the sum of it."""

from collections import defaultdict
from fractions import Fraction

from clubscore.duplicate.models import BoardGroup, Play, Publication, Session
from clubscore.duplicate.outcomes.results import results_of
from scoring.duplicate import score_board
from tests.duplicate.stateful import newest

SLOTS = 12  # of a Howell of two tables with two boards a round


def the_newest_rows_count(session: Session) -> None:
    """Assert that the results of the session are the newest version and the ruling in force of each slot."""
    results = results_of(session.pk)
    counting = {slot: result.play.pk for slot, result in results.items()}
    recorded = newest.plays(session)
    assert counting == {slot: play.pk for slot, play in recorded.items()}
    in_force = {slot: ruled.ruling.pk for slot, ruled in results.rulings.items()}
    ruled = newest.rulings(session)
    assert in_force == {slot: ruling.pk for slot, ruling in ruled.items()}


def the_lists_are_the_fold_of_what_is_recorded(publication: Publication) -> None:
    """Assert that each pair has the matchpoints of its boards, where nothing but results of all boards counts."""
    session = publication.session
    plays = newest.plays(session)
    has_other = session.penalties.exists() or newest.rulings(session)
    has_other = has_other or BoardGroup.objects.filter(session=session).exists()
    if has_other or len(plays) < SLOTS:
        return
    published = {row.entry.number: row.score for row in publication.rows.all()}
    for number, points in _matchpoints(list(plays.values())).items():
        assert published[number] == points * 10_000, (published, number, points)


def _matchpoints(plays: list[Play]) -> dict[int, Fraction]:
    """The matchpoints of each pair: two for each other result of the board that is worse, one for an equal one."""
    boards: dict[int, list[tuple[Play, int]]] = defaultdict(list)
    for play in plays:
        boards[play.board].append((play, score_board(play.board, play.facts).score))
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for scored in boards.values():
        for play, score in scored:
            for other, points in scored:
                if other is not play:
                    sums[play.north] += 1 if points == score else 2 * (score > points)
                    sums[play.east] += 1 if points == score else 2 * (score < points)
    return sums
