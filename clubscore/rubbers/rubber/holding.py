"""One writer at a time: the lock of a table, and the counters that tell readers that a rubber has changed."""

from datetime import datetime

from clubscore.database.prepared.queries import Prepared
from clubscore.database.prepared.writes import PreparedIncrement
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables import services as tables
from clubscore.web.clock import not_before


def hold(state: RubberState, now: datetime) -> tuple[RubberState, datetime]:
    """Lock the rubber's table for the caller's transaction. Returns the rubber as it is now, and the time of the write.

    No other write can happen at the table until the transaction ends, and the page of the table refreshes. So does the
    table of the rubber that the four played before this one, while that waits to be agreed and this one is at its first
    deal: a write here may open or close its correction periods. The tables are locked in the order of their ids. The
    time is `now`, or a moment after the newest time in the rubber if `now` is earlier. The rubber is loaded again only
    if its `revision` or its `signatures` have been counted up since `state` was loaded. Raises Rubber.DoesNotExist if
    the rubber is gone.
    """
    locked = _tables_of(state)
    _lock(locked)
    if _COUNTERS.of_one(state.rubber.pk) != [
        (state.rubber.revision, state.rubber.signatures)
    ]:
        state = load(state.rubber.pk)
        _lock(_tables_of(state) - locked)
    return state, not_before(now, state.newest_time)


def _tables_of(state: RubberState) -> set[int]:
    """The ids of the tables that a write in this rubber locks."""
    ids = {state.rubber.table_id}
    if state.rubber_before:
        ids.add(state.rubber_before.table_id)
    return ids


def _lock(table_ids: set[int]) -> None:
    for table_id in sorted(table_ids):
        tables.move_page(table_id=table_id)


_COUNTERS: Prepared[tuple[int, int]] = Prepared(
    lambda pks: (
        Rubber.objects.select_for_update(no_key=True)
        .filter(pk__in=pks)
        .values_list("revision", "signatures")
    )
)


def move_sheet(*, state: RubberState) -> None:
    """Count up the `revision` of a rubber whose sheet changes, so that forms made before the change are refused.

    The caller has locked the table by `hold`.
    """
    _REVISION.increment(state.rubber.pk)
    _move_the_one_before(state)


def move_signatures(*, state: RubberState) -> None:
    """Count up the counter `signatures` of a rubber, for a new signature, proposal or vote.

    Entry forms that were made before this call are still accepted. The caller has locked the table by `hold`.
    """
    _SIGNATURES.increment(state.rubber.pk)
    _move_the_one_before(state)


def _move_the_one_before(state: RubberState) -> None:
    """Count up `signatures` of the rubber that the four played before this one, if that rubber waits to be agreed.

    Nothing happens if this rubber has more than one deal. A call on the first deal, and the first deal itself, open or
    close correction periods of the earlier rubber; the counter tells readers of the earlier rubber to load it again.
    """
    if state.rubber_before and len(state.deals) <= 1:
        _SIGNATURES.increment(state.rubber_before.pk)


_REVISION = PreparedIncrement(Rubber, "revision")
_SIGNATURES = PreparedIncrement(Rubber, "signatures")
