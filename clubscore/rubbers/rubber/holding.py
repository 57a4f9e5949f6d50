"""One writer at a time: the lock of a table, and the counters by which others see that a rubber has moved."""

from datetime import datetime

from clubscore.database.prepared.queries import Prepared
from clubscore.database.prepared.writes import PreparedIncrement
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables import services as tables
from clubscore.web.clock import not_before


def hold(state: RubberState, now: datetime) -> tuple[RubberState, datetime]:
    """Keep every other writer from this table until the transaction ends, and move its page.

    Returns the rubber as it is now, and the moment of the write: `now`, but after all that is written of the rubber.
    Nothing is read again where nobody has written since `state` was loaded: each write moves one of the two counters.
    Raises Rubber.DoesNotExist.
    """
    tables.move_page(table_id=state.rubber.table_id)
    if _COUNTERS.of_one(state.rubber.pk) != [
        (state.rubber.revision, state.rubber.signatures)
    ]:
        state = load(state.rubber.pk)
    return state, not_before(now, state.newest_time)


_COUNTERS: Prepared[tuple[int, int]] = Prepared(
    lambda pks: (
        Rubber.objects.select_for_update(no_key=True)
        .filter(pk__in=pks)
        .values_list("revision", "signatures")
    )
)


def move_sheet(*, state: RubberState) -> None:
    """The sheet of a held rubber has changed: every form that saw it before is stale."""
    _REVISION.increment(state.rubber.pk)
    _move_the_one_before(state)


def move_signatures(*, state: RubberState) -> None:
    """A signature, proposal or vote at a held table: the sheet that a scorer has read does not become stale."""
    _SIGNATURES.increment(state.rubber.pk)
    _move_the_one_before(state)


def _move_the_one_before(state: RubberState) -> None:
    """The first deal of a rubber was called on, recorded or taken back: that opens or closes periods of the one before.

    Whoever holds that one loads it again.
    """
    if state.rubber_before and len(state.deals) <= 1:
        _SIGNATURES.increment(state.rubber_before.pk)


_REVISION = PreparedIncrement(Rubber, "revision")
_SIGNATURES = PreparedIncrement(Rubber, "signatures")
