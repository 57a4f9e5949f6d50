"""The boards of published sessions. A process folds a publication once, and keeps its boards (record 98)."""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from threading import Lock
from uuid import UUID

from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.results import Results, all_results_of
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.session.loading import load_all
from clubscore.standings.boards.played import BoardPlayed, boards_played

MOST_BOARDS = 100_000  # at one table each: some 400 sessions of nine tables, in 30 MB
AT_ONCE = (
    20  # sessions that are read together, so that their rows do not fill the memory
)

Key = tuple[UUID, int]
"""The key of a publication and the revision of its session: the boards follow from no later facts."""

_boards: OrderedDict[Key, tuple[BoardPlayed, ...]] = OrderedDict()
# What was asked for last stands last.
_lock = Lock()


def boards_in(publications: Iterable[Publication]) -> list[tuple[BoardPlayed, ...]]:
    """The boards of these publications, in their order. Each has its session, read at the same moment.

    Without new publications no SQL statement is run. New ones are read in six to ten statements for AT_ONCE sessions.
    """
    asked = list(publications)
    found = _found(map(_key, asked))
    missing = [publication for publication in asked if _key(publication) not in found]
    for first in range(0, len(missing), AT_ONCE):
        found |= _folded(missing[first : first + AT_ONCE])
    return [found[_key(publication)] for publication in asked]


def forget_boards() -> None:
    """Forget all boards, so that each is folded again."""
    with _lock:
        _boards.clear()


def _key(publication: Publication) -> Key:
    return publication.key, publication.session.revision


def _found(keys: Iterable[Key]) -> dict[Key, tuple[BoardPlayed, ...]]:
    found = {}
    with _lock:
        for key in keys:
            if key in _boards:
                _boards.move_to_end(key)
                found[key] = _boards[key]
    return found


def _folded(
    publications: Collection[Publication],
) -> dict[Key, tuple[BoardPlayed, ...]]:
    """Fold the sessions of these publications, and remember their boards."""
    by_session = {publication.session_id: publication for publication in publications}
    results = _results_of(publications)
    folded = {}
    for state in load_all(Session.objects.filter(pk__in=list(by_session))):
        pk = state.session.pk
        folded[_key(by_session[pk])] = tuple(boards_played(state, results[pk]))
    with _lock:
        _boards.update(folded)
        kept = sum(map(len, _boards.values()))
        while kept > MOST_BOARDS:
            _, dropped = _boards.popitem(last=False)
            kept -= len(dropped)
    return folded


def _results_of(publications: Collection[Publication]) -> Mapping[int, Results]:
    """The results of each session as they were published, by the id of the session.

    A session in which something was written after the publication is read by itself.
    """
    unchanged = []
    results = {}
    for publication in publications:
        if publication.revision == publication.session.revision:
            unchanged.append(publication.session_id)
        else:
            results[publication.session_id] = results_then(publication)
    return results | all_results_of(unchanged)
