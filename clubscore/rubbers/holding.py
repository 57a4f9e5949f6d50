"""One writer at a time: the lock of a rubber, and the counters by which pages and other writers see that it moved."""

from clubscore.prepared import Prepared, PreparedIncrement
from clubscore.rubbers.loading import load
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.state import RubberState
from clubscore.tables import services as tables


def hold(state: RubberState) -> RubberState:
    """Keep every other writer from this rubber until the transaction ends, and return it as it is now.

    Nothing is read again where nobody has written since `state` was loaded: each write moves one of the two counters.
    Raises Rubber.DoesNotExist.
    """
    if _COUNTERS.of_one(state.rubber.pk) == [(state.rubber.revision, state.rubber.signatures)]:
        return state
    return load(state.rubber.pk)


_COUNTERS: Prepared[tuple[int, int]] = Prepared(
    lambda pks: Rubber.objects.select_for_update(no_key=True).filter(pk__in=pks).values_list("revision", "signatures")
)


def move_sheet(*, state: RubberState) -> None:
    """The sheet has changed, in the caller's transaction: every form that saw it before is stale."""
    _REVISION.increment(state.rubber.pk)
    _move_the_one_before(state)
    tables.move_page(table_id=state.rubber.table_id)


def move_signatures(*, state: RubberState) -> None:
    """A signature, proposal or vote: the pages move, but the sheet that a scorer has read does not become stale."""
    _SIGNATURES.increment(state.rubber.pk)
    _move_the_one_before(state)
    tables.move_page(table_id=state.rubber.table_id)


def _move_the_one_before(state: RubberState) -> None:
    """The first deal of a rubber was called on, recorded or taken back: that opens or closes periods of the one before.

    Whoever holds that one loads it again.
    """
    if state.rubber_before and len(state.deals) <= 1:
        _SIGNATURES.increment(state.rubber_before.pk)


_REVISION = PreparedIncrement(Rubber, "revision")
_SIGNATURES = PreparedIncrement(Rubber, "signatures")
