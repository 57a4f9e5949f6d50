"""The check of published results: each is worked out again, from the database and from the session's file."""

from collections.abc import Iterable, Iterator
from operator import attrgetter, itemgetter

from clubscore.duplicate.models import Publication, PublishedRow
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.publishing.files.session_text import session_text
from clubscore.duplicate.results.publishing.queries import newest_publications
from clubscore.duplicate.results.publishing.rows import rows_to_publish
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.state import SessionState
from scoring.contest import fold
from scoring.text.session_file import read_session

_FIGURES = attrgetter(
    "list",
    "position",
    "entry_id",
    "place",
    "is_tied",
    "score",
    "top",
    "percent",
    "boards",
    "masterpoints",
)


def differences() -> Iterator[str]:
    """Yield a sentence for each difference between a published session and what it is made of.

    Where something was written since the newest publication, its rows are not compared: a time that a clock gave does
    not tell for certain what was written before.
    """
    for publication in newest_publications():
        state = load(publication.session_id)
        scores = scores_of(state, results_of(publication.session_id))
        if state.session.revision == publication.revision:
            yield from _of_rows(publication, state, scores)
        yield from _of_file(publication, state, scores)


def _of_rows(
    publication: Publication, state: SessionState, scores: Scores
) -> Iterator[str]:
    """Yield a sentence if the published rows are not those that follow from the boards."""
    published = _figures(publication.rows.order_by("pk"))
    folded = _figures(rows_to_publish(publication, state, scores))
    if published != folded:
        yield (
            f"Session {publication.session_id}, publication {publication.number}: the published rows do not follow "
            "from the boards."
        )


def _figures(rows: Iterable[PublishedRow]) -> list[tuple[object, ...]]:
    """The figures of each row, in the order of the places."""
    figures = [_FIGURES(row) for row in rows]
    return sorted(figures, key=itemgetter(0, 1))


def _of_file(
    publication: Publication, state: SessionState, scores: Scores
) -> Iterator[str]:
    """Yield a sentence if the command line would not work out the same lists from the file of the session."""
    lines = session_text(state, scores).encode().splitlines(keepends=True)
    if fold(read_session(lines)).lists != scores.result.lists:
        yield (
            f"Session {publication.session_id}, publication {publication.number}: its session file has other figures."
        )
