"""Results recorded for the tests, through the services."""

from uuid import UUID, uuid4

from clubscore.duplicate.models import Session
from clubscore.duplicate.play.entering.entries import ResultEntered, ResultEntry
from clubscore.duplicate.play.entering.services import record_play, sign_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Seat, Side, parse_deal
from tests.factories import NOON


def at(session: Session, slot: Slot) -> SlotState:
    return slot_in(load(session.pk), slot)


def player(session: Session, slot: Slot, side: Side = Side.NS) -> Member:
    """Return the player who sits North in this slot, or East if `side` is East-West."""
    found = at(session, slot).players[Seat.NORTH if side is Side.NS else Seat.EAST]
    assert found
    return found


def entry(
    line: str, *, seen: int = 0, lead: str = "", key: UUID | None = None
) -> ResultEntry:
    return ResultEntry(parse_deal(line), lead, seen, key or uuid4())


def recorded(
    session: Session, slot: Slot, line: str, *, by: Member | None = None, **more: object
) -> ResultEntered:
    return record_play(
        session_id=session.pk,
        slot=slot,
        entry=entry(line, **more),  # type: ignore[arg-type]
        by=by or player(session, slot),
        now=NOON,
    )


def agreed(session: Session, slot: Slot, line: str) -> None:
    """Let North record this result for the slot, and East agree to it."""
    version = recorded(session, slot, line).play.version
    sign_play(
        session_id=session.pk,
        slot=slot,
        version=version,
        by=player(session, slot, Side.EW),
        now=NOON,
    )
